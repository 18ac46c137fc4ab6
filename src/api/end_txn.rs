//! EndTxn (key 26): commits or aborts a transaction (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Tells the transaction coordinator to finish the running transaction. In version 5 every
        /// ending raises the producer epoch (KIP-890).
        #[api(26, Request, versions = 0..=5, flexible = 3..)]
        pub struct EndTxnRequest<'a> {
            /// Transactional id whose transaction ends.
            pub transactional_id: &'a str = since(0),
            /// Producer id that runs the transaction.
            pub producer_id: i64 = since(0),
            /// Epoch of this producer id.
            pub producer_epoch: i16 = since(0),
            /// True commits, false aborts.
            pub committed: bool = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Result of the commit or abort. Version 5 returns the producer id and epoch for the next
        /// transaction (KIP-890).
        #[api(26, Response, versions = 0..=5, flexible = 3..)]
        pub struct EndTxnResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request, TRANSACTION_ABORTABLE included from version 4; 0 for success.
            pub error_code: i16 = since(0),
            /// Producer id to go on with, from version 5; -1 when not told.
            pub producer_id: i64 = since(5).default(-1).ignorable(),
            /// Epoch to go on with, from version 5; -1 when not told.
            pub producer_epoch: i16 = since(5).default(-1).ignorable(),
        }
    }
}
