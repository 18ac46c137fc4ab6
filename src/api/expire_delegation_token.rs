//! ExpireDelegationToken (key 40): ends a delegation token early or sets when it ends (KIP-48).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Changes the expiry of a token or revokes it.
        #[api(40, Request, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct ExpireDelegationTokenRequest<'a> {
            /// HMAC that identifies the token.
            pub hmac: &'a [u8] = since(0),
            /// Remaining life from now on, in milliseconds; negative revokes the token at once.
            pub expiry_time_period_ms: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells when the token now ends.
        #[api(40, Response, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct ExpireDelegationTokenResponse<'a> {
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// When the token ends, in milliseconds since the Unix epoch.
            pub expiry_timestamp_ms: i64 = since(0),
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
        }
    }
}
