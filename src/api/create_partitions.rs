//! CreatePartitions (key 37): raises the number of partitions of existing topics (KIP-195).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for more partitions in some topics (KIP-195). Since version 3 a quota may refuse it
        /// with THROTTLING_QUOTA_EXCEEDED (KIP-599).
        #[api(37, Request, versions = 0..=3, flexible = 2..)]
        pub struct CreatePartitionsRequest<'a> {
            /// Topics to enlarge.
            pub topics: Array<'a, CreatePartitionsTopic<'a>> = since(0),
            /// How long the new partitions may take before the request times out, in milliseconds.
            pub timeout_ms: i32 = since(0),
            /// Whether this is a dry run that only checks the request.
            pub validate_only: bool = since(0),
        }
    }

    structure! {
        /// One topic to enlarge.
        pub struct CreatePartitionsTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Total number of partitions afterwards, not the number to add.
            pub count: i32 = since(0),
            /// Replica placement, one entry for each added partition; null leaves it to the
            /// cluster.
            pub assignments: Option<Array<'a, CreatePartitionsAssignment<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// Placement of one added partition.
        pub struct CreatePartitionsAssignment<'a> {
            /// Brokers that hold a replica; the first is the preferred leader.
            pub broker_ids: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each topic. Since version 1 it is sent at once and the client does the
        /// waiting (KIP-219).
        #[api(37, Response, versions = 0..=3, flexible = 2..)]
        pub struct CreatePartitionsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome by topic.
            pub results: Array<'a, CreatePartitionsTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one topic.
        pub struct CreatePartitionsTopicResult<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Error for this topic; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
