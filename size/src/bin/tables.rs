//! The tables of all messages.
#![no_std]
#![no_main]

use core::hint::black_box;
use size as _;

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    black_box(kafka_codec::api::MESSAGES);
}
