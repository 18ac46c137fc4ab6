//! Produce (key 0): writes records to partitions.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sends records to partition leaders. Version 3 adds transactions (KIP-98), 7 zstd
        /// (KIP-110), 12 spares AddPartitionsToTxn (KIP-890), 13 has topic ids (KIP-516).
        #[api(0, Request, versions = 0..=13, flexible = 9.., current = 3..=13)]
        pub struct ProduceRequest<'a> {
            /// Transactional id of the producer; null outside transactions (KIP-98).
            pub transactional_id: Option<&'a str> = since(3).nullable_since(3).default(None),
            /// Who must have the records before the answer: -1 all in-sync replicas, 1 the leader,
            /// 0 nobody, in which case no response is sent at all.
            pub acks: i16 = since(0),
            /// How long the leader may wait for the other replicas, in milliseconds.
            pub timeout_ms: i32 = since(0),
            /// Records by topic.
            pub topic_data: Array<'a, TopicProduceData<'a>> = since(0),
        }
    }

    structure! {
        /// Records for one topic.
        pub struct TopicProduceData<'a> {
            /// Topic by name; up to version 12.
            pub name: &'a str = versions(0, 12).ignorable(),
            /// Topic by id, in place of the name (KIP-516).
            pub topic_id: Uuid = since(13).ignorable(),
            /// Records by partition.
            pub partition_data: Array<'a, PartitionProduceData<'a>> = since(0),
        }
    }

    structure! {
        /// Records for one partition.
        pub struct PartitionProduceData<'a> {
            /// Partition number within the topic.
            pub index: i32 = since(0),
            /// Encoded records; since version 3 one record batch of format 2. Null for none.
            pub records: Option<Records<'a>> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Where the records went; not sent for acks 0. Version 8 names bad records (KIP-467), 10
        /// tells the new leader (KIP-951), 11 adds TRANSACTION_ABORTABLE (KIP-890).
        #[api(0, Response, versions = 0..=13, flexible = 9.., current = 3..=13)]
        pub struct ProduceResponse<'a> {
            /// Outcome by topic.
            pub responses: Array<'a, TopicProduceResponse<'a>> = since(0),
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Addresses of the new leaders that partitions with NOT_LEADER_OR_FOLLOWER point to
            /// (KIP-951).
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(10).tagged(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct TopicProduceResponse<'a> {
            /// Topic by name; up to version 12.
            pub name: &'a str = versions(0, 12).ignorable(),
            /// Topic by id, in place of the name (KIP-516).
            pub topic_id: Uuid = since(13).ignorable(),
            /// Outcome by partition.
            pub partition_responses: Array<'a, PartitionProduceResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct PartitionProduceResponse<'a> {
            /// Partition number within the topic.
            pub index: i32 = since(0),
            /// Error for this partition; 0 if the records are written.
            pub error_code: i16 = since(0),
            /// Offset that the first record was given; -1 on an error.
            pub base_offset: i64 = since(0),
            /// Broker time of the append, in milliseconds since the Unix epoch, if the topic uses
            /// LogAppendTime; -1 with CreateTime.
            pub log_append_time_ms: i64 = since(2).default(-1).ignorable(),
            /// First offset the partition still holds; -1 if not known.
            pub log_start_offset: i64 = since(5).default(-1).ignorable(),
            /// Records for which the batch was refused; often empty (KIP-467).
            pub record_errors: Array<'a, BatchIndexAndErrorMessage<'a>> = since(8).ignorable(),
            /// Reason for the refusal in words; null if there is none (KIP-467).
            pub error_message: Option<&'a str> = since(8).nullable_since(8).default(None).ignorable(),
            /// Leader to turn to from now on; given with NOT_LEADER_OR_FOLLOWER (KIP-951).
            pub current_leader: LeaderIdAndEpoch<'a> = since(10).tagged(0),
        }
    }

    structure! {
        /// One record for which the batch was refused (KIP-467).
        pub struct BatchIndexAndErrorMessage<'a> {
            /// Position of the record in the batch, from 0.
            pub batch_index: i32 = since(8),
            /// What is wrong with the record; null if not told.
            pub batch_index_error_message: Option<&'a str> = since(8).nullable_since(8).default(None),
        }
    }

    structure! {
        /// Present leader of a partition (KIP-951).
        pub struct LeaderIdAndEpoch<'a> {
            /// Broker id of the leader; -1 if none is known.
            pub leader_id: i32 = since(10).default(-1),
            /// Newest leader epoch known; -1 if none is.
            pub leader_epoch: i32 = since(10).default(-1),
        }
    }

    structure! {
        /// Address of one broker (KIP-951).
        pub struct NodeEndpoint<'a> {
            /// Id of the broker.
            pub node_id: i32 = since(10),
            /// Host name or address.
            pub host: &'a str = since(10),
            /// TCP port.
            pub port: i32 = since(10),
            /// Rack the broker is in; null if it has none.
            pub rack: Option<&'a str> = since(10).nullable_since(10).default(None),
        }
    }
}
