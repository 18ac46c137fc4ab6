//! DescribeDelegationToken (key 41): lists delegation tokens, with their secrets (KIP-48).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the tokens that the caller may see (KIP-48). Version 3 changes the response
        /// only (KIP-373).
        #[api(41, Request, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DescribeDelegationTokenRequest<'a> {
            /// Principals whose tokens are wanted; null asks for all.
            pub owners: Option<Array<'a, DescribeDelegationTokenOwner<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// One owner to look for.
        pub struct DescribeDelegationTokenOwner<'a> {
            /// Kind of principal, usually User.
            pub principal_type: &'a str = since(0),
            /// Name of the principal.
            pub principal_name: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The tokens found. Version 3 tells who requested each (KIP-373).
        #[api(41, Response, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DescribeDelegationTokenResponse<'a> {
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Tokens found; may be empty.
            pub tokens: Array<'a, DescribedDelegationToken<'a>> = since(0),
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
        }
    }

    structure! {
        /// One delegation token.
        pub struct DescribedDelegationToken<'a> {
            /// Kind of principal of the owner, usually User.
            pub principal_type: &'a str = since(0),
            /// Name of the owner.
            pub principal_name: &'a str = since(0),
            /// Kind of principal that had the token made (KIP-373).
            pub token_requester_principal_type: &'a str = since(3),
            /// Name of the one that had the token made, perhaps on another's behalf (KIP-373).
            pub token_requester_principal_name: &'a str = since(3),
            /// When the token was issued, in milliseconds since the Unix epoch.
            pub issue_timestamp: i64 = since(0),
            /// When it expires unless renewed, in milliseconds since the Unix epoch.
            pub expiry_timestamp: i64 = since(0),
            /// Latest time that renewals can reach, in milliseconds since the Unix epoch.
            pub max_timestamp: i64 = since(0),
            /// Public id of the token; the user name at a SCRAM login.
            pub token_id: &'a str = since(0),
            /// Secret of the token; in base64 it is the password at a SCRAM login.
            pub hmac: &'a [u8] = since(0),
            /// Principals that may renew the token besides its owner.
            pub renewers: Array<'a, DescribedDelegationTokenRenewer<'a>> = since(0),
        }
    }

    structure! {
        /// One principal that may renew the token.
        pub struct DescribedDelegationTokenRenewer<'a> {
            /// Kind of principal, usually User.
            pub principal_type: &'a str = since(0),
            /// Name of the principal.
            pub principal_name: &'a str = since(0),
        }
    }
}
