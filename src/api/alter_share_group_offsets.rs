//! AlterShareGroupOffsets (key 91): moves the start offsets of a share group that has no members
//! (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the group coordinator to set where an empty share group resumes in each partition.
        #[api(91, Request, versions = 0..=0, flexible = 0..)]
        pub struct AlterShareGroupOffsetsRequest<'a> {
            /// Share group whose offsets are moved; it must be empty.
            pub group_id: &'a str = since(0),
            /// Topics with the partitions to reposition.
            pub topics: Array<'a, AlterShareGroupOffsetsRequestTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic to reposition.
        pub struct AlterShareGroupOffsetsRequestTopic<'a> {
            /// Topic that the partitions belong to.
            pub topic_name: &'a str = since(0),
            /// Partitions, each with its new start offset.
            pub partitions: Array<'a, AlterShareGroupOffsetsRequestPartition<'a>> = since(0),
        }
    }

    structure! {
        /// New position in one partition.
        pub struct AlterShareGroupOffsetsRequestPartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Offset from which the share group is to deliver records.
            pub start_offset: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for the group and for each partition.
        #[api(91, Response, versions = 0..=0, flexible = 0..)]
        pub struct AlterShareGroupOffsetsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error for the group as a whole, such as NON_EMPTY_GROUP; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the group error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Results by topic.
            pub responses: Array<'a, AlterShareGroupOffsetsResponseTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct AlterShareGroupOffsetsResponseTopic<'a> {
            /// Topic that the results are for.
            pub topic_name: &'a str = since(0),
            /// Id of this topic.
            pub topic_id: Uuid = since(0),
            /// One result per partition.
            pub partitions: Array<'a, AlterShareGroupOffsetsResponsePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct AlterShareGroupOffsetsResponsePartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 when its offset was moved.
            pub error_code: i16 = since(0),
            /// Explanation of the partition error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
