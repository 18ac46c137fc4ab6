//! DeleteGroups (key 42): deletes groups that have no members, along with their committed offsets
//! (KIP-229).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Lists the groups to delete. Version 3 changes only the response (KIP-1331).
        #[api(42, Request, versions = 0..=3, flexible = 2..)]
        pub struct DeleteGroupsRequest<'a> {
            /// Ids of the groups to delete; each must be without members.
            pub groups_names: Array<'a, &'a str> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells for each group whether it is gone. Version 3 adds a text to the error (KIP-1331).
        #[api(42, Response, versions = 0..=3, flexible = 2..)]
        pub struct DeleteGroupsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// One result per group of the request.
            pub results: Array<'a, DeletableGroupResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one group.
        pub struct DeletableGroupResult<'a> {
            /// Group that the result is for.
            pub group_id: &'a str = since(0),
            /// Error for this group, such as NON_EMPTY_GROUP; 0 when it was deleted.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null for none.
            pub error_message: Option<&'a str> = since(3).nullable_since(3).default(None).ignorable(),
        }
    }
}
