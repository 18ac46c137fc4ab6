//! The CRC-32C crates, on 1 MiB.

use kafka_codec_benches::case::{CRC, Case, Cases};
use kafka_codec_benches::samples;
use std::hint::black_box;

pub fn add(all: &mut Vec<Case>) {
    let bytes = samples::crc_covered(samples::large_batch());
    let mut add = |codec, crc: fn(&[u8]) -> u32| {
        let mut cases = Cases { all, codec, message: "crc-1m", size: bytes.len() };
        cases.add(CRC, move || u64::from(crc(black_box(bytes))));
    };
    add("crc32c", crc32c::crc32c);
    add("crc-fast", |bytes| crc_fast::crc32_iscsi(bytes));
}
