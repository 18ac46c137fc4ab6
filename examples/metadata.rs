//! Prints brokers and topics of a cluster of any size, from bounded memory: buffers of 128 bytes
//! and what `capture!` keeps.
//!
//!     cargo run --example metadata --all-features -- BROKER

use embedded_io_adapters::std::FromStd;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponseTopic,
};
use kafka_codec::capture::{Captured, First, Prefix};
use kafka_codec::io::Connection;
use kafka_codec::session::{Link, Session};
use std::error::Error;
use std::net::TcpStream;
use std::time::Duration;

kafka_codec::capture! {
    /// What is kept of the cluster.
    pub struct Cluster: MetadataResponse {
        /// The first brokers.
        pub brokers: First<Node, 4>,
        /// The first topics.
        pub topics: First<Topic, 16>,
    }

    /// What is kept of a broker.
    pub struct Node: MetadataResponseBroker {
        /// Its id.
        pub node_id: i32,
        /// Where it is.
        pub host: heapless::String<64>,
        /// On which port.
        pub port: i32,
    }

    /// What is kept of a topic.
    pub struct Topic: MetadataResponseTopic {
        /// How it is called.
        pub name: Option<Prefix<32>>,
        /// What is wrong with it.
        pub error_code: i16,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let broker = std::env::args().nth(1).ok_or("usage: metadata BROKER")?;
    let stream = TcpStream::connect(broker)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let (mut incoming, mut outgoing) = ([0; 128], [0; 128]);
    let link = Link::new(Session::<1>::new(1 << 24), None, &mut incoming, &mut outgoing);
    let mut kafka = Connection::new(FromStd::new(stream), link);
    kafka.negotiate()?;
    kafka.send(&MetadataRequest { topics: None, ..Default::default() })?;

    let response = kafka.response()?;
    let mut capturing = Cluster::capture(response.version, response.body_len)?;
    while capturing.push(kafka.piece()?)?.is_none() {}
    let cluster = capturing.finish()?;
    for node in &cluster.brokers.kept {
        println!("broker {} at {}:{}", node.node_id, node.host, node.port);
    }
    for topic in &cluster.topics.kept {
        let name = topic.name.as_ref().map_or("", |name| &name.kept);
        println!("topic {name} error {}", topic.error_code);
    }
    Ok(())
}
