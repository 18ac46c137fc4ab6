//! ConsumerGroupDescribe (key 69): describes groups of the new consumer protocol (KIP-848).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks the group coordinator for the state and the members of consumer groups. Version 1
        /// only changes the response (KIP-1099).
        #[api(69, Request, versions = 0..=1, flexible = 0..)]
        pub struct ConsumerGroupDescribeRequest<'a> {
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
        /// State, members and assignments of the groups. Version 1 adds the protocol that each
        /// member uses (KIP-1099).
        #[api(69, Response, versions = 0..=1, flexible = 0..)]
        pub struct ConsumerGroupDescribeResponse<'a> {
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
            /// Group epoch for which the target assignment was computed.
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
            /// Instance id of a static member; null for a dynamic one.
            pub instance_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Rack of the member; null if it gave none.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch the member has reached.
            pub member_epoch: i32 = since(0),
            /// Client id of the member.
            pub client_id: &'a str = since(0),
            /// Host from which the member connects.
            pub client_host: &'a str = since(0),
            /// Topics the member subscribes to by name.
            pub subscribed_topic_names: Array<'a, &'a str> = since(0),
            /// Regular expression the member subscribes with; null if it has none.
            pub subscribed_topic_regex: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Partitions the member has now.
            pub assignment: Assignment<'a> = since(0),
            /// Partitions the member is meant to have after the rebalance.
            pub target_assignment: Assignment<'a> = since(0),
            /// Protocol of the member: 0 classic, 1 consumer, -1 unknown (KIP-1099).
            pub member_type: i8 = since(1).default(-1).ignorable(),
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
