//! BrokerHeartbeat (key 63): keeps a broker's registration with the controller alive (KIP-631).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent periodically by a registered broker to the active controller (KIP-631). Version 1
        /// reports failed log directories (KIP-858), 2 cordoned ones (KIP-1066).
        #[api(63, Request, versions = 0..=2, flexible = 0..)]
        pub struct BrokerHeartbeatRequest<'a> {
            /// Id of the broker that reports.
            pub broker_id: i32 = since(0),
            /// Epoch the controller gave that broker at registration; -1 if it has none.
            pub broker_epoch: i64 = since(0).default(-1),
            /// How far the broker has followed the metadata log, as an offset.
            pub current_metadata_offset: i64 = since(0),
            /// Whether the broker asks to be (or to stay) fenced, that is kept from leading and
            /// serving.
            pub want_fence: bool = since(0),
            /// Whether the broker asks to hand over its partitions and leave.
            pub want_shut_down: bool = since(0),
            /// Ids of the log directories that have failed; empty if all work (KIP-858).
            pub offline_log_dirs: Array<'a, Uuid> = since(1).tagged(0),
            /// Ids of the log directories closed to new partitions (KIP-1066); null while the
            /// broker has not yet reached its RECOVERY state.
            pub cordoned_log_dirs: Option<Array<'a, Uuid>> = since(2).nullable_since(2).tagged(1).default(None),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells the broker how the controller sees it. All versions are alike.
        #[api(63, Response, versions = 0..=2, flexible = 0..)]
        pub struct BrokerHeartbeatResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Whether the broker's metadata is close enough to the newest.
            pub is_caught_up: bool = since(0),
            /// Whether the controller has the broker fenced.
            pub is_fenced: bool = since(0).default(true),
            /// Whether the broker, having asked to leave, may now stop.
            pub should_shut_down: bool = since(0),
        }
    }
}
