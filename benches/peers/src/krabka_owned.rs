//! krabka-protocol, its owned types. Their records are batches: those of a Produce request have been taken apart, every record,
//! once it is decoded.

use bytes::{Bytes, BytesMut};
use kafka_codec_benches::case::{BUILD, Case, Cases, DECODE, ENCODE, VISIT};
use kafka_codec_benches::samples;
use kafka_codec_benches::visit::{Sum, Visit};
use kafka_codec_benches::{
    visit_api_versions, visit_find_coordinator, visit_metadata, visit_produce, visit_subscription,
};
use krabka_protocol::owned::api_versions_response::ApiVersionsResponse;
use krabka_protocol::owned::consumer_protocol_subscription::ConsumerProtocolSubscription;
use krabka_protocol::owned::fetch_response::FetchResponse;
use krabka_protocol::owned::find_coordinator_response::FindCoordinatorResponse;
use krabka_protocol::owned::metadata_response::MetadataResponse;
use krabka_protocol::owned::produce_request::ProduceRequest;
use krabka_protocol::primitives::uuid::Uuid;
use krabka_protocol::records::{RecordBatch, RecordsPayload as Payload};
use krabka_protocol::{Decode, Encode};
use std::hint::black_box;

const CODEC: &str = "krabka-protocol owned";

pub fn add(all: &mut Vec<Case>) {
    for message in ["metadata", "metadata-100k"] {
        typed::<MetadataResponse>(all, message, |body| visit_metadata!(body));
    }
    typed::<ApiVersionsResponse>(all, "api-versions", |body| visit_api_versions!(body));
    for message in ["produce", "produce-1000"] {
        typed::<ProduceRequest>(all, message, |body| visit_produce!(body, length));
    }
    typed::<FindCoordinatorResponse>(all, "find-coordinator", |body| visit_find_coordinator!(body));
    typed::<ConsumerProtocolSubscription>(all, "subscription", |body| visit_subscription!(body));
    for message in ["fetch-100", "fetch-1000"] {
        fetch(all, message);
    }
    build(all);
}

fn length(records: &Option<Payload>) -> usize {
    records.as_ref().map_or(0, Payload::payload_len)
}

fn typed<B: for<'a> Decode<'a> + Encode + 'static>(
    all: &mut Vec<Case>,
    message: &'static str,
    visit: fn(&B) -> u64,
) {
    let (version, bytes) = samples::encoded(message);
    let decode = move || B::decode(&mut black_box(bytes), version);
    let body = decode().expect("a body");
    let mut buffer = vec![0_u8; bytes.len()];
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    cases.add(DECODE, move || black_box(&decode()).as_ref().map_or(0, |_| bytes.len() as u64));
    cases.add(VISIT, move || decode().map_or(0, |body| visit(&body)));
    cases.add(ENCODE, move || {
        let mut out = black_box(&mut buffer[..]);
        let size = out.len();
        let result = black_box(&body).encode(&mut out, version);
        result.map_or(0, |()| (size - out.len()) as u64)
    });
}

fn fetch(all: &mut Vec<Case>, message: &'static str) {
    let (version, bytes) = samples::encoded(message);
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    let bytes = Bytes::from_static(bytes);
    cases.add(VISIT, move || {
        let mut sum = Sum::default();
        let Ok(body) = FetchResponse::decode(&mut black_box(&bytes).clone(), version) else {
            return 0;
        };
        for topic in &body.responses {
            for partition in &topic.partitions {
                let Some(Payload::V2(batches)) = &partition.records else {
                    return 0;
                };
                for batch in batches {
                    for record in &batch.records {
                        sum.number(batch.base_offset + i64::from(record.offset_delta));
                        sum.number(batch.base_timestamp + record.timestamp_delta);
                        record.key.visit(&mut sum);
                        record.value.visit(&mut sum);
                        sum.number(record.headers.len() as i64);
                    }
                }
            }
        }
        sum.0
    });
}

fn build(all: &mut Vec<Case>) {
    let mut bytes = Bytes::from_static(samples::batch(0, 1_000, 100));
    let size = bytes.len();
    let batch = RecordBatch::decode_batch(&mut bytes).expect("a batch");
    let mut buffer = BytesMut::with_capacity(size);
    let mut cases = Cases { all, codec: CODEC, message: "batch-1000", size };
    cases.add(BUILD, move || {
        buffer.clear();
        let result = black_box(&batch).encode_batch(black_box(&mut buffer));
        result.map_or(0, |()| buffer.len() as u64)
    });
}

visit_own! {
    Option<Bytes>: |sum, value| value.as_deref().visit(sum);
    Uuid: |sum, value| sum.uuid(value.0);
}
