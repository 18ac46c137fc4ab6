//! What values take in RAM: each symbol is as large as one of them.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::Encoder;
use kafka_codec::record::BatchBuilder;
use kafka_codec::session::Session;
// The panic handler.
use size as _;

macro_rules! sizes { ($($name:ident: $ty:ty;)*) => {
    $(
        #[doc = concat!("As large as `", stringify!($ty), "`.")]
        #[unsafe(no_mangle)]
        pub static $name: [u8; size_of::<$ty>()] = [0; size_of::<$ty>()];
    )*

    /// Where the image begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn start() {
        $( black_box(&$name); )*
    }
} }
sizes! {
    DECODER: Decoder;
    ENCODER: Encoder<'static>;
    SESSION: Session<4>;
    BATCH_BUILDER: BatchBuilder<'static>;
}
