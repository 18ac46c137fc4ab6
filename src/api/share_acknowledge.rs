//! ShareAcknowledge (key 79): tells what became of records from a share group (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Acknowledges records without fetching more (KIP-932). Version 0 was a preview that ended
        /// with Kafka 4.0; version 2 can renew the hold on records (KIP-1222).
        #[api(79, Request, versions = 0..=2, flexible = 0.., current = 1..=2, unstable = 0..=0)]
        pub struct ShareAcknowledgeRequest<'a> {
            /// Id of the share group; the type allows null, which names no group.
            pub group_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the member that acknowledges; the type allows null, which names no member.
            pub member_id: Option<&'a str> = since(0).nullable_since(0),
            /// Place of this request in the share session: rises by one each time, -1 ends it.
            /// Brokers refuse 0, as ShareFetch is what starts a session.
            pub share_session_epoch: i32 = since(0),
            /// Whether any of the acknowledgements is of type 4, renew (KIP-1222).
            pub is_renew_ack: bool = since(2),
            /// Acknowledgements by topic.
            pub topics: Array<'a, AcknowledgeTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Acknowledgements in one topic.
        pub struct AcknowledgeTopic<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Acknowledgements by partition.
            pub partitions: Array<'a, AcknowledgePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Acknowledgements in one partition.
        pub struct AcknowledgePartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Ranges of offsets with their fate.
            pub acknowledgement_batches: Array<'a, AcknowledgementBatch<'a>> = since(0),
        }
    }

    structure! {
        /// One range of offsets.
        pub struct AcknowledgementBatch<'a> {
            /// First offset of the range.
            pub first_offset: i64 = since(0),
            /// Last offset of the range, which still belongs to it.
            pub last_offset: i64 = since(0),
            /// What becomes of the records: 0 for a gap, 1 accepts, 2 releases, 3 rejects, 4 renews
            /// the hold (KIP-1222). One value for the whole range, or one for each offset.
            pub acknowledge_types: Array<'a, i8> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each partition (KIP-932). Version 2 tells how long records stay locked
        /// (KIP-1222).
        #[api(79, Response, versions = 0..=2, flexible = 0.., current = 1..=2, unstable = 0..=0)]
        pub struct ShareAcknowledgeResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// How long a record stays reserved for the member that acquired it, in milliseconds.
            pub acquisition_lock_timeout_ms: i32 = since(2).ignorable(),
            /// Outcome by topic.
            pub responses: Array<'a, ShareAcknowledgeTopicResponse<'a>> = since(0),
            /// Addresses of the new leaders that partitions with NOT_LEADER_OR_FOLLOWER point to.
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct ShareAcknowledgeTopicResponse<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Outcome by partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Leader of the partition as the broker knows it.
            pub current_leader: LeaderIdAndEpoch<'a> = since(0),
        }
    }

    structure! {
        /// Present leader of a partition.
        pub struct LeaderIdAndEpoch<'a> {
            /// Broker id of the leader; -1 if none is known.
            pub leader_id: i32 = since(0),
            /// Newest leader epoch known.
            pub leader_epoch: i32 = since(0),
        }
    }

    structure! {
        /// Address of one broker.
        pub struct NodeEndpoint<'a> {
            /// Id of the broker.
            pub node_id: i32 = since(0),
            /// Host name or address.
            pub host: &'a str = since(0),
            /// TCP port.
            pub port: i32 = since(0),
            /// Rack the broker is in; null if it has none.
            pub rack: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
