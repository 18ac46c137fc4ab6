//! Sends each line of standard input as a record to partition 0 of a topic, in one batch that is
//! built and compressed in place, and prints where it went.
//!
//!     cargo run --example produce --all-features -- BROKER TOPIC [ACKS [CODEC [idempotent]]]
//!
//! ACKS is 0, 1 or -1, CODEC none, gzip, snappy, lz4 or zstd. With ACKS 0 the broker says nothing.

use embedded_io_adapters::std::FromStd;
use kafka_codec::ErrorCode;
use kafka_codec::api::init_producer_id::request::InitProducerIdRequest;
use kafka_codec::api::init_producer_id::response::InitProducerIdResponse;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::api::produce::response::ProduceResponse;
use kafka_codec::io::Connection;
use kafka_codec::record::{BatchBuilder, BatchOptions, Compression, Record, RecordBatch};
use kafka_codec::session::{Link, Session};
use kafka_codec::typed::{Records, Uuid};
use std::error::Error;
use std::io::BufRead;
use std::net::TcpStream;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

type Kafka<'b> = Connection<'b, FromStd<TcpStream>, 4>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [broker, topic, options @ ..] = &arguments[..] else {
        return Err("usage: produce BROKER TOPIC [ACKS [CODEC [idempotent]]]".into());
    };
    let acks = options.first().map_or(Ok(1), |text| text.parse())?;
    let codec = match options.get(1).map_or("none", String::as_str) {
        "none" => Compression::None,
        "gzip" => Compression::Gzip,
        "snappy" => Compression::Snappy,
        "lz4" => Compression::Lz4,
        "zstd" => Compression::Zstd,
        other => return Err(format!("no codec {other}").into()),
    };

    let stream = TcpStream::connect(broker)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let (mut incoming, mut outgoing) = ([0; 16_384], [0; 32_768]);
    let link = Link::new(Session::new(1 << 20), Some("produce"), &mut incoming, &mut outgoing);
    let mut kafka: Kafka<'_> = Connection::new(FromStd::new(stream), link);
    kafka.negotiate()?;
    let topic_id = find_topic(&mut kafka, topic)?;

    let mut batch_options = BatchOptions::default();
    if options.get(2).is_some_and(|option| option == "idempotent") {
        (batch_options.producer_id, batch_options.producer_epoch) = producer_id(&mut kafka)?;
        batch_options.base_sequence = 0;
    }

    let (mut plain, mut packed) = ([0; 16_384], [0; 16_384]);
    let mut builder = BatchBuilder::new(&mut plain, batch_options)?;
    let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as i64;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let value = Some(line.as_bytes());
        builder.append(&Record { timestamp, value, ..Default::default() })?;
    }
    let len = builder.finish();
    let mut batch = &plain[..len];
    if codec != Compression::None {
        let len = RecordBatch::decode(batch)?.compress_into(&codec, &mut packed)?;
        batch = &packed[..len];
    }

    let partition = [PartitionProduceData { records: Some(Records(batch)), ..Default::default() }];
    let topic_data = [TopicProduceData {
        name: topic,
        topic_id,
        partition_data: (&partition).into(),
        ..Default::default()
    }];
    let request = ProduceRequest {
        acks,
        timeout_ms: 5_000,
        topic_data: (&topic_data).into(),
        ..Default::default()
    };
    if acks == 0 {
        kafka.send(&request)?;
        // Any answer behind it says that it has been read.
        find_topic(&mut kafka, topic)?;
        println!("sent");
        return Ok(());
    }
    let response: ProduceResponse<'_> = kafka.call(&request)?;
    for partition in response.responses.iter().flat_map(|topic| topic.partition_responses) {
        check(partition.error_code)?;
        println!("partition {} offset {}", partition.index, partition.base_offset);
    }
    Ok(())
}

/// The id of a topic; the broker makes the topic if it has to, which takes some time.
fn find_topic(kafka: &mut Kafka<'_>, topic: &str) -> Result<Uuid, Box<dyn Error>> {
    let topics = [MetadataRequestTopic { name: Some(topic), ..Default::default() }];
    let request = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    let mut tries = 0;
    loop {
        let response: MetadataResponse<'_> = kafka.call(&request)?;
        let found = response.topics.get(0).ok_or("the broker says nothing of the topic")?;
        let partition = found.partitions.iter().map(|partition| partition.error_code).next();
        match ErrorCode::from_code(partition.unwrap_or(found.error_code)) {
            ErrorCode::None => return Ok(found.topic_id),
            error if error.is_retriable() && tries < 100 => tries += 1,
            error => return Err(error.to_string().into()),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The id and epoch of an idempotent producer; a broker that has just started takes some time.
fn producer_id(kafka: &mut Kafka<'_>) -> Result<(i64, i16), Box<dyn Error>> {
    let request = InitProducerIdRequest { transactional_id: None, ..Default::default() };
    let mut tries = 0;
    loop {
        let response: InitProducerIdResponse<'_> = kafka.call(&request)?;
        match ErrorCode::from_code(response.error_code) {
            ErrorCode::None => return Ok((response.producer_id, response.producer_epoch)),
            error if error.is_retriable() && tries < 100 => tries += 1,
            error => return Err(error.to_string().into()),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn check(error_code: i16) -> Result<(), String> {
    match ErrorCode::from_code(error_code) {
        ErrorCode::None => Ok(()),
        error => Err(error.to_string()),
    }
}
