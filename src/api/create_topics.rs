//! CreateTopics (key 19): creates topics, or checks whether they could be created (KIP-4).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the controller for new topics. Version 1 adds the dry run; version 4 may leave
        /// partition count and replication factor to the broker (KIP-464); version 6 may be
        /// throttled (KIP-599).
        #[api(19, Request, versions = 0..=7, flexible = 5.., current = 2..=7)]
        pub struct CreateTopicsRequest<'a> {
            /// Topics wanted.
            pub topics: Array<'a, CreatableTopic<'a>> = since(0),
            /// Time to wait until the topics exist, in milliseconds.
            pub timeout_ms: i32 = since(0).default(60000),
            /// Dry run: true checks the request and creates nothing.
            pub validate_only: bool = since(1),
        }
    }

    structure! {
        /// One topic wanted.
        pub struct CreatableTopic<'a> {
            /// Name of the new topic.
            pub name: &'a str = since(0),
            /// Partition count; -1 takes the broker's default (KIP-464) or the count of the
            /// assignments.
            pub num_partitions: i32 = since(0),
            /// Replicas per partition; -1 takes the broker's default (KIP-464) or follows the
            /// assignments.
            pub replication_factor: i16 = since(0),
            /// Placement chosen by the client; empty leaves it to the cluster.
            pub assignments: Array<'a, CreatableReplicaAssignment<'a>> = since(0),
            /// Settings of the topic that shall differ from the defaults.
            pub configs: Array<'a, CreatableTopicConfig<'a>> = since(0),
        }
    }

    structure! {
        /// Placement of one partition.
        pub struct CreatableReplicaAssignment<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Ids of the brokers that hold the partition, preferred leader first.
            pub broker_ids: Array<'a, i32> = since(0),
        }
    }

    structure! {
        /// One setting of the new topic.
        pub struct CreatableTopicConfig<'a> {
            /// Name of the setting, for example retention.ms.
            pub name: &'a str = since(0),
            /// Value to set, as text; brokers refuse null.
            pub value: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One result per topic. Version 5 tells the resulting settings (KIP-525), version 7 the
        /// topic id (KIP-516).
        #[api(19, Response, versions = 0..=7, flexible = 5.., current = 2..=7)]
        pub struct CreateTopicsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(2).ignorable(),
            /// Result for each topic.
            pub topics: Array<'a, CreatableTopicResult<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one topic.
        pub struct CreatableTopicResult<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Id given to the new topic (KIP-516); all zero when none was created.
            pub topic_id: Uuid = since(7).ignorable(),
            /// Why the topic was not created; 0 for success, 89 when throttled (KIP-599).
            pub error_code: i16 = since(0),
            /// Text for the error; null without one.
            pub error_message: Option<&'a str> = since(1).nullable_since(1).ignorable(),
            /// Why the settings below are missing; 0 when they are given (KIP-525).
            pub topic_config_error_code: i16 = since(5).tagged(0).ignorable(),
            /// Partition count of the topic; -1 when not told.
            pub num_partitions: i32 = since(5).default(-1).ignorable(),
            /// Replicas per partition; -1 when not told.
            pub replication_factor: i16 = since(5).default(-1).ignorable(),
            /// Settings in force for the topic; null when not told.
            pub configs: Option<Array<'a, CreatableTopicConfigs<'a>>> = since(5).nullable_since(5).ignorable(),
        }
    }

    structure! {
        /// One setting in force for the new topic.
        pub struct CreatableTopicConfigs<'a> {
            /// Name of the setting, for example retention.ms.
            pub name: &'a str = since(5),
            /// Value in force, as text; null when secret or not set.
            pub value: Option<&'a str> = since(5).nullable_since(5),
            /// Whether clients cannot alter the setting.
            pub read_only: bool = since(5),
            /// Origin of the value: 1 topic, 2 one broker, 3 all brokers (both dynamic), 4 broker's
            /// file, 5 built in; -1 not told.
            pub config_source: i8 = since(5).default(-1).ignorable(),
            /// Whether the value is secret, such as a password.
            pub is_sensitive: bool = since(5),
        }
    }
}
