//! InitializeShareGroupState (key 83): sets up the stored state of share-partitions (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a share coordinator to start keeping state for partitions of a share group.
        #[api(83, Request, versions = 0..=0, flexible = 0..)]
        pub struct InitializeShareGroupStateRequest<'a> {
            /// Id of the share group.
            pub group_id: &'a str = since(0),
            /// Partitions to set up, one entry a topic.
            pub topics: Array<'a, InitializeStateData<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct InitializeStateData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions to set up.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// First state of one partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
            /// Epoch of the state; a coordinator refuses an older one.
            pub state_epoch: i32 = since(0),
            /// Offset at which the group starts to read; -1 leaves it open.
            pub start_offset: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome of the set-up, partition by partition.
        #[api(83, Response, versions = 0..=0, flexible = 0..)]
        pub struct InitializeShareGroupStateResponse<'a> {
            /// Results, one entry a topic.
            pub results: Array<'a, InitializeStateResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct InitializeStateResult<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Results, one entry a partition.
            pub partitions: Array<'a, PartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct PartitionResult<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
