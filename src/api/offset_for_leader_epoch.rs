//! OffsetForLeaderEpoch (key 23): finds where a leader epoch ends in a partition, to detect
//! truncated logs (KIP-101).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asked by followers and, since KIP-320, by consumers. Version 2 brings fencing by leader
        /// epoch (KIP-320), version 3 the replica id.
        #[api(23, Request, versions = 0..=4, flexible = 4.., current = 2..=4)]
        pub struct OffsetForLeaderEpochRequest<'a> {
            /// Broker id of a follower; -1 for a consumer, -2 for a debug consumer that may see
            /// everything.
            pub replica_id: i32 = since(3).default(-2).ignorable(),
            /// Topics with the partitions to look up.
            pub topics: Array<'a, OffsetForLeaderTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic to look up.
        pub struct OffsetForLeaderTopic<'a> {
            /// Topic that the partitions belong to.
            pub topic: &'a str = since(0),
            /// Partitions, each with the epoch to look up.
            pub partitions: Array<'a, OffsetForLeaderPartition<'a>> = since(0),
        }
    }

    structure! {
        /// Epoch to look up in one partition.
        pub struct OffsetForLeaderPartition<'a> {
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Leader epoch the asker knows; the broker rejects one that is not its own. -1 skips
            /// the check.
            pub current_leader_epoch: i32 = since(2).default(-1).ignorable(),
            /// Epoch whose end is wanted.
            pub leader_epoch: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// End offsets by topic and partition. Version 1 also returns the epoch that was found
        /// (KIP-279).
        #[api(23, Response, versions = 0..=4, flexible = 4.., current = 2..=4)]
        pub struct OffsetForLeaderEpochResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(2).ignorable(),
            /// Results by topic.
            pub topics: Array<'a, OffsetForLeaderTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct OffsetForLeaderTopicResult<'a> {
            /// Topic that the results are for.
            pub topic: &'a str = since(0),
            /// One result per partition.
            pub partitions: Array<'a, EpochEndOffset<'a>> = since(0),
        }
    }

    structure! {
        /// End of an epoch in one partition.
        pub struct EpochEndOffset<'a> {
            /// Error for this partition, such as FENCED_LEADER_EPOCH; 0 for success.
            pub error_code: i16 = since(0),
            /// Partition number within the topic.
            pub partition: i32 = since(0),
            /// Largest epoch in the log that is not above the one asked for; -1 for none.
            pub leader_epoch: i32 = since(1).default(-1).ignorable(),
            /// Offset right after the last record of that epoch; -1 for none.
            pub end_offset: i64 = since(0).default(-1),
        }
    }
}
