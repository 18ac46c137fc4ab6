//! BeginQuorumEpoch (key 53): a newly elected KRaft leader announces itself to the voters
//! (KIP-595).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent by a controller that won an election, so that voters follow it. Version 1 names the
        /// receiving voter and carries the leader's endpoints (KIP-853).
        #[api(53, Request, versions = 0..=1, flexible = 1..)]
        pub struct BeginQuorumEpochRequest<'a> {
            /// Cluster that the sender belongs to; the receiver skips its check when null.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Replica that is meant to receive this; -1 when not told.
            pub voter_id: i32 = since(1).default(-1).ignorable(),
            /// Raft topics; in practice the metadata log alone.
            pub topics: Array<'a, TopicData<'a>> = since(0),
            /// Addresses under which the new leader can be reached.
            pub leader_endpoints: Array<'a, LeaderEndpoint<'a>> = since(1).ignorable(),
        }
    }

    structure! {
        /// One Raft topic.
        pub struct TopicData<'a> {
            /// Topic name, `__cluster_metadata` for the metadata log.
            pub topic_name: &'a str = since(0),
            /// Partitions that have a new leader.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// New leader of one partition.
        pub struct PartitionData<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition_index: i32 = since(0),
            /// Log directory of the voter addressed by `voter_id` (KIP-853).
            pub voter_directory_id: Uuid = since(1).ignorable(),
            /// Replica that won the election.
            pub leader_id: i32 = since(0),
            /// Epoch in which it leads.
            pub leader_epoch: i32 = since(0),
        }
    }

    structure! {
        /// Address of the leader on one listener.
        pub struct LeaderEndpoint<'a> {
            /// Listener name, such as `CONTROLLER`.
            pub name: &'a str = since(1),
            /// Host name or IP address of the leader.
            pub host: &'a str = since(1),
            /// TCP port of the leader.
            pub port: u16 = since(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Acknowledges the leader, or points to one of a newer epoch. Version 1 adds the addresses
        /// of the leaders named (KIP-853).
        #[api(53, Response, versions = 0..=1, flexible = 1..)]
        pub struct BeginQuorumEpochResponse<'a> {
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
        /// Result for one partition, with the leader that the voter knows.
        pub struct PartitionData<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition_index: i32 = since(0),
            /// Error for this partition; 0 when the voter follows the leader.
            pub error_code: i16 = since(0),
            /// Leader that the voter knows; -1 for none.
            pub leader_id: i32 = since(0),
            /// Highest leader epoch that the voter has seen.
            pub leader_epoch: i32 = since(0),
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
