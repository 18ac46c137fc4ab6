//! A producer: it captures what it needs of ApiVersions and Metadata, builds batches, and sends them
//! in Produce requests; with the session. All requests are typed, so that one way of writing is linked;
//! that of the encoder, which builds batches in their place, is in `encoder`.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::Result;
use kafka_codec::api::api_versions::request::ApiVersionsRequest;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::capture::{Captured, First};
use kafka_codec::record::{BatchBuilder, BatchOptions, Record};
use kafka_codec::session::{Negotiation, Session};
use kafka_codec::typed::{Body, Records};

kafka_codec::capture! {
    /// Where the brokers are and who leads.
    pub struct Cluster: MetadataResponse {
        /// The brokers.
        pub brokers: First<Node, 4>,
        /// The topic.
        pub topics: First<Topic, 1>,
    }

    /// A broker.
    pub struct Node: MetadataResponseBroker {
        /// Its id.
        pub node_id: i32,
        /// Its host.
        pub host: heapless::String<32>,
        /// Its port.
        pub port: i32,
    }

    /// A topic.
    pub struct Topic: MetadataResponseTopic {
        /// Why there are none.
        pub error_code: i16,
        /// Its partitions.
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

fn batch(room: &mut [u8]) -> Result<usize> {
    let mut builder = BatchBuilder::new(room, BatchOptions::default())?;
    builder.append(&Record { value: Some(size::input()), ..Record::default() })?;
    Ok(builder.finish())
}

fn produce(session: &mut Session<4>, version: i16, buffer: &mut [u8]) -> Result<()> {
    let mut room = [0; 128];
    let len = batch(&mut room)?;
    let records = Some(Records(room.get(..len).unwrap_or_default()));
    let partitions = [PartitionProduceData { index: 0, records, ..Default::default() }];
    let topics = [TopicProduceData {
        name: "topic",
        partition_data: (&partitions).into(),
        ..Default::default()
    }];
    let request = ProduceRequest {
        acks: 1,
        timeout_ms: 5_000,
        topic_data: (&topics).into(),
        ..Default::default()
    };
    black_box(session.encode(version, None, &request, buffer)?);
    Ok(())
}

fn run() -> Result<()> {
    let mut session = Session::<4>::new(65_536);
    let mut buffer = [0; 256];
    let mut input = size::input();
    let version = size::version();
    black_box(session.encode(version, None, &ApiVersionsRequest::default(), &mut buffer)?);
    black_box(session.encode(version, None, &MetadataRequest::default(), &mut buffer)?);
    while let Some(response) = session.receive(&mut input)? {
        let body = session.body(&mut input);
        if response.api_key == ApiVersionsRequest::MESSAGE.api_key {
            let mut negotiation = Negotiation::new(response.version, response.body_len);
            black_box(negotiation.feed(body, session.ranges_mut())?);
        } else {
            let mut capturing = Cluster::capture(response.version, response.body_len)?;
            capturing.push(body)?;
            black_box(capturing.finish()?);
        }
    }
    produce(&mut session, version, &mut buffer)?;
    Ok(())
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let _ = black_box(run());
}
