//! Whatever the bytes are, reading, skipping, capturing and copying them takes steps in proportion to
//! their number.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "what is defined and declared here is for these tests alone"
)]

use super::inputs::{Make, Shape, uvarint};
use crate::capture::{Captured, CapturedTags, First, Prefix};
use crate::decoder::Decoder;
use crate::event::Item;
use crate::patch::patch;
use crate::steps;
use crate::transcode::{Edit, Transcoder};
use crate::typed::{Array, Body, Records, since};
use crate::wire::Mode;
use std::string::String;
use std::vec;
use std::vec::Vec;

crate::message! {
    /// As deep as messages go, with values of every kind at the front and at the end of each depth.
    #[message(Data, versions = 0..=1, flexible = 1..)]
    pub struct Root<'a> {
        /// Text.
        pub front: &'a str = since(0),
        /// Numbers.
        pub numbers: Array<'a, i16> = since(0),
        /// Deeper.
        pub deeper: Array<'a, Level1<'a>> = since(0),
        /// Tagged.
        pub tagged: Array<'a, Level1<'a>> = since(1).tagged(0),
        /// Tagged.
        pub single: Level3<'a> = since(1).tagged(1),
    }
}
crate::structure! {
    /// The first.
    pub struct Level1<'a> {
        /// A flag.
        pub flag: bool = since(0),
        /// Deeper.
        pub deeper: Array<'a, Level2<'a>> = since(0),
    }
}
crate::structure! {
    /// The second.
    pub struct Level2<'a> {
        /// Deeper, null or not.
        pub deeper: Option<Array<'a, Level3<'a>>> = since(0).nullable_since(0),
        /// Text.
        pub end: Option<&'a str> = since(0).nullable_since(0),
        /// Tagged.
        pub tagged: Level3<'a> = since(1).tagged(3),
    }
}
crate::structure! {
    /// The third.
    pub struct Level3<'a> {
        /// A number.
        pub number: i32 = since(0),
        /// Deeper.
        pub deeper: Array<'a, Level4<'a>> = since(0),
    }
}
crate::structure! {
    /// The fourth.
    pub struct Level4<'a> {
        /// Flags, which are looked at one by one.
        pub flags: Array<'a, bool> = since(0),
        /// Deeper.
        pub deeper: Array<'a, Level5<'a>> = since(0),
        /// Tagged.
        pub tagged: Level5<'a> = since(1).tagged(0),
    }
}
crate::structure! {
    /// The fifth.
    pub struct Level5<'a> {
        /// Bytes.
        pub bytes: Records<'a> = since(0),
        /// Texts.
        pub texts: Array<'a, &'a str> = since(0),
        /// Tagged.
        pub tagged: i8 = since(1).tagged(7),
    }
}

crate::capture! {
    struct RootKept: Root { front: Prefix<4>, deeper: First<Kept1, 2>, tagged: First<Kept1, 1> }
    struct Kept1: Level1 { deeper: First<Kept2, 2>, unknown_tags: CapturedTags<50, 50> }
    struct Kept2: Level2 { end: Option<Prefix<3>>, deeper: Option<First<Kept3, 1>>, tagged: Kept3 }
    struct Kept3: Level3 { deeper: First<Kept4, 2> }
    struct Kept4: Level4 { flags: First<bool, 3>, tagged: Kept5 }
    struct Kept5: Level5 { texts: First<Prefix<2>, 2>, bytes: First<u8, 3> }
    struct Nothing: Root {}
    struct Last: Root { deeper: First<Last1, 1_000> }
    struct Last1: Level1 { flag: bool }
}

/// The steps of each way to read a body in such pieces, by name, however it ends.
fn ways(version: i16, body: &[u8], pieces: &[usize]) -> Vec<(&'static str, u64)> {
    let (mut ways, message) = (Vec::new(), &Root::MESSAGE);
    for mode in [Mode::Strict, Mode::Lenient] {
        ways.push(("typed", steps::of(|| typed(mode, version, body))));
        for &piece in pieces {
            ways.push(("events", steps::of(|| events(mode, version, body, piece, None))));
            for level in 0..=3 {
                let skip = || events(mode, version, body, piece, Some(level));
                ways.push(("skip", steps::of(skip)));
            }
            for every in [usize::MAX, 3] {
                ways.push(("copy", steps::of(|| copy(mode, version, body, piece, every))));
            }
            ways.push(("capture", steps::of(|| capture::<RootKept>(mode, version, body, piece))));
            ways.push(("pass", steps::of(|| capture::<Nothing>(mode, version, body, piece))));
            ways.push(("last", steps::of(|| capture::<Last>(mode, version, body, piece))));
        }
        let change = || _ = patch(mode, message, version, &mut body.to_vec(), |_| None);
        ways.push(("patch", steps::of(change)));
    }
    ways
}

