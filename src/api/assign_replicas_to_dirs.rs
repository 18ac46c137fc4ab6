//! AssignReplicasToDirs (key 73): a broker reports which directory holds each replica (KIP-858).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Tells the controller in which log directories a JBOD broker keeps its replicas.
        #[api(73, Request, versions = 0..=0, flexible = 0..)]
        pub struct AssignReplicasToDirsRequest<'a> {
            /// Id of the broker that reports.
            pub broker_id: i32 = since(0),
            /// Epoch of the broker's registration; -1 if unset.
            pub broker_epoch: i64 = since(0).default(-1),
            /// Log directories with the replicas each one holds.
            pub directories: Array<'a, DirectoryData<'a>> = since(0),
        }
    }

    structure! {
        /// One log directory and its replicas.
        pub struct DirectoryData<'a> {
            /// Id of the log directory.
            pub id: Uuid = since(0),
            /// Topics with replicas in the directory.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// Replicas of one topic.
        pub struct TopicData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions whose replicas are in the directory.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The controller's answer, partition by partition.
        #[api(73, Response, versions = 0..=0, flexible = 0..)]
        pub struct AssignReplicasToDirsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 for none.
            pub error_code: i16 = since(0),
            /// Results, grouped by log directory.
            pub directories: Array<'a, DirectoryData<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one log directory.
        pub struct DirectoryData<'a> {
            /// Id of the log directory.
            pub id: Uuid = since(0),
            /// Results, one entry a topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct TopicData<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Results, one entry a partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
        }
    }
}
