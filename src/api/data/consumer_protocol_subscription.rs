//! ConsumerProtocolSubscription: what a consumer tells the assignor of its classic group.

use crate::dsl::*;

message! {
    /// Protocol metadata in JoinGroup, after a two-byte version. Version 1 adds owned partitions
    /// (KIP-429), 2 the generation (KIP-792), 3 the rack (KIP-881).
    #[message(Data, versions = 0..=3)]
    pub struct ConsumerProtocolSubscription<'a> {
        /// Topics the member subscribes to.
        pub topics: Array<'a, &'a str> = since(0),
        /// Opaque bytes for the assignor; null for none.
        pub user_data: Option<&'a [u8]> = since(0).nullable_since(0).default(None),
        /// Partitions the member still holds from before (KIP-429).
        pub owned_partitions: Array<'a, TopicPartition<'a>> = since(1).ignorable(),
        /// Group generation in which the partitions were owned; -1 for none (KIP-792).
        pub generation_id: i32 = since(2).default(-1).ignorable(),
        /// Rack of the member, to place partitions near it; null for none (KIP-881).
        pub rack_id: Option<&'a str> = since(3).nullable_since(3).default(None).ignorable(),
    }
}

structure! {
    /// Owned partitions of one topic.
    pub struct TopicPartition<'a> {
        /// Name of the topic.
        pub topic: &'a str = since(1),
        /// Partition numbers within the topic.
        pub partitions: Array<'a, i32> = since(1),
    }
}