/// Decodes, looks at all there is, compares it with itself, encodes it.
fn typed(mode: Mode, version: i16, body: &[u8]) {
    let Ok(root) = Root::decode_as(mode, version, body) else { return };
    let mut text = String::new();
    _ = core::fmt::write(&mut text, format_args!("{root:?}"));
    let copy = root;
    assert!(root == copy);
    let mut buffer = vec![0; 2 * body.len() + 100];
    _ = root.encode(version, &mut buffer);
    // Without compact lengths, or with them.
    _ = root.encode(1 - version, &mut buffer);
}

/// Asks for all events; skips what begins at this level.
fn events(mode: Mode, version: i16, body: &[u8], piece: usize, skipped: Option<u8>) {
    let len = body.len() as u32;
    let mut decoder = Decoder::with_mode(mode, &Root::MESSAGE, version, len).unwrap();
    let (mut pieces, mut input, mut calls) = (body.chunks(piece), &[][..], 0);
    while let Ok(event) = decoder.next(&mut input) {
        calls += 1;
        let is_skipped = Some(event.level()) == skipped;
        match event.item {
            Item::NeedInput => match pieces.next() {
                Some(next) => input = next,
                None => break,
            },
            Item::Done => break,
            Item::Struct(_) | Item::Array(..) if is_skipped => decoder.skip(),
            _ => {}
        }
    }
    let given = body.len() + body.len().div_ceil(piece);
    assert!(calls <= 3 * given + 100, "{calls} calls for {} bytes", body.len());
}

/// Copies with every so many-th element dropped, into enough room and into too little.
fn copy(mode: Mode, version: i16, body: &[u8], piece: usize, every: usize) {
    let (message, len) = (&Root::MESSAGE, body.len() as u32);
    for room in [2 * body.len() + 1_000, body.len() / 2] {
        let mut buffer = vec![0; room];
        let mut transcoder = Transcoder::new(mode, message, version, len, &mut buffer).unwrap();
        let mut count = 0_usize;
        for piece in body.chunks(piece) {
            let pushed = transcoder.push(piece, |event| match event.item {
                Item::Struct(_) if event.level() > 0 => {
                    count += 1;
                    if count.is_multiple_of(every) { Edit::Drop } else { Edit::Keep }
                }
                _ => Edit::Keep,
            });
            if pushed.is_err() {
                break;
            }
        }
        _ = transcoder.finish();
    }
}

fn capture<C: Captured>(mode: Mode, version: i16, body: &[u8], piece: usize)
where
    C::Of: Body<'static>,
{
    let mut capturing = C::capture_as(mode, version, body.len() as u32).unwrap();
    for piece in body.chunks(piece) {
        if capturing.push(piece).is_err() {
            break;
        }
    }
    if let Ok(kept) = capturing.finish() {
        _ = kept.encode(version, &mut vec![0; body.len() + 100]);
    }
}

/// No way takes more steps than this for a byte, nor in the end more than in proportion.
const STEPS_PER_BYTE: u64 = 50;

const SIZES: [usize; 2] = [4_000, 8_000];

fn check(what: &dyn core::fmt::Debug, version: i16, make: impl Fn(usize) -> Vec<u8>) {
    let bodies = SIZES.map(make);
    let [small, large] = bodies.each_ref().map(|body| ways(version, body, &[1, 100, usize::MAX]));
    let lens = bodies.map(|body| body.len() as u64);
    for ((way, small), (_, large)) in small.into_iter().zip(large) {
        let most = STEPS_PER_BYTE * lens[1] + 5_000;
        assert!(large <= most, "{way}, {what:?}: {large} steps for {} bytes", lens[1]);
        let proportion = small * lens[1] / lens[0];
        assert!(large <= proportion * 11 / 10 + 3_000, "{way}, {what:?}: {small}, then {large}");
    }
}

fn makes() -> impl Iterator<Item = Make> {
    [Shape::Wide, Shape::Deep, Shape::Even].into_iter().flat_map(|shape| {
        [(0, 0, 0), (1, 0, 0), (1, 3, 1), (1, 0, 1), (1, 2, 3)].map(|(version, tags, known)| Make {
            shape,
            version,
            tags,
            known,
            is_flexible: false,
        })
    })
}

