//! InitProducerId (key 22): gives a producer its id and epoch, and fences older ones (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for a producer id. Version 3 lets a producer recover its id (KIP-360), versions 4
        /// and 5 allow new errors (KIP-588, KIP-890), version 6 adds two-phase commit (KIP-939).
        #[api(22, Request, versions = 0..=6, flexible = 2.., unstable = 6..=6)]
        pub struct InitProducerIdRequest<'a> {
            /// Transactional id of the producer; null for one that is idempotent only.
            pub transactional_id: Option<&'a str> = since(0).nullable_since(0),
            /// Idle time after which a transaction is aborted, in milliseconds; for transactions
            /// only.
            pub transaction_timeout_ms: i32 = since(0),
            /// Id the producer already has and wants to keep; -1 on a fresh start (KIP-360).
            pub producer_id: i64 = since(3).default(-1),
            /// Epoch that goes with that id and must match the broker's; -1 on a fresh start
            /// (KIP-360).
            pub producer_epoch: i16 = since(3).default(-1),
            /// Whether transactions take part in two-phase commit (KIP-939).
            pub enable2_pc: bool = since(6),
            /// Whether an open transaction stays open, where it is otherwise aborted (KIP-939).
            pub keep_prepared_txn: bool = since(6),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Id and epoch to use from now on. Version 6 also tells of a transaction kept open
        /// (KIP-939).
        #[api(22, Response, versions = 0..=6, flexible = 2.., unstable = 6..=6)]
        pub struct InitProducerIdResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0).ignorable(),
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// Id the producer must use; -1 on error.
            pub producer_id: i64 = since(0).default(-1),
            /// Epoch the producer must use with it.
            pub producer_epoch: i16 = since(0),
            /// Producer id of the transaction kept open; -1 for none (KIP-939).
            pub ongoing_txn_producer_id: i64 = since(6).default(-1),
            /// Epoch of the transaction kept open; -1 for none (KIP-939).
            pub ongoing_txn_producer_epoch: i16 = since(6).default(-1),
        }
    }
}
