//! This codec at work.
//!
//! Beside what the peers do too, it counts what bounds that: the CRC alone, the walk alone.

mod capture;
mod events;
mod records;
mod transcode;

use crate::case::{Case, Cases, DECODE, ENCODE, VISIT};
use crate::samples;
use crate::visit::Visit;
use kafka_codec::typed::{Body, Records};
use std::hint::black_box;

/// What it is called in names.
pub const CODEC: &str = "kafka-codec";

/// Everything of ours that the peers have something like too, and the events.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let all = &mut cases;
    for (message, topics) in [("metadata", 10), ("metadata-100k", 408)] {
        let body = samples::metadata(topics);
        typed(all, message, samples::METADATA, body, |body| visit_metadata!(body));
    }
    let body = samples::api_versions(60);
    typed(all, "api-versions", samples::API_VERSIONS, body, |body| visit_api_versions!(body));
    for (message, records) in [("produce", 1), ("produce-1000", 1_000)] {
        let body = samples::produce(samples::batch(0, records, 100));
        typed(all, message, samples::PRODUCE, body, |body| {
            visit_produce!(body, |records: &Option<Records<'_>>| records.map_or(0, |r| r.0.len()))
        });
    }
    let body = samples::find_coordinator();
    let version = samples::FIND_COORDINATOR;
    typed(all, "find-coordinator", version, body, |body| visit_find_coordinator!(body));
    let body = samples::subscription();
    typed(all, "subscription", samples::SUBSCRIPTION, body, |body| visit_subscription!(body));
    capture::add(all);
    transcode::add(all);
    records::add(all);
    cases
}

/// Metadata responses of about 1 KB to 10 MB, to see that work grows with the bytes alone.
pub fn growth() -> Vec<Case> {
    let mut cases = Vec::new();
    let sizes = [("1 KB", 3), ("10 KB", 40), ("100 KB", 408), ("1 MB", 4_083), ("10 MB", 40_840)];
    for (message, topics) in sizes {
        let body = samples::metadata(topics);
        typed(&mut cases, message, samples::METADATA, body, |body| visit_metadata!(body));
    }
    cases
}

/// What every message has: decoding, encoding, and the events.
fn typed<B: Body<'static> + 'static>(
    all: &mut Vec<Case>,
    message: &'static str,
    version: i16,
    body: B,
    visit: fn(&B) -> u64,
) {
    let bytes: &'static [u8] = samples::bytes(&body, version).leak();
    let mut buffer = vec![0_u8; bytes.len()];
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    cases.add(DECODE, move || match B::decode(version, black_box(bytes)) {
        Ok(body) => {
            black_box(&body);
            bytes.len() as u64
        }
        Err(_) => 0,
    });
    cases.add(VISIT, move || B::decode(version, black_box(bytes)).map_or(0, |body| visit(&body)));
    cases.add(ENCODE, move || {
        let len = black_box(&body).encode(version, black_box(&mut buffer));
        len.map_or(0, |len| len as u64)
    });
    events::add::<B>(&mut cases, version, bytes);
}
