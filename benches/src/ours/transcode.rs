//! A proxy's work: copying a Metadata response from events, as it is and with other hosts.

use super::CODEC;
use crate::case::{Case, Cases};
use crate::samples;
use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
use kafka_codec::encoder::Value;
use kafka_codec::event::Event;
use kafka_codec::transcode::{Edit, transcode};
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use std::hint::black_box;

pub(super) fn add(all: &mut Vec<Case>) {
    let message = "metadata";
    let (version, bytes) = samples::encoded(message);
    let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
    let mut buffer = vec![0_u8; bytes.len()];
    cases.add("transcode", move || copy(version, bytes, &mut buffer, |_| Edit::Keep));
    let mut buffer = vec![0_u8; bytes.len()];
    cases.add("transcode-hosts", move || {
        copy(version, bytes, &mut buffer, |event| match event.get(MetadataResponseBroker::host) {
            Some(_) => Edit::Replace(Value::Str("proxy.kafka.internal")),
            None => Edit::Keep,
        })
    });
}

#[inline(always)]
fn copy(
    version: i16,
    bytes: &[u8],
    buffer: &mut [u8],
    edit: impl FnMut(&Event<'_, '_>) -> Edit<'static>,
) -> u64 {
    let message = &MetadataResponse::MESSAGE;
    let len = transcode(Mode::Strict, message, version, black_box(bytes), black_box(buffer), edit);
    len.map_or(0, |len| len as u64)
}
