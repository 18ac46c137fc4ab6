//! Vote (key 52): asks a KRaft voter for its vote in a leader election (KIP-595).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent by a replica that wants to lead. Version 1 adds directory ids and the receiving
        /// voter (KIP-853), version 2 the pre-vote (KIP-996).
        #[api(52, Request, versions = 0..=2, flexible = 0..)]
        pub struct VoteRequest<'a> {
            /// Cluster that the sender belongs to; the receiver skips its check when null.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Replica that is meant to receive this; -1 when not told.
            pub voter_id: i32 = since(1).default(-1).ignorable(),
            /// Raft topics; in practice the metadata log alone.
            pub topics: Array<'a, TopicData<'a>> = since(0),
        }
    }

    structure! {
        /// One Raft topic.
        pub struct TopicData<'a> {
            /// Topic name, `__cluster_metadata` for the metadata log.
            pub topic_name: &'a str = since(0),
            /// Partitions to elect a leader for.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Candidacy for one partition.
        pub struct PartitionData<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition_index: i32 = since(0),
            /// Epoch of the sender.
            pub replica_epoch: i32 = since(0),
            /// Node id of the sender, which asks for the vote.
            pub replica_id: i32 = since(0),
            /// Log directory of the sender (KIP-853).
            pub replica_directory_id: Uuid = since(1).ignorable(),
            /// Log directory of the voter addressed by `voter_id` (KIP-853).
            pub voter_directory_id: Uuid = since(1).ignorable(),
            /// Epoch of the last record in the sender's log; voters refuse a log older than theirs.
            pub last_offset_epoch: i32 = since(0),
            /// End offset of the sender's log.
            pub last_offset: i64 = since(0),
            /// Set to sound out the voters first, which changes no persistent state (KIP-996).
            pub pre_vote: bool = since(2),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Grants or refuses the vote. Version 1 adds the leaders' addresses (KIP-853), version 2
        /// answers pre-votes (KIP-996).
        #[api(52, Response, versions = 0..=2, flexible = 0..)]
        pub struct VoteResponse<'a> {
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Results by topic.
            pub topics: Array<'a, TopicData<'a>> = since(0),
            /// Addresses of the leaders that the partition results name.
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(1).tagged(0),
        }
    }

    structure! {
        /// Results for one Raft topic.
        pub struct TopicData<'a> {
            /// Topic that the results are for.
            pub topic_name: &'a str = since(0),
            /// One result per partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// The voter's decision for one partition.
        pub struct PartitionData<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 when the request was processed.
            pub error_code: i16 = since(0),
            /// Leader that the voter knows; -1 for none.
            pub leader_id: i32 = since(0),
            /// Highest leader epoch that the voter has seen.
            pub leader_epoch: i32 = since(0),
            /// True when the sender gets the vote.
            pub vote_granted: bool = since(0),
        }
    }

    structure! {
        /// Address of one leader.
        pub struct NodeEndpoint<'a> {
            /// Node that the address is of.
            pub node_id: i32 = since(1),
            /// Host name or IP address to connect to.
            pub host: &'a str = since(1),
            /// TCP port to connect to.
            pub port: u16 = since(1),
        }
    }
}
