//! SyncGroup (key 14): hands the members of a classic group their assignments.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// The group's leader sends all assignments, the others none; each waits for its own.
        /// Version 3 adds static members (KIP-345), 5 a check of the protocol (KIP-559).
        #[api(14, Request, versions = 0..=5, flexible = 4..)]
        pub struct SyncGroupRequest<'a> {
            /// Id of the group.
            pub group_id: &'a str = since(0),
            /// Generation that JoinGroup returned.
            pub generation_id: i32 = since(0),
            /// Id of the member that asks, from JoinGroup.
            pub member_id: &'a str = since(0),
            /// Id of a static member, set by its configuration; null for others (KIP-345).
            pub group_instance_id: Option<&'a str> = since(3).nullable_since(3).default(None),
            /// Kind of group, such as consumer or connect; must agree with the coordinator's
            /// (KIP-559). Brokers refuse null.
            pub protocol_type: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// Protocol (assignor) chosen in JoinGroup; must agree with the coordinator's
            /// (KIP-559). Brokers refuse null.
            pub protocol_name: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// Assignments of all members, from the leader; empty from the others.
            pub assignments: Array<'a, SyncGroupRequestAssignment<'a>> = since(0),
        }
    }

    structure! {
        /// Assignment of one member.
        pub struct SyncGroupRequestAssignment<'a> {
            /// Id of the member it is for.
            pub member_id: &'a str = since(0),
            /// Bytes for the member; ConsumerProtocolAssignment for consumers, opaque to the
            /// broker.
            pub assignment: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The member's own assignment. Since version 2 it is sent before throttling (KIP-219);
        /// version 5 names the protocol (KIP-559).
        #[api(14, Response, versions = 0..=5, flexible = 4..)]
        pub struct SyncGroupResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Outcome; 0 on success, REBALANCE_IN_PROGRESS if the member has to join again.
            pub error_code: i16 = since(0),
            /// Kind of group, such as consumer or connect; null on error (KIP-559).
            pub protocol_type: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// Protocol (assignor) the group uses; null on error (KIP-559).
            pub protocol_name: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// Bytes the leader sent for this member; empty if there are none.
            pub assignment: &'a [u8] = since(0),
        }
    }
}
