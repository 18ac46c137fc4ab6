//! UnregisterController (key 94): removes the registration of a KRaft controller from the cluster
//! (KIP-1312).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Removes a controller that has been taken out of service.
        #[api(94, Request, versions = 0..=0, flexible = 0..)]
        pub struct UnregisterControllerRequest<'a> {
            /// Node id of the controller to forget.
            pub controller_id: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the registration was removed.
        #[api(94, Response, versions = 0..=0, flexible = 0..)]
        pub struct UnregisterControllerResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
