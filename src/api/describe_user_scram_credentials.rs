//! DescribeUserScramCredentials (key 50): shows which SCRAM credentials users have (KIP-554).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks which credentials users have; secrets are never shown (KIP-554).
        #[api(50, Request, versions = 0..=0, flexible = 0..)]
        pub struct DescribeUserScramCredentialsRequest<'a> {
            /// Users to look up; null or an empty array asks for every user that has credentials.
            pub users: Option<Array<'a, UserName<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// One user to look up.
        pub struct UserName<'a> {
            /// Name of the user.
            pub name: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Credentials of each user, without salt and keys (KIP-554).
        #[api(50, Response, versions = 0..=0, flexible = 0..)]
        pub struct DescribeUserScramCredentialsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request, such as missing rights; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Reason in words; null if there is none.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Findings by user.
            pub results: Array<'a, DescribeUserScramCredentialsResult<'a>> = since(0),
        }
    }

    structure! {
        /// Findings for one user.
        pub struct DescribeUserScramCredentialsResult<'a> {
            /// Name of the user.
            pub user: &'a str = since(0),
            /// Error for this user, such as RESOURCE_NOT_FOUND without credentials; 0 if there is
            /// none.
            pub error_code: i16 = since(0),
            /// Reason in words; null if there is none.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Credentials of the user, at most one for each mechanism.
            pub credential_infos: Array<'a, CredentialInfo<'a>> = since(0),
        }
    }

    structure! {
        /// One credential.
        pub struct CredentialInfo<'a> {
            /// 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512.
            pub mechanism: i8 = since(0),
            /// Rounds of the password hash.
            pub iterations: i32 = since(0),
        }
    }
}
