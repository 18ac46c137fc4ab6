//! UnregisterBroker (key 64): removes the registration of a broker from a KRaft cluster (KIP-631).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Makes the cluster forget a broker that is gone for good.
        #[api(64, Request, versions = 0..=0, flexible = 0..)]
        pub struct UnregisterBrokerRequest<'a> {
            /// Id of the broker to remove.
            pub broker_id: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the broker was removed.
        #[api(64, Response, versions = 0..=0, flexible = 0..)]
        pub struct UnregisterBrokerResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the request; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
