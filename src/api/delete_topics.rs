//! DeleteTopics (key 20): deletes topics, by name or by id (KIP-4).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Lists the topics to delete: plain names up to version 5, names or ids from version 6
        /// (KIP-516).
        #[api(20, Request, versions = 0..=6, flexible = 4.., current = 1..=6)]
        pub struct DeleteTopicsRequest<'a> {
            /// Topics to delete, each given by name or by id.
            pub topics: Array<'a, DeleteTopicState<'a>> = since(6),
            /// Topics to delete, by name, in versions 0 to 5.
            pub topic_names: Array<'a, &'a str> = versions(0, 5).ignorable(),
            /// Time allowed for the deletions before the answer is sent, in milliseconds.
            pub timeout_ms: i32 = since(0),
        }
    }

    structure! {
        /// One topic to delete, from version 6.
        pub struct DeleteTopicState<'a> {
            /// Name of the topic; null when `topic_id` is given instead.
            pub name: Option<&'a str> = since(6).nullable_since(6).default(None),
            /// Id of the topic; all zero when `name` is given instead.
            pub topic_id: Uuid = since(6),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells for each topic whether it was deleted. Version 5 adds messages and the quota error
        /// of KIP-599, version 6 the topic ids (KIP-516).
        #[api(20, Response, versions = 0..=6, flexible = 4.., current = 1..=6)]
        pub struct DeleteTopicsResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// One result per topic of the request.
            pub responses: Array<'a, DeletableTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one topic.
        pub struct DeletableTopicResult<'a> {
            /// Name of the topic; may be null from version 6 when it was requested by id.
            pub name: Option<&'a str> = since(0).nullable_since(6),
            /// Id of the topic, from version 6.
            pub topic_id: Uuid = since(6).ignorable(),
            /// Error for this topic; 0 when it was deleted.
            pub error_code: i16 = since(0),
            /// Explanation of the error, from version 5; null for none.
            pub error_message: Option<&'a str> = since(5).nullable_since(5).default(None).ignorable(),
        }
    }
}
