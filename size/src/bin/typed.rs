//! Decoding and encoding of typed values: three messages.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::api::alter_partition::request::AlterPartitionRequest;
use kafka_codec::api::alter_partition::response::AlterPartitionResponse;
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::typed::Body;

fn both<B: Body<'static>>() {
    let mut buffer = [0; 64];
    if let Ok(body) = B::decode(size::version(), size::input()) {
        let _ = black_box(black_box(body).encode(size::version(), black_box(&mut buffer)));
    }
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    both::<AlterPartitionRequest<'static>>();
    both::<AlterPartitionResponse<'static>>();
    both::<MetadataResponse<'static>>();
}
