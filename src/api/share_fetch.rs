//! ShareFetch (key 78): a member of a share group fetches and acknowledges records (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Fetches, and acknowledges what was fetched before. Version 0 was a preview that ended
        /// with Kafka 4.0; version 2 adds the acquire mode (KIP-1206) and renewals (KIP-1222).
        #[api(78, Request, versions = 0..=2, flexible = 0.., current = 1..=2, unstable = 0..=0)]
        pub struct ShareFetchRequest<'a> {
            /// Id of the share group; the type allows null, which names no group.
            pub group_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the member that fetches; the type allows null, which names no member.
            pub member_id: Option<&'a str> = since(0).nullable_since(0),
            /// 0 opens a session with this broker, -1 closes it; in between it counts up by
            /// request.
            pub share_session_epoch: i32 = since(0),
            /// How long the broker may wait for enough records, in milliseconds.
            pub max_wait_ms: i32 = since(0),
            /// Amount of data worth answering before the wait is over, in bytes.
            pub min_bytes: i32 = since(0),
            /// Upper limit of the records in the answer, in bytes; one large batch may exceed it
            /// (KIP-74).
            pub max_bytes: i32 = since(0).default(0x7fffffff),
            /// Wanted limit on the number of records; whole batches may exceed it.
            pub max_records: i32 = since(1),
            /// Preferred number of records per acquired batch and per acknowledgement.
            pub batch_size: i32 = since(1),
            /// 0 hands out whole batches, 1 keeps to the record limit (KIP-1206).
            pub share_acquire_mode: i8 = since(2).ignorable(),
            /// Whether any acknowledgement below is a renewal, type 4 (KIP-1222).
            pub is_renew_ack: bool = since(2),
            /// Topics to fetch from or to acknowledge.
            pub topics: Array<'a, FetchTopic<'a>> = since(0),
            /// Partitions that leave the session.
            pub forgotten_topics_data: Array<'a, ForgottenTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct FetchTopic<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partitions to fetch from or to acknowledge.
            pub partitions: Array<'a, FetchPartition<'a>> = since(0),
        }
    }

    structure! {
        /// One partition to fetch from or to acknowledge.
        pub struct FetchPartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Limit for this partition, in bytes; 0 acknowledges without fetching (version 0
            /// only).
            pub partition_max_bytes: i32 = versions(0, 0),
            /// Acknowledged offset ranges; empty for none.
            pub acknowledgement_batches: Array<'a, AcknowledgementBatch<'a>> = since(0),
        }
    }

    structure! {
        /// One range of offsets to acknowledge.
        pub struct AcknowledgementBatch<'a> {
            /// Start of the range.
            pub first_offset: i64 = since(0),
            /// End of the range, itself included.
            pub last_offset: i64 = since(0),
            /// What becomes of the records: 0 for a gap, 1 accepts, 2 releases, 3 rejects, 4 renews
            /// the hold (KIP-1222). One value for the whole range, or one for each offset.
            pub acknowledge_types: Array<'a, i8> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic that leave the session.
        pub struct ForgottenTopic<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Records acquired for the member, and the fate of its acknowledgements. Version 1 adds
        /// how long the records are locked.
        #[api(78, Response, versions = 0..=2, flexible = 0.., current = 1..=2, unstable = 0..=0)]
        pub struct ShareFetchResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error of the whole request; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// How long the records stay reserved for the member, in milliseconds.
            pub acquisition_lock_timeout_ms: i32 = since(1),
            /// Results by topic.
            pub responses: Array<'a, ShareFetchableTopicResponse<'a>> = since(0),
            /// Addresses of new leaders, for partitions that failed with NOT_LEADER_OR_FOLLOWER.
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one topic.
        pub struct ShareFetchableTopicResponse<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Results by partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct PartitionData<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Why fetching failed; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the fetch error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Why acknowledging failed; 0 for success.
            pub acknowledge_error_code: i16 = since(0),
            /// Text for the acknowledgement's error; null without one.
            pub acknowledge_error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Leader of the partition as this broker knows it.
            pub current_leader: LeaderIdAndEpoch<'a> = since(0),
            /// Record batches; some of the records may not be acquired. Null only in version 0.
            pub records: Option<Records<'a>> = since(0).nullable(0, 0),
            /// Offset ranges that the member may process and has to acknowledge.
            pub acquired_records: Array<'a, AcquiredRecords<'a>> = since(0),
        }
    }

    structure! {
        /// Leader of a partition.
        pub struct LeaderIdAndEpoch<'a> {
            /// Broker that leads the partition; -1 when not known.
            pub leader_id: i32 = since(0),
            /// Newest epoch of its leadership that is known.
            pub leader_epoch: i32 = since(0),
        }
    }

    structure! {
        /// One range of offsets reserved for the member.
        pub struct AcquiredRecords<'a> {
            /// Start of the range.
            pub first_offset: i64 = since(0),
            /// End of the range, itself included.
            pub last_offset: i64 = since(0),
            /// How often these records have been handed out, this time included.
            pub delivery_count: i16 = since(0),
        }
    }

    structure! {
        /// Address of one broker.
        pub struct NodeEndpoint<'a> {
            /// Id of the broker.
            pub node_id: i32 = since(0),
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: i32 = since(0),
            /// Rack the broker stands in; null for none.
            pub rack: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
