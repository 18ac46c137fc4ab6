//! WriteTxnMarkers (key 27): makes partition leaders log the end of transactions (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent between brokers by the transaction coordinator. Version 2 adds the transaction
        /// version (KIP-1228).
        #[api(27, Request, versions = 0..=2, flexible = 1.., current = 1..=2)]
        pub struct WriteTxnMarkersRequest<'a> {
            /// Transactions that end.
            pub markers: Array<'a, WritableTxnMarker<'a>> = since(0),
        }
    }

    structure! {
        /// End of one transaction.
        pub struct WritableTxnMarker<'a> {
            /// Producer whose transaction ends.
            pub producer_id: i64 = since(0),
            /// Epoch of that producer.
            pub producer_epoch: i16 = since(0),
            /// Outcome: true for commit, false for abort.
            pub transaction_result: bool = since(0),
            /// Topics with partitions that take the marker.
            pub topics: Array<'a, WritableTxnMarkerTopic<'a>> = since(0),
            /// Epoch of the coordinator, that is of its partition of the transaction log.
            pub coordinator_epoch: i32 = since(0),
            /// Transaction protocol: 0 or 1 for the old one, 2 for the one of KIP-890.
            pub transaction_version: i8 = since(2).ignorable(),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct WritableTxnMarkerTopic<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partition numbers within the topic.
            pub partition_indexes: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per producer and partition.
        #[api(27, Response, versions = 0..=2, flexible = 1.., current = 1..=2)]
        pub struct WriteTxnMarkersResponse<'a> {
            /// Results by transaction.
            pub markers: Array<'a, WritableTxnMarkerResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one transaction.
        pub struct WritableTxnMarkerResult<'a> {
            /// Producer whose transaction ends.
            pub producer_id: i64 = since(0),
            /// Results by topic.
            pub topics: Array<'a, WritableTxnMarkerTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Results of one topic.
        pub struct WritableTxnMarkerTopicResult<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Results by partition.
            pub partitions: Array<'a, WritableTxnMarkerPartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct WritableTxnMarkerPartitionResult<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Why the marker was not written; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
