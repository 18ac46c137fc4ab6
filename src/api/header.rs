//! The headers in front of requests and responses.

/// The header of a request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Stands before every request. Version 1 adds the client id, 2 tagged fields, for flexible
        /// requests; version 0 served only ControlledShutdown 0.
        #[message(Header, versions = 0..=2, flexible = 2.., current = 1..=2)]
        pub struct RequestHeader<'a> {
            /// Key of the API, which says which message follows.
            pub request_api_key: i16 = since(0),
            /// Version in which the request is encoded.
            pub request_api_version: i16 = since(0),
            /// Number the client chooses; the broker repeats it in the response.
            pub correlation_id: i32 = since(0),
            /// Name the client gives itself, for logs and quotas; null for none. Never in compact
            /// form.
            pub client_id: Option<&'a str> = since(1).nullable_since(1).ignorable().classic(),
        }
    }
}

/// The header of a response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Stands before every response. Version 1 adds tagged fields, for flexible responses; the
        /// ApiVersions response always uses version 0.
        #[message(Header, versions = 0..=1, flexible = 1..)]
        pub struct ResponseHeader<'a> {
            /// Number from the header of the request that is answered.
            pub correlation_id: i32 = since(0),
        }
    }
}
