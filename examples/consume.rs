//! Prints the records of partition 0 of a topic, from an offset on, until it has printed so many.
//!
//!     cargo run --example consume --all-features -- BROKER TOPIC [OFFSET [COUNT]]

use embedded_io_adapters::std::FromStd;
use kafka_codec::ErrorCode;
use kafka_codec::api::fetch::request::{FetchPartition, FetchRequest, FetchTopic};
use kafka_codec::api::fetch::response::FetchResponse;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::io::Connection;
use kafka_codec::record::{Batch, Batches};
use kafka_codec::session::{Link, Session};
use std::error::Error;
use std::net::TcpStream;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [broker, topic, options @ ..] = &arguments[..] else {
        return Err("usage: consume BROKER TOPIC [OFFSET [COUNT]]".into());
    };
    let mut offset: i64 = options.first().map_or(Ok(0), |text| text.parse())?;
    let mut left: usize = options.get(1).map_or(Ok(1), |text| text.parse())?;

    let stream = TcpStream::connect(broker)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let (mut incoming, mut outgoing) = (vec![0; 1 << 20], [0; 1_024]);
    let link = Link::new(Session::<1>::new(1 << 20), Some("consume"), &mut incoming, &mut outgoing);
    let mut kafka = Connection::new(FromStd::new(stream), link);
    kafka.negotiate()?;

    let topics = [MetadataRequestTopic { name: Some(topic), ..Default::default() }];
    let request = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    let response: MetadataResponse<'_> = kafka.call(&request)?;
    let found = response.topics.get(0).ok_or("the broker says nothing of the topic")?;
    check(found.error_code)?;
    let topic_id = found.topic_id;

    let mut decompressed = vec![0; 1 << 20];
    while left > 0 {
        let partitions = [FetchPartition {
            fetch_offset: offset,
            partition_max_bytes: 1 << 19,
            ..Default::default()
        }];
        let topics = [FetchTopic {
            topic,
            topic_id,
            partitions: (&partitions).into(),
            ..Default::default()
        }];
        let request = FetchRequest {
            max_wait_ms: 500,
            min_bytes: 1,
            max_bytes: 1 << 19,
            topics: (&topics).into(),
            ..Default::default()
        };
        let response: FetchResponse<'_> = kafka.call(&request)?;
        check(response.error_code)?;
        for partition in response.responses.iter().flat_map(|topic| topic.partitions) {
            check(partition.error_code)?;
            for batch in Batches::new(partition.records.unwrap_or_default().0) {
                let Batch::Records(batch) = batch? else { break };
                batch.verify_crc()?;
                if batch.header().attributes.is_control() {
                    offset = batch.next_offset();
                    continue;
                }
                for record in batch.records_with(&mut decompressed)? {
                    let record = record?;
                    // A batch may begin before the offset that was asked for.
                    if record.offset < offset || left == 0 {
                        continue;
                    }
                    let value = String::from_utf8_lossy(record.value.unwrap_or_default());
                    println!("{} {value}", record.offset);
                    (offset, left) = (record.offset + 1, left - 1);
                }
            }
        }
    }
    Ok(())
}

fn check(error_code: i16) -> Result<(), String> {
    match ErrorCode::from_code(error_code) {
        ErrorCode::None => Ok(()),
        error => Err(error.to_string()),
    }
}
