//! CreateDelegationToken (key 38): issues a delegation token, a secret that stands in for the
//! owner's credentials (KIP-48).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for a token with a limited lifetime. Version 3 lets the requester name another
        /// owner (KIP-373).
        #[api(38, Request, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct CreateDelegationTokenRequest<'a> {
            /// Principal type of the future owner; null makes the requester the owner.
            pub owner_principal_type: Option<&'a str> = since(3).nullable_since(3),
            /// Principal name of the future owner; null makes the requester the owner.
            pub owner_principal_name: Option<&'a str> = since(3).nullable_since(3),
            /// Principals that may renew the token besides its owner.
            pub renewers: Array<'a, CreatableRenewers<'a>> = since(0),
            /// Longest life of the token, renewals included, in milliseconds; -1 takes the broker's
            /// limit.
            pub max_lifetime_ms: i64 = since(0),
        }
    }

    structure! {
        /// One principal that may renew the token.
        pub struct CreatableRenewers<'a> {
            /// Principal type, normally `User`.
            pub principal_type: &'a str = since(0),
            /// Principal name, such as the user's name.
            pub principal_name: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The new token with its secret and its time limits. Version 3 also tells who asked for it
        /// (KIP-373).
        #[api(38, Response, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct CreateDelegationTokenResponse<'a> {
            /// Error of the request; 0 when the token was issued.
            pub error_code: i16 = since(0),
            /// Principal type of the owner.
            pub principal_type: &'a str = since(0),
            /// Principal name of the owner.
            pub principal_name: &'a str = since(0),
            /// Principal type of whoever requested the token.
            pub token_requester_principal_type: &'a str = since(3),
            /// Principal name of whoever requested the token.
            pub token_requester_principal_name: &'a str = since(3),
            /// Time of issue, in milliseconds since the Unix epoch.
            pub issue_timestamp_ms: i64 = since(0),
            /// Time at which the token lapses unless renewed, in milliseconds since the Unix epoch.
            pub expiry_timestamp_ms: i64 = since(0),
            /// Time that no renewal can go past, in milliseconds since the Unix epoch.
            pub max_timestamp_ms: i64 = since(0),
            /// Token id, used as the user name when logging in with SCRAM.
            pub token_id: &'a str = since(0),
            /// Secret of the token; its base64 form is the SCRAM password. Keep it out of logs.
            pub hmac: &'a [u8] = since(0),
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
        }
    }
}
