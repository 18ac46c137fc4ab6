//! SaslAuthenticate (key 36): carries one step of a SASL exchange (KIP-152).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sends one SASL token, after a SaslHandshake of version 1 chose the mechanism. Version 2
        /// brings the flexible encoding (KIP-482).
        #[api(36, Request, versions = 0..=2, flexible = 2..)]
        pub struct SaslAuthenticateRequest<'a> {
            /// Token of the client; its form depends on the mechanism, and it may hold a password.
            pub auth_bytes: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Answers with a token of the broker. Version 1 adds the lifetime of the session
        /// (KIP-368).
        #[api(36, Response, versions = 0..=2, flexible = 2..)]
        pub struct SaslAuthenticateResponse<'a> {
            /// Outcome of this step; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Token of the broker; its form depends on the mechanism.
            pub auth_bytes: &'a [u8] = since(0),
            /// How long until the client has to authenticate again, in milliseconds; 0 for no limit
            /// (KIP-368).
            pub session_lifetime_ms: i64 = since(1).ignorable(),
        }
    }
}
