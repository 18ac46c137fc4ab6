//! ListOffsets (key 2): finds offsets by timestamp, or the ends of partitions (KIP-79).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks partition leaders for offsets. Version 2 adds isolation (KIP-98), 4 leader epochs
        /// (KIP-320); 7, 8, 9 and 11 add special timestamps, 10 a timeout (KIP-1075).
        #[api(2, Request, versions = 0..=11, flexible = 6.., current = 1..=11)]
        pub struct ListOffsetsRequest<'a> {
            /// Broker id of a replica that asks; -1 for consumers, -2 for debugging.
            pub replica_id: i32 = since(0),
            /// 0 reads everything (read uncommitted); 1 makes the latest offset the last stable one
            /// (read committed).
            pub isolation_level: i8 = since(2),
            /// Topics to look in.
            pub topics: Array<'a, ListOffsetsTopic<'a>> = since(0),
            /// How long a lookup in tiered storage may take, in milliseconds (KIP-1075).
            pub timeout_ms: i32 = since(10).ignorable(),
        }
    }

    structure! {
        /// Lookups in one topic.
        pub struct ListOffsetsTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partitions to look in.
            pub partitions: Array<'a, ListOffsetsPartition<'a>> = since(0),
        }
    }

    structure! {
        /// Lookup in one partition.
        pub struct ListOffsetsPartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Leader epoch the client knows, to detect stale leaders and clients; -1 leaves it
            /// unchecked (KIP-320).
            pub current_leader_epoch: i32 = since(4).default(-1).ignorable(),
            /// Time to find, in milliseconds; -1 latest, -2 earliest, -3 record with the highest
            /// timestamp, -4 earliest local, -5 latest tiered, -6 earliest not yet uploaded.
            pub timestamp: i64 = since(0),
            /// How many offsets to return at most; version 0.
            pub max_num_offsets: i32 = versions(0, 0).default(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Offsets found. Version 1 gives one offset with its timestamp (KIP-79), 4 its leader
        /// epoch (KIP-320); since version 3 it is sent before throttling (KIP-219).
        #[api(2, Response, versions = 0..=11, flexible = 6.., current = 1..=11)]
        pub struct ListOffsetsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(2).ignorable(),
            /// Findings by topic.
            pub topics: Array<'a, ListOffsetsTopicResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Findings in one topic.
        pub struct ListOffsetsTopicResponse<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Findings by partition.
            pub partitions: Array<'a, ListOffsetsPartitionResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Finding in one partition.
        pub struct ListOffsetsPartitionResponse<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 on success.
            pub error_code: i16 = since(0),
            /// Offsets found; version 0.
            pub old_style_offsets: Array<'a, i64> = versions(0, 0),
            /// Timestamp of the record found, in milliseconds; -1 if there is none to give.
            pub timestamp: i64 = since(1).default(-1),
            /// Offset found; -1 if no record matches.
            pub offset: i64 = since(1).default(-1),
            /// Leader epoch of the record at that offset; -1 if not known (KIP-320).
            pub leader_epoch: i32 = since(4).default(-1),
        }
    }
}
