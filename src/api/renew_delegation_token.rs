//! RenewDelegationToken (key 39): prolongs a delegation token (KIP-48).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Puts off the expiry of a token, at most to the end of its maximum life.
        #[api(39, Request, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct RenewDelegationTokenRequest<'a> {
            /// HMAC that identifies the token.
            pub hmac: &'a [u8] = since(0),
            /// New life from now on, in milliseconds; negative takes the broker's default.
            pub renew_period_ms: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells when the token now ends.
        #[api(39, Response, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct RenewDelegationTokenResponse<'a> {
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// When the token ends, in milliseconds since the Unix epoch.
            pub expiry_timestamp_ms: i64 = since(0),
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
        }
    }
}
