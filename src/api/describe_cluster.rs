//! DescribeCluster (key 60): lists the nodes of the cluster and its id (KIP-700).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the id, the controller and the nodes of the cluster. Version 1 can ask for
        /// controllers (KIP-919), 2 for fenced brokers (KIP-1073).
        #[api(60, Request, versions = 0..=2, flexible = 0..)]
        pub struct DescribeClusterRequest<'a> {
            /// True to also get what the client may do with the cluster.
            pub include_cluster_authorized_operations: bool = since(0),
            /// Kind of nodes to list: 1 brokers, 2 controllers (KIP-919).
            pub endpoint_type: i8 = since(1).default(1),
            /// True to list fenced brokers as well (KIP-1073).
            pub include_fenced_brokers: bool = since(2),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Id, controller and nodes of the cluster. Version 1 tells the kind of nodes (KIP-919), 2
        /// which are fenced (KIP-1073).
        #[api(60, Response, versions = 0..=2, flexible = 0..)]
        pub struct DescribeClusterResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 for none.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Kind of the listed nodes: 1 brokers, 2 controllers (KIP-919).
            pub endpoint_type: i8 = since(1).default(1),
            /// Id of the cluster.
            pub cluster_id: &'a str = since(0),
            /// From a controller the id of the active one; from a broker the id of any live broker.
            /// -1 if unknown.
            pub controller_id: i32 = since(0).default(-1),
            /// Nodes of the kind asked for.
            pub brokers: Array<'a, DescribeClusterBroker<'a>> = since(0),
            /// Bit n is set if ACL operation n is allowed; -2147483648 if not asked for.
            pub cluster_authorized_operations: i32 = since(0).default(-2147483648),
        }
    }

    structure! {
        /// One node and where to reach it.
        pub struct DescribeClusterBroker<'a> {
            /// Id of the node.
            pub broker_id: i32 = since(0),
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: i32 = since(0),
            /// Rack of the node; null if it has none.
            pub rack: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// True if the broker is registered but fenced off from clients (KIP-1073).
            pub is_fenced: bool = since(2),
        }
    }
}
