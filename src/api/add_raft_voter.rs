//! AddRaftVoter (key 80): adds a controller to the voters of the metadata quorum (KIP-853).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the quorum leader to make one more replica a voter (KIP-853). Version 1 can ask for
        /// an answer before the change is committed (KIP-1186).
        #[api(80, Request, versions = 0..=1, flexible = 0..)]
        pub struct AddRaftVoterRequest<'a> {
            /// Id of the cluster the sender means, so that a wrong cluster refuses; null skips that
            /// check.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0),
            /// How long the leader may take before it gives up and answers, in milliseconds.
            pub timeout_ms: i32 = since(0),
            /// Node id of the replica that becomes a voter.
            pub voter_id: i32 = since(0),
            /// Id of the log directory in which that replica keeps the metadata log.
            pub voter_directory_id: Uuid = since(0),
            /// Endpoints at which the other voters reach the new one.
            pub listeners: Array<'a, Listener<'a>> = since(0),
            /// Whether the answer waits for the change to be committed; false answers as soon as it
            /// is in the leader's own log.
            pub ack_when_committed: bool = since(1).default(true),
        }
    }

    structure! {
        /// One endpoint of the new voter.
        pub struct Listener<'a> {
            /// Listener name, such as CONTROLLER.
            pub name: &'a str = since(0),
            /// Host name or address.
            pub host: &'a str = since(0),
            /// TCP port.
            pub port: u16 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the voter was added.
        #[api(80, Response, versions = 0..=1, flexible = 0..)]
        pub struct AddRaftVoterResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).ignorable(),
        }
    }
}
