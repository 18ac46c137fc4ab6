//! StreamsGroupTopologyDescriptionUpdate (key 93): a Kafka Streams client uploads a description of
//! its topology (KIP-1331).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Sent when a heartbeat response asks for it; the broker hands the description to a
        /// plugin.
        #[api(93, Request, versions = 0..=0, flexible = 0..)]
        pub struct StreamsGroupTopologyDescriptionUpdateRequest<'a> {
            /// Streams group that runs the topology.
            pub group_id: &'a str = since(0),
            /// Member that uploads; one that is not in the group gets UNKNOWN_MEMBER_ID and has to
            /// rejoin.
            pub member_id: &'a str = since(0),
            /// Epoch of the topology that the description is of.
            pub topology_epoch: i32 = since(0),
            /// Processing graph of the application.
            pub topology_description: TopologyDescription<'a> = since(0),
        }
    }

    structure! {
        /// Whole processing graph.
        pub struct TopologyDescription<'a> {
            /// Independent parts of the graph.
            pub subtopologies: Array<'a, TopologyDescriptionSubtopology<'a>> = since(0),
            /// State stores that every instance holds in full.
            pub global_stores: Array<'a, TopologyDescriptionGlobalStore<'a>> = since(0),
        }
    }

    structure! {
        /// One connected part of the graph.
        pub struct TopologyDescriptionSubtopology<'a> {
            /// Id of the part; no other part of the topology has it.
            pub subtopology_id: &'a str = since(0),
            /// Sources, processors and sinks of this part.
            pub nodes: Array<'a, TopologyDescriptionNode<'a>> = since(0),
        }
    }

    structure! {
        /// One source, processor or sink.
        pub struct TopologyDescriptionNode<'a> {
            /// Node name that Streams generated or the developer chose.
            pub name: &'a str = since(0),
            /// Kind of node: 1 source, 2 processor, 3 sink.
            pub node_type: i8 = since(0),
            /// Topics a source reads; empty for other nodes, or when they are only known at run
            /// time.
            pub source_topics: Array<'a, &'a str> = since(0),
            /// Topic a sink writes; null for other nodes, or when it is picked per record.
            pub sink_topic: Option<&'a str> = since(0).nullable_since(0).default(None),
            /// State stores that a processor uses; empty for other nodes.
            pub stores: Array<'a, &'a str> = since(0),
            /// Names of the nodes that get this node's output; the graph has no links backwards.
            pub successors: Array<'a, &'a str> = since(0),
        }
    }

    structure! {
        /// One global store with the two nodes that fill it.
        pub struct TopologyDescriptionGlobalStore<'a> {
            /// Source that reads the topic of the store.
            pub source: TopologyDescriptionNode<'a> = since(0),
            /// Processor that writes into the store.
            pub processor: TopologyDescriptionNode<'a> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the upload succeeded.
        #[api(93, Response, versions = 0..=0, flexible = 0..)]
        pub struct StreamsGroupTopologyDescriptionUpdateResponse<'a> {
            /// Quota delay in milliseconds; 0 when the client is within its quota.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the upload, STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED for instance; 0 for
            /// success.
            pub error_code: i16 = since(0),
            /// Explanation of the error; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
