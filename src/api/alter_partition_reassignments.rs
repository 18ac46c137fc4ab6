//! AlterPartitionReassignments (key 45): starts or cancels partition moves (KIP-455).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Starts, changes or cancels replica moves. Version 1 can guard the replication factor
        /// (KIP-860).
        #[api(45, Request, versions = 0..=1, flexible = 0..)]
        pub struct AlterPartitionReassignmentsRequest<'a> {
            /// Time the broker may take to accept the changes, in milliseconds; data moves
            /// afterwards.
            pub timeout_ms: i32 = since(0).default(60000),
            /// Whether a new replica list may be longer or shorter than the present one (KIP-860).
            pub allow_replication_factor_change: bool = since(1).default(true),
            /// Topics with partitions to move.
            pub topics: Array<'a, ReassignableTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic to move.
        pub struct ReassignableTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partitions to move or whose move to cancel.
            pub partitions: Array<'a, ReassignablePartition<'a>> = since(0),
        }
    }

    structure! {
        /// The wanted placement of one partition.
        pub struct ReassignablePartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Broker ids that shall hold the partition, preferred leader first; null cancels the
            /// move under way.
            pub replicas: Option<Array<'a, i32>> = since(0).nullable_since(0).default(None),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells per partition whether the move was accepted, not whether it has finished.
        #[api(45, Response, versions = 0..=1, flexible = 0..)]
        pub struct AlterPartitionReassignmentsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Whether the broker allowed the replication factor to change (KIP-860).
            pub allow_replication_factor_change: bool = since(1).default(true).ignorable(),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error of the whole request; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Outcome for each requested topic.
            pub responses: Array<'a, ReassignableTopicResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for the partitions of one topic.
        pub struct ReassignableTopicResponse<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Outcome for each partition of the topic.
            pub partitions: Array<'a, ReassignablePartitionResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct ReassignablePartitionResponse<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Why this partition was refused; 0 when accepted.
            pub error_code: i16 = since(0),
            /// Text for the partition's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
