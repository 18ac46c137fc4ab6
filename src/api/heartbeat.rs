//! Heartbeat (key 12): keeps a member of a classic consumer group alive and tells it about
//! rebalances.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sign of life that each member sends to the group coordinator. Version 3 brings static
        /// membership (KIP-345).
        #[api(12, Request, versions = 0..=4, flexible = 4..)]
        pub struct HeartbeatRequest<'a> {
            /// Group that the member belongs to.
            pub group_id: &'a str = since(0),
            /// Generation of the group that the member has joined.
            pub generation_id: i32 = since(0),
            /// Id that the coordinator gave the member.
            pub member_id: &'a str = since(0),
            /// Static member name (`group.instance.id`, KIP-345); null for a dynamic member.
            pub group_instance_id: Option<&'a str> = since(3).nullable_since(3).default(None),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Answers whether the member is still in; REBALANCE_IN_PROGRESS makes it join again.
        #[api(12, Response, versions = 0..=4, flexible = 4..)]
        pub struct HeartbeatResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Error of the heartbeat, such as REBALANCE_IN_PROGRESS; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
