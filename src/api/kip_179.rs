//! AlterTopics and ReplicaStatus, as KIP-179 proposed them: clients change partitions and replicas
//! of topics through a broker, and follow how far the new replicas have come.
//!
//! Never released: they have no API key, and so are not in the registry. Made with the public
//! macros alone, as anyone's own messages can be.

/// Changes topics.
pub mod alter_topics {
    /// The request.
    pub mod request {
        use crate::dsl::*;

        message! {
            /// Changes the number of partitions, the replication factor or the replicas of topics
            /// (KIP-179). Any broker takes it.
            #[message(Request, versions = 0..=0)]
            pub struct AlterTopicsRequest<'a> {
                /// Topics to change.
                pub alter_topic_requests: Array<'a, AlterTopicRequest<'a>> = since(0),
                /// Only check the request, and change nothing.
                pub validate_only: bool = since(0),
            }
        }

        structure! {
            /// What one topic should become.
            pub struct AlterTopicRequest<'a> {
                /// Topic name.
                pub topic: &'a str = since(0),
                /// Number of partitions.
                pub num_partitions: i32 = since(0),
                /// Number of replicas of each partition.
                pub replication_factor: i16 = since(0),
                /// Brokers by partition; if empty, the broker assigns them.
                pub partition_assignment: Array<'a, PartitionAssignment<'a>> = since(0),
            }
        }

        structure! {
            /// Which brokers hold a partition.
            pub struct PartitionAssignment<'a> {
                /// Partition number within the topic.
                pub partition_id: i32 = since(0),
                /// Ids of the brokers that should hold it.
                pub brokers: Array<'a, i32> = since(0),
            }
        }
    }

    /// The response.
    pub mod response {
        use crate::dsl::*;

        message! {
            /// Says for each topic whether the change has begun.
            #[message(Response, versions = 0..=0)]
            pub struct AlterTopicsResponse<'a> {
                /// How long the quota held the request back, in milliseconds.
                pub throttle_time_ms: i32 = since(0),
                /// Outcome by topic.
                pub topic_errors: Array<'a, TopicError<'a>> = since(0),
            }
        }

        structure! {
            /// Outcome for one topic.
            pub struct TopicError<'a> {
                /// Topic name.
                pub topic: &'a str = since(0),
                /// Error of this topic; 0 if the change has begun.
                pub error_code: i16 = since(0),
                /// What went wrong, in words; null if nothing is to be said.
                pub error_message: Option<&'a str> = since(0).nullable_since(0),
            }
        }
    }
}

/// Tells how far replicas have come.
pub mod replica_status {
    /// The request.
    pub mod request {
        use crate::dsl::*;

        message! {
            /// Asks how far some replicas lag behind their leaders (KIP-179).
            #[message(Request, versions = 0..=0)]
            pub struct ReplicaStatusRequest<'a> {
                /// Replicas to look up.
                pub replica_status_requests: Array<'a, ReplicaStatusRequestReplica<'a>> = since(0),
            }
        }

        structure! {
            /// One replica.
            pub struct ReplicaStatusRequestReplica<'a> {
                /// Topic name.
                pub topic: &'a str = since(0),
                /// Partition number within the topic.
                pub partition_id: i32 = since(0),
                /// Id of the follower.
                pub broker: i32 = since(0),
            }
        }
    }

    /// The response.
    pub mod response {
        use crate::dsl::*;

        message! {
            /// Tells the lag of each replica.
            #[message(Response, versions = 0..=0)]
            pub struct ReplicaStatusResponse<'a> {
                /// Status by replica.
                pub replica_status: Array<'a, ReplicaStatus<'a>> = since(0),
            }
        }

        structure! {
            /// How far one replica has come.
            pub struct ReplicaStatus<'a> {
                /// Topic name.
                pub topic: &'a str = since(0),
                /// Partition number within the topic.
                pub partition_id: i32 = since(0),
                /// Id of the follower.
                pub broker: i32 = since(0),
                /// Error of this replica; 0 if its status is known.
                pub error_code: i16 = since(0),
                /// When the status was true, in milliseconds since 1970 UTC.
                pub status_time: i64 = since(0),
                /// How many messages the follower is behind its leader.
                pub lag: i64 = since(0),
            }
        }
    }
}
