//! DescribeConfigs (key 32): reads the configuration of topics, brokers and other resources
//! (KIP-133).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Names resources and, if wanted, single keys. Version 1 can ask for synonyms (KIP-226),
        /// version 3 for documentation (KIP-569).
        #[api(32, Request, versions = 0..=4, flexible = 4.., current = 1..=4)]
        pub struct DescribeConfigsRequest<'a> {
            /// Resources to read the configuration of.
            pub resources: Array<'a, DescribeConfigsResource<'a>> = since(0),
            /// Also return, per key, the settings that it falls back to.
            pub include_synonyms: bool = since(1),
            /// Also return the help text of every key.
            pub include_documentation: bool = since(3),
        }
    }

    structure! {
        /// One resource and the keys of interest.
        pub struct DescribeConfigsResource<'a> {
            /// Kind of resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group.
            pub resource_type: i8 = since(0),
            /// Topic name, broker id as text, or whatever names a resource of this type.
            pub resource_name: &'a str = since(0),
            /// Keys to return; null returns every key.
            pub configuration_keys: Option<Array<'a, &'a str>> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The requested settings. Version 1 replaces the default flag with source and synonyms
        /// (KIP-226); version 3 adds type and documentation (KIP-569).
        #[api(32, Response, versions = 0..=4, flexible = 4.., current = 1..=4)]
        pub struct DescribeConfigsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// One result per resource of the request.
            pub results: Array<'a, DescribeConfigsResult<'a>> = since(0),
        }
    }

    structure! {
        /// Settings of one resource.
        pub struct DescribeConfigsResult<'a> {
            /// Error for this resource; 0 when its settings follow.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Kind of resource, with the numbers of the request.
            pub resource_type: i8 = since(0),
            /// Name of the resource, as in the request.
            pub resource_name: &'a str = since(0),
            /// Settings that were asked for.
            pub configs: Array<'a, DescribeConfigsResourceResult<'a>> = since(0),
        }
    }

    structure! {
        /// One key with its value and where that comes from.
        pub struct DescribeConfigsResourceResult<'a> {
            /// Configuration key, such as `retention.ms`.
            pub name: &'a str = since(0),
            /// Current value as text; null when unset, or hidden because it is sensitive.
            pub value: Option<&'a str> = since(0).nullable_since(0),
            /// Set when clients cannot change the key at run time.
            pub read_only: bool = since(0),
            /// Version 0 only: set when nobody has overridden the default.
            pub is_default: bool = versions(0, 0),
            /// Origin of the value: 1 topic, 2 broker, 3 cluster-wide default, 4 server.properties,
            /// 5 built-in default, 6 logger, 7 client metrics, 8 group; -1 when not told.
            pub config_source: i8 = since(1).default(-1).ignorable(),
            /// Set for passwords and the like, whose values are not returned.
            pub is_sensitive: bool = since(0),
            /// Candidate settings for this key, in order of precedence; empty unless asked for.
            pub synonyms: Array<'a, DescribeConfigsSynonym<'a>> = since(1).ignorable(),
            /// Data type: 0 unknown, 1 boolean, 2 string, 3 int, 4 short, 5 long, 6 double, 7 list,
            /// 8 class, 9 password.
            pub config_type: i8 = since(3).ignorable(),
            /// Help text of the key; null unless asked for.
            pub documentation: Option<&'a str> = since(3).nullable_since(3).ignorable(),
        }
    }

    structure! {
        /// A setting that the value is, or could have been, taken from.
        pub struct DescribeConfigsSynonym<'a> {
            /// Key under which the setting is stored, such as `log.retention.ms`.
            pub name: &'a str = since(1),
            /// Value of the setting; null when unset or sensitive.
            pub value: Option<&'a str> = since(1).nullable_since(1),
            /// Origin of the setting, numbered as in `config_source`.
            pub source: i8 = since(1),
        }
    }
}
