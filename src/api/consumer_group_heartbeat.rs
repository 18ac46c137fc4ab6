//! ConsumerGroupHeartbeat (key 68): joins, keeps up or leaves a consumer group of the new rebalance
//! protocol (KIP-848).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Membership, subscription and owned partitions of one consumer; unchanged parts may be
        /// left out. Version 1 adds the regex and has the client choose its member id (KIP-1082).
        #[api(68, Request, versions = 0..=1, flexible = 0..)]
        pub struct ConsumerGroupHeartbeatRequest<'a> {
            /// Consumer group to be a member of.
            pub group_id: &'a str = since(0),
            /// Id of the member, made up by the client from version 1; it stays the same until the
            /// process ends.
            pub member_id: &'a str = since(0),
            /// Epoch the member is at. 0 joins, -1 leaves for good, -2 leaves for a while, as a
            /// static member.
            pub member_epoch: i32 = since(0),
            /// Static member name (`group.instance.id`); null for a dynamic member or when
            /// unchanged.
            pub instance_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Rack of the consumer; null for none or when unchanged.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Time the member gets to give up partitions, in milliseconds; -1 when unchanged.
            pub rebalance_timeout_ms: i32 = since(0).default(-1),
            /// Topics subscribed to by name; null when unchanged.
            pub subscribed_topic_names: Option<Array<'a, &'a str>> = since(0).nullable_since(0).default(None),
            /// Pattern of topic names, matched by the broker; null when unchanged.
            pub subscribed_topic_regex: Option<&'a str> = since(1).nullable_since(1).default(None),
            /// Assignor that the coordinator should run; null for no preference or when unchanged.
            pub server_assignor: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Partitions the member holds right now; null when unchanged.
            pub topic_partitions: Option<Array<'a, TopicPartitions<'a>>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// Partitions of one topic that the member holds.
        pub struct TopicPartitions<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The member's new epoch, when to send the next heartbeat and, where needed, the
        /// partitions to work on.
        #[api(68, Response, versions = 0..=1, flexible = 0..)]
        pub struct ConsumerGroupHeartbeatResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the heartbeat, such as FENCED_MEMBER_EPOCH; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the member, which in version 0 the coordinator may have picked (KIP-1082);
            /// null on error.
            pub member_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch to send with the next heartbeat.
            pub member_epoch: i32 = since(0),
            /// Time until the next heartbeat is due, in milliseconds.
            pub heartbeat_interval_ms: i32 = since(0),
            /// Partitions the member should have; null when this answer brings no assignment.
            pub assignment: Option<Assignment<'a>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// Complete assignment of the member.
        pub struct Assignment<'a> {
            /// Partitions by topic, free for the member to consume at once.
            pub topic_partitions: Array<'a, TopicPartitions<'a>> = since(0),
        }
    }

    structure! {
        /// Assigned partitions of one topic.
        pub struct TopicPartitions<'a> {
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}
