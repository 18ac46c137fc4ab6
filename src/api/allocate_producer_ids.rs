//! AllocateProducerIds (key 67): gives a broker a block of producer ids (KIP-730).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent by a broker that needs fresh producer ids to hand out to its producers.
        #[api(67, Request, versions = 0..=0, flexible = 0..)]
        pub struct AllocateProducerIdsRequest<'a> {
            /// Id of the broker that asks.
            pub broker_id: i32 = since(0),
            /// Epoch the broker got when it registered; -1 when not known.
            pub broker_epoch: i64 = since(0).default(-1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Reserves a contiguous block of producer ids for the asking broker.
        #[api(67, Response, versions = 0..=0, flexible = 0..)]
        pub struct AllocateProducerIdsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Kafka error code for the whole request; 0 for success.
            pub error_code: i16 = since(0),
            /// Lowest producer id of the block.
            pub producer_id_start: i64 = since(0),
            /// How many consecutive ids the block holds.
            pub producer_id_len: i32 = since(0),
        }
    }
}
