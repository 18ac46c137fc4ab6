//! AlterPartition (key 56): a partition leader asks the controller to change the ISR (KIP-497).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Proposes new in-sync replica sets for partitions that the sender leads. Version 1 adds
        /// the recovery state (KIP-704), 2 topic ids (KIP-841), 3 broker epochs (KIP-903).
        #[api(56, Request, versions = 0..=3, flexible = 0.., current = 2..=3)]
        pub struct AlterPartitionRequest<'a> {
            /// Id of the broker that asks.
            pub broker_id: i32 = since(0),
            /// Epoch the controller gave that broker at registration; -1 if it has none.
            pub broker_epoch: i64 = since(0).default(-1),
            /// Topics with partitions to change.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// Proposed changes within one topic.
        pub struct TopicData<'a> {
            /// Topic by name; up to version 1.
            pub topic_name: &'a str = versions(0, 1).ignorable(),
            /// Topic by id, in place of the name (KIP-841).
            pub topic_id: Uuid = since(2).ignorable(),
            /// Partitions to change.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Proposed state of one partition.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Leader epoch under which the sender leads; an outdated one is refused.
            pub leader_epoch: i32 = since(0),
            /// Broker ids of the proposed in-sync set; up to version 2.
            pub new_isr: Array<'a, i32> = versions(0, 2),
            /// Proposed in-sync set with each broker's epoch (KIP-903), so that a broker that has
            /// restarted since is not let in by mistake.
            pub new_isr_with_epochs: Array<'a, BrokerState<'a>> = since(3),
            /// 1 while the leader still recovers from an unclean election, 0 once it has (KIP-704).
            pub leader_recovery_state: i8 = since(1),
            /// Partition epoch that the change builds on; the controller refuses any other.
            pub partition_epoch: i32 = since(0),
        }
    }

    structure! {
        /// One member of the proposed in-sync set.
        pub struct BrokerState<'a> {
            /// Id of the in-sync broker.
            pub broker_id: i32 = since(3),
            /// Epoch of that broker; -1 leaves it unchecked.
            pub broker_epoch: i64 = since(3).default(-1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Answers each proposal with the state that now holds, or an error. Version 1 adds the
        /// recovery state (KIP-704), 2 topic ids (KIP-841).
        #[api(56, Response, versions = 0..=3, flexible = 0.., current = 2..=3)]
        pub struct AlterPartitionResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Outcome by topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct TopicData<'a> {
            /// Topic by name; up to version 1.
            pub topic_name: &'a str = versions(0, 1).ignorable(),
            /// Topic by id, in place of the name (KIP-841).
            pub topic_id: Uuid = since(2).ignorable(),
            /// Outcome by partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 if the change was made.
            pub error_code: i16 = since(0),
            /// Broker id of the leader.
            pub leader_id: i32 = since(0),
            /// Epoch of that leader.
            pub leader_epoch: i32 = since(0),
            /// Broker ids of the in-sync set that now holds.
            pub isr: Array<'a, i32> = since(0),
            /// 1 while the leader still recovers from an unclean election, otherwise 0 (KIP-704).
            pub leader_recovery_state: i8 = since(1).ignorable(),
            /// Partition epoch after the change; the next proposal has to name it.
            pub partition_epoch: i32 = since(0),
        }
    }
}
