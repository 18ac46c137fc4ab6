//! This codec at work.

use crate::samples;
use crate::sum::Sum;
use crate::work::{Case, Job, Work};
use kafka_codec::api::api_versions::response::ApiVersionsResponse;
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::typed::Body;
use std::hint::black_box;

const NAME: &str = "kafka-codec";

/// Everything of ours.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (job, topics) in [(Job::Metadata2K, 10), (Job::Metadata100K, 408)] {
        let body = samples::metadata(topics);
        typed(&mut cases, job, samples::METADATA, body, metadata);
    }
    typed(
        &mut cases,
        Job::ApiVersions,
        samples::API_VERSIONS,
        samples::api_versions(60),
        api_versions,
    );
    for (job, count) in [(Job::Produce1, 1), (Job::Produce1000, 1_000)] {
        let body = samples::produce(samples::batch(count, 100));
        typed(&mut cases, job, samples::PRODUCE, body, produce);
    }
    cases
}

/// What every message has: decoding, encoding, and the events.
fn typed<B: Body<'static> + 'static>(
    cases: &mut Vec<Case>,
    job: Job,
    version: i16,
    body: B,
    visit: fn(&B) -> u64,
) {
    let bytes: &'static [u8] = samples::bytes(&body, version).leak();
    let mut buffer = vec![0_u8; bytes.len()];
    cases.push(Case::new(job, Work::Decode, NAME, move || {
        match B::decode(version, black_box(bytes)) {
            Ok(body) => {
                black_box(&body);
                bytes.len() as u64
            }
            Err(_) => 0,
        }
    }));
    cases.push(Case::new(job, Work::Visit, NAME, move || {
        match B::decode(version, black_box(bytes)) {
            Ok(body) => visit(&body),
            Err(_) => 0,
        }
    }));
    cases.push(Case::new(job, Work::Encode, NAME, move || {
        let len = black_box(&body).encode(version, black_box(&mut buffer));
        len.map_or(0, |len| len as u64)
    }));
    cases.push(Case::new(job, Work::Walk, NAME, move || {
        walk::<B>(version, black_box(bytes), |_, _| ())
    }));
    cases.push(Case::new(job, Work::WalkVisit, NAME, move || {
        let mut sum = Sum::default();
        walk::<B>(version, black_box(bytes), |item, _| add(&mut sum, item));
        sum.0
    }));
}

/// Every event of a body in one piece; how many there were.
#[inline(always)]
fn walk<B: Body<'static>>(
    version: i16,
    bytes: &[u8],
    mut each: impl FnMut(&Item<'_>, usize),
) -> u64 {
    let Ok(mut decoder) = Decoder::new(&B::MESSAGE, version, bytes.len() as u32) else {
        return 0;
    };
    let mut input = bytes;
    let mut count = 0;
    loop {
        match decoder.next(&mut input) {
            Ok(event) => {
                count += 1;
                each(&event.item, count);
                if matches!(event.item, Item::Done) {
                    return count as u64;
                }
            }
            Err(_) => return 0,
        }
    }
}

fn add(sum: &mut Sum, item: &Item<'_>) {
    match *item {
        Item::Bool(_, value) => sum.number(value),
        Item::I8(_, value) => sum.number(value),
        Item::I16(_, value) => sum.number(value),
        Item::U16(_, value) => sum.number(value),
        Item::I32(_, value) => sum.number(value),
        Item::U32(_, value) => sum.number(value),
        Item::I64(_, value) => sum.number(value),
        Item::Uuid(_, value) => sum.uuid(value.0),
        Item::Str(_, chunk) | Item::Bytes(_, chunk) | Item::Records(_, chunk) => {
            sum.bytes(chunk.bytes)
        }
        Item::Null(_) => sum.nullable(None),
        _ => (),
    }
}

fn metadata(body: &MetadataResponse<'_>) -> u64 {
    let mut sum = Sum::default();
    sum.number(body.throttle_time_ms);
    for broker in &body.brokers {
        sum.number(broker.node_id);
        sum.bytes(broker.host.as_bytes());
        sum.number(broker.port);
        sum.nullable(broker.rack.map(str::as_bytes));
    }
    sum.nullable(body.cluster_id.map(str::as_bytes));
    sum.number(body.controller_id);
    for topic in &body.topics {
        sum.number(topic.error_code);
        sum.nullable(topic.name.map(str::as_bytes));
        sum.uuid(topic.topic_id.0);
        sum.number(topic.is_internal);
        for partition in &topic.partitions {
            sum.number(partition.error_code);
            sum.number(partition.partition_index);
            sum.number(partition.leader_id);
            sum.number(partition.leader_epoch);
            partition.replica_nodes.iter().for_each(|node| sum.number(node));
            partition.isr_nodes.iter().for_each(|node| sum.number(node));
            partition.offline_replicas.iter().for_each(|node| sum.number(node));
        }
        sum.number(topic.topic_authorized_operations);
    }
    sum.0
}

fn api_versions(body: &ApiVersionsResponse<'_>) -> u64 {
    let mut sum = Sum::default();
    sum.number(body.error_code);
    for key in &body.api_keys {
        sum.number(key.api_key);
        sum.number(key.min_version);
        sum.number(key.max_version);
    }
    sum.number(body.throttle_time_ms);
    sum.0
}

fn produce(body: &ProduceRequest<'_>) -> u64 {
    let mut sum = Sum::default();
    sum.nullable(body.transactional_id.map(str::as_bytes));
    sum.number(body.acks);
    sum.number(body.timeout_ms);
    for topic in &body.topic_data {
        sum.bytes(topic.name.as_bytes());
        for partition in &topic.partition_data {
            sum.number(partition.index);
            sum.nullable(partition.records.map(|records| records.0));
        }
    }
    sum.0
}
