//! CreateAcls (key 30): creates ACL bindings (KIP-140).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Creates one or more ACL bindings. Version 1 adds prefixed resource names (KIP-290), 3
        /// the USER resource type (KIP-373).
        #[api(30, Request, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct CreateAclsRequest<'a> {
            /// Bindings to create.
            pub creations: Array<'a, AclCreation<'a>> = since(0),
        }
    }

    structure! {
        /// One ACL binding to create.
        pub struct AclCreation<'a> {
            /// Kind of resource: 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
            /// token, 7 user.
            pub resource_type: i8 = since(0),
            /// Name, or prefix of the names, of the resource; `*` for all.
            pub resource_name: &'a str = since(0),
            /// How the name is matched: 3 literal, 4 prefixed (KIP-290).
            pub resource_pattern_type: i8 = since(1).default(3),
            /// Principal the binding is for, as type and name: `User:alice`.
            pub principal: &'a str = since(0),
            /// Client address the binding is for; `*` for all.
            pub host: &'a str = since(0),
            /// Code of the ACL operation, such as 2 all, 3 read, 4 write, 8 describe.
            pub operation: i8 = since(0),
            /// Effect of the binding: 2 deny, 3 allow.
            pub permission_type: i8 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome of each creation. Since version 1 it is sent before the throttling starts
        /// (KIP-219).
        #[api(30, Response, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct CreateAclsResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Results, in the order of the bindings in the request.
            pub results: Array<'a, AclCreationResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one binding.
        pub struct AclCreationResult<'a> {
            /// Outcome for this binding; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
