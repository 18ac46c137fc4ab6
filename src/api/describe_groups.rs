//! DescribeGroups (key 15): tells state, members and assignments of classic groups.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Names the groups to describe. Version 3 can ask for permitted operations (KIP-430);
        /// version 6 changes how an unknown group is answered (KIP-1043).
        #[api(15, Request, versions = 0..=6, flexible = 5..)]
        pub struct DescribeGroupsRequest<'a> {
            /// Names of the groups to look at.
            pub groups: Array<'a, &'a str> = since(0),
            /// Whether to tell what the client may do with each group (KIP-430).
            pub include_authorized_operations: bool = since(3),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One entry per group. Version 4 adds static members (KIP-345); version 6 reports an
        /// unknown group with an error, where older ones call it Dead (KIP-1043).
        #[api(15, Response, versions = 0..=6, flexible = 5..)]
        pub struct DescribeGroupsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Description of each group.
            pub groups: Array<'a, DescribedGroup<'a>> = since(0),
        }
    }

    structure! {
        /// State of one group.
        pub struct DescribedGroup<'a> {
            /// Why the group could not be described; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the group's error; null without one (KIP-1043).
            pub error_message: Option<&'a str> = since(6).nullable_since(6).default(None),
            /// Name of the group.
            pub group_id: &'a str = since(0),
            /// Empty, PreparingRebalance, CompletingRebalance, Stable or Dead; may be empty on
            /// error.
            pub group_state: &'a str = since(0),
            /// What the group is for: consumer, connect and so on; may be empty.
            pub protocol_type: &'a str = since(0),
            /// Name of the protocol in use, for consumers the assignor; filled in only while
            /// Stable.
            pub protocol_data: &'a str = since(0),
            /// Members of the group; empty while Dead.
            pub members: Array<'a, DescribedGroupMember<'a>> = since(0),
            /// Bit n is set if ACL operation n is allowed; -2147483648 if not asked for (KIP-430).
            pub authorized_operations: i32 = since(3).default(-2147483648),
        }
    }

    structure! {
        /// One member of a group.
        pub struct DescribedGroupMember<'a> {
            /// Id the coordinator knows the member by.
            pub member_id: &'a str = since(0),
            /// The member's own name for static membership; null for a dynamic member (KIP-345).
            pub group_instance_id: Option<&'a str> = since(4).nullable_since(4).default(None).ignorable(),
            /// Client id with which the member joined.
            pub client_id: &'a str = since(0),
            /// Address the member connected from.
            pub client_host: &'a str = since(0),
            /// The member's metadata for the protocol in use, such as a consumer subscription; only
            /// while Stable.
            pub member_metadata: &'a [u8] = since(0),
            /// What the member was assigned, encoded by the group's protocol; only while Stable.
            pub member_assignment: &'a [u8] = since(0),
        }
    }
}
