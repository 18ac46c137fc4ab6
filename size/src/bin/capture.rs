//! Bounded capture of a Metadata response, four structures deep, from pieces: with the event decoder
//! and the tables of that response.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::api::metadata::response::*;
use kafka_codec::capture::heapless::{String, Vec};
use kafka_codec::capture::{Captured, Capturing, First};
use size as _;

kafka_codec::capture! {
    struct Cluster: MetadataResponse {
        brokers: First<Node, 4>,
        controller_id: i32,
        topics: Vec<Topic, 2>,
    }
    struct Node: MetadataResponseBroker {
        node_id: i32,
        host: String<32>,
        port: i32,
    }
    struct Topic: MetadataResponseTopic {
        error_code: i16,
        name: Option<String<32>>,
        partitions: First<Partition, 8>,
    }
    struct Partition: MetadataResponsePartition {
        partition_index: i32,
        leader_id: i32,
        isr_nodes: First<i32, 3>,
    }
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    if let Ok(mut capturing) = Cluster::capture(size::version(), black_box(64)) {
        while let Ok(None) = capturing.push(size::input()) {}
        use_it(&capturing);
    }
}

fn use_it(capturing: &Capturing<Cluster>) {
    let Some(cluster) = capturing.captured() else { return };
    black_box(cluster.controller_id);
    for Node { node_id, host, port } in &cluster.brokers.kept {
        black_box((node_id, host.as_str(), port));
    }
    for Topic { error_code, name, partitions } in &cluster.topics {
        black_box((error_code, name.as_deref()));
        for Partition { partition_index, leader_id, isr_nodes } in &partitions.kept {
            black_box((partition_index, leader_id, isr_nodes.kept.as_slice()));
        }
    }
}
