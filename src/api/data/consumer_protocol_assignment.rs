//! ConsumerProtocolAssignment: the partitions one member of a classic consumer group may read.

use crate::dsl::*;

message! {
    /// Content of the opaque assignment in SyncGroup when the protocol type is consumer, behind its
    /// 2-byte version. No version has changed it; the numbers follow the subscription's.
    #[message(Data, versions = 0..=3)]
    pub struct ConsumerProtocolAssignment<'a> {
        /// Partitions given to the member, by topic.
        pub assigned_partitions: Array<'a, TopicPartition<'a>> = since(0),
        /// Bytes the assignor passes along for its own use; null if it has none.
        pub user_data: Option<&'a [u8]> = since(0).nullable_since(0).default(None),
    }
}

structure! {
    /// Assigned partitions of one topic.
    pub struct TopicPartition<'a> {
        /// Name of the topic.
        pub topic: &'a str = since(0),
        /// Partition numbers within that topic.
        pub partitions: Array<'a, i32> = since(0),
    }
}
