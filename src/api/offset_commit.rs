//! OffsetCommit (key 8): stores how far a group has read its partitions.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Commits offsets at the group's coordinator. Version 6 adds leader epochs (KIP-320), 7
        /// static members (KIP-345), 9 the consumer protocol and 10 topic ids (both KIP-848).
        #[api(8, Request, versions = 0..=10, flexible = 8.., current = 2..=10)]
        pub struct OffsetCommitRequest<'a> {
            /// Id of the group.
            pub group_id: &'a str = since(0),
            /// Generation of a classic group, or the member's epoch in the consumer protocol
            /// (KIP-848); -1 commits from outside the group.
            pub generation_id_or_member_epoch: i32 = since(1).default(-1).ignorable(),
            /// Id of the member that commits; empty from outside the group.
            pub member_id: &'a str = since(1).ignorable(),
            /// Id of a static member, set by its configuration; null for others (KIP-345).
            pub group_instance_id: Option<&'a str> = since(7).nullable_since(7).default(None),
            /// How long to keep the offsets, in milliseconds; -1 takes the broker's setting.
            /// Versions 2 to 4, dropped by KIP-211.
            pub retention_time_ms: i64 = versions(2, 4).default(-1).ignorable(),
            /// Topics to commit.
            pub topics: Array<'a, OffsetCommitRequestTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Offsets of one topic.
        pub struct OffsetCommitRequestTopic<'a> {
            /// Topic by name; up to version 9.
            pub name: &'a str = versions(0, 9).ignorable(),
            /// Topic by id, in place of the name (KIP-848).
            pub topic_id: Uuid = since(10).ignorable(),
            /// Offsets by partition.
            pub partitions: Array<'a, OffsetCommitRequestPartition<'a>> = since(0),
        }
    }

    structure! {
        /// Offset of one partition.
        pub struct OffsetCommitRequestPartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Offset to resume at, that is one after the last record processed.
            pub committed_offset: i64 = since(0),
            /// Time of the commit, in milliseconds since the Unix epoch; -1 takes the broker's
            /// clock. Version 1 only.
            pub commit_timestamp: i64 = versions(1, 1).default(-1),
            /// Leader epoch of the last record processed, to detect a truncated log; -1 if not
            /// known (KIP-320).
            pub committed_leader_epoch: i32 = since(6).default(-1).ignorable(),
            /// Free text the client stores with the offset; may be null.
            pub committed_metadata: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each partition. Since version 4 it is sent before throttling (KIP-219); 9
        /// adds errors of the consumer protocol, 10 topic ids (both KIP-848).
        #[api(8, Response, versions = 0..=10, flexible = 8.., current = 2..=10)]
        pub struct OffsetCommitResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(3).ignorable(),
            /// Outcome by topic.
            pub topics: Array<'a, OffsetCommitResponseTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct OffsetCommitResponseTopic<'a> {
            /// Topic by name; up to version 9.
            pub name: &'a str = versions(0, 9).ignorable(),
            /// Topic by id, in place of the name (KIP-848).
            pub topic_id: Uuid = since(10).ignorable(),
            /// Outcome by partition.
            pub partitions: Array<'a, OffsetCommitResponsePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct OffsetCommitResponsePartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 if the offset is stored.
            pub error_code: i16 = since(0),
        }
    }
}
