//! OffsetFetch (key 9): reads the committed offsets of consumer groups.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for committed offsets. New in version 2: all topics (KIP-88), 7: stable offsets
        /// (KIP-447), 8: many groups (KIP-709), 9: member epochs, 10: topic ids (KIP-848).
        #[api(9, Request, versions = 0..=10, flexible = 6.., current = 1..=10)]
        pub struct OffsetFetchRequest<'a> {
            /// Id of the group, until version 7.
            pub group_id: &'a str = versions(0, 7),
            /// Partitions to look up, one entry a topic, until version 7; null for all, from
            /// version 2.
            pub topics: Option<Array<'a, OffsetFetchRequestTopic<'a>>> = versions(0, 7).nullable_since(2),
            /// Groups to look up, from version 8 (KIP-709).
            pub groups: Array<'a, OffsetFetchRequestGroup<'a>> = since(8),
            /// True to get a retriable error in place of an offset that an open transaction is
            /// about to change (KIP-447).
            pub require_stable: bool = since(7),
        }
    }

    structure! {
        /// Partitions of one topic, until version 7.
        pub struct OffsetFetchRequestTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = versions(0, 7),
            /// Indexes of the partitions to look up.
            pub partition_indexes: Array<'a, i32> = versions(0, 7),
        }
    }

    structure! {
        /// One group to look up, from version 8.
        pub struct OffsetFetchRequestGroup<'a> {
            /// Id of the group.
            pub group_id: &'a str = since(8),
            /// Id of the member that asks; null if it is not one (KIP-848).
            pub member_id: Option<&'a str> = since(9).nullable_since(9).default(None).ignorable(),
            /// Epoch of the member that asks, in the new consumer protocol; -1 otherwise (KIP-848).
            pub member_epoch: i32 = since(9).default(-1).ignorable(),
            /// Partitions to look up, one entry a topic; null for all.
            pub topics: Option<Array<'a, OffsetFetchRequestTopics<'a>>> = since(8).nullable_since(8),
        }
    }

    structure! {
        /// Partitions of one topic, from version 8.
        pub struct OffsetFetchRequestTopics<'a> {
            /// Name of the topic, until version 9.
            pub name: &'a str = versions(8, 9).ignorable(),
            /// Id of the topic, from version 10 (KIP-848).
            pub topic_id: Uuid = since(10).ignorable(),
            /// Indexes of the partitions to look up.
            pub partition_indexes: Array<'a, i32> = since(8),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Committed offsets. New in version 2: error of the whole (KIP-88), 5: leader epochs
        /// (KIP-320), 8: many groups (KIP-709), 10: topic ids (KIP-848).
        #[api(9, Response, versions = 0..=10, flexible = 6.., current = 1..=10)]
        pub struct OffsetFetchResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(3).ignorable(),
            /// Offsets, one entry a topic, until version 7.
            pub topics: Array<'a, OffsetFetchResponseTopic<'a>> = versions(0, 7),
            /// Error of the whole request, until version 7; 0 for none.
            pub error_code: i16 = versions(2, 7).ignorable(),
            /// Offsets, one entry a group, from version 8 (KIP-709).
            pub groups: Array<'a, OffsetFetchResponseGroup<'a>> = since(8),
        }
    }

    structure! {
        /// Offsets in one topic, until version 7.
        pub struct OffsetFetchResponseTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = versions(0, 7),
            /// Offsets, one entry a partition.
            pub partitions: Array<'a, OffsetFetchResponsePartition<'a>> = versions(0, 7),
        }
    }

    structure! {
        /// Committed offset of one partition, until version 7.
        pub struct OffsetFetchResponsePartition<'a> {
            /// Index of the partition.
            pub partition_index: i32 = versions(0, 7),
            /// Committed offset, that is the next one to read; -1 if there is none.
            pub committed_offset: i64 = versions(0, 7),
            /// Leader epoch committed along with the offset; -1 if unknown (KIP-320).
            pub committed_leader_epoch: i32 = versions(5, 7).default(-1).ignorable(),
            /// Text the client stored with the offset; may be null.
            pub metadata: Option<&'a str> = versions(0, 7).nullable_since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = versions(0, 7),
        }
    }

    structure! {
        /// Offsets of one group, from version 8.
        pub struct OffsetFetchResponseGroup<'a> {
            /// Id of the group.
            pub group_id: &'a str = since(8),
            /// Offsets, one entry a topic.
            pub topics: Array<'a, OffsetFetchResponseTopics<'a>> = since(8),
            /// Error of the whole group; 0 for none.
            pub error_code: i16 = since(8),
        }
    }

    structure! {
        /// Offsets in one topic, from version 8.
        pub struct OffsetFetchResponseTopics<'a> {
            /// Name of the topic, until version 9.
            pub name: &'a str = versions(8, 9).ignorable(),
            /// Id of the topic, from version 10 (KIP-848).
            pub topic_id: Uuid = since(10).ignorable(),
            /// Offsets, one entry a partition.
            pub partitions: Array<'a, OffsetFetchResponsePartitions<'a>> = since(8),
        }
    }

    structure! {
        /// Committed offset of one partition, from version 8.
        pub struct OffsetFetchResponsePartitions<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(8),
            /// Committed offset, that is the next one to read; -1 if there is none.
            pub committed_offset: i64 = since(8),
            /// Leader epoch committed along with the offset; -1 if unknown (KIP-320).
            pub committed_leader_epoch: i32 = since(8).default(-1).ignorable(),
            /// Text the client stored with the offset; may be null.
            pub metadata: Option<&'a str> = since(8).nullable_since(8),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(8),
        }
    }
}
