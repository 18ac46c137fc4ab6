//! TxnOffsetCommit (key 28): commits consumer offsets as part of a transaction (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Commits offsets with the transaction. Version 3 adds the consumer's membership
        /// (KIP-447); version 5 spares AddOffsetsToTxn (KIP-890); version 6 names topics by id
        /// (KIP-1319).
        #[api(28, Request, versions = 0..=6, flexible = 3..)]
        pub struct TxnOffsetCommitRequest<'a> {
            /// Transactional id of the producer.
            pub transactional_id: &'a str = since(0),
            /// Consumer group whose offsets are committed.
            pub group_id: &'a str = since(0),
            /// Producer id that belongs to the transactional id.
            pub producer_id: i64 = since(0),
            /// Epoch of that producer id; an older one is fenced.
            pub producer_epoch: i16 = since(0),
            /// Generation in a classic group, or member epoch in the newer consumer protocol; -1
            /// for none.
            pub generation_id_or_member_epoch: i32 = since(3).default(-1),
            /// Id of the consumer within the group; empty for none (KIP-447).
            pub member_id: &'a str = since(3),
            /// The name of a static member; null for a dynamic one (KIP-447).
            pub group_instance_id: Option<&'a str> = since(3).nullable_since(3).default(None),
            /// Topics with offsets to commit.
            pub topics: Array<'a, TxnOffsetCommitRequestTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Offsets of one topic.
        pub struct TxnOffsetCommitRequestTopic<'a> {
            /// Name of the topic (until version 5).
            pub name: &'a str = versions(0, 5).ignorable(),
            /// Id of the topic, in place of the name (KIP-1319).
            pub topic_id: Uuid = since(6).ignorable(),
            /// Offsets by partition.
            pub partitions: Array<'a, TxnOffsetCommitRequestPartition<'a>> = since(0),
        }
    }

    structure! {
        /// Offset of one partition.
        pub struct TxnOffsetCommitRequestPartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Offset at which the group goes on reading.
            pub committed_offset: i64 = since(0),
            /// Leader epoch of the record read last; -1 when not known (KIP-320).
            pub committed_leader_epoch: i32 = since(2).default(-1).ignorable(),
            /// Text of the client's own to keep with the offset; null for none.
            pub committed_metadata: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per partition. Version 6 names topics by id (KIP-1319).
        #[api(28, Response, versions = 0..=6, flexible = 3..)]
        pub struct TxnOffsetCommitResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Results by topic.
            pub topics: Array<'a, TxnOffsetCommitResponseTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one topic.
        pub struct TxnOffsetCommitResponseTopic<'a> {
            /// Name of the topic (until version 5).
            pub name: &'a str = versions(0, 5).ignorable(),
            /// Id of the topic, in place of the name (KIP-1319).
            pub topic_id: Uuid = since(6).ignorable(),
            /// Results by partition.
            pub partitions: Array<'a, TxnOffsetCommitResponsePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct TxnOffsetCommitResponsePartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Why the offset was not taken; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
