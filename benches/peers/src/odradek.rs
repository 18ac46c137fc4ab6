//! odradek-protocol, with the CRC in hardware. It takes bytes from `Bytes` without a copy, and all
//! else faster from a slice.

use bytes::{Bytes, BytesMut};
use kafka_codec_benches::case::{BUILD, Case, Cases, DECODE, ENCODE, VISIT};
use kafka_codec_benches::samples;
use kafka_codec_benches::visit::{Sum, Visit};
use kafka_codec_benches::{
    visit_api_versions, visit_find_coordinator, visit_metadata, visit_produce, visit_subscription,
};
use odradek_protocol::messages::api_versions_response::ApiVersionsResponse;
use odradek_protocol::messages::consumer_protocol_subscription::ConsumerProtocolSubscription;
use odradek_protocol::messages::fetch_response::FetchResponse;
use odradek_protocol::messages::find_coordinator_response::FindCoordinatorResponse;
use odradek_protocol::messages::metadata_response::MetadataResponse;
use odradek_protocol::messages::produce_request::ProduceRequest;
use odradek_protocol::records::{RecordBatch, Records, decode_set};
use std::hint::black_box;

const CODEC: &str = "odradek-protocol";

/// A macro, since its trait for messages leaves out ConsumerProtocolSubscription.
macro_rules! typed {
    ($all:ident, $message:expr, $body:ty, $input:ty, $visit:expr) => {{
        let message = $message;
        let visit: fn(&$body) -> u64 = $visit;
        let (version, bytes) = samples::encoded(message);
        let size = bytes.len();
        let input = <$input>::from(bytes);
        let decode = move |input: &$input| <$body>::decode(&mut black_box(input).clone(), version);
        let body = decode(&input).expect("a body");
        let mut buffer = vec![0_u8; size];
        let mut cases = Cases { all: $all, codec: CODEC, message, size };
        let again = input.clone();
        cases.add(DECODE, move || black_box(&decode(&again)).as_ref().map_or(0, |_| size as u64));
        cases.add(VISIT, move || decode(&input).map_or(0, |body| visit(&body)));
        cases.add(ENCODE, move || {
            let mut out = black_box(&mut buffer[..]);
            let size = out.len();
            let result = black_box(&body).encode(&mut out, version);
            result.map_or(0, |()| (size - out.len()) as u64)
        });
    }};
}

pub fn add(all: &mut Vec<Case>) {
    for message in ["metadata", "metadata-100k"] {
        typed!(all, message, MetadataResponse, &[u8], |body| visit_metadata!(body));
    }
    typed!(all, "api-versions", ApiVersionsResponse, &[u8], |body| visit_api_versions!(body));
    for message in ["produce", "produce-1000"] {
        typed!(all, message, ProduceRequest, Bytes, |body| visit_produce!(body, length));
    }
    typed!(
        all,
        "find-coordinator",
        FindCoordinatorResponse,
        &[u8],
        |body| visit_find_coordinator!(body)
    );
    typed!(all, "subscription", ConsumerProtocolSubscription, Bytes, |body| visit_subscription!(
        body
    ));
    for message in ["fetch-100", "fetch-1000"] {
        fetch(all, message);
    }
    build(all);
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
                let Ok(batches) = decode_set(&mut records) else {
                    return 0;
                };
                for batch in &batches {
                    let Records::Plain(records) = &batch.records else {
                        return 0;
                    };
                    for record in records {
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
    let batch = RecordBatch::decode(&mut bytes).expect("a batch");
    let mut buffer = BytesMut::with_capacity(size);
    let mut cases = Cases { all, codec: CODEC, message: "batch-1000", size };
    cases.add(BUILD, move || {
        buffer.clear();
        let result = black_box(&batch).encode_to(black_box(&mut buffer));
        result.map_or(0, |()| buffer.len() as u64)
    });
}

visit_own! {
    Option<Bytes>: |sum, value| value.as_deref().visit(sum);
}
