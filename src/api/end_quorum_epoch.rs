//! EndQuorumEpoch (key 54): a resigning KRaft leader asks the voters to elect another (KIP-595).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Ends the epoch of a KRaft leader without waiting for a timeout. Version 1 names
        /// candidates with directory ids and adds the leader's endpoints (KIP-853).
        #[api(54, Request, versions = 0..=1, flexible = 1..)]
        pub struct EndQuorumEpochRequest<'a> {
            /// Id of the cluster, for a check; null skips it.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Partitions the leader resigns from, one entry a topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
            /// Endpoints at which the resigning leader can be reached (KIP-853).
            pub leader_endpoints: Array<'a, LeaderEndpoint<'a>> = since(1).ignorable(),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct TopicData<'a> {
            /// Name of the topic; KRaft uses `__cluster_metadata`.
            pub topic_name: &'a str = since(0),
            /// Partitions the leader resigns from.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// One partition and the proposed successors.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Node id of the leader that resigns.
            pub leader_id: i32 = since(0),
            /// Epoch that ends.
            pub leader_epoch: i32 = since(0),
            /// Node ids of the voters that should stand for election, best first; version 0 only.
            pub preferred_successors: Array<'a, i32> = versions(0, 0).ignorable(),
            /// Voters that should stand for election, best first (KIP-853).
            pub preferred_candidates: Array<'a, ReplicaInfo<'a>> = since(1).ignorable(),
        }
    }

    structure! {
        /// One voter that may stand for election.
        pub struct ReplicaInfo<'a> {
            /// Node id of the voter.
            pub candidate_id: i32 = since(1),
            /// Id of the log directory in which the voter keeps the partition.
            pub candidate_directory_id: Uuid = since(1),
        }
    }

    structure! {
        /// One listener of the resigning leader.
        pub struct LeaderEndpoint<'a> {
            /// Name of the listener.
            pub name: &'a str = since(1),
            /// Host name or address to connect to.
            pub host: &'a str = since(1),
            /// TCP port to connect to.
            pub port: u16 = since(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// A voter's answer, with the leader it knows. Version 1 adds endpoints of the leaders
        /// (KIP-853).
        #[api(54, Response, versions = 0..=1, flexible = 1..)]
        pub struct EndQuorumEpochResponse<'a> {
            /// Error of the whole request; 0 for none.
            pub error_code: i16 = since(0),
            /// Results, one entry a topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
            /// Where to reach the leaders named in the partitions (KIP-853).
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(1).tagged(0),
        }
    }

    structure! {
        /// Results for one topic.
        pub struct TopicData<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Results, one entry a partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
            /// Node id of the leader the voter knows; -1 if it knows none.
            pub leader_id: i32 = since(0),
            /// Newest epoch the voter knows.
            pub leader_epoch: i32 = since(0),
        }
    }

    structure! {
        /// Where to reach one leader.
        pub struct NodeEndpoint<'a> {
            /// Node id of the leader.
            pub node_id: i32 = since(1),
            /// Host name or address to connect to.
            pub host: &'a str = since(1),
            /// TCP port to connect to.
            pub port: u16 = since(1),
        }
    }
}
