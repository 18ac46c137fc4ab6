//! Bounded capture of a Metadata response.

use super::CODEC;
use crate::case::{Case, Cases};
use crate::samples;
use heapless::{String, Vec};
use kafka_codec::api::metadata::response::*;
use kafka_codec::capture::Captured;
use kafka_codec::typed::Body;
use std::hint::black_box;

kafka_codec::capture! {
    /// Three fields: who is there, and who leads.
    pub struct Cluster: MetadataResponse {
        /// All brokers.
        pub brokers: Vec<Node, 4>,
        /// The cluster.
        pub cluster_id: Option<String<36>>,
        /// The controller.
        pub controller_id: i32,
    }
    /// Where a broker is.
    pub struct Node: MetadataResponseBroker {
        /// Its id.
        pub node_id: i32,
        /// Its host.
        pub host: String<64>,
        /// Its port.
        pub port: i32,
    }
}

kafka_codec::capture! {
    /// What a producer needs: brokers and the leaders of all partitions.
    pub struct Leaders: MetadataResponse {
        /// All brokers.
        pub brokers: Vec<Node, 4>,
        /// All topics.
        pub topics: Vec<Topic, 10>,
    }
    /// A topic.
    pub struct Topic: MetadataResponseTopic {
        /// Its name.
        pub name: Option<String<32>>,
        /// Its partitions.
        pub partitions: Vec<Partition, 5>,
    }
    /// A partition.
    pub struct Partition: MetadataResponsePartition {
        /// Its index.
        pub partition_index: i32,
        /// Who leads it.
        pub leader_id: i32,
    }
}

pub(super) fn add(all: &mut std::vec::Vec<Case>) {
    let message = "metadata";
    let (version, bytes) = samples::encoded(message);
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    cases.add("capture-3", move || {
        captured::<Cluster>(version, black_box(bytes), |cluster| cluster.brokers.len())
    });
    cases.add("capture-leaders", move || {
        captured::<Leaders>(version, black_box(bytes), |leaders| leaders.topics.len())
    });
}

#[inline(always)]
fn captured<C>(version: i16, bytes: &[u8], count: fn(&C) -> usize) -> u64
where
    C: Captured,
    C::Of: Body<'static>,
{
    let Ok(mut capturing) = C::capture(version, bytes.len() as u32) else { return 0 };
    match capturing.push(bytes) {
        Ok(Some(kept)) => count(black_box(kept)) as u64,
        _ => 0,
    }
}
