//! An image without the codec: what is subtracted from the others.
#![no_std]
#![no_main]

use core::hint::black_box;

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    black_box((size::input(), size::version()));
}
