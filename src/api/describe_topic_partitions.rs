//! DescribeTopicPartitions (key 75): describes topics page by page (KIP-966).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for topics and their partitions, with eligible leader replicas, one page at a time.
        #[api(75, Request, versions = 0..=0, flexible = 0..)]
        pub struct DescribeTopicPartitionsRequest<'a> {
            /// Topics to describe; empty for all.
            pub topics: Array<'a, TopicRequest<'a>> = since(0),
            /// Most partitions the client wants in one answer; the broker may return fewer.
            pub response_partition_limit: i32 = since(0).default(2000),
            /// Where the page begins; null for the first page.
            pub cursor: Option<Cursor<'a>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// One topic to describe.
        pub struct TopicRequest<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
        }
    }

    structure! {
        /// Place from which to go on.
        pub struct Cursor<'a> {
            /// Topic with which the page begins.
            pub topic_name: &'a str = since(0),
            /// Partition of that topic with which the page begins.
            pub partition_index: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One page of topics and partitions.
        #[api(75, Response, versions = 0..=0, flexible = 0..)]
        pub struct DescribeTopicPartitionsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0).ignorable(),
            /// Topics on this page.
            pub topics: Array<'a, DescribeTopicPartitionsResponseTopic<'a>> = since(0),
            /// Cursor to send for the next page; null on the last one.
            pub next_cursor: Option<Cursor<'a>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// One topic, or part of its partitions.
        pub struct DescribeTopicPartitionsResponseTopic<'a> {
            /// Error of this topic; 0 for none.
            pub error_code: i16 = since(0),
            /// Name of the topic; may be null.
            pub name: Option<&'a str> = since(0).nullable_since(0),
            /// Id of the topic.
            pub topic_id: Uuid = since(0).ignorable(),
            /// True for topics that Kafka keeps for itself, such as `__consumer_offsets`.
            pub is_internal: bool = since(0).ignorable(),
            /// Partitions of the topic that fit on this page.
            pub partitions: Array<'a, DescribeTopicPartitionsResponsePartition<'a>> = since(0),
            /// Bit n is set if ACL operation n is allowed; -2147483648 if unknown.
            pub topic_authorized_operations: i32 = since(0).default(-2147483648),
        }
    }

    structure! {
        /// One partition and its replicas.
        pub struct DescribeTopicPartitionsResponsePartition<'a> {
            /// Error of this partition; 0 for none.
            pub error_code: i16 = since(0),
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Broker that leads the partition; -1 if there is none.
            pub leader_id: i32 = since(0),
            /// Epoch of the leader; -1 if unknown.
            pub leader_epoch: i32 = since(0).default(-1).ignorable(),
            /// Brokers that have a replica.
            pub replica_nodes: Array<'a, i32> = since(0),
            /// Brokers whose replica is in sync with the leader.
            pub isr_nodes: Array<'a, i32> = since(0),
            /// Brokers outside the ISR that may still be elected without loss of data; null if not
            /// given (KIP-966).
            pub eligible_leader_replicas: Option<Array<'a, i32>> = since(0).nullable_since(0).default(None),
            /// Brokers that used to be eligible leader replicas and no longer are; null if not
            /// given.
            pub last_known_elr: Option<Array<'a, i32>> = since(0).nullable_since(0).default(None),
            /// Brokers whose replica is offline.
            pub offline_replicas: Array<'a, i32> = since(0).ignorable(),
        }
    }

    structure! {
        /// Place from which to go on.
        pub struct Cursor<'a> {
            /// Topic with which the next page begins.
            pub topic_name: &'a str = since(0),
            /// Partition of that topic with which the next page begins.
            pub partition_index: i32 = since(0),
        }
    }
}
