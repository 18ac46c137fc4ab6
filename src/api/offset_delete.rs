//! OffsetDelete (key 47): deletes committed offsets of a consumer group (KIP-496).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Deletes offsets of chosen partitions; refused for topics the group still subscribes to.
        #[api(47, Request, versions = 0..=0)]
        pub struct OffsetDeleteRequest<'a> {
            /// Name of the group.
            pub group_id: &'a str = since(0),
            /// Topics whose offsets are to be deleted.
            pub topics: Array<'a, OffsetDeleteRequestTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct OffsetDeleteRequestTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partitions whose offset to delete.
            pub partitions: Array<'a, OffsetDeleteRequestPartition<'a>> = since(0),
        }
    }

    structure! {
        /// One partition.
        pub struct OffsetDeleteRequestPartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per partition.
        #[api(47, Response, versions = 0..=0)]
        pub struct OffsetDeleteResponse<'a> {
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0).ignorable(),
            /// Results by topic.
            pub topics: Array<'a, OffsetDeleteResponseTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one topic.
        pub struct OffsetDeleteResponseTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Results by partition.
            pub partitions: Array<'a, OffsetDeleteResponsePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct OffsetDeleteResponsePartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Why the offset was not deleted; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
