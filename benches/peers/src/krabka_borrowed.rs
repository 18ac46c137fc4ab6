//! krabka-protocol, its borrowed types. Their records are batches: those of a Produce request have been checked, CRC and all,
//! once it is decoded.

use kafka_codec_benches::case::{Case, Cases, DECODE, ENCODE, VISIT};
use kafka_codec_benches::samples;
use kafka_codec_benches::visit::{Sum, Visit};
use kafka_codec_benches::{
    visit_api_versions, visit_find_coordinator, visit_metadata, visit_produce, visit_subscription,
};
use krabka_protocol::borrowed::api_versions_response::ApiVersionsResponse;
use krabka_protocol::borrowed::consumer_protocol_subscription::ConsumerProtocolSubscription;
use krabka_protocol::borrowed::fetch_response::FetchResponse;
use krabka_protocol::borrowed::find_coordinator_response::FindCoordinatorResponse;
use krabka_protocol::borrowed::metadata_response::MetadataResponse;
use krabka_protocol::borrowed::produce_request::ProduceRequest;
use krabka_protocol::primitives::uuid::Uuid;
use krabka_protocol::records::RecordsPayloadBorrowed as Payload;
use krabka_protocol::{DecodeBorrow, Encode};
use std::hint::black_box;

const CODEC: &str = "krabka-protocol borrowed";

pub fn add(all: &mut Vec<Case>) {
    for message in ["metadata", "metadata-100k"] {
        typed::<MetadataResponse<'static>>(all, message, |body| visit_metadata!(body));
    }
    typed::<ApiVersionsResponse>(all, "api-versions", |body| visit_api_versions!(body));
    for message in ["produce", "produce-1000"] {
        typed::<ProduceRequest<'static>>(all, message, |body| visit_produce!(body, length));
    }
    typed::<FindCoordinatorResponse<'static>>(all, "find-coordinator", |body| {
        visit_find_coordinator!(body)
    });
    typed::<ConsumerProtocolSubscription<'static>>(all, "subscription", |body| {
        visit_subscription!(body)
    });
    for message in ["fetch-100", "fetch-1000"] {
        fetch(all, message);
    }
}

fn length(records: &Option<Payload<'_>>) -> usize {
    records.as_ref().map_or(0, Payload::payload_len)
}

fn typed<B: DecodeBorrow<'static> + Encode>(
    all: &mut Vec<Case>,
    message: &'static str,
    visit: fn(&B) -> u64,
) {
    let (version, bytes) = samples::encoded(message);
    let decode = move || B::decode_borrow(&mut black_box(bytes), version);
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
    cases.add(VISIT, move || {
        let mut sum = Sum::default();
        let Ok(body) = FetchResponse::decode_borrow(&mut black_box(bytes), version) else {
            return 0;
        };
        for topic in &body.responses {
            for partition in &topic.partitions {
                let Some(Payload::V2(batches)) = &partition.records else {
                    return 0;
                };
                for batch in batches {
                    let base_offset = batch.header().base_offset.get();
                    let base_timestamp = batch.header().base_timestamp.get();
                    for record in batch {
                        let Ok(record) = record else { return 0 };
                        sum.number(base_offset + i64::from(record.offset_delta));
                        sum.number(base_timestamp + record.timestamp_delta);
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

visit_own! {
    Uuid: |sum, value| sum.uuid(value.0);
}
