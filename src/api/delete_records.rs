//! DeleteRecords (key 21): discards the oldest records of partitions (KIP-107).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Moves the start of partitions' logs forward (KIP-107); to be sent to the leaders.
        #[api(21, Request, versions = 0..=2, flexible = 2..)]
        pub struct DeleteRecordsRequest<'a> {
            /// Topics to discard from.
            pub topics: Array<'a, DeleteRecordsTopic<'a>> = since(0),
            /// How long the broker may wait for the replicas to follow, in milliseconds.
            pub timeout_ms: i32 = since(0),
        }
    }

    structure! {
        /// What to discard in one topic.
        pub struct DeleteRecordsTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partitions to discard from.
            pub partitions: Array<'a, DeleteRecordsPartition<'a>> = since(0),
        }
    }

    structure! {
        /// What to discard in one partition.
        pub struct DeleteRecordsPartition<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// First offset to keep; -1 stands for the high watermark, which discards all that is
            /// committed.
            pub offset: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Where the logs start now. Since version 1 it is sent at once and the client does the
        /// waiting (KIP-219).
        #[api(21, Response, versions = 0..=2, flexible = 2..)]
        pub struct DeleteRecordsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome by topic.
            pub topics: Array<'a, DeleteRecordsTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome within one topic.
        pub struct DeleteRecordsTopicResult<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Outcome by partition.
            pub partitions: Array<'a, DeleteRecordsPartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one partition.
        pub struct DeleteRecordsPartitionResult<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Lowest log start offset among the live replicas; -1 on an error.
            pub low_watermark: i64 = since(0),
            /// Error for this partition; 0 on success.
            pub error_code: i16 = since(0),
        }
    }
}
