//! AddPartitionsToTxn (key 24): puts partitions into a running transaction, or verifies that they
//! are in it (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Tells the transaction coordinator which partitions will be written. Clients use versions
        /// 0 to 3; from 4 on brokers ask, for many transactions at once (KIP-890).
        #[api(24, Request, versions = 0..=5, flexible = 3..)]
        pub struct AddPartitionsToTxnRequest<'a> {
            /// Transactions to extend or to verify, one entry per transactional id.
            pub transactions: Array<'a, AddPartitionsToTxnTransaction<'a>> = since(4),
            /// Transactional id of the producer that writes.
            pub v3_and_below_transactional_id: &'a str = versions(0, 3),
            /// Producer id that InitProducerId gave for this transactional id.
            pub v3_and_below_producer_id: i64 = versions(0, 3),
            /// Epoch of the producer; an older one than the coordinator knows is fenced.
            pub v3_and_below_producer_epoch: i16 = versions(0, 3),
            /// Topics with the partitions that join the transaction.
            pub v3_and_below_topics: Array<'a, AddPartitionsToTxnTopic<'a>> = versions(0, 3),
        }
    }

    structure! {
        /// One transaction with its producer and partitions, from version 4.
        pub struct AddPartitionsToTxnTransaction<'a> {
            /// Transactional id of the producer.
            pub transactional_id: &'a str = since(4),
            /// Producer id that currently belongs to the transactional id.
            pub producer_id: i64 = since(4),
            /// Epoch of this producer id.
            pub producer_epoch: i16 = since(4),
            /// Only verifies that the transaction already holds the partitions; adds none.
            pub verify_only: bool = since(4),
            /// Topics with the partitions to add or to verify.
            pub topics: Array<'a, AddPartitionsToTxnTopic<'a>> = since(4),
        }
    }

    structure! {
        /// A topic and those of its partitions that the request is about.
        pub struct AddPartitionsToTxnTopic<'a> {
            /// Topic that the partitions belong to.
            pub name: &'a str = since(0),
            /// Partition numbers to add, or to verify when `verify_only` is set.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells for every partition whether it is part of the transaction. Version 4 groups the
        /// results by transaction and adds an error for the request as a whole.
        #[api(24, Response, versions = 0..=5, flexible = 3..)]
        pub struct AddPartitionsToTxnResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(4).ignorable(),
            /// Results by transaction, from version 4.
            pub results_by_transaction: Array<'a, AddPartitionsToTxnResult<'a>> = since(4),
            /// Results by topic for the single transaction of versions 0 to 3.
            pub results_by_topic_v3_and_below: Array<'a, AddPartitionsToTxnTopicResult<'a>> = versions(0, 3),
        }
    }

    structure! {
        /// What became of one transaction of the request.
        pub struct AddPartitionsToTxnResult<'a> {
            /// Transactional id that the results are for.
            pub transactional_id: &'a str = since(4),
            /// Results by topic within this transaction.
            pub topic_results: Array<'a, AddPartitionsToTxnTopicResult<'a>> = since(4),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct AddPartitionsToTxnTopicResult<'a> {
            /// Topic that the results are for.
            pub name: &'a str = since(0),
            /// One result per requested partition.
            pub results_by_partition: Array<'a, AddPartitionsToTxnPartitionResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct AddPartitionsToTxnPartitionResult<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 when it is in the transaction. TRANSACTION_ABORTABLE
            /// from version 5 (KIP-890).
            pub partition_error_code: i16 = since(0),
        }
    }
}
