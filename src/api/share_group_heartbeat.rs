//! ShareGroupHeartbeat (key 76): joins, keeps up or leaves a share group (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Membership and subscription of one share consumer; unchanged parts may be left out.
        /// Version 0 was a preview that ended with Kafka 4.0.
        #[api(76, Request, versions = 0..=1, flexible = 0.., current = 1..=1, unstable = 0..=0)]
        pub struct ShareGroupHeartbeatRequest<'a> {
            /// Share group to be a member of.
            pub group_id: &'a str = since(0),
            /// Id that the client made up for itself; it stays the same until the process ends.
            pub member_id: &'a str = since(0),
            /// Epoch the member is at. 0 joins, -1 leaves.
            pub member_epoch: i32 = since(0),
            /// Rack of the consumer; null for none or when unchanged.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Topics subscribed to; null when unchanged.
            pub subscribed_topic_names: Option<Array<'a, &'a str>> = since(0).nullable_since(0).default(None),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The member's new epoch, when to send the next heartbeat and, where needed, the
        /// partitions to fetch from.
        #[api(76, Response, versions = 0..=1, flexible = 0.., current = 1..=1, unstable = 0..=0)]
        pub struct ShareGroupHeartbeatResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the heartbeat, such as UNKNOWN_MEMBER_ID; 0 for success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the member, as the client chose it; null on error.
            pub member_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Epoch to send with the next heartbeat.
            pub member_epoch: i32 = since(0),
            /// Time until the next heartbeat is due, in milliseconds.
            pub heartbeat_interval_ms: i32 = since(0),
            /// Partitions to fetch from; null when this answer brings no assignment.
            pub assignment: Option<Assignment<'a>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// Complete assignment of the member.
        pub struct Assignment<'a> {
            /// Partitions by topic; other members may share them.
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
