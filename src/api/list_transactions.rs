//! ListTransactions (key 66): lists the transactions a broker coordinates (KIP-664).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks a broker for the transactions it coordinates that pass all filters. Version 1
        /// filters by running time (KIP-994), 2 by a pattern (KIP-1152).
        #[api(66, Request, versions = 0..=2, flexible = 0..)]
        pub struct ListTransactionsRequest<'a> {
            /// Names of the states to list, such as `Ongoing`; empty for all.
            pub state_filters: Array<'a, &'a str> = since(0),
            /// Ids of the producers to list; empty for all.
            pub producer_id_filters: Array<'a, i64> = since(0),
            /// Lists only what has been running for longer than this, in milliseconds; -1, or any
            /// negative number, for all (KIP-994).
            pub duration_filter: i64 = since(1).default(-1),
            /// Regular expression for the transactional ids; null or empty for all (KIP-1152).
            pub transactional_id_pattern: Option<&'a str> = since(2).nullable_since(2).default(None),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Transactions that passed the filters. The same in all versions, but version 2 may report
        /// INVALID_REGULAR_EXPRESSION (KIP-1152).
        #[api(66, Response, versions = 0..=2, flexible = 0..)]
        pub struct ListTransactionsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the request; 0 is success.
            pub error_code: i16 = since(0),
            /// States in the request that the broker does not know.
            pub unknown_state_filters: Array<'a, &'a str> = since(0),
            /// Transactions found.
            pub transaction_states: Array<'a, TransactionState<'a>> = since(0),
        }
    }

    structure! {
        /// One transaction.
        pub struct TransactionState<'a> {
            /// Transactional id of the producer.
            pub transactional_id: &'a str = since(0),
            /// Id of the producer.
            pub producer_id: i64 = since(0),
            /// State by name, such as `Ongoing`.
            pub transaction_state: &'a str = since(0),
        }
    }
}
