//! UpdateMetadata (key 6): feeds brokers with partition states and live brokers (ZooKeeper).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent by the controller of the ZooKeeper era; gone since Kafka 4.0. Version 2 adds racks,
        /// 3 listener names, 4 offline replicas, 5 broker epochs, 7 topic ids (KIP-516), 8 the
        /// migration to KRaft (KIP-866).
        #[api(6, Request, versions = 0..=8, flexible = 6.., current = none)]
        pub struct UpdateMetadataRequest<'a> {
            /// Id of the controller that sends.
            pub controller_id: i32 = since(0),
            /// Whether that controller is a KRaft one, during migration (KIP-866).
            pub is_k_raft_controller: bool = since(8),
            /// Extent of the update: 0 not told, 1 changes only, 2 everything (KIP-866).
            pub r#type: i8 = since(8).tagged(0),
            /// Epoch of the controller; brokers refuse an older one.
            pub controller_epoch: i32 = since(0),
            /// Epoch of the broker addressed; -1 when not known (KIP-380).
            pub broker_epoch: i64 = since(5).default(-1).ignorable(),
            /// Partition states in one flat list (until version 4).
            pub ungrouped_partition_states: Array<'a, UpdateMetadataPartitionState<'a>> = versions(0, 4),
            /// Partition states grouped by topic (from version 5).
            pub topic_states: Array<'a, UpdateMetadataTopicState<'a>> = since(5),
            /// Brokers that are alive, with their addresses.
            pub live_brokers: Array<'a, UpdateMetadataBroker<'a>> = since(0),
        }
    }

    structure! {
        /// State of one partition.
        pub struct UpdateMetadataPartitionState<'a> {
            /// Name of the topic (until version 4; later it stands one level up).
            pub topic_name: &'a str = versions(0, 4).ignorable(),
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Epoch of the controller that last changed the partition's state.
            pub controller_epoch: i32 = since(0),
            /// Broker that leads; -1 for none, -2 while the topic is being deleted.
            pub leader: i32 = since(0),
            /// Epoch of its leadership.
            pub leader_epoch: i32 = since(0),
            /// Ids of the brokers that are in sync.
            pub isr: Array<'a, i32> = since(0),
            /// Version of the partition's state node in ZooKeeper.
            pub zk_version: i32 = since(0),
            /// Ids of all brokers that hold the partition.
            pub replicas: Array<'a, i32> = since(0),
            /// Ids of those whose replica is offline (KIP-112).
            pub offline_replicas: Array<'a, i32> = since(4).ignorable(),
        }
    }

    structure! {
        /// Partition states of one topic.
        pub struct UpdateMetadataTopicState<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(5),
            /// Id of the topic (KIP-516).
            pub topic_id: Uuid = since(7).ignorable(),
            /// States by partition.
            pub partition_states: Array<'a, UpdateMetadataPartitionState<'a>> = since(5),
        }
    }

    structure! {
        /// One live broker.
        pub struct UpdateMetadataBroker<'a> {
            /// Id of the broker.
            pub id: i32 = since(0),
            /// Host name or address, in version 0, which knows a single endpoint.
            pub v0_host: &'a str = versions(0, 0).ignorable(),
            /// TCP port, in version 0.
            pub v0_port: i32 = versions(0, 0).ignorable(),
            /// Endpoints of the broker (from version 1).
            pub endpoints: Array<'a, UpdateMetadataEndpoint<'a>> = since(1).ignorable(),
            /// Rack the broker stands in; null for none (KIP-36).
            pub rack: Option<&'a str> = since(2).nullable_since(2).ignorable(),
        }
    }

    structure! {
        /// One endpoint of a broker.
        pub struct UpdateMetadataEndpoint<'a> {
            /// TCP port to connect to.
            pub port: i32 = since(1),
            /// Host name or address to connect to.
            pub host: &'a str = since(1),
            /// Listener name, for example PLAINTEXT (KIP-103).
            pub listener: &'a str = since(3).ignorable(),
            /// 0 plaintext, 1 TLS, 2 SASL over plaintext, 3 SASL over TLS.
            pub security_protocol: i16 = since(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Confirms or refuses the update.
        #[api(6, Response, versions = 0..=8, flexible = 6.., current = none)]
        pub struct UpdateMetadataResponse<'a> {
            /// Why the update was refused; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
