//! DescribeProducers (key 61): lists the idempotent and transactional producers of partitions
//! (KIP-664).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a broker for the producer state of its partitions, for instance to find hanging
        /// transactions.
        #[api(61, Request, versions = 0..=0, flexible = 0..)]
        pub struct DescribeProducersRequest<'a> {
            /// Topics with the partitions to inspect.
            pub topics: Array<'a, TopicRequest<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic to inspect.
        pub struct TopicRequest<'a> {
            /// Topic that the partitions belong to.
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
        /// Producer state by topic and partition.
        #[api(61, Response, versions = 0..=0, flexible = 0..)]
        pub struct DescribeProducersResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Results by topic.
            pub topics: Array<'a, TopicResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct TopicResponse<'a> {
            /// Topic that the results are for.
            pub name: &'a str = since(0),
            /// One result per partition.
            pub partitions: Array<'a, PartitionResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Producers of one partition.
        pub struct PartitionResponse<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null when there is nothing to add.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Producers with state in this partition; empty for none.
            pub active_producers: Array<'a, ProducerState<'a>> = since(0),
        }
    }

    structure! {
        /// What the broker remembers of one producer.
        pub struct ProducerState<'a> {
            /// Id that the producer writes with.
            pub producer_id: i64 = since(0),
            /// Epoch of the producer, as 32 bits here but 16 bits in other messages.
            pub producer_epoch: i32 = since(0),
            /// Sequence number of the latest record it wrote; -1 for none.
            pub last_sequence: i32 = since(0).default(-1),
            /// Timestamp of its latest write, in milliseconds since the Unix epoch; -1 for none.
            pub last_timestamp: i64 = since(0).default(-1),
            /// Epoch of the transaction coordinator that last wrote a marker for this producer; -1
            /// for none.
            pub coordinator_epoch: i32 = since(0),
            /// Offset at which its open transaction begins; -1 when none is open.
            pub current_txn_start_offset: i64 = since(0).default(-1),
        }
    }
}
