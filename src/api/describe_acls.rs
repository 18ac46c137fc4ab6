//! DescribeAcls (key 29): lists the access control entries that match a filter (KIP-140).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// A filter; an entry must match every part of it (KIP-140). Version 1 adds pattern types
        /// (KIP-290), 3 the resource type user (KIP-373).
        #[api(29, Request, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DescribeAclsRequest<'a> {
            /// 1 any, 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
            pub resource_type_filter: i8 = since(0),
            /// Name of the resource; null accepts all names.
            pub resource_name_filter: Option<&'a str> = since(0).nullable_since(0),
            /// How the name is compared: 1 any pattern, 2 all patterns that cover the name, 3
            /// literal, 4 prefixed (KIP-290).
            pub pattern_type_filter: i8 = since(1).default(3),
            /// Principal, such as User:alice; null accepts everyone.
            pub principal_filter: Option<&'a str> = since(0).nullable_since(0),
            /// Host the entry applies to; null accepts all hosts.
            pub host_filter: Option<&'a str> = since(0).nullable_since(0),
            /// 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe; higher
            /// numbers are for special operations.
            pub operation: i8 = since(0),
            /// 1 any, 2 deny, 3 allow.
            pub permission_type: i8 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Matching entries, grouped by resource pattern. Version 1 adds pattern types (KIP-290), 3
        /// the resource type user (KIP-373).
        #[api(29, Response, versions = 0..=3, flexible = 2.., current = 1..=3)]
        pub struct DescribeAclsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Resource patterns with entries that match.
            pub resources: Array<'a, DescribeAclsResource<'a>> = since(0),
        }
    }

    structure! {
        /// Entries of one resource pattern.
        pub struct DescribeAclsResource<'a> {
            /// 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user.
            pub resource_type: i8 = since(0),
            /// Name, or beginning of the name, of the resources meant.
            pub resource_name: &'a str = since(0),
            /// 3 if the name is literal, 4 if it is a prefix (KIP-290).
            pub pattern_type: i8 = since(1).default(3),
            /// Entries on this pattern.
            pub acls: Array<'a, AclDescription<'a>> = since(0),
        }
    }

    structure! {
        /// One access control entry.
        pub struct AclDescription<'a> {
            /// Principal it applies to, such as User:alice; User:* is everyone.
            pub principal: &'a str = since(0),
            /// Host it applies to; * is every host.
            pub host: &'a str = since(0),
            /// 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8 describe; higher numbers are
            /// for special operations.
            pub operation: i8 = since(0),
            /// 2 deny, 3 allow.
            pub permission_type: i8 = since(0),
        }
    }
}
