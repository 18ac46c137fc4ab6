//! LeaderAndIsr (key 4): told brokers which partitions to lead or follow; gone in 4.0.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// ZooKeeper-era controller to broker. Version 2 groups by topic and adds the broker epoch
        /// (KIP-380), 3 reassignments (KIP-455), 5 topic ids (KIP-516), 6 KIP-704, 7 KIP-866.
        #[api(4, Request, versions = 0..=7, flexible = 4.., current = none)]
        pub struct LeaderAndIsrRequest<'a> {
            /// Broker id of the controller that sends this.
            pub controller_id: i32 = since(0),
            /// Whether that is a KRaft controller, during the migration from ZooKeeper (KIP-866).
            pub is_k_raft_controller: bool = since(7),
            /// Epoch of the controller; brokers refuse an older one.
            pub controller_epoch: i32 = since(0),
            /// Epoch of the receiving broker's registration; -1 if not known (KIP-380).
            pub broker_epoch: i64 = since(2).default(-1).ignorable(),
            /// 1 if the request holds only changes, 2 if it holds every partition of the broker, 0
            /// if not known (KIP-516).
            pub r#type: i8 = since(5),
            /// Partitions in one flat list; versions 0 and 1.
            pub ungrouped_partition_states: Array<'a, LeaderAndIsrPartitionState<'a>> = versions(0, 1),
            /// Partitions grouped by topic.
            pub topic_states: Array<'a, LeaderAndIsrTopicState<'a>> = since(2),
            /// Addresses of the brokers that lead partitions in this request.
            pub live_leaders: Array<'a, LeaderAndIsrLiveLeader<'a>> = since(0),
        }
    }

    structure! {
        /// Role and replicas of one partition.
        pub struct LeaderAndIsrPartitionState<'a> {
            /// Topic of the partition; versions 0 and 1, later it stands in the group.
            pub topic_name: &'a str = versions(0, 1).ignorable(),
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Epoch of the controller that last changed this partition.
            pub controller_epoch: i32 = since(0),
            /// Broker id of the leader; -1 if the partition has none, -2 while its topic is being
            /// deleted.
            pub leader: i32 = since(0),
            /// Epoch of that leader.
            pub leader_epoch: i32 = since(0),
            /// Broker ids of the in-sync replicas.
            pub isr: Array<'a, i32> = since(0),
            /// Counter of changes to this partition; here the version of its ZooKeeper node.
            pub partition_epoch: i32 = since(0),
            /// Broker ids of all replicas.
            pub replicas: Array<'a, i32> = since(0),
            /// Broker ids that a running reassignment adds; empty if it adds none (KIP-455).
            pub adding_replicas: Array<'a, i32> = since(3).ignorable(),
            /// Broker ids that a running reassignment removes; empty if it removes none (KIP-455).
            pub removing_replicas: Array<'a, i32> = since(3).ignorable(),
            /// Whether the partition is new, so that the broker may create the replica.
            pub is_new: bool = since(1).ignorable(),
            /// 1 while the leader still recovers from an unclean election, otherwise 0 (KIP-704).
            pub leader_recovery_state: i8 = since(6),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct LeaderAndIsrTopicState<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(2),
            /// Id of the topic (KIP-516).
            pub topic_id: Uuid = since(5).ignorable(),
            /// State by partition.
            pub partition_states: Array<'a, LeaderAndIsrPartitionState<'a>> = since(2),
        }
    }

    structure! {
        /// Address of one leading broker.
        pub struct LeaderAndIsrLiveLeader<'a> {
            /// Id of the broker.
            pub broker_id: i32 = since(0),
            /// Host name or address.
            pub host_name: &'a str = since(0),
            /// TCP port.
            pub port: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// What the broker could not do. Version 5 groups by topic id (KIP-516).
        #[api(4, Response, versions = 0..=7, flexible = 4.., current = none)]
        pub struct LeaderAndIsrResponse<'a> {
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Outcome by partition in one flat list; up to version 4.
            pub partition_errors: Array<'a, LeaderAndIsrPartitionError<'a>> = versions(0, 4),
            /// Outcome by topic (KIP-516).
            pub topics: Array<'a, LeaderAndIsrTopicError<'a>> = since(5),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct LeaderAndIsrPartitionError<'a> {
            /// Topic of the partition; up to version 4, later it stands in the group.
            pub topic_name: &'a str = versions(0, 4).ignorable(),
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 on success.
            pub error_code: i16 = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct LeaderAndIsrTopicError<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(5),
            /// Outcome by partition.
            pub partition_errors: Array<'a, LeaderAndIsrPartitionError<'a>> = since(5),
        }
    }
}
