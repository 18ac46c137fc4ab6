//! ShareGroupDescribe (key 77): describes share groups (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the group coordinator for the state and the members of share groups. Version 0 was
        /// a preview that ended with Kafka 4.0.
        #[api(77, Request, versions = 0..=1, flexible = 0.., current = 1..=1, unstable = 0..=0)]
        pub struct ShareGroupDescribeRequest<'a> {
            /// Groups to describe.
            pub group_ids: Array<'a, &'a str> = since(0),
            /// True to also get what the client is allowed to do with each group.
            pub include_authorized_operations: bool = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// State, members and assignments of the share groups. Version 0 was a preview that ended
        /// with Kafka 4.0.
        #[api(77, Response, versions = 0..=1, flexible = 0.., current = 1..=1, unstable = 0..=0)]
        pub struct ShareGroupDescribeResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Descriptions, one for each group asked for.
            pub groups: Array<'a, DescribedGroup<'a>> = since(0),
        }
    }

    structure! {
        /// Description of one group, or why there is none.
        pub struct DescribedGroup<'a> {
            /// Outcome for this group; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the group.
            pub group_id: &'a str = since(0),
            /// State by name, such as `Stable`; empty if there is none to tell.
            pub group_state: &'a str = since(0),
            /// Epoch of the group; it grows when members or subscriptions change.
            pub group_epoch: i32 = since(0),
            /// Group epoch for which the assignment was computed.
            pub assignment_epoch: i32 = since(0),
            /// Name of the server-side assignor in use.
            pub assignor_name: &'a str = since(0),
            /// Members of the group.
            pub members: Array<'a, Member<'a>> = since(0),
            /// Bit n is set if ACL operation n is allowed; -2147483648 if not asked for.
            pub authorized_operations: i32 = since(0).default(-2147483648),
        }
    }

    structure! {
        /// One member of the group.
        pub struct Member<'a> {
            /// Id of the member.
            pub member_id: &'a str = since(0),
            /// Rack of the member; null if it gave none.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch the member has reached.
            pub member_epoch: i32 = since(0),
            /// Client id of the member.
            pub client_id: &'a str = since(0),
            /// Host from which the member connects.
            pub client_host: &'a str = since(0),
            /// Topics the member subscribes to.
            pub subscribed_topic_names: Array<'a, &'a str> = since(0),
            /// Partitions the member has now; others may share them.
            pub assignment: Assignment<'a> = since(0),
        }
    }

    structure! {
        /// Partitions given to a member.
        pub struct Assignment<'a> {
            /// Assigned partitions, one entry a topic.
            pub topic_partitions: Array<'a, TopicPartitions<'a>> = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct TopicPartitions<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Indexes of the partitions.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}
