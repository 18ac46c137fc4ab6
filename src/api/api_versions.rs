//! ApiVersions (key 18): asks a node which APIs, in which versions, it speaks (KIP-35).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Usually the first request on a connection. Version 3 names the client software
        /// (KIP-511); version 5 names the node that the client believes it has reached (KIP-1242).
        #[api(18, Request, versions = 0..=5, flexible = 3..)]
        pub struct ApiVersionsRequest<'a> {
            /// Name of the client library: letters, digits, dots and dashes only (KIP-511).
            pub client_software_name: &'a str = since(3).ignorable(),
            /// Version of the client library, with the same alphabet (KIP-511).
            pub client_software_version: &'a str = since(3).ignorable(),
            /// Id of the cluster the client expects here; null when it does not know (KIP-1242).
            pub cluster_id: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
            /// Id of the node the client expects here; -1 when it does not know (KIP-1242).
            pub node_id: i32 = since(5).default(-1).ignorable(),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Lists APIs and features. Its header has no tagged fields in any version; a request
        /// version the node does not know is answered in version 0 with UNSUPPORTED_VERSION (35).
        #[api(18, Response, versions = 0..=5, flexible = 3.., header = 0..=5 => 0)]
        pub struct ApiVersionsResponse<'a> {
            /// Error of the request; 0 for success, 35 when its version is not supported.
            pub error_code: i16 = since(0),
            /// Version range of every API the node offers; with error 35, at least that of
            /// ApiVersions.
            pub api_keys: Array<'a, ApiVersion<'a>> = since(0),
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Feature levels the node can run (KIP-584). Before version 4, those with minimum 0
            /// are left out.
            pub supported_features: Array<'a, SupportedFeatureKey<'a>> = since(3).tagged(0).ignorable(),
            /// Counter that rises when the finalized features change; -1 when not known.
            pub finalized_features_epoch: i64 = since(3).tagged(1).default(-1).ignorable(),
            /// Feature levels in force in the whole cluster; meaningless while the epoch is -1.
            pub finalized_features: Array<'a, FinalizedFeatureKey<'a>> = since(3).tagged(2).ignorable(),
            /// Whether a KRaft controller is configured to migrate from ZooKeeper (KIP-866).
            pub zk_migration_ready: bool = since(3).tagged(3).ignorable(),
        }
    }

    structure! {
        /// Version range of one API.
        pub struct ApiVersion<'a> {
            /// Key of the API, for example 18 for ApiVersions.
            pub api_key: i16 = since(0),
            /// Lowest version the node accepts.
            pub min_version: i16 = since(0),
            /// Highest version the node accepts.
            pub max_version: i16 = since(0),
        }
    }

    structure! {
        /// Levels of one feature that the node can run.
        pub struct SupportedFeatureKey<'a> {
            /// Feature name, for example metadata.version.
            pub name: &'a str = since(3),
            /// Lowest level the node can run.
            pub min_version: i16 = since(3),
            /// Highest level the node can run.
            pub max_version: i16 = since(3),
        }
    }

    structure! {
        /// Level of one feature that the cluster has settled on.
        pub struct FinalizedFeatureKey<'a> {
            /// Feature name, for example metadata.version.
            pub name: &'a str = since(3),
            /// Upper end of the range in force in the cluster.
            pub max_version_level: i16 = since(3),
            /// Lower end of the range in force in the cluster.
            pub min_version_level: i16 = since(3),
        }
    }
}
