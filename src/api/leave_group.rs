//! LeaveGroup (key 13): takes members out of a classic group.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Takes one member out until version 2, several from version 3 (KIP-345). Version 5 adds
        /// the reason (KIP-800).
        #[api(13, Request, versions = 0..=5, flexible = 4..)]
        pub struct LeaveGroupRequest<'a> {
            /// Name of the group.
            pub group_id: &'a str = since(0),
            /// Id of the one member that leaves (until version 2).
            pub member_id: &'a str = versions(0, 2),
            /// Members that leave.
            pub members: Array<'a, MemberIdentity<'a>> = since(3),
        }
    }

    structure! {
        /// One member that leaves.
        pub struct MemberIdentity<'a> {
            /// Id the coordinator knows the member by; empty to go by the instance id alone.
            pub member_id: &'a str = since(3),
            /// The name of a static member; null for a dynamic one (KIP-345).
            pub group_instance_id: Option<&'a str> = since(3).nullable_since(3).default(None),
            /// Why the member leaves, in words for the broker's log; null for none given (KIP-800).
            pub reason: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the members are out of the group, from version 3 one by one (KIP-345).
        #[api(13, Response, versions = 0..=5, flexible = 4..)]
        pub struct LeaveGroupResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Result for each member.
            pub members: Array<'a, MemberResponse<'a>> = since(3),
        }
    }

    structure! {
        /// Result for one member.
        pub struct MemberResponse<'a> {
            /// Id of the member, as in the request.
            pub member_id: &'a str = since(3),
            /// The name of a static member; null for a dynamic one.
            pub group_instance_id: Option<&'a str> = since(3).nullable_since(3),
            /// Why the member could not be removed; 0 for success.
            pub error_code: i16 = since(3),
        }
    }
}
