//! BrokerRegistration (key 62): a broker announces itself to the KRaft controller (KIP-631).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent when a broker starts. Version 1 serves the move away from ZooKeeper (KIP-866),
        /// version 2 adds log directories (KIP-858), version 3 the previous epoch (KIP-966).
        #[api(62, Request, versions = 0..=4, flexible = 0..)]
        pub struct BrokerRegistrationRequest<'a> {
            /// Id of the broker that registers.
            pub broker_id: i32 = since(0),
            /// Id of the cluster the broker belongs to.
            pub cluster_id: &'a str = since(0),
            /// Identifier of this run of the broker process; a restart brings another.
            pub incarnation_id: Uuid = since(0),
            /// Endpoints on which the broker can be reached.
            pub listeners: Array<'a, Listener<'a>> = since(0),
            /// Feature levels the broker can run. Before version 4, those with minimum 0 are left
            /// out.
            pub features: Array<'a, Feature<'a>> = since(0),
            /// Rack the broker stands in; null for none.
            pub rack: Option<&'a str> = since(0).nullable_since(0),
            /// Whether the broker still runs on ZooKeeper and is set up to migrate (KIP-866).
            pub is_migrating_zk_broker: bool = since(1),
            /// Ids of the broker's log directories that are online (KIP-858).
            pub log_dirs: Array<'a, Uuid> = since(2).ignorable(),
            /// Broker epoch kept from the last clean shutdown; -1 when there is none (KIP-966).
            pub previous_broker_epoch: i64 = since(3).default(-1).ignorable(),
        }
    }

    structure! {
        /// One endpoint of the broker.
        pub struct Listener<'a> {
            /// Listener name, for example PLAINTEXT.
            pub name: &'a str = since(0),
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: u16 = since(0),
            /// 0 plaintext, 1 TLS, 2 SASL over plaintext, 3 SASL over TLS.
            pub security_protocol: i16 = since(0),
        }
    }

    structure! {
        /// Range of levels of one feature that the broker can run.
        pub struct Feature<'a> {
            /// Feature name, for example metadata.version.
            pub name: &'a str = since(0),
            /// Lowest level the broker can run.
            pub min_supported_version: i16 = since(0),
            /// Highest level the broker can run.
            pub max_supported_version: i16 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Gives the broker the epoch it must quote to the controller from then on.
        #[api(62, Response, versions = 0..=4, flexible = 0..)]
        pub struct BrokerRegistrationResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Why the registration was refused; 0 for success.
            pub error_code: i16 = since(0),
            /// Epoch assigned to this registration; -1 when refused.
            pub broker_epoch: i64 = since(0).default(-1),
        }
    }
}
