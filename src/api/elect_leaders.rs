//! ElectLeaders (key 43): makes the controller elect leaders for partitions (KIP-183, KIP-460).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for elections. Version 0 can only elect the preferred leader (KIP-183); version 1
        /// adds the unclean election (KIP-460).
        #[api(43, Request, versions = 0..=2, flexible = 2..)]
        pub struct ElectLeadersRequest<'a> {
            /// 0 elects the preferred replica; 1 takes a live one out of sync when none is in sync,
            /// which may lose records.
            pub election_type: i8 = since(1),
            /// Partitions that need an election; null for all in the cluster.
            pub topic_partitions: Option<Array<'a, TopicPartitions<'a>>> = since(0).nullable_since(0),
            /// Time to wait for the new leaders, in milliseconds.
            pub timeout_ms: i32 = since(0).default(60000),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct TopicPartitions<'a> {
            /// Name of the topic.
            pub topic: &'a str = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per partition. Version 1 adds an error for the whole request.
        #[api(43, Response, versions = 0..=2, flexible = 2..)]
        pub struct ElectLeadersResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(1),
            /// Results by topic; empty when all were asked for without the permission.
            pub replica_election_results: Array<'a, ReplicaElectionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one topic.
        pub struct ReplicaElectionResult<'a> {
            /// Name of the topic.
            pub topic: &'a str = since(0),
            /// Results by partition.
            pub partition_result: Array<'a, PartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result of one election.
        pub struct PartitionResult<'a> {
            /// Partition number within its topic.
            pub partition_id: i32 = since(0),
            /// Why no leader was elected; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the partition's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