/// The tests below hold for bodies in which work could hide.
#[test]
fn bodies_are_as_large_as_asked_and_accepted() {
    for make in makes() {
        let body = make.body(&Root::MESSAGE, 8_000);
        assert!((8_000..12_000).contains(&body.len()), "{make:?}: {}", body.len());
        let mode = if make.known > 1 { Mode::Lenient } else { Mode::Strict };
        assert!(Root::decode_as(mode, make.version.into(), &body).is_ok(), "{make:?}");
    }
}

#[test]
fn well_formed_bodies() {
    makes().for_each(|make| {
        check(&make, make.version.into(), |size| make.body(&Root::MESSAGE, size));
    });
}

#[test]
fn bodies_that_are_cut_off_or_wrong_at_their_ends() {
    for make in makes() {
        for wrong in [&[][..], &[0xff; 8], &[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]] {
            check(&(make, wrong), make.version.into(), |size| {
                let mut body = make.body(&Root::MESSAGE, size);
                let end = body.len() - wrong.len().max(1);
                body.splice(end.., wrong.iter().copied());
                body
            });
        }
    }
}

#[test]
fn a_hundred_kilobytes() {
    for make in makes().filter(|make| make.shape == Shape::Even) {
        let body = make.body(&Root::MESSAGE, 100_000);
        let len = body.len() as u64;
        for (way, steps) in ways(make.version.into(), &body, &[13, usize::MAX]) {
            assert!(steps <= STEPS_PER_BYTE * len, "{way}, {make:?}: {steps} for {len} bytes");
        }
    }
}

/// Counts and lengths of 2^31-1, 2^32-1 and others, wherever there is one.
#[test]
fn hostile_counts() {
    let hostile: [&[u8]; 6] = [
        &[0x7f, 0xff, 0xff, 0xff],
        &[0xff, 0xff, 0xff, 0xff],
        &[0xff, 0xff, 0xff, 0xff, 0x07],
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        &[0, 0, 0, 100],
        &[0x7f],
    ];
    let is_enough = |make: &Make| make.shape == Shape::Even && make.known == make.tags.min(1);
    for make in makes().filter(is_enough) {
        let body = make.body(&Root::MESSAGE, 30);
        for at in 0..body.len() {
            for bytes in hostile {
                let mut body = body.clone();
                body.splice(at..(at + bytes.len()).min(body.len()), bytes.iter().copied());
                let most = STEPS_PER_BYTE * body.len() as u64 + 1_000;
                for (way, steps) in ways(make.version.into(), &body, &[usize::MAX]) {
                    assert!(steps <= most, "{way}, {make:?}, {bytes:x?} at {at}: {steps} steps");
                }
            }
        }
    }
}

/// In lenient mode the last of them counts, whose place is in front of what is not known.
#[test]
fn tagged_fields_that_come_again_and_again_and_late() {
    for is_first_early in [false, true] {
        check(&"known tags", 1, |size| {
            let mut section = Vec::new();
            let unknown = |section: &mut Vec<u8>, tag: usize, len: usize| {
                uvarint(section, tag);
                uvarint(section, len);
                section.extend(vec![7; len]);
            };
            // Of Root: tag 0, an array of no or one element, and tag 1, a structure.
            let arrays: [&[u8]; 3] = [&[0, 1, 1], &[0, 4, 2, 0, 1, 0], &[1, 6, 0, 0, 0, 9, 1, 0]];
            let mut count = 0;
            if is_first_early {
                section.extend(arrays[1]);
                count += 1;
            }
            unknown(&mut section, 50, size / 2);
            while section.len() < size {
                section.extend(arrays[count % 3]);
                count += 1;
            }
            let mut body = vec![1, 1, 1];
            uvarint(&mut body, count + 1);
            body.extend(section);
            assert!(Root::decode_as(Mode::Lenient, 1, &body).is_ok());
            body
        });
    }
}

#[test]
fn many_tags_and_text_in_pieces() {
    check(&"tags", 1, |size| {
        let mut body = vec![1, 1, 1];
        uvarint(&mut body, size / 3);
        (0..size / 3).for_each(|tag| {
            uvarint(&mut body, 200 + tag);
            body.push(0);
        });
        assert!(Root::decode(1, &body).is_ok());
        body
    });
    check(&"text", 1, |size| {
        let mut body = vec![];
        uvarint(&mut body, size / 4 * 4 + 1);
        body.extend("\u{1f600}".repeat(size / 4).bytes());
        body.extend([1, 1, 0]);
        assert!(Root::decode(1, &body).is_ok());
        body
    });
}
