//! kafka-protocol. It takes strings from `Bytes` without a copy, and numbers faster from a slice.

use bytes::Bytes;
use kafka_codec_benches::case::{BUILD, Case, Cases, DECODE, ENCODE, VISIT};
use kafka_codec_benches::samples;
use kafka_codec_benches::visit::{Sum, Visit};
use kafka_codec_benches::{
    visit_api_versions, visit_find_coordinator, visit_metadata, visit_produce, visit_subscription,
};
use kafka_protocol::messages::{
    ApiVersionsResponse, BrokerId, ConsumerProtocolSubscription, FetchResponse,
    FindCoordinatorResponse, MetadataResponse, ProduceRequest, TopicName, TransactionalId,
};
use kafka_protocol::protocol::buf::ByteBuf;
use kafka_protocol::protocol::{Decodable, Encodable, StrBytes};
use kafka_protocol::records::{
    Compression, Record, RecordBatchDecoder, RecordBatchEncoder, RecordEncodeOptions,
};
use std::hint::black_box;

const CODEC: &str = "kafka-protocol";

pub fn add(all: &mut Vec<Case>) {
    for message in ["metadata", "metadata-100k"] {
        typed::<MetadataResponse, Bytes>(all, message, |body| visit_metadata!(body));
    }
    typed::<ApiVersionsResponse, &[u8]>(all, "api-versions", |body| visit_api_versions!(body));
    for message in ["produce", "produce-1000"] {
        typed::<ProduceRequest, Bytes>(all, message, |body| visit_produce!(body, length));
    }
    typed::<FindCoordinatorResponse, Bytes>(all, "find-coordinator", |body| {
        visit_find_coordinator!(body)
    });
    typed::<ConsumerProtocolSubscription, Bytes>(all, "subscription", |body| {
        visit_subscription!(body)
    });
    for message in ["fetch-100", "fetch-1000"] {
        fetch(all, message);
    }
    build(all);
}

fn typed<B, I>(all: &mut Vec<Case>, message: &'static str, visit: fn(&B) -> u64)
where
    B: Decodable + Encodable + 'static,
    I: ByteBuf + Clone + From<&'static [u8]> + 'static,
{
    let (version, bytes) = samples::encoded(message);
    let size = bytes.len();
    let input = I::from(bytes);
    let decode = move |input: &I| B::decode(&mut black_box(input).clone(), version);
    let body = decode(&input).expect("a body");
    let mut buffer = Vec::with_capacity(size);
    let mut cases = Cases { all, codec: CODEC, message, size };
    let again = input.clone();
    cases.add(DECODE, move || black_box(&decode(&again)).as_ref().map_or(0, |_| size as u64));
    cases.add(VISIT, move || decode(&input).map_or(0, |body| visit(&body)));
    cases.add(ENCODE, move || {
        buffer.clear();
        let result = black_box(&body).encode(black_box(&mut buffer), version);
        result.map_or(0, |()| buffer.len() as u64)
    });
}

fn length(records: &Option<Bytes>) -> usize {
    records.as_ref().map_or(0, Bytes::len)
}

fn fetch(all: &mut Vec<Case>, message: &'static str) {
    let (version, bytes) = samples::encoded(message);
    let bytes = Bytes::from_static(bytes);
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    cases.add(VISIT, move || {
        let mut sum = Sum::default();
        let Ok(body) = FetchResponse::decode(&mut black_box(&bytes).clone(), version) else {
            return 0;
        };
        for topic in body.responses {
            for partition in topic.partitions {
                let Some(mut records) = partition.records else {
                    return 0;
                };
                let Ok(sets) = RecordBatchDecoder::decode_all(&mut records) else {
                    return 0;
                };
                for record in sets.iter().flat_map(|set| &set.records) {
                    record.offset.visit(&mut sum);
                    record.timestamp.visit(&mut sum);
                    record.key.visit(&mut sum);
                    record.value.visit(&mut sum);
                    sum.number(record.headers.len() as i64);
                }
            }
        }
        sum.0
    });
}

fn build(all: &mut Vec<Case>) {
    let mut bytes = Bytes::from_static(samples::batch(0, 1_000, 100));
    let size = bytes.len();
    let records: Vec<Record> = RecordBatchDecoder::decode(&mut bytes).expect("a batch").records;
    let options = RecordEncodeOptions { version: 2, compression: Compression::None };
    let mut buffer = Vec::with_capacity(size);
    let mut cases = Cases { all, codec: CODEC, message: "batch-1000", size };
    cases.add(BUILD, move || {
        buffer.clear();
        let records = black_box(&records);
        let result = RecordBatchEncoder::encode(black_box(&mut buffer), records, &options);
        result.map_or(0, |()| buffer.len() as u64)
    });
}

visit_own! {
    BrokerId: |sum, value| sum.number(i64::from(value.0));
    StrBytes: |sum, value| sum.bytes(value.as_bytes());
    TopicName: |sum, value| sum.bytes(value.0.as_bytes());
    Option<Bytes>: |sum, value| value.as_deref().visit(sum);
    Option<StrBytes>: |sum, value| value.as_ref().map(|text| text.as_bytes()).visit(sum);
    Option<TopicName>: |sum, value| value.as_ref().map(|text| text.0.as_bytes()).visit(sum);
    Option<TransactionalId>: |sum, value| value.as_ref().map(|text| text.0.as_bytes()).visit(sum);
    uuid::Uuid: |sum, value| sum.uuid(*value.as_bytes());
}
