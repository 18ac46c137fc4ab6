//! UpdateFeatures (key 57): raises, lowers or removes cluster-wide feature levels (KIP-584).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Changes finalized feature levels (KIP-584). Version 1 adds dry runs and kinds of
        /// downgrade (KIP-778), 2 changes the response only (KIP-1022).
        #[api(57, Request, versions = 0..=2, flexible = 0..)]
        pub struct UpdateFeaturesRequest<'a> {
            /// How long the controller may take, in milliseconds; one minute by default.
            pub timeout_ms: i32 = since(0).default(60000),
            /// Features to change.
            pub feature_updates: Array<'a, FeatureUpdateKey<'a>> = since(0),
            /// Whether this is a dry run that only checks the request (KIP-778).
            pub validate_only: bool = since(1),
        }
    }

    structure! {
        /// One feature to change.
        pub struct FeatureUpdateKey<'a> {
            /// Name of the feature, such as metadata.version.
            pub feature: &'a str = since(0),
            /// Level to finalize; below 1 removes the feature.
            pub max_version_level: i16 = since(0),
            /// Whether the level may go down; version 0, later told by the upgrade type.
            pub allow_downgrade: bool = versions(0, 0),
            /// 1 only up, 2 down if nothing is lost, 3 down even if metadata is lost (KIP-778).
            pub upgrade_type: i8 = since(1).default(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome. Since version 2 there are no results per feature (KIP-1022).
        #[api(57, Response, versions = 0..=2, flexible = 0..)]
        pub struct UpdateFeaturesResponse<'a> {
            /// How long the quota held the request back, in milliseconds.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Outcome by feature; up to version 1.
            pub results: Array<'a, UpdatableFeatureResult<'a>> = versions(0, 1).ignorable(),
        }
    }

    structure! {
        /// Outcome for one feature; up to version 1.
        pub struct UpdatableFeatureResult<'a> {
            /// Name of the feature.
            pub feature: &'a str = since(0),
            /// Error for this feature; 0 on success.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
