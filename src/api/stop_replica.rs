//! StopReplica (key 5): told a broker to stop, and perhaps delete, replicas; gone in 4.0.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// ZooKeeper-era controller to broker. Version 1 groups by topic and adds the broker epoch
        /// (KIP-380), 3 decides per partition and adds leader epochs (KIP-570), 4 KIP-866.
        #[api(5, Request, versions = 0..=4, flexible = 2.., current = none)]
        pub struct StopReplicaRequest<'a> {
            /// Broker id of the controller that sends this.
            pub controller_id: i32 = since(0),
            /// Whether that is a KRaft controller, during the migration from ZooKeeper (KIP-866).
            pub is_k_raft_controller: bool = since(4),
            /// Epoch of the controller; brokers refuse an older one.
            pub controller_epoch: i32 = since(0),
            /// Epoch of the receiving broker's registration; -1 if not known (KIP-380).
            pub broker_epoch: i64 = since(1).default(-1).ignorable(),
            /// Whether to delete the data of all the replicas too; up to version 2.
            pub delete_partitions: bool = versions(0, 2),
            /// Replicas to stop in one flat list; version 0.
            pub ungrouped_partitions: Array<'a, StopReplicaPartitionV0<'a>> = versions(0, 0),
            /// Replicas to stop by topic; versions 1 and 2.
            pub topics: Array<'a, StopReplicaTopicV1<'a>> = versions(1, 2),
            /// Replicas to stop by topic, with epoch and deletion for each (KIP-570).
            pub topic_states: Array<'a, StopReplicaTopicState<'a>> = since(3),
        }
    }

    structure! {
        /// One replica to stop; version 0.
        pub struct StopReplicaPartitionV0<'a> {
            /// Topic of the partition.
            pub topic_name: &'a str = versions(0, 0),
            /// Partition number within the topic.
            pub partition_index: i32 = versions(0, 0),
        }
    }

    structure! {
        /// Replicas to stop in one topic; versions 1 and 2.
        pub struct StopReplicaTopicV1<'a> {
            /// Name of the topic.
            pub name: &'a str = versions(1, 2),
            /// Partition numbers within the topic.
            pub partition_indexes: Array<'a, i32> = versions(1, 2),
        }
    }

    structure! {
        /// Replicas to stop in one topic; since version 3.
        pub struct StopReplicaTopicState<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(3),
            /// Replicas to stop by partition.
            pub partition_states: Array<'a, StopReplicaPartitionState<'a>> = since(3),
        }
    }

    structure! {
        /// One replica to stop; since version 3.
        pub struct StopReplicaPartitionState<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(3),
            /// Leader epoch of the partition, so that late requests are refused; -1 if not known,
            /// -2 while its topic is being deleted (KIP-570).
            pub leader_epoch: i32 = since(3).default(-1),
            /// Whether to delete the replica's data too.
            pub delete_partition: bool = since(3),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each replica. Version 3 may answer FENCED_LEADER_EPOCH (KIP-570).
        #[api(5, Response, versions = 0..=4, flexible = 2.., current = none)]
        pub struct StopReplicaResponse<'a> {
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Outcome by partition.
            pub partition_errors: Array<'a, StopReplicaPartitionError<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one replica.
        pub struct StopReplicaPartitionError<'a> {
            /// Topic of the partition.
            pub topic_name: &'a str = since(0),
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 on success.
            pub error_code: i16 = since(0),
        }
    }
}
