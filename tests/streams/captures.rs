//! Frames that were captured.

use crate::log::log;
use crate::{Sample, captures, vectors};
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::wire::Mode;

const PIECES: [usize; 5] = [1, 2, 3, 7, 1_000];

#[test]
fn events_are_the_same_in_all_pieces() {
    let samples = captures();
    assert!(samples.len() > 400);
    for Sample { message, version, bytes } in &samples {
        let whole = log(Mode::Strict, message, *version, bytes, usize::MAX, None);
        assert_eq!(whole.1, Ok(()), "{} v{version}", message.name());
        // The spans tile the message.
        let end = whole.0.iter().fold(0, |end, note| {
            assert_eq!(note.span.start, end);
            note.span.end
        });
        assert_eq!(end as usize, bytes.len());
        for piece in PIECES {
            for mode in [Mode::Strict, Mode::Lenient] {
                let pieces = log(mode, message, *version, bytes, piece, None);
                assert_eq!(pieces, whole, "{} v{version} in {piece}", message.name());
            }
        }
    }
}

/// After any event: what it began is left out but for its end, and all that follows is the same.
#[test]
fn skipping_ends_at_the_right_byte() {
    let mut skipped = 0;
    for Sample { message, version, bytes } in captures() {
        let (whole, _) = log(Mode::Strict, message, version, &bytes, usize::MAX, None);
        for number in (0..whole.len()).step_by(1 + whole.len() / 40) {
            let note = &whole[number];
            let end = match note.begins {
                true => end_of(&whole, number),
                false => number + 1,
            };
            for piece in [usize::MAX].into_iter().chain(PIECES) {
                let (notes, result) =
                    log(Mode::Strict, message, version, &bytes, piece, Some(number));
                assert_eq!(result, Ok(()));
                let place = format!("{} v{version}, {note:?}, {piece}", message.name());
                // A string that is cut gives the part that came before the skip.
                let same = if note.begins { number + 1 } else { number };
                assert_eq!(notes[..same], whole[..same], "{place}");
                assert_eq!(notes.len(), number + 1 + whole.len() - end, "{place}");
                let rest = notes[number + 1..].iter().zip(&whole[end..]);
                rest.for_each(|(note, other)| assert!(note.ends_as(other), "{place}: {note:?}"));
            }
            skipped += usize::from(note.begins);
        }
    }
    assert!(skipped > 1_000, "{skipped}");
}

/// Whatever the pieces were; and so they go on alike.
#[test]
fn decoders_that_took_the_same_bytes_are_equal() {
    for Sample { message, version, bytes } in captures().into_iter().chain(vectors()) {
        for mode in [Mode::Strict, Mode::Lenient] {
            let new = || Decoder::with_mode(mode, message, version, bytes.len() as u32).unwrap();
            let (mut whole, mut behind) = (new(), 0);
            for cut in (1..bytes.len()).step_by(1 + bytes.len() / 20) {
                let before = whole.clone();
                take(&mut whole, &bytes[behind..cut]);
                let mut pieces = before.clone();
                bytes[behind..cut].chunks(1 + cut % 3).for_each(|piece| take(&mut pieces, piece));
                let place = format!("{} v{version} at {cut}", message.name());
                assert!(whole == pieces, "{place}");
                assert!(whole != before, "{place}");
                (whole, behind) = (pieces, cut);
            }
        }
    }
}

fn take(decoder: &mut Decoder, mut piece: &[u8]) {
    while decoder.next(&mut piece).unwrap().item != Item::NeedInput {}
}

/// Where the end of the structure or array stands that begins there.
fn end_of(notes: &[crate::log::Note], begin: usize) -> usize {
    let mut open = 0;
    for (number, note) in notes.iter().enumerate().skip(begin) {
        open += i32::from(note.begins) - i32::from(note.ends);
        if open == 0 {
            return number;
        }
    }
    panic!("it has no end");
}
