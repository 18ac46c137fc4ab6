//! ListPartitionReassignments (key 46): lists the partition moves under way (KIP-455).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks which partitions are on the move to other brokers.
        #[api(46, Request, versions = 0..=0, flexible = 0..)]
        pub struct ListPartitionReassignmentsRequest<'a> {
            /// Time to wait for the answer, in milliseconds.
            pub timeout_ms: i32 = since(0).default(60000),
            /// Topics to look at; null asks for every move in the cluster.
            pub topics: Option<Array<'a, ListPartitionReassignmentsTopics<'a>>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// Partitions of one topic to look at.
        pub struct ListPartitionReassignmentsTopics<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partition numbers within the topic.
            pub partition_indexes: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The moves under way; partitions that stay where they are do not appear.
        #[api(46, Response, versions = 0..=0, flexible = 0..)]
        pub struct ListPartitionReassignmentsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Moves by topic.
            pub topics: Array<'a, OngoingTopicReassignment<'a>> = since(0),
        }
    }

    structure! {
        /// Moves of one topic.
        pub struct OngoingTopicReassignment<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partitions on the move.
            pub partitions: Array<'a, OngoingPartitionReassignment<'a>> = since(0),
        }
    }

    structure! {
        /// One partition on the move.
        pub struct OngoingPartitionReassignment<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Brokers that hold the partition now, joining and leaving ones included.
            pub replicas: Array<'a, i32> = since(0),
            /// Brokers that the move brings in.
            pub adding_replicas: Array<'a, i32> = since(0),
            /// Brokers that give the partition up at the end of the move.
            pub removing_replicas: Array<'a, i32> = since(0),
        }
    }
}
