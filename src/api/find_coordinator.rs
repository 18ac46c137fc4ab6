//! FindCoordinator (key 10): finds the broker that coordinates a group or a transactional id.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks any broker who coordinates a key. Version 1 adds transactional ids (KIP-98), 4
        /// several keys at once (KIP-699), 6 share groups (KIP-932).
        #[api(10, Request, versions = 0..=6, flexible = 3..)]
        pub struct FindCoordinatorRequest<'a> {
            /// Group id or transactional id; up to version 3.
            pub key: &'a str = versions(0, 3),
            /// What the keys are: 0 group ids, 1 transactional ids, 2 share partitions (KIP-932).
            pub key_type: i8 = since(1),
            /// Keys to look up (KIP-699); for type 2 of the form groupId:topicId:partition.
            pub coordinator_keys: Array<'a, &'a str> = since(4),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Where the coordinators are: up to version 3 one, in the fields here; since version 4
        /// (KIP-699) in the array. Since version 2 it is sent before throttling (KIP-219).
        #[api(10, Response, versions = 0..=6, flexible = 3..)]
        pub struct FindCoordinatorResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Outcome; 0 on success. Up to version 3.
            pub error_code: i16 = versions(0, 3),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = versions(1, 3).nullable_since(1).ignorable(),
            /// Broker id of the coordinator; -1 if there is none.
            pub node_id: i32 = versions(0, 3),
            /// Host name or address of the coordinator.
            pub host: &'a str = versions(0, 3),
            /// TCP port of the coordinator.
            pub port: i32 = versions(0, 3),
            /// Outcome by key (KIP-699).
            pub coordinators: Array<'a, Coordinator<'a>> = since(4),
        }
    }

    structure! {
        /// Outcome for one key.
        pub struct Coordinator<'a> {
            /// Key as in the request.
            pub key: &'a str = since(4),
            /// Broker id of its coordinator; -1 if there is none.
            pub node_id: i32 = since(4),
            /// Host name or address of the coordinator.
            pub host: &'a str = since(4),
            /// TCP port of the coordinator.
            pub port: i32 = since(4),
            /// Error for this key; 0 on success.
            pub error_code: i16 = since(4),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(4).nullable_since(4).ignorable(),
        }
    }
}
