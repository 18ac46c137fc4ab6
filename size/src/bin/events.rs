//! The event decoder, with the tables of three messages.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::api::api_versions::response::ApiVersionsResponse;
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::api::produce::response::ProduceResponse;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::typed::Body;

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let message = match black_box(0) {
        0 => &ApiVersionsResponse::MESSAGE,
        1 => &MetadataResponse::MESSAGE,
        _ => &ProduceResponse::MESSAGE,
    };
    let mut input = size::input();
    let Ok(mut decoder) = Decoder::new(message, size::version(), input.len() as u32) else {
        return;
    };
    while let Ok(event) = decoder.next(&mut input) {
        if let Item::Done = black_box(event.item) {
            return;
        }
    }
}
