//! DeleteShareGroupState (key 86): deletes the stored state of share-partitions (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a share coordinator to drop what it has stored for partitions of a share group.
        #[api(86, Request, versions = 0..=0, flexible = 0..)]
        pub struct DeleteShareGroupStateRequest<'a> {
            /// Id of the share group.
            pub group_id: &'a str = since(0),
            /// Partitions whose state to delete, one entry a topic.
            pub topics: Array<'a, DeleteStateData<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct DeleteStateData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions whose state to delete.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome of the deletion, partition by partition.
        #[api(86, Response, versions = 0..=0, flexible = 0..)]
        pub struct DeleteShareGroupStateResponse<'a> {
            /// Results, one entry a topic.
            pub results: Array<'a, DeleteStateResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct DeleteStateResult<'a> {
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
