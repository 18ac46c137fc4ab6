//! AddOffsetsToTxn (key 25): announces that a transaction will commit a group's offsets (KIP-98).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Adds the offsets partition of a consumer group to an open transaction. Version 2 brings
        /// PRODUCER_FENCED (KIP-588), 4 TRANSACTION_ABORTABLE (KIP-890).
        #[api(25, Request, versions = 0..=4, flexible = 3..)]
        pub struct AddOffsetsToTxnRequest<'a> {
            /// Transactional id of the producer.
            pub transactional_id: &'a str = since(0),
            /// Producer id that belongs to the transactional id.
            pub producer_id: i64 = since(0),
            /// Epoch of the producer id; an older one is fenced.
            pub producer_epoch: i16 = since(0),
            /// Consumer group whose offsets the transaction will commit.
            pub group_id: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the group's offsets are now part of the transaction. Since version 1 it is
        /// sent before the throttling starts (KIP-219).
        #[api(25, Response, versions = 0..=4, flexible = 3..)]
        pub struct AddOffsetsToTxnResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the request; 0 is success.
            pub error_code: i16 = since(0),
        }
    }
}
