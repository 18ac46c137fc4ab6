//! Envelope (key 58): carries a client's request from a broker to the controller (KIP-590).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// A broker forwards a request together with who sent it (KIP-590).
        #[api(58, Request, versions = 0..=0, flexible = 0..)]
        pub struct EnvelopeRequest<'a> {
            /// The forwarded request: its header followed by its body.
            pub request_data: &'a [u8] = since(0),
            /// Client's principal, serialized by the broker's principal builder (by default as
            /// DefaultPrincipalData behind its 2-byte version); may be null.
            pub request_principal: Option<&'a [u8]> = since(0).nullable_since(0),
            /// Raw IP address of the client: 4 or 16 bytes.
            pub client_host_address: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The controller's answer to the request inside (KIP-590).
        #[api(58, Response, versions = 0..=0, flexible = 0..)]
        pub struct EnvelopeResponse<'a> {
            /// Answer to the forwarded request: its header followed by its body; null if there is
            /// none.
            pub response_data: Option<&'a [u8]> = since(0).nullable_since(0).default(None),
            /// Error of the forwarding itself, not of the request inside; 0 if there is none.
            pub error_code: i16 = since(0),
        }
    }
}
