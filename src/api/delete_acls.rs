//! DeleteAcls (key 31): deletes the ACL bindings that match filters (KIP-140).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Deletes every ACL binding that at least one filter matches. Version 1 adds prefixed
        /// resource names (KIP-290), 3 the USER resource type (KIP-373).
        #[api(31, Request, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DeleteAclsRequest<'a> {
            /// Filters; a binding goes if any of them matches it.
            pub filters: Array<'a, DeleteAclsFilter<'a>> = since(0),
        }
    }

    structure! {
        /// One filter; all its conditions must hold.
        pub struct DeleteAclsFilter<'a> {
            /// Kind of resource, 1 for any; 2 topic, 3 group, 4 cluster, 5 transactional id, 6
            /// delegation token, 7 user.
            pub resource_type_filter: i8 = since(0),
            /// Name of the resource; null for any.
            pub resource_name_filter: Option<&'a str> = since(0).nullable_since(0),
            /// Pattern type: 1 any, 2 every pattern that covers the name, 3 literal, 4 prefixed
            /// (KIP-290).
            pub pattern_type_filter: i8 = since(1).default(3),
            /// Principal, as type and name: `User:alice`; null for any.
            pub principal_filter: Option<&'a str> = since(0).nullable_since(0),
            /// Client address; null for any.
            pub host_filter: Option<&'a str> = since(0).nullable_since(0),
            /// Code of the ACL operation, 1 for any; such as 2 all, 3 read, 4 write.
            pub operation: i8 = since(0),
            /// Effect of the binding: 1 any, 2 deny, 3 allow.
            pub permission_type: i8 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Bindings that each filter found and deleted. Since version 1 it is sent before the
        /// throttling starts (KIP-219).
        #[api(31, Response, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DeleteAclsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Results, in the order of the filters in the request.
            pub filter_results: Array<'a, DeleteAclsFilterResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one filter.
        pub struct DeleteAclsFilterResult<'a> {
            /// Outcome for this filter; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Bindings that the filter matched.
            pub matching_acls: Array<'a, DeleteAclsMatchingAcl<'a>> = since(0),
        }
    }

    structure! {
        /// One matched binding and the outcome of its deletion.
        pub struct DeleteAclsMatchingAcl<'a> {
            /// Outcome for this binding; 0 if it is deleted.
            pub error_code: i16 = since(0),
            /// Why the binding was not deleted, in words; null if it was.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Kind of resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
            /// token, 7 user.
            pub resource_type: i8 = since(0),
            /// Name, or prefix of the names, of the resource.
            pub resource_name: &'a str = since(0),
            /// How the name is matched: 3 literal, 4 prefixed (KIP-290).
            pub pattern_type: i8 = since(1).default(3),
            /// Principal of the binding, as type and name.
            pub principal: &'a str = since(0),
            /// Client address of the binding; `*` for all.
            pub host: &'a str = since(0),
            /// Code of the ACL operation, such as 2 all, 3 read, 4 write.
            pub operation: i8 = since(0),
            /// Effect of the binding: 2 deny, 3 allow.
            pub permission_type: i8 = since(0),
        }
    }
}
