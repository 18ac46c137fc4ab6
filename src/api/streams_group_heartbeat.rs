//! StreamsGroupHeartbeat (key 88): joins, keeps up and leaves a streams group (KIP-1071).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// A Kafka Streams member reports its state and its tasks to the coordinator. Version 1
        /// lets the broker use what version 1 of the response adds (KIP-1331).
        #[api(88, Request, versions = 0..=1, flexible = 0..)]
        pub struct StreamsGroupHeartbeatRequest<'a> {
            /// Id of the streams group.
            pub group_id: &'a str = since(0),
            /// Id the member made up for itself and keeps as long as its process runs.
            pub member_id: &'a str = since(0),
            /// Epoch of the member; 0 joins, -1 leaves, -2 leaves as a static member that will come
            /// back.
            pub member_epoch: i32 = since(0),
            /// Epoch of the newest endpoint information the member has received.
            pub endpoint_information_epoch: i32 = since(0),
            /// Instance id of a static member; null for a dynamic one or if unchanged.
            pub instance_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Rack of the member; null for none or if unchanged.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// How long the coordinator waits for the member to give up tasks, in milliseconds; -1
            /// if unchanged.
            pub rebalance_timeout_ms: i32 = since(0).default(-1),
            /// Topology of the application, sent on joining only; null in all later heartbeats.
            pub topology: Option<Topology<'a>> = since(0).nullable_since(0).default(None),
            /// Active tasks the member has; null if unchanged.
            pub active_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// Standby tasks the member has; null if unchanged.
            pub standby_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// Warm-up tasks the member has; null if unchanged.
            pub warmup_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// Id of the Streams instance, which may run several members; null if unchanged.
            pub process_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Where other instances reach this one for Interactive Queries; null for none or if
            /// unchanged.
            pub user_endpoint: Option<Endpoint<'a>> = since(0).nullable_since(0).default(None),
            /// Tags for the rack-aware placement of tasks; null if unchanged.
            pub client_tags: Option<Array<'a, KeyValue<'a>>> = since(0).nullable_since(0).default(None),
            /// How far each task has restored, as summed changelog offsets; null if unchanged.
            pub task_offsets: Option<Array<'a, TaskOffset<'a>>> = since(0).nullable_since(0).default(None),
            /// Ends of the changelogs of each task, summed; null if unchanged.
            pub task_end_offsets: Option<Array<'a, TaskOffset<'a>>> = since(0).nullable_since(0).default(None),
            /// True to make all clients of the group shut down.
            pub shutdown_application: bool = since(0),
        }
    }

    structure! {
        /// Topology of a Streams application.
        pub struct Topology<'a> {
            /// Epoch of the topology, compared with the one the group has.
            pub epoch: i32 = since(0),
            /// Parts of the topology that run on their own.
            pub subtopologies: Array<'a, Subtopology<'a>> = since(0),
        }
    }

    structure! {
        /// One part of the topology, from which tasks are made.
        pub struct Subtopology<'a> {
            /// Id of the subtopology, derived from the topology.
            pub subtopology_id: &'a str = since(0),
            /// Topics that are read, by name.
            pub source_topics: Array<'a, &'a str> = since(0),
            /// Topics that are read, by regular expression.
            pub source_topic_regex: Array<'a, &'a str> = since(0),
            /// Changelog topics of the state stores; the coordinator creates them.
            pub state_changelog_topics: Array<'a, TopicInfo<'a>> = since(0),
            /// Repartition topics that are written to.
            pub repartition_sink_topics: Array<'a, &'a str> = since(0),
            /// Repartition topics that are read; the coordinator creates them.
            pub repartition_source_topics: Array<'a, TopicInfo<'a>> = since(0),
            /// Sets of source topics that need the same number of partitions.
            pub copartition_groups: Array<'a, CopartitionGroup<'a>> = since(0),
        }
    }

    structure! {
        /// One internal topic and how to create it.
        pub struct TopicInfo<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Number of partitions; 0 leaves it to the coordinator, as always for changelogs.
            pub partitions: i32 = since(0),
            /// Number of replicas; 0 takes the default of the brokers.
            pub replication_factor: i16 = since(0),
            /// Configurations of the topic.
            pub topic_configs: Array<'a, KeyValue<'a>> = since(0),
        }
    }

    structure! {
        /// A name with its value.
        pub struct KeyValue<'a> {
            /// Name of the configuration or tag.
            pub key: &'a str = since(0),
            /// Value of the configuration or tag.
            pub value: &'a str = since(0),
        }
    }

    structure! {
        /// One set of copartitioned topics, as positions in the arrays of the subtopology.
        pub struct CopartitionGroup<'a> {
            /// Positions in `source_topics`.
            pub source_topics: Array<'a, i16> = since(0),
            /// Positions in `source_topic_regex`.
            pub source_topic_regex: Array<'a, i16> = since(0),
            /// Positions in `repartition_source_topics`.
            pub repartition_source_topics: Array<'a, i16> = since(0),
        }
    }

    structure! {
        /// Tasks of one subtopology.
        pub struct TaskIds<'a> {
            /// Id of the subtopology.
            pub subtopology_id: &'a str = since(0),
            /// Partitions of the input topics, one task each.
            pub partitions: Array<'a, i32> = since(0),
        }
    }

    structure! {
        /// Where an instance can be reached.
        pub struct Endpoint<'a> {
            /// Host name or address of the endpoint.
            pub host: &'a str = since(0),
            /// TCP port of the endpoint.
            pub port: u16 = since(0),
        }
    }

    structure! {
        /// Position of one task.
        pub struct TaskOffset<'a> {
            /// Id of the subtopology.
            pub subtopology_id: &'a str = since(0),
            /// Partition of the task.
            pub partition: i32 = since(0),
            /// Sum of the offsets over the changelogs of the task.
            pub offset: i64 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// The coordinator's answer, with tasks where they changed. Version 1 can ask for the
        /// topology description (KIP-1331) and adds status 6.
        #[api(88, Response, versions = 0..=1, flexible = 0..)]
        pub struct StreamsGroupHeartbeatResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the heartbeat; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Id of the member, as it chose it.
            pub member_id: &'a str = since(0),
            /// Epoch the member now has.
            pub member_epoch: i32 = since(0),
            /// Time until the next heartbeat is due, in milliseconds.
            pub heartbeat_interval_ms: i32 = since(0),
            /// Version 0 form of `acceptable_recovery_lag`, with 32 bits.
            pub acceptable_recovery_lag_legacy: i32 = versions(0, 0),
            /// How often the member should report the offsets of its tasks, in milliseconds.
            pub task_offset_interval_ms: i32 = since(0),
            /// How many offsets a client may lag and still be given an active task; -1 if the
            /// broker does not support it.
            pub acceptable_recovery_lag: i64 = since(1).default(-1).ignorable(),
            /// Conditions of the group that the member should know of; may be null.
            pub status: Option<Array<'a, Status<'a>>> = since(0).nullable_since(0),
            /// Active tasks for the member; null if unchanged.
            pub active_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// Standby tasks for the member; null if unchanged.
            pub standby_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// Warm-up tasks for the member; null if unchanged.
            pub warmup_tasks: Option<Array<'a, TaskIds<'a>>> = since(0).nullable_since(0).default(None),
            /// True if the member should send StreamsGroupTopologyDescriptionUpdate (KIP-1331).
            pub topology_description_required: bool = since(1),
            /// Epoch of the endpoint information.
            pub endpoint_information_epoch: i32 = since(0),
            /// Which instance has which partitions, for Interactive Queries, one entry a member (an
            /// endpoint may recur); null if unchanged.
            pub partitions_by_user_endpoint: Option<Array<'a, EndpointToPartitions<'a>>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// One condition of the group.
        pub struct Status<'a> {
            /// 0 stale topology, 1 source topics missing, 2 wrong partition counts, 3 internal
            /// topics missing, 4 shutdown asked for, 5 assignment delayed, 6 client tags missing.
            pub status_code: i8 = since(0),
            /// Explanation in words, such as the topics concerned.
            pub status_detail: &'a str = since(0),
        }
    }

    structure! {
        /// Tasks of one subtopology.
        pub struct TaskIds<'a> {
            /// Id of the subtopology.
            pub subtopology_id: &'a str = since(0),
            /// Partitions of the input topics, one task each.
            pub partitions: Array<'a, i32> = since(0),
        }
    }

    structure! {
        /// What one member has, and where it can be asked.
        pub struct EndpointToPartitions<'a> {
            /// Where to reach the instance of the member.
            pub user_endpoint: Endpoint<'a> = since(0),
            /// Input partitions of its active tasks, repartition topics included.
            pub active_partitions: Array<'a, TopicPartition<'a>> = since(0),
            /// Input partitions of its warm-up and standby tasks, repartition topics included.
            pub standby_partitions: Array<'a, TopicPartition<'a>> = since(0),
        }
    }

    structure! {
        /// Where an instance can be reached.
        pub struct Endpoint<'a> {
            /// Host name or address of the endpoint.
            pub host: &'a str = since(0),
            /// TCP port of the endpoint.
            pub port: u16 = since(0),
        }
    }

    structure! {
        /// Partitions of one topic.
        pub struct TopicPartition<'a> {
            /// Name of the topic.
            pub topic: &'a str = since(0),
            /// Indexes of the partitions.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}
