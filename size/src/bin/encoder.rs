//! The encoder: a Produce request, field by field, with a batch that is built where it stays.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::Result;
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::encoder::Encoder;
use kafka_codec::record::{BatchBuilder, BatchOptions, Record};
use kafka_codec::typed::Body;

fn batch(room: &mut [u8]) -> Result<usize> {
    let mut builder = BatchBuilder::new(room, BatchOptions::default())?;
    builder.append(&Record { value: Some(size::input()), ..Record::default() })?;
    Ok(builder.finish())
}

fn produce(version: i16, buffer: &mut [u8]) -> Result<usize> {
    let mut encoder = Encoder::new(&ProduceRequest::MESSAGE, version, buffer)?;
    encoder.put(ProduceRequest::acks, 1)?;
    encoder.begin_array(ProduceRequest::topic_data.id())?;
    encoder.begin_struct(ProduceRequest::topic_data.id())?;
    encoder.put(TopicProduceData::name, "topic")?;
    encoder.begin_array(TopicProduceData::partition_data.id())?;
    encoder.begin_struct(TopicProduceData::partition_data.id())?;
    encoder.fill_payload(PartitionProduceData::records.id(), batch)?;
    encoder.end_struct()?;
    encoder.end_array()?;
    encoder.end_struct()?;
    encoder.end_array()?;
    encoder.finish()
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let _ = black_box(produce(size::version(), &mut [0; 256]));
}
