//! What strict decoding accepts, lenient decoding accepts too, with the same events. What lenient
//! decoding accepts encodes to bytes that strict decoding accepts, or cannot be encoded.
#![no_main]

use kafka_codec::wire::Mode;
use kafka_codec_fuzz::{events, select, typed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [message, version, bytes @ ..] = input else { return };
    let (index, message, version) = select(*message, *version);
    let strict = events(message, Mode::Strict, version, bytes, &[], &[]);
    let lenient = events(message, Mode::Lenient, version, bytes, &[], &[]);
    if strict.end == Some(Ok(())) {
        assert_eq!(strict, lenient, "lenient events of what strict decoding accepts");
    }
    match typed(index)(Mode::Lenient, version, bytes) {
        Ok(again) => {
            assert_eq!(lenient.end, Some(Ok(())), "lenient events of what typed decoding accepts");
            if let Ok(bytes) = again {
                let strict = typed(index)(Mode::Strict, version, &bytes);
                assert_eq!(strict, Ok(Ok(bytes)), "what lenient decoding accepts, encoded");
            }
        }
        // Events may give the bytes of a string that is not UTF-8, which a `&str` cannot hold.
        Err(_) => assert_ne!(strict.end, Some(Ok(()))),
    }
});
