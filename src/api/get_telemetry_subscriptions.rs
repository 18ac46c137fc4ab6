//! GetTelemetrySubscriptions (key 71): asks which metrics to push (KIP-714).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Comes before PushTelemetry, and again when the broker's interest has changed.
        #[api(71, Request, versions = 0..=0, flexible = 0..)]
        pub struct GetTelemetrySubscriptionsRequest<'a> {
            /// Id of the client instance; all zero the first time, to be given one.
            pub client_instance_id: Uuid = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells the client what to push, how often and in which form.
        #[api(71, Response, versions = 0..=0, flexible = 0..)]
        pub struct GetTelemetrySubscriptionsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// Id the broker has given the client, which it uses from now on; may be all zero if it
            /// had one.
            pub client_instance_id: Uuid = since(0),
            /// Identifies this set of wishes; every push must quote it.
            pub subscription_id: i32 = since(0),
            /// Codecs allowed for a push: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.
            pub accepted_compression_types: Array<'a, i8> = since(0),
            /// Time between two pushes, in milliseconds.
            pub push_interval_ms: i32 = since(0),
            /// Largest metrics payload of a push, in bytes.
            pub telemetry_max_bytes: i32 = since(0),
            /// Whether counters are sent as the change since the last push (true) or as totals
            /// (false).
            pub delta_temporality: bool = since(0),
            /// Prefixes of metric names; an empty array wants none, a single empty text wants all.
            pub requested_metrics: Array<'a, &'a str> = since(0),
        }
    }
}
