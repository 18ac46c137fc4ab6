//! Typed decoding, strictly: what is accepted encodes to the same bytes, what is not is refused by
//! the events with the same error.
#![no_main]

use kafka_codec::wire::Mode;
use kafka_codec_fuzz::{events, select, typed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [message, version, bytes @ ..] = input else { return };
    let (index, message, version) = select(*message, *version);
    let end = events(message, Mode::Strict, version, bytes, &[], &[]).end;
    match typed(index)(Mode::Strict, version, bytes) {
        Ok(again) => {
            assert_eq!(again.as_deref(), Ok(bytes), "decoded and encoded");
            assert_eq!(end, Some(Ok(())), "the events of what typed decoding accepts");
        }
        Err(error) => {
            assert_eq!(end, Some(Err(error)), "the events of what typed decoding refuses")
        }
    }
});
