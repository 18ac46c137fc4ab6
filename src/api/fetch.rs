//! Fetch (key 1): reads records from partitions, for consumers and for follower replicas.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Reads records. New in version 7: sessions (KIP-227), 11: racks (KIP-392), 12: epoch
        /// checks (KIP-595), 13: topic ids (KIP-516), 18: high watermark (KIP-1166).
        #[api(1, Request, versions = 0..=18, flexible = 12.., current = 4..=18)]
        pub struct FetchRequest<'a> {
            /// Cluster the fetcher believes to be in, for a check; null if it does not know.
            pub cluster_id: Option<&'a str> = since(12).nullable_since(12).tagged(0).default(None).ignorable(),
            /// Node id of a follower; -1 from a consumer. Moved to `replica_state` in version 15.
            pub replica_id: i32 = versions(0, 14).default(-1),
            /// Who fetches, if it is a follower (KIP-903).
            pub replica_state: ReplicaState<'a> = since(15).tagged(1),
            /// How long the broker may wait for `min_bytes` of data, in milliseconds.
            pub max_wait_ms: i32 = since(0),
            /// Least amount of data to answer with, in bytes; until then the broker waits.
            pub min_bytes: i32 = since(0),
            /// Size limit of the whole answer, in bytes; one larger first batch is still returned
            /// (KIP-74).
            pub max_bytes: i32 = since(3).default(0x7fffffff).ignorable(),
            /// 0 reads all records, 1 only up to the last stable offset and with the list of
            /// aborted transactions.
            pub isolation_level: i8 = since(4).ignorable(),
            /// Fetch session to go on with; 0 for none or a new one (KIP-227).
            pub session_id: i32 = since(7).ignorable(),
            /// Counter of the requests in the session; 0 opens a new session, -1 closes it or uses
            /// none.
            pub session_epoch: i32 = since(7).default(-1).ignorable(),
            /// Partitions to read, one entry a topic; in a session only those that are new or
            /// changed.
            pub topics: Array<'a, FetchTopic<'a>> = since(0),
            /// Partitions to take out of the session (KIP-227).
            pub forgotten_topics_data: Array<'a, ForgottenTopic<'a>> = since(7),
            /// Rack of the consumer, to find a near replica; empty if unknown (KIP-392).
            pub rack_id: &'a str = since(11).ignorable(),
        }
    }

    structure! {
        /// The follower that fetches.
        pub struct ReplicaState<'a> {
            /// Node id of the follower; -1 from a consumer.
            pub replica_id: i32 = since(15).default(-1),
            /// Epoch of the follower's broker registration; -1 if it has none.
            pub replica_epoch: i64 = since(15).default(-1),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct FetchTopic<'a> {
            /// Name of the topic, until version 12.
            pub topic: &'a str = versions(0, 12).ignorable(),
            /// Id of the topic, from version 13 (KIP-516).
            pub topic_id: Uuid = since(13).ignorable(),
            /// Partitions to read.
            pub partitions: Array<'a, FetchPartition<'a>> = since(0),
        }
    }

    structure! {
        /// One partition and where to read it.
        pub struct FetchPartition<'a> {
            /// Index of the partition.
            pub partition: i32 = since(0),
            /// Leader epoch the fetcher knows, checked by the broker; -1 skips that (KIP-320).
            pub current_leader_epoch: i32 = since(9).default(-1).ignorable(),
            /// Offset of the first record wanted.
            pub fetch_offset: i64 = since(0),
            /// Leader epoch of the record just before the fetch offset; -1 for none. Shows whether
            /// logs diverged.
            pub last_fetched_epoch: i32 = since(12).default(-1),
            /// First offset the follower still has; -1 from a consumer.
            pub log_start_offset: i64 = since(5).default(-1).ignorable(),
            /// Size limit for this partition, in bytes; one larger first batch may still be
            /// returned (KIP-74).
            pub partition_max_bytes: i32 = since(0),
            /// Id of the log directory in which the follower keeps the partition (KIP-853).
            pub replica_directory_id: Uuid = since(17).tagged(0).ignorable(),
            /// High watermark the follower knows; -1 if none, 9223372036854775807 if it does not
            /// take part (KIP-1166).
            pub high_watermark: i64 = since(18).tagged(1).default(9223372036854775807).ignorable(),
        }
    }

    structure! {
        /// Partitions of one topic that leave the session.
        pub struct ForgottenTopic<'a> {
            /// Name of the topic, until version 12.
            pub topic: &'a str = versions(7, 12).ignorable(),
            /// Id of the topic, from version 13 (KIP-516).
            pub topic_id: Uuid = since(13).ignorable(),
            /// Indexes of the partitions that leave the session.
            pub partitions: Array<'a, i32> = since(7),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Records of the partitions. New in version 4: transactions (KIP-98), 7: sessions
        /// (KIP-227), 11: near replicas (KIP-392), 12: leader hints, 13: topic ids (KIP-516).
        #[api(1, Response, versions = 0..=18, flexible = 12.., current = 4..=18)]
        pub struct FetchResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(1).ignorable(),
            /// Error of the whole request or of its session; 0 for none.
            pub error_code: i16 = since(7).ignorable(),
            /// Session for the next fetch; 0 if there is none (KIP-227).
            pub session_id: i32 = since(7),
            /// Data, one entry a topic; in a session only partitions with news.
            pub responses: Array<'a, FetchableTopicResponse<'a>> = since(0),
            /// Where to reach the new leaders that partitions name along with an error (KIP-951).
            pub node_endpoints: Array<'a, NodeEndpoint<'a>> = since(16).tagged(0),
        }
    }

    structure! {
        /// Data of one topic.
        pub struct FetchableTopicResponse<'a> {
            /// Name of the topic, until version 12.
            pub topic: &'a str = versions(0, 12).ignorable(),
            /// Id of the topic, from version 13 (KIP-516).
            pub topic_id: Uuid = since(13).ignorable(),
            /// Data, one entry a partition.
            pub partitions: Array<'a, PartitionData<'a>> = since(0),
        }
    }

    structure! {
        /// Data of one partition.
        pub struct PartitionData<'a> {
            /// Index of the partition.
            pub partition_index: i32 = since(0),
            /// Outcome for this partition; 0 is success.
            pub error_code: i16 = since(0),
            /// Offset below which records are committed, that is on all in-sync replicas.
            pub high_watermark: i64 = since(0),
            /// Offset below which no transaction is open any more; -1 if unknown (KIP-98).
            pub last_stable_offset: i64 = since(4).default(-1).ignorable(),
            /// First offset in the log of the partition; -1 if unknown.
            pub log_start_offset: i64 = since(5).default(-1).ignorable(),
            /// Where the fetcher's log departs from the leader's, so that it can truncate; unset if
            /// it does not.
            pub diverging_epoch: EpochEndOffset<'a> = since(12).tagged(0),
            /// Leader to fetch from when this broker is not it; unset if there is nothing to say.
            pub current_leader: LeaderIdAndEpoch<'a> = since(12).tagged(1),
            /// Snapshot to load with FetchSnapshot if the fetch offset is before the start of the
            /// log; else unset.
            pub snapshot_id: SnapshotId<'a> = since(12).tagged(2),
            /// Aborted transactions in the range, for isolation level 1; null otherwise.
            pub aborted_transactions: Option<Array<'a, AbortedTransaction<'a>>> = since(4).nullable_since(4).ignorable(),
            /// Broker a consumer should fetch from next; -1 for no advice (KIP-392).
            pub preferred_read_replica: i32 = since(11).default(-1),
            /// Record batches, the last one perhaps cut off; null or empty if there are none.
            pub records: Option<Records<'a>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// Last point at which two logs can still agree.
        pub struct EpochEndOffset<'a> {
            /// Newest leader epoch that both logs may share; -1 if unset.
            pub epoch: i32 = since(12).default(-1),
            /// Offset at which this epoch ends in the leader's log; -1 if unset.
            pub end_offset: i64 = since(12).default(-1),
        }
    }

    structure! {
        /// Leader of the partition.
        pub struct LeaderIdAndEpoch<'a> {
            /// Node id of the leader; -1 if unknown.
            pub leader_id: i32 = since(12).default(-1),
            /// Epoch of the leader; -1 if unknown.
            pub leader_epoch: i32 = since(12).default(-1),
        }
    }

    structure! {
        /// Identity of a snapshot.
        pub struct SnapshotId<'a> {
            /// Offset just past the last record the snapshot covers; -1 if unset.
            pub end_offset: i64 = since(0).default(-1),
            /// Leader epoch of that last record; -1 if unset.
            pub epoch: i32 = since(0).default(-1),
        }
    }

    structure! {
        /// One aborted transaction.
        pub struct AbortedTransaction<'a> {
            /// Id of the producer that wrote it.
            pub producer_id: i64 = since(4),
            /// Offset at which the transaction begins.
            pub first_offset: i64 = since(4),
        }
    }

    structure! {
        /// Where to reach one leader.
        pub struct NodeEndpoint<'a> {
            /// Id of the broker.
            pub node_id: i32 = since(16),
            /// Host name or address to connect to.
            pub host: &'a str = since(16),
            /// TCP port to connect to.
            pub port: i32 = since(16),
            /// Rack of the broker; null if it has none.
            pub rack: Option<&'a str> = since(16).nullable_since(16).default(None),
        }
    }
}
