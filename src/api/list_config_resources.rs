//! ListConfigResources (key 74): lists the resources that can have configurations (KIP-1142).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the names of resources with configurations. Version 0, in Kafka 3.9 called
        /// ListClientMetricsResources, lists client metrics only (KIP-1000); 1 chooses types
        /// (KIP-1142).
        #[api(74, Request, versions = 0..=1, flexible = 0..)]
        pub struct ListConfigResourcesRequest<'a> {
            /// Types to list: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group;
            /// empty for all.
            pub resource_types: Array<'a, i8> = since(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Names of the resources. Version 1 adds their types (KIP-1142).
        #[api(74, Response, versions = 0..=1, flexible = 0..)]
        pub struct ListConfigResourcesResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the request; 0 is success.
            pub error_code: i16 = since(0),
            /// Resources found.
            pub config_resources: Array<'a, ConfigResource<'a>> = since(0),
        }
    }

    structure! {
        /// One resource.
        pub struct ConfigResource<'a> {
            /// Name of the resource.
            pub resource_name: &'a str = since(0),
            /// Type: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group (KIP-1142).
            pub resource_type: i8 = since(1).default(16).ignorable(),
        }
    }
}
