//! PushTelemetry (key 72): a client sends its metrics to the broker (KIP-714).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Carries the metrics that GetTelemetrySubscriptions asked for.
        #[api(72, Request, versions = 0..=0, flexible = 0..)]
        pub struct PushTelemetryRequest<'a> {
            /// Id given to the client by GetTelemetrySubscriptions.
            pub client_instance_id: Uuid = since(0),
            /// Subscription the metrics answer, from GetTelemetrySubscriptions.
            pub subscription_id: i32 = since(0),
            /// Whether this is the last push, before the client closes.
            pub terminating: bool = since(0),
            /// Codec of the metrics: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.
            pub compression_type: i8 = since(0),
            /// OpenTelemetry MetricsData (protobuf, v1), compressed as stated.
            pub metrics: &'a [u8] = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Confirms or refuses the metrics.
        #[api(72, Response, versions = 0..=0, flexible = 0..)]
        pub struct PushTelemetryResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Why the metrics were refused; 0 for success.
            pub error_code: i16 = since(0),
        }
    }
}
