//! WriteShareGroupState (key 85): stores the delivery state of share partitions (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Partition leader to share coordinator: saves the progress of a share group (KIP-932).
        /// Version 1 adds the count of finished records (KIP-1226).
        #[api(85, Request, versions = 0..=1, flexible = 0..)]
        pub struct WriteShareGroupStateRequest<'a> {
            /// Id of the share group.
            pub group_id: &'a str = since(0),
            /// State by topic.
            pub topics: Array<'a, WriteStateData<'a>> = since(0),
        }
    }

    structure! {
        /// State in one topic.
        pub struct WriteStateData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// State by partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// State of one share partition.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Epoch of the share partition's state; the coordinator refuses an older one.
            pub state_epoch: i32 = since(0),
            /// Leader epoch of the partition; the coordinator refuses an older one.
            pub leader_epoch: i32 = since(0),
            /// First offset still in delivery; -1 leaves the stored one.
            pub start_offset: i64 = since(0),
            /// How many offsets from the start offset on are done with; -1 if not told (KIP-1226).
            pub delivery_complete_count: i32 = since(1).default(-1).ignorable(),
            /// Ranges of offsets whose state has changed.
            pub state_batches: Array<'a, StateBatch<'a>> = since(0),
        }
    }

    structure! {
        /// State of one range of offsets.
        pub struct StateBatch<'a> {
            /// First offset of the range.
            pub first_offset: i64 = since(0),
            /// Last offset of the range, which still belongs to it.
            pub last_offset: i64 = since(0),
            /// 0 available, 2 acknowledged, 4 archived.
            pub delivery_state: i8 = since(0),
            /// How often the records have been delivered.
            pub delivery_count: i16 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each share partition (KIP-932).
        #[api(85, Response, versions = 0..=1, flexible = 0..)]
        pub struct WriteShareGroupStateResponse<'a> {
            /// Outcome by topic.
            pub results: Array<'a, WriteStateResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct WriteStateResult<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Outcome by partition.
            pub partitions: Array<'a, PartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one share partition.
        pub struct PartitionResult<'a> {
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Error for this partition; 0 if the state is stored.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
