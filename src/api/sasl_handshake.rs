//! SaslHandshake (key 17): agrees on the SASL mechanism of a connection (KIP-43).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Proposes a mechanism. After version 0 the SASL tokens follow without Kafka headers;
        /// after version 1 they travel in SaslAuthenticate (KIP-152).
        #[api(17, Request, versions = 0..=1)]
        pub struct SaslHandshakeRequest<'a> {
            /// Mechanism the client wants, such as `PLAIN` or `SCRAM-SHA-256`.
            pub mechanism: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Accepts the mechanism, or lists the possible ones.
        #[api(17, Response, versions = 0..=1)]
        pub struct SaslHandshakeResponse<'a> {
            /// Error of the request, UNSUPPORTED_SASL_MECHANISM for instance; 0 when accepted.
            pub error_code: i16 = since(0),
            /// Mechanisms that the broker offers.
            pub mechanisms: Array<'a, &'a str> = since(0),
        }
    }
}
