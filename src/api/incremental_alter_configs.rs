//! IncrementalAlterConfigs (key 44): changes single settings and leaves the rest (KIP-339).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Changes settings one by one, unlike AlterConfigs, which replaces them all (KIP-339).
        #[api(44, Request, versions = 0..=1, flexible = 1..)]
        pub struct IncrementalAlterConfigsRequest<'a> {
            /// Resources to change, each with its settings.
            pub resources: Array<'a, AlterConfigsResource<'a>> = since(0),
            /// Whether this is a dry run that only checks the request.
            pub validate_only: bool = since(0),
        }
    }

    structure! {
        /// One resource to change.
        pub struct AlterConfigsResource<'a> {
            /// 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group.
            pub resource_type: i8 = since(0),
            /// Topic, group or subscription name, or broker id in digits; for brokers an empty name
            /// sets the default of all.
            pub resource_name: &'a str = since(0),
            /// Settings to change; those not listed stay as they are.
            pub configs: Array<'a, AlterableConfig<'a>> = since(0),
        }
    }

    structure! {
        /// One setting to change.
        pub struct AlterableConfig<'a> {
            /// Key of the setting.
            pub name: &'a str = since(0),
            /// 0 sets the value, 1 returns to the default, 2 appends to a list, 3 takes out of a
            /// list.
            pub config_operation: i8 = since(0),
            /// Value to set, append or take out; null for operation 1.
            pub value: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome for each resource (KIP-339).
        #[api(44, Response, versions = 0..=1, flexible = 1..)]
        pub struct IncrementalAlterConfigsResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome by resource.
            pub responses: Array<'a, AlterConfigsResourceResponse<'a>> = since(0),
        }
    }

    structure! {
        /// Outcome for one resource.
        pub struct AlterConfigsResourceResponse<'a> {
            /// Error for this resource; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Type as in the request.
            pub resource_type: i8 = since(0),
            /// Name as in the request.
            pub resource_name: &'a str = since(0),
        }
    }
}
