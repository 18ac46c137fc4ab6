//! FetchSnapshot (key 59): downloads a piece of a KRaft snapshot from the quorum leader (KIP-630).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent by replicas whose log is too far behind to catch up by Fetch. Version 1 adds the
        /// log directory of the replica (KIP-853).
        #[api(59, Request, versions = 0..=1, flexible = 0..)]
        pub struct FetchSnapshotRequest<'a> {
            /// Cluster that the sender believes it is in; null when it does not know.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0).tagged(0).default(None),
            /// Node id of the replica that downloads; -1 by default.
            pub replica_id: i32 = since(0).default(-1),
            /// Most bytes to return, over all snapshots together.
            pub max_bytes: i32 = since(0).default(0x7fffffff),
            /// Raft topics to download from; in practice the metadata log alone.
            pub topics: Array<'a, TopicSnapshot<'a>> = since(0),
        }
    }

    structure! {
        /// Snapshots to download from one topic.
        pub struct TopicSnapshot<'a> {
            /// Topic name, `__cluster_metadata` for the metadata log.
            pub name: &'a str = since(0),
            /// Partitions, each with a snapshot and a position.
            pub partitions: Array<'a, PartitionSnapshot<'a>> = since(0),
        }
    }

    structure! {
        /// Piece of a snapshot to download.
        pub struct PartitionSnapshot<'a> {
            /// Partition number; 0 for the metadata log.
            pub partition: i32 = since(0),
            /// Leader epoch that the replica knows; -1 when it knows none.
            pub current_leader_epoch: i32 = since(0),
            /// Snapshot wanted.
            pub snapshot_id: SnapshotId<'a> = since(0),
            /// Byte offset in the snapshot file at which to continue.
            pub position: i64 = since(0),
            /// Log directory of the replica that downloads (KIP-853).
            pub replica_directory_id: Uuid = since(1).tagged(0).ignorable(),
        }
    }

    structure! {
        /// Identity of a snapshot: the point of the log that it reaches.
        pub struct SnapshotId<'a> {
            /// Log offset that the snapshot reaches, itself excluded.
            pub end_offset: i64 = since(0),
            /// Epoch of the log at the end of the snapshot.
            pub epoch: i32 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Piece of each snapshot, cut without regard to batches. Version 1 adds the leaders'
        /// addresses (KIP-853).
        #[api(59, Response, versions = 0..=1, flexible = 0..)]
        pub struct FetchSnapshotResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0).ignorable(),
            /// Error of the request as a whole; 0 for success.
            pub error_code: i16 = since(0),
            /// Results by topic.
            pub topics: Array<'a, TopicSnapshot<'a>> = since(0),
            /// Addresses of the leaders that the partition results name.
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(1).tagged(0),
        }
    }

    structure! {
        /// Snapshot pieces of one topic.
        pub struct TopicSnapshot<'a> {
            /// Topic that the results are for.
            pub name: &'a str = since(0),
            /// One result per partition.
            pub partitions: Array<'a, PartitionSnapshot<'a>> = since(0),
        }
    }

    structure! {
        /// Piece of one snapshot.
        pub struct PartitionSnapshot<'a> {
            /// Partition number; 0 for the metadata log.
            pub index: i32 = since(0),
            /// Error for this partition, such as SNAPSHOT_NOT_FOUND; 0 for success.
            pub error_code: i16 = since(0),
            /// Snapshot that the bytes come from.
            pub snapshot_id: SnapshotId<'a> = since(0),
            /// Leader of the partition as far as the answering node knows.
            pub current_leader: LeaderIdAndEpoch<'a> = since(0).tagged(0),
            /// Length of the whole snapshot, in bytes.
            pub size: i64 = since(0),
            /// Byte offset in the snapshot at which this piece starts.
            pub position: i64 = since(0),
            /// Raw bytes of the snapshot; a record batch may be cut at either end.
            pub unaligned_records: Records<'a> = since(0),
        }
    }

    structure! {
        /// Identity of a snapshot: the point of the log that it reaches.
        pub struct SnapshotId<'a> {
            /// Log offset that the snapshot reaches, itself excluded.
            pub end_offset: i64 = since(0),
            /// Epoch of the log at the end of the snapshot.
            pub epoch: i32 = since(0),
        }
    }

    structure! {
        /// Leader of a partition and its epoch.
        pub struct LeaderIdAndEpoch<'a> {
            /// Node that leads; -1 when unknown.
            pub leader_id: i32 = since(0),
            /// Highest leader epoch that the answering node has seen.
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
