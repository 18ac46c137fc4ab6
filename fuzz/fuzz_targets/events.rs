//! The events of a message do not depend on the pieces in which its bytes come, whether they end in
//! the end or in a fault, nor does skipping.
//!
//! After message and version come: the mode, a count of piece sizes and these, a count of events
//! after which to skip and their numbers.
#![no_main]

use kafka_codec::wire::Mode;
use kafka_codec_fuzz::{events, select};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [message, version, mode, rest @ ..] = input else { return };
    let (_, message, version) = select(*message, *version);
    let mode = if mode % 2 == 0 { Mode::Strict } else { Mode::Lenient };
    let Some((sizes, rest)) = list(rest) else { return };
    let Some((skips, bytes)) = list(rest) else { return };
    let whole = events(message, mode, version, bytes, &[], &[]);
    // Sizes of nothing alone never get there.
    let sizes = if sizes.iter().all(|size| *size == 0) { &[1] } else { sizes };
    assert_eq!(whole, events(message, mode, version, bytes, sizes, &[]), "in pieces");
    if !skips.is_empty() {
        let skipped = events(message, mode, version, bytes, &[], skips);
        assert_eq!(skipped.end, whole.end, "what is skipped is checked all the same");
        assert_eq!(
            skipped,
            events(message, mode, version, bytes, sizes, skips),
            "skipped in pieces"
        );
    }
});

/// At most 15 bytes, behind their number.
fn list(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = bytes.split_first()?;
    rest.split_at_checked(usize::from(count % 16))
}
