//! AlterUserScramCredentials (key 51): sets and removes SCRAM credentials of users (KIP-554).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Removes and stores SCRAM credentials, never the password itself (KIP-554).
        #[api(51, Request, versions = 0..=0, flexible = 0..)]
        pub struct AlterUserScramCredentialsRequest<'a> {
            /// Credentials to remove.
            pub deletions: Array<'a, ScramCredentialDeletion<'a>> = since(0),
            /// Credentials to create or to replace.
            pub upsertions: Array<'a, ScramCredentialUpsertion<'a>> = since(0),
        }
    }

    structure! {
        /// One credential to remove.
        pub struct ScramCredentialDeletion<'a> {
            /// User that owns the credential.
            pub name: &'a str = since(0),
            /// 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512.
            pub mechanism: i8 = since(0),
        }
    }

    structure! {
        /// One credential to store.
        pub struct ScramCredentialUpsertion<'a> {
            /// User that owns the credential.
            pub name: &'a str = since(0),
            /// 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512.
            pub mechanism: i8 = since(0),
            /// Rounds of the password hash; brokers accept 4096 to 16384.
            pub iterations: i32 = since(0),
            /// Random bytes, chosen by the client, that went into the hash.
            pub salt: &'a [u8] = since(0),
            /// Password after hashing with the salt; the server derives its stored keys from it.
            pub salted_password: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells per user whether the changes were made (KIP-554).
        #[api(51, Response, versions = 0..=0, flexible = 0..)]
        pub struct AlterUserScramCredentialsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome for every user named in the request.
            pub results: Array<'a, AlterUserScramCredentialsResult<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one user.
        pub struct AlterUserScramCredentialsResult<'a> {
            /// Name of the user.
            pub user: &'a str = since(0),
            /// Error for this user; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null if there is none.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
