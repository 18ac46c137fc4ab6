//! AlterReplicaLogDirs (key 34): moves replicas between log directories of a broker (KIP-113).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Tells a broker in which of its log directories to keep replicas. Version 2 brings the
        /// flexible encoding (KIP-482); Kafka 4.0 dropped version 0.
        #[api(34, Request, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct AlterReplicaLogDirsRequest<'a> {
            /// Target directories with the replicas to place in each.
            pub dirs: Array<'a, AlterReplicaLogDir<'a>> = since(0),
        }
    }

    structure! {
        /// One target directory and its replicas.
        pub struct AlterReplicaLogDir<'a> {
            /// Absolute path of the log directory on the broker.
            pub path: &'a str = since(0),
            /// Topics with replicas to place there.
            pub topics: Array<'a, AlterReplicaLogDirTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Replicas of one topic.
        pub struct AlterReplicaLogDirTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Indexes of the partitions whose replicas go to the directory.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Says for each partition whether the placement was accepted. Since version 1 it is sent
        /// before the throttling starts (KIP-219).
        #[api(34, Response, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct AlterReplicaLogDirsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Results, one entry a topic.
            pub results: Array<'a, AlterReplicaLogDirTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct AlterReplicaLogDirTopicResult<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Results, one entry a partition.
            pub partitions: Array<'a, AlterReplicaLogDirPartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct AlterReplicaLogDirPartitionResult<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
        }
    }
}
