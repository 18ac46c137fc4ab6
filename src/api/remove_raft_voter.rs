//! RemoveRaftVoter (key 81): takes a controller out of the metadata quorum's voters (KIP-853).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the quorum leader to take the vote from one replica (KIP-853).
        #[api(81, Request, versions = 0..=0, flexible = 0..)]
        pub struct RemoveRaftVoterRequest<'a> {
            /// Id of the cluster the sender means, so that a wrong cluster refuses; null skips that
            /// check.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0),
            /// Node id of the voter to remove.
            pub voter_id: i32 = since(0),
            /// Id of the log directory in which that voter keeps the metadata log.
            pub voter_directory_id: Uuid = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the voter was removed (KIP-853).
        #[api(81, Response, versions = 0..=0, flexible = 0..)]
        pub struct RemoveRaftVoterResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).ignorable(),
        }
    }
}
