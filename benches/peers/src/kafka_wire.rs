//! kafka-wire. It has no records: those of Produce and Fetch are bytes to it.

use bytes::{Bytes, BytesMut};
use kafka_codec_benches::case::{Case, Cases, DECODE, ENCODE, VISIT};
use kafka_codec_benches::samples;
use kafka_codec_benches::visit::{Sum, Visit};
use kafka_codec_benches::{
    visit_api_versions, visit_find_coordinator, visit_metadata, visit_produce, visit_subscription,
};
use kafka_wire::{
    ApiVersionsResponse, ConsumerProtocolSubscription, FindCoordinatorResponse, MetadataResponse,
    ProduceRequest,
};
use kafka_wire_core::{ApiVersion, DecodeLimits, KafkaDecode, KafkaEncode, StrBytes, Uuid};
use std::hint::black_box;

const CODEC: &str = "kafka-wire";

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
}

fn length(records: &Option<Bytes>) -> usize {
    records.as_ref().map_or(0, Bytes::len)
}

fn typed<B: KafkaDecode + KafkaEncode + 'static>(
    all: &mut Vec<Case>,
    message: &'static str,
    visit: fn(&B) -> u64,
) {
    let (version, bytes) = samples::encoded(message);
    let version = ApiVersion::new(version);
    let bytes = Bytes::from_static(bytes);
    let decode = move |bytes: &Bytes| {
        B::decode_from_bytes(black_box(bytes).clone(), version, DecodeLimits::default())
    };
    let body = decode(&bytes).expect("a body");
    let mut buffer = BytesMut::with_capacity(bytes.len());
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    let input = bytes.clone();
    cases
        .add(DECODE, move || black_box(&decode(&input)).as_ref().map_or(0, |_| input.len() as u64));
    cases.add(VISIT, move || decode(&bytes).map_or(0, |body| visit(&body)));
    cases.add(ENCODE, move || {
        buffer.clear();
        let result = black_box(&body).encode_into(black_box(&mut buffer), version);
        result.map_or(0, |len| len as u64)
    });
}

visit_own! {
    StrBytes: |sum, value| sum.bytes(value.as_bytes());
    Option<StrBytes>: |sum, value| value.as_ref().map(|text| text.as_bytes()).visit(sum);
    Option<Bytes>: |sum, value| value.as_deref().visit(sum);
    Uuid: |sum, value| sum.uuid(value.to_bytes());
}
