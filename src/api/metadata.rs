//! Metadata (key 3): tells clients the brokers, topics and partition leaders of the cluster.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Names topics to look up. Version 4 controls auto-creation, 8 asks for authorized
        /// operations (KIP-430), 12 finds topics by id (KIP-516).
        #[api(3, Request, versions = 0..=13, flexible = 9..)]
        pub struct MetadataRequest<'a> {
            /// Topics to look up; null means all. An empty array means none, but all in version 0.
            pub topics: Option<Array<'a, MetadataRequestTopic<'a>>> = since(0).nullable_since(1),
            /// Lets the broker create missing topics, provided its own settings permit that.
            pub allow_auto_topic_creation: bool = since(4).default(true),
            /// Also return what the client may do to the cluster; DescribeCluster took over
            /// (KIP-700).
            pub include_cluster_authorized_operations: bool = versions(8, 10),
            /// Also return what the client may do to each topic (KIP-430).
            pub include_topic_authorized_operations: bool = since(8),
        }
    }

    structure! {
        /// One topic, by name or, from version 12, by id.
        pub struct MetadataRequestTopic<'a> {
            /// Id of the topic; zero when looked up by name. Usable only from version 12.
            pub topic_id: Uuid = since(10).ignorable(),
            /// Topic name; null when looked up by id, which works only from version 12.
            pub name: Option<&'a str> = since(0).nullable_since(10),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Cluster layout. Version 2 brings the cluster id (KIP-78), 5 offline replicas (KIP-112),
        /// 7 leader epochs (KIP-320), 10 topic ids (KIP-516), 13 an overall error (KIP-1102).
        #[api(3, Response, versions = 0..=13, flexible = 9..)]
        pub struct MetadataResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(3).ignorable(),
            /// Live brokers with the addresses that clients should use.
            pub brokers: Array<'a, MetadataResponseBroker<'a>> = since(0),
            /// Id of the cluster (KIP-78); null when not told.
            pub cluster_id: Option<&'a str> = since(2).nullable_since(2).default(None).ignorable(),
            /// Broker to send controller requests to; -1 when unknown. With KRaft any live broker
            /// is named.
            pub controller_id: i32 = since(1).default(-1).ignorable(),
            /// Results by topic.
            pub topics: Array<'a, MetadataResponseTopic<'a>> = since(0),
            /// Bit n is set if the client may do ACL operation n on the cluster; -2147483648 if not
            /// asked for.
            pub cluster_authorized_operations: i32 = versions(8, 10).default(-2147483648),
            /// Error of the whole request, from version 13; 0 for none. REBOOTSTRAP_REQUIRED
            /// restarts discovery.
            pub error_code: i16 = since(13).ignorable(),
        }
    }

    structure! {
        /// One broker and its address.
        pub struct MetadataResponseBroker<'a> {
            /// Id of the broker.
            pub node_id: i32 = since(0),
            /// Host name or IP address that the broker advertises; proxies rewrite this.
            pub host: &'a str = since(0),
            /// TCP port that the broker advertises.
            pub port: i32 = since(0),
            /// Rack of the broker; null for none.
            pub rack: Option<&'a str> = since(1).nullable_since(1).default(None).ignorable(),
        }
    }

    structure! {
        /// One topic and its partitions.
        pub struct MetadataResponseTopic<'a> {
            /// Error for this topic, such as UNKNOWN_TOPIC_OR_PARTITION; 0 for success.
            pub error_code: i16 = since(0),
            /// Topic name; null, from version 12, if an id was looked up that does not exist.
            pub name: Option<&'a str> = since(0).nullable_since(12),
            /// Topic id (KIP-516); zero if a name was looked up that does not exist.
            pub topic_id: Uuid = since(10).ignorable(),
            /// Set for Kafka's own topics, such as `__consumer_offsets`.
            pub is_internal: bool = since(1).ignorable(),
            /// Partitions of the topic.
            pub partitions: Array<'a, MetadataResponsePartition<'a>> = since(0),
            /// Bit n is set if the client may do ACL operation n on the topic; -2147483648 if not
            /// asked for.
            pub topic_authorized_operations: i32 = since(8).default(-2147483648),
        }
    }

    structure! {
        /// One partition with its leader and replicas.
        pub struct MetadataResponsePartition<'a> {
            /// Error for this partition, such as LEADER_NOT_AVAILABLE; 0 for success.
            pub error_code: i16 = since(0),
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Broker that leads; -1 when there is no leader.
            pub leader_id: i32 = since(0),
            /// Epoch of this leader (KIP-320); -1 when unknown.
            pub leader_epoch: i32 = since(7).default(-1).ignorable(),
            /// Brokers that are assigned a copy.
            pub replica_nodes: Array<'a, i32> = since(0),
            /// Brokers whose copies keep up with the leader (ISR).
            pub isr_nodes: Array<'a, i32> = since(0),
            /// Brokers whose copies are offline (KIP-112).
            pub offline_replicas: Array<'a, i32> = since(5).ignorable(),
        }
    }
}
