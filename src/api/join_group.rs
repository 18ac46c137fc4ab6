//! JoinGroup (key 11): enters a classic group, or re-enters it for a rebalance.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Offers the member's protocols. Version 1 adds the rebalance timeout (KIP-62), 4 joining
        /// in two steps (KIP-394), 5 static members (KIP-345), 8 a reason (KIP-800).
        #[api(11, Request, versions = 0..=9, flexible = 6..)]
        pub struct JoinGroupRequest<'a> {
            /// Group to enter.
            pub group_id: &'a str = since(0),
            /// Silence after which the member counts as dead, in milliseconds.
            pub session_timeout_ms: i32 = since(0),
            /// Time that members get to rejoin in a rebalance, in milliseconds. Version 0 has no
            /// such field, for which -1 stands here, and uses the session timeout.
            pub rebalance_timeout_ms: i32 = since(1).default(-1).ignorable(),
            /// Id that the coordinator gave the member; empty when it enters for the first time.
            pub member_id: &'a str = since(0),
            /// Static member name (`group.instance.id`, KIP-345); null for a dynamic member.
            pub group_instance_id: Option<&'a str> = since(5).nullable_since(5).default(None),
            /// Kind of group, such as `consumer` or `connect`; equal for all members.
            pub protocol_type: &'a str = since(0),
            /// Protocols the member can use, for consumers its assignors, in order of preference.
            pub protocols: Array<'a, JoinGroupRequestProtocol<'a>> = since(0),
            /// Why the member enters or comes back, for the broker's log (KIP-800); null for no
            /// reason.
            pub reason: Option<&'a str> = since(8).nullable_since(8).default(None).ignorable(),
        }
    }

    structure! {
        /// One protocol on offer.
        pub struct JoinGroupRequestProtocol<'a> {
            /// Protocol name, for consumers that of an assignor such as `range`.
            pub name: &'a str = since(0),
            /// Opaque to the broker; for consumers a ConsumerProtocolSubscription.
            pub metadata: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Starts a generation and names its leader, who also gets the member list. Version 7 adds
        /// the protocol type (KIP-559), version 9 `skip_assignment` (KIP-814).
        #[api(11, Response, versions = 0..=9, flexible = 6..)]
        pub struct JoinGroupResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(2).ignorable(),
            /// Error of the request; 0 for success. MEMBER_ID_REQUIRED asks to join again with the
            /// id given.
            pub error_code: i16 = since(0),
            /// Generation of the group that begins; -1 by default.
            pub generation_id: i32 = since(0).default(-1),
            /// Kind of group, from version 7 (KIP-559); null for none.
            pub protocol_type: Option<&'a str> = since(7).nullable_since(7).default(None).ignorable(),
            /// Protocol that the coordinator chose for everyone; null, from version 7, for none.
            pub protocol_name: Option<&'a str> = since(0).nullable_since(7),
            /// Member id of the leader, who computes the assignment.
            pub leader: &'a str = since(0),
            /// Tells the leader to keep the assignment and compute none (KIP-814).
            pub skip_assignment: bool = since(9),
            /// Id of the receiving member, needed in every later request.
            pub member_id: &'a str = since(0),
            /// All members, for the leader; empty for everybody else.
            pub members: Array<'a, JoinGroupResponseMember<'a>> = since(0),
        }
    }

    structure! {
        /// One member, as the leader sees it.
        pub struct JoinGroupResponseMember<'a> {
            /// Id of the member.
            pub member_id: &'a str = since(0),
            /// Static member name (KIP-345); null for a dynamic member.
            pub group_instance_id: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// What this member sent for the protocol that was chosen.
            pub metadata: &'a [u8] = since(0),
        }
    }
}
