//! ControllerRegistration (key 70): makes a KRaft controller known (KIP-919).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Publishes a controller's endpoints and feature levels to the active controller.
        #[api(70, Request, versions = 0..=0, flexible = 0..)]
        pub struct ControllerRegistrationRequest<'a> {
            /// Node id of the controller that registers.
            pub controller_id: i32 = since(0),
            /// Identifier of this run of the controller process; a restart brings another.
            pub incarnation_id: Uuid = since(0),
            /// Whether the controller is configured to migrate from ZooKeeper (KIP-866).
            pub zk_migration_ready: bool = since(0),
            /// Endpoints on which the controller can be reached.
            pub listeners: Array<'a, Listener<'a>> = since(0),
            /// Feature levels the controller can run.
            pub features: Array<'a, Feature<'a>> = since(0),
        }
    }

    structure! {
        /// One endpoint of the controller.
        pub struct Listener<'a> {
            /// Listener name, for example CONTROLLER.
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
        /// Range of levels of one feature that the controller can run.
        pub struct Feature<'a> {
            /// Feature name, for example metadata.version.
            pub name: &'a str = since(0),
            /// Lowest level the controller can run.
            pub min_supported_version: i16 = since(0),
            /// Highest level the controller can run.
            pub max_supported_version: i16 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Confirms or refuses the registration.
        #[api(70, Response, versions = 0..=0, flexible = 0..)]
        pub struct ControllerRegistrationResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Why the registration was refused; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
