//! ReadShareGroupStateSummary (key 87): reads where share groups stand, without the state of single
//! records (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent between brokers, to the share coordinator that keeps the state. Version 1 changes
        /// only the response (KIP-1226).
        #[api(87, Request, versions = 0..=1, flexible = 0..)]
        pub struct ReadShareGroupStateSummaryRequest<'a> {
            /// Share group to read the state of.
            pub group_id: &'a str = since(0),
            /// Topics with the partitions to read.
            pub topics: Array<'a, ReadStateSummaryData<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic to read.
        pub struct ReadStateSummaryData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions to read.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition to read.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Leader epoch of the share partition as the asker knows it.
            pub leader_epoch: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Start offset and epochs of each share partition. Version 1 adds the count from which lag
        /// is derived (KIP-1226).
        #[api(87, Response, versions = 0..=1, flexible = 0..)]
        pub struct ReadShareGroupStateSummaryResponse<'a> {
            /// Results by topic.
            pub results: Array<'a, ReadStateSummaryResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct ReadStateSummaryResult<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// One result per partition.
            pub partitions: Array<'a, PartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Summary of one share partition.
        pub struct PartitionResult<'a> {
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Error for this partition; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch of the stored state of the share partition.
            pub state_epoch: i32 = since(0),
            /// Leader epoch that is stored for the share partition.
            pub leader_epoch: i32 = since(0),
            /// First offset that the share group is not yet done with.
            pub start_offset: i64 = since(0),
            /// Offsets from `start_offset` upwards that are already dealt with (KIP-1226); -1 when
            /// unknown.
            pub delivery_complete_count: i32 = since(1).default(-1).ignorable(),
        }
    }
}
