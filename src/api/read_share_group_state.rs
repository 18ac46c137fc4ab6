//! ReadShareGroupState (key 84): reads the stored state of share-partitions (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a share coordinator for the stored state of partitions of a share group.
        #[api(84, Request, versions = 0..=0, flexible = 0..)]
        pub struct ReadShareGroupStateRequest<'a> {
            /// Id of the share group.
            pub group_id: &'a str = since(0),
            /// Partitions to read, one entry a topic.
            pub topics: Array<'a, ReadStateData<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct ReadStateData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions to read.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
            /// Epoch of the partition leader that asks; an older one is fenced.
            pub leader_epoch: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Stored state, partition by partition.
        #[api(84, Response, versions = 0..=0, flexible = 0..)]
        pub struct ReadShareGroupStateResponse<'a> {
            /// State, one entry a topic.
            pub results: Array<'a, ReadStateResult<'a>> = since(0),
        }
    }

    structure! {
        /// State for one topic.
        pub struct ReadStateResult<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// State, one entry a partition.
            pub partitions: Array<'a, PartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// State of one partition, or why there is none.
        pub struct PartitionResult<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch of the state.
            pub state_epoch: i32 = since(0),
            /// First offset not yet done with; -1 if it has not been set so far.
            pub start_offset: i64 = since(0),
            /// Delivery states, one entry a range of offsets.
            pub state_batches: Array<'a, StateBatch<'a>> = since(0),
        }
    }

    structure! {
        /// Range of offsets with one delivery state.
        pub struct StateBatch<'a> {
            /// First offset of the range.
            pub first_offset: i64 = since(0),
            /// Last offset of the range, inclusive.
            pub last_offset: i64 = since(0),
            /// State of the records: 0 available, 2 acknowledged, 4 archived.
            pub delivery_state: i8 = since(0),
            /// How often the records have been delivered.
            pub delivery_count: i16 = since(0),
        }
    }
}
