//! AlterConfigs (key 33): replaces the whole dynamic configuration of topics, brokers and other
//! resources (KIP-133).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sets the full configuration of each resource: keys left out lose their override.
        /// IncrementalAlterConfigs (KIP-339) changes single keys instead.
        #[api(33, Request, versions = 0..=2, flexible = 2..)]
        pub struct AlterConfigsRequest<'a> {
            /// Resources to configure, each with its complete set of keys.
            pub resources: Array<'a, AlterConfigsResource<'a>> = since(0),
            /// Dry run: checks the settings and applies none.
            pub validate_only: bool = since(0),
        }
    }

    structure! {
        /// New configuration of one resource.
        pub struct AlterConfigsResource<'a> {
            /// Kind of resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group.
            pub resource_type: i8 = since(0),
            /// Topic name, broker id as text, or whatever names a resource of this type.
            pub resource_name: &'a str = since(0),
            /// Every key that is to be set; others lose their dynamic value.
            pub configs: Array<'a, AlterableConfig<'a>> = since(0),
        }
    }

    structure! {
        /// One key with its value.
        pub struct AlterableConfig<'a> {
            /// Configuration key, such as `retention.ms`.
            pub name: &'a str = since(0),
            /// Value to set, always as text; brokers refuse null.
            pub value: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells for each resource whether its configuration was accepted.
        #[api(33, Response, versions = 0..=2, flexible = 2..)]
        pub struct AlterConfigsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// One result per resource of the request.
            pub responses: Array<'a, AlterConfigsResourceResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one resource.
        pub struct AlterConfigsResourceResponse<'a> {
            /// Error for this resource; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation for people; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Kind of resource, with the numbers of the request.
            pub resource_type: i8 = since(0),
            /// Name of the resource, as in the request.
            pub resource_name: &'a str = since(0),
        }
    }
}
