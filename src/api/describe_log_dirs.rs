//! DescribeLogDirs (key 35): shows a broker's log directories and the replicas in them (KIP-113).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a broker for its log directories. Version 2 brings the flexible encoding (KIP-482);
        /// 3 to 5 only change the response.
        #[api(35, Request, versions = 0..=5, flexible = 2.., current = 1..=5)]
        pub struct DescribeLogDirsRequest<'a> {
            /// Topics whose replicas to show; null for all.
            pub topics: Option<Array<'a, DescribableLogDirTopic<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// One topic and the partitions to show of it.
        pub struct DescribableLogDirTopic<'a> {
            /// Name of the topic.
            pub topic: &'a str = since(0),
            /// Indexes of the partitions to show.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Log directories of the broker with the size of each replica. Version 3 adds an error for
        /// the whole (KIP-784), 4 volume sizes (KIP-827), 5 cordoning (KIP-1066).
        #[api(35, Response, versions = 0..=5, flexible = 2.., current = 1..=5)]
        pub struct DescribeLogDirsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 for none (KIP-784).
            pub error_code: i16 = since(3).ignorable(),
            /// Log directories of the broker.
            pub results: Array<'a, DescribeLogDirsResult<'a>> = since(0),
        }
    }

    structure! {
        /// One log directory.
        pub struct DescribeLogDirsResult<'a> {
            /// Error of this directory, such as KAFKA_STORAGE_ERROR if it is offline; 0 for none.
            pub error_code: i16 = since(0),
            /// Absolute path of the directory on the broker.
            pub log_dir: &'a str = since(0),
            /// Replicas in the directory, one entry a topic.
            pub topics: Array<'a, DescribeLogDirsTopic<'a>> = since(0),
            /// Size of the volume that holds the directory, in bytes, without remote storage; -1 if
            /// unknown (KIP-827).
            pub total_bytes: i64 = since(4).default(-1).ignorable(),
            /// Space still usable on that volume, in bytes, without remote storage; -1 if unknown
            /// (KIP-827).
            pub usable_bytes: i64 = since(4).default(-1).ignorable(),
            /// True if the directory is cordoned: it gets no new replicas (KIP-1066).
            pub is_cordoned: bool = since(5).ignorable(),
        }
    }

    structure! {
        /// Replicas of one topic.
        pub struct DescribeLogDirsTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Replicas in the directory, one entry a partition.
            pub partitions: Array<'a, DescribeLogDirsPartition<'a>> = since(0),
        }
    }

    structure! {
        /// One replica in the directory.
        pub struct DescribeLogDirsPartition<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Size of the replica's log segments on disk, in bytes.
            pub partition_size: i64 = since(0),
            /// How many offsets the log end is behind: behind the high watermark, or for a future
            /// log behind the end of the log it is to replace.
            pub offset_lag: i64 = since(0),
            /// True for a copy still being filled by AlterReplicaLogDirs, which will take the place
            /// of the current log.
            pub is_future_key: bool = since(0),
        }
    }
}
