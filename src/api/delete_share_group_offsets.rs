//! DeleteShareGroupOffsets (key 92): drops a share group's positions on topics (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Removes the state of whole topics from a share group, which must have no members.
        #[api(92, Request, versions = 0..=0, flexible = 0..)]
        pub struct DeleteShareGroupOffsetsRequest<'a> {
            /// Name of the share group.
            pub group_id: &'a str = since(0),
            /// Topics to drop from the group.
            pub topics: Array<'a, DeleteShareGroupOffsetsRequestTopic<'a>> = since(0),
        }
    }

    structure! {
        /// One topic to drop.
        pub struct DeleteShareGroupOffsetsRequestTopic<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per topic.
        #[api(92, Response, versions = 0..=0, flexible = 0..)]
        pub struct DeleteShareGroupOffsetsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error of the whole request; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Result for each topic.
            pub responses: Array<'a, DeleteShareGroupOffsetsResponseTopic<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one topic.
        pub struct DeleteShareGroupOffsetsResponseTopic<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Why the topic's offsets could not be dropped; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the topic's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
