//! StreamsGroupDescribe (key 89): tells state and tasks of streams groups (KIP-1071).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks about streams groups. Version 1 can ask for the full topology (KIP-1331).
        #[api(89, Request, versions = 0..=1, flexible = 0..)]
        pub struct StreamsGroupDescribeRequest<'a> {
            /// Names of the groups to look at.
            pub group_ids: Array<'a, &'a str> = since(0),
            /// Whether to tell what the client may do with each group.
            pub include_authorized_operations: bool = since(0),
            /// Whether to send the full topology, with its processing nodes (KIP-1331).
            pub include_topology_description: bool = since(1),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// One entry per group. Version 1 adds the full topology (KIP-1331) and the assignor
        /// (KIP-1357).
        #[api(89, Response, versions = 0..=1, flexible = 0..)]
        pub struct StreamsGroupDescribeResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Description of each group.
            pub groups: Array<'a, DescribedGroup<'a>> = since(0),
        }
    }

    structure! {
        /// State of one streams group.
        pub struct DescribedGroup<'a> {
            /// Why the group could not be described; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the group's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Name of the group.
            pub group_id: &'a str = since(0),
            /// State of the group, for example Stable; may be empty on error.
            pub group_state: &'a str = since(0),
            /// Epoch of the group, which rises whenever its tasks must be assigned anew.
            pub group_epoch: i32 = since(0),
            /// Group epoch for which the target assignment was made.
            pub assignment_epoch: i32 = since(0),
            /// Topology the group runs now; may be null on error.
            pub topology: Option<Topology<'a>> = since(0).nullable_since(0).default(None),
            /// Members of the group.
            pub members: Array<'a, Member<'a>> = since(0),
            /// Bit n is set if ACL operation n is allowed; -2147483648 if not asked for.
            pub authorized_operations: i32 = since(0).default(-2147483648),
            /// Full topology; null unless the status below is 3 (KIP-1331).
            pub topology_description: Option<TopologyDescription<'a>> = since(1).nullable_since(1).default(None),
            /// What became of the full topology: 0 not asked for, 1 none stored, 2 could not be
            /// read, 3 present (KIP-1331).
            pub topology_description_status: i8 = since(1),
            /// Assignor that will make the next assignment, perhaps not the one behind the present;
            /// null on error (KIP-1357).
            pub assignor_name: Option<&'a str> = since(1).nullable_since(1).default(None).ignorable(),
        }
    }

    structure! {
        /// Topology that the group runs.
        pub struct Topology<'a> {
            /// Epoch of this topology.
            pub epoch: i32 = since(0),
            /// Parts of the topology, with concrete topics; null while the group is not initialized
            /// or source topics do not fit.
            pub subtopologies: Option<Array<'a, Subtopology<'a>>> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// One independent part of the topology.
        pub struct Subtopology<'a> {
            /// Identifier of the part.
            pub subtopology_id: &'a str = since(0),
            /// Topics it reads.
            pub source_topics: Array<'a, &'a str> = since(0),
            /// Repartition topics it writes.
            pub repartition_sink_topics: Array<'a, &'a str> = since(0),
            /// Internal topics that back up its state stores.
            pub state_changelog_topics: Array<'a, TopicInfo<'a>> = since(0),
            /// Internal repartition topics it reads.
            pub repartition_source_topics: Array<'a, TopicInfo<'a>> = since(0),
        }
    }

    structure! {
        /// One internal topic.
        pub struct TopicInfo<'a> {
            /// Name of the topic.
            pub name: &'a str = since(0),
            /// Partition count; 0 when not prescribed, as always for changelogs.
            pub partitions: i32 = since(0),
            /// Replicas per partition; 0 takes the broker's default.
            pub replication_factor: i16 = since(0),
            /// Settings of the topic.
            pub topic_configs: Array<'a, KeyValue<'a>> = since(0),
        }
    }

    structure! {
        /// A name with its value: a topic setting or a client tag.
        pub struct KeyValue<'a> {
            /// The name.
            pub key: &'a str = since(0),
            /// The value that belongs to it.
            pub value: &'a str = since(0),
        }
    }

    structure! {
        /// One member of the group.
        pub struct Member<'a> {
            /// Id of the member.
            pub member_id: &'a str = since(0),
            /// Epoch of the assignment the member has reached.
            pub member_epoch: i32 = since(0),
            /// The name of a static member; null for a dynamic one.
            pub instance_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Rack of the member; null for none.
            pub rack_id: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// Client id of the member.
            pub client_id: &'a str = since(0),
            /// Address the member connected from.
            pub client_host: &'a str = since(0),
            /// Epoch of the topology that the member runs.
            pub topology_epoch: i32 = since(0),
            /// Identifies the application instance, which may run several members.
            pub process_id: &'a str = since(0),
            /// Address where the application answers interactive queries; null for none.
            pub user_endpoint: Option<Endpoint<'a>> = since(0).nullable_since(0).default(None),
            /// Tags that the assignor uses to spread tasks over racks.
            pub client_tags: Array<'a, KeyValue<'a>> = since(0),
            /// How far the member has restored each task's changelogs, as sums of offsets.
            pub task_offsets: Array<'a, TaskOffset<'a>> = since(0),
            /// Ends of each task's changelogs, as sums of offsets.
            pub task_end_offsets: Array<'a, TaskOffset<'a>> = since(0),
            /// Tasks the member has now.
            pub assignment: Assignment<'a> = since(0),
            /// Tasks the member shall have in the end.
            pub target_assignment: Assignment<'a> = since(0),
            /// Whether the member still uses the classic group protocol.
            pub is_classic: bool = since(0),
        }
    }

    structure! {
        /// A network address.
        pub struct Endpoint<'a> {
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: u16 = since(0),
        }
    }

    structure! {
        /// A summed changelog offset of one task.
        pub struct TaskOffset<'a> {
            /// Part of the topology that the task belongs to.
            pub subtopology_id: &'a str = since(0),
            /// Partition that the task handles.
            pub partition: i32 = since(0),
            /// Sum of the offsets of the task's changelog partitions.
            pub offset: i64 = since(0),
        }
    }

    structure! {
        /// Tasks of a member, by role.
        pub struct Assignment<'a> {
            /// Tasks that process records.
            pub active_tasks: Array<'a, TaskIds<'a>> = since(0),
            /// Replicas of task state kept ready for failover.
            pub standby_tasks: Array<'a, TaskIds<'a>> = since(0),
            /// Tasks that rebuild their state before they move here.
            pub warmup_tasks: Array<'a, TaskIds<'a>> = since(0),
        }
    }

    structure! {
        /// Tasks of one part of the topology.
        pub struct TaskIds<'a> {
            /// Identifier of the part.
            pub subtopology_id: &'a str = since(0),
            /// One task for each of these partition numbers.
            pub partitions: Array<'a, i32> = since(0),
        }
    }

    structure! {
        /// Full topology of the application (KIP-1331).
        pub struct TopologyDescription<'a> {
            /// Independent parts, with their nodes.
            pub subtopologies: Array<'a, TopologyDescriptionSubtopology<'a>> = since(1),
            /// Stores that every instance fills from a whole topic.
            pub global_stores: Array<'a, TopologyDescriptionGlobalStore<'a>> = since(1),
        }
    }

    structure! {
        /// One independent part and its nodes.
        pub struct TopologyDescriptionSubtopology<'a> {
            /// Identifier of the part.
            pub subtopology_id: &'a str = since(1),
            /// Sources, processors and sinks of the part.
            pub nodes: Array<'a, TopologyDescriptionNode<'a>> = since(1),
        }
    }

    structure! {
        /// One processing node.
        pub struct TopologyDescriptionNode<'a> {
            /// Name of the node within the topology.
            pub name: &'a str = since(1),
            /// 1 source, 2 processor, 3 sink.
            pub node_type: i8 = since(1),
            /// For a source, the topics it reads; empty when chosen at run time.
            pub source_topics: Array<'a, &'a str> = since(1),
            /// For a sink, the topic it writes; null when chosen at run time or for other nodes.
            pub sink_topic: Option<&'a str> = since(1).nullable_since(1).default(None),
            /// For a processor, the state stores it uses.
            pub stores: Array<'a, &'a str> = since(1),
            /// Names of the nodes that receive its output.
            pub successors: Array<'a, &'a str> = since(1),
        }
    }

    structure! {
        /// One global store, as the pair of nodes that feeds it.
        pub struct TopologyDescriptionGlobalStore<'a> {
            /// Node that reads the store's topic.
            pub source: TopologyDescriptionNode<'a> = since(1),
            /// Node that writes the records into the store.
            pub processor: TopologyDescriptionNode<'a> = since(1),
        }
    }
}
