//! What a device with little memory keeps of a cluster's metadata: where the brokers are, and who
//! leads each partition of its topic.
//!
//! The response goes through a buffer of 64 bytes, as it would come from a UART.

use heapless::String;
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_codec::capture::{Captured, Capturing, First};
use kafka_codec::typed::Body;
use std::io::Read;

kafka_codec::capture! {
    /// Where the brokers are and who leads.
    pub struct Cluster: MetadataResponse {
        /// The first brokers, and how many there are.
        pub brokers: First<Node, 8>,
        /// The topic of the device.
        pub topics: First<Topic, 1>,
    }

    /// A broker's address.
    pub struct Node: MetadataResponseBroker {
        /// Its id.
        pub node_id: i32,
        /// Its host name.
        pub host: String<32>,
        /// Its port.
        pub port: i32,
    }

    /// A topic's partitions.
    pub struct Topic: MetadataResponseTopic {
        /// Why there are none, or 0.
        pub error_code: i16,
        /// The first partitions, and how many there are.
        pub partitions: First<Leader, 8>,
    }

    /// A partition's leader.
    pub struct Leader: MetadataResponsePartition {
        /// The partition.
        pub partition_index: i32,
        /// The broker.
        pub leader_id: i32,
    }
}

const VERSION: i16 = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let body = response()?;
    println!("{} bytes come, {} are kept", body.len(), size_of::<Capturing<Cluster>>());

    let mut connection = body.as_slice();
    let mut buffer = [0; 64];
    let mut capturing = Cluster::capture(VERSION, u32::try_from(body.len())?)?;
    while capturing.remaining() > 0 {
        let n = connection.read(&mut buffer)?;
        if n == 0 {
            return Err("the connection is closed".into());
        }
        capturing.push(buffer.get(..n).unwrap_or(&[]))?;
    }
    let cluster = capturing.finish()?;

    for Node { node_id, host, port } in &cluster.brokers.kept {
        println!("broker {node_id} is at {host}:{port}");
    }
    for topic in &cluster.topics.kept {
        for Leader { partition_index, leader_id } in &topic.partitions.kept {
            println!("partition {partition_index} is led by broker {leader_id}");
        }
        if topic.partitions.is_cut() {
            println!("of {} partitions", topic.partitions.total);
        }
    }
    Ok(())
}

/// What a broker would answer.
fn response() -> kafka_codec::Result<Vec<u8>> {
    let replicas = [1, 2, 3];
    let brokers = [(1, "kafka-1.example"), (2, "kafka-2.example"), (3, "kafka-3.example")].map(
        |(node_id, host)| MetadataResponseBroker {
            node_id,
            host,
            port: 9092,
            ..Default::default()
        },
    );
    let partitions: Vec<_> = (0..100)
        .map(|partition_index| MetadataResponsePartition {
            partition_index,
            leader_id: partition_index % 3 + 1,
            replica_nodes: (&replicas).into(),
            isr_nodes: (&replicas).into(),
            ..Default::default()
        })
        .collect();
    let topics = [MetadataResponseTopic {
        name: Some("measurements"),
        partitions: partitions.as_slice().into(),
        ..Default::default()
    }];
    let response = MetadataResponse {
        brokers: (&brokers).into(),
        topics: (&topics).into(),
        ..Default::default()
    };
    let mut body = vec![0; response.encoded_len(VERSION)?];
    response.encode(VERSION, &mut body)?;
    Ok(body)
}
