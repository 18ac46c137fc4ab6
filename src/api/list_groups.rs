//! ListGroups (key 16): lists the groups that a broker coordinates.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks one broker; a full list needs all brokers. Version 4 filters by state (KIP-518),
        /// version 5 by type (KIP-848).
        #[api(16, Request, versions = 0..=5, flexible = 3..)]
        pub struct ListGroupsRequest<'a> {
            /// States to include, such as `Stable` or `Empty`; an empty array includes all.
            pub states_filter: Array<'a, &'a str> = since(4),
            /// Types to include, such as classic or consumer; an empty array includes all.
            pub types_filter: Array<'a, &'a str> = since(5),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The groups found, with state from version 4 (KIP-518) and type from version 5 (KIP-848).
        #[api(16, Response, versions = 0..=5, flexible = 3..)]
        pub struct ListGroupsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// Groups that pass the filters.
            pub groups: Array<'a, ListedGroup<'a>> = since(0),
        }
    }

    structure! {
        /// One group.
        pub struct ListedGroup<'a> {
            /// Id of the group.
            pub group_id: &'a str = since(0),
            /// Kind of client, such as `consumer` or `connect`.
            pub protocol_type: &'a str = since(0),
            /// State by name, such as `Stable` or `Empty`.
            pub group_state: &'a str = since(4).ignorable(),
            /// Type by name: classic, consumer, share or streams.
            pub group_type: &'a str = since(5).ignorable(),
        }
    }
}
