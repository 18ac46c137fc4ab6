//! DescribeTransactions (key 65): shows the state of transactions, by transactional id (KIP-664).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks transaction coordinators for details of the ids listed.
        #[api(65, Request, versions = 0..=0, flexible = 0..)]
        pub struct DescribeTransactionsRequest<'a> {
            /// Transactional ids to look up; an empty array finds nothing.
            pub transactional_ids: Array<'a, &'a str> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// State of each transactional id that was asked for.
        #[api(65, Response, versions = 0..=0, flexible = 0..)]
        pub struct DescribeTransactionsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// One entry per transactional id.
            pub transaction_states: Array<'a, TransactionState<'a>> = since(0),
        }
    }

    structure! {
        /// State of one transactional id.
        pub struct TransactionState<'a> {
            /// Error for this id; 0 when the state follows.
            pub error_code: i16 = since(0),
            /// Transactional id that the entry is for.
            pub transactional_id: &'a str = since(0),
            /// State by name: Empty, Ongoing, PrepareCommit, PrepareAbort, CompleteCommit and so
            /// on.
            pub transaction_state: &'a str = since(0),
            /// Age at which the coordinator aborts the transaction, in milliseconds.
            pub transaction_timeout_ms: i32 = since(0),
            /// Begin of the transaction in milliseconds since the Unix epoch; negative when there
            /// is none.
            pub transaction_start_time_ms: i64 = since(0),
            /// Producer id that belongs to the transactional id at present.
            pub producer_id: i64 = since(0),
            /// Epoch of this producer id.
            pub producer_epoch: i16 = since(0),
            /// Partitions that take part; while committing or aborting, only those still without a
            /// marker.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// Participating partitions of one topic.
        pub struct TopicData<'a> {
            /// Topic that the partitions belong to.
            pub topic: &'a str = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}
