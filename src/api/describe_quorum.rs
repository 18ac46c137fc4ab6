//! DescribeQuorum (key 55): shows leader, voters and observers of the metadata quorum (KIP-595).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the state of a KRaft quorum (KIP-595). Versions 1 (KIP-836) and 2 (KIP-853)
        /// change the response only.
        #[api(55, Request, versions = 0..=2, flexible = 0..)]
        pub struct DescribeQuorumRequest<'a> {
            /// Quorum topics to describe; in practice __cluster_metadata alone.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// One topic to describe.
        pub struct TopicData<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Partitions to describe.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition to describe.
        pub struct PartitionData<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition_index: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// State of the quorum as its leader sees it. Version 1 adds how current each replica is
        /// (KIP-836), 2 endpoints, directory ids and error messages (KIP-853).
        #[api(55, Response, versions = 0..=2, flexible = 0..)]
        pub struct DescribeQuorumResponse<'a> {
            /// Error of the whole request; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(2).nullable_since(2).ignorable(),
            /// State by topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
            /// Nodes of the quorum with their endpoints (KIP-853).
            pub nodes: Array<'a, Node<'a>> = since(2),
        }
    }

    structure! {
        /// State of one topic.
        pub struct TopicData<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// State by partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// State of one partition.
        pub struct PartitionData<'a> {
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 if there is none.
            pub error_code: i16 = since(0),
            /// Reason in words; null without an error.
            pub error_message: Option<&'a str> = since(2).nullable_since(2).ignorable(),
            /// Node id of the leader; -1 if none is known.
            pub leader_id: i32 = since(0),
            /// Newest leader epoch known.
            pub leader_epoch: i32 = since(0),
            /// Offset up to which the log is committed.
            pub high_watermark: i64 = since(0),
            /// Replicas that vote, the leader among them.
            pub current_voters: Array<'a, ReplicaState<'a>> = since(0),
            /// Replicas that follow the log without a vote, such as brokers.
            pub observers: Array<'a, ReplicaState<'a>> = since(0),
        }
    }

    structure! {
        /// Progress of one replica.
        pub struct ReplicaState<'a> {
            /// Node id of the replica.
            pub replica_id: i32 = since(0),
            /// Id of the log directory the replica is in (KIP-853).
            pub replica_directory_id: Uuid = since(2),
            /// Offset after the replica's newest record, as far as the leader knows; -1 if it does
            /// not.
            pub log_end_offset: i64 = since(0),
            /// When the replica last fetched, by the leader's clock in milliseconds since the Unix
            /// epoch; -1 for the leader itself or if not known (KIP-836).
            pub last_fetch_timestamp: i64 = since(1).default(-1).ignorable(),
            /// When the replica was last level with the leader, by the leader's clock in
            /// milliseconds since the Unix epoch; the leader gives the present for itself, -1 is
            /// unknown (KIP-836).
            pub last_caught_up_timestamp: i64 = since(1).default(-1).ignorable(),
        }
    }

    structure! {
        /// One node of the quorum.
        pub struct Node<'a> {
            /// Id of the node.
            pub node_id: i32 = since(2),
            /// Endpoints at which the node is reached.
            pub listeners: Array<'a, Listener<'a>> = since(2),
        }
    }

    structure! {
        /// One endpoint of a node.
        pub struct Listener<'a> {
            /// Listener name, such as CONTROLLER.
            pub name: &'a str = since(2),
            /// Host name or address.
            pub host: &'a str = since(2),
            /// TCP port.
            pub port: u16 = since(2),
        }
    }
}
