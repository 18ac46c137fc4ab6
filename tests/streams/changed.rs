//! Bodies with changes: typed decoding, events, and copying accept and refuse the same, in both modes,
//! and write the same.

use crate::log::log;
use crate::{Sample, vectors};
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::schema::Message;
use kafka_codec::transcode::{Edit, transcode};
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};
use proptest::prelude::*;

/// Decodes, and encodes again: the outer error is one of the bytes.
type Typed = fn(Mode, i16, &[u8]) -> Result<Result<Vec<u8>, Error>, Error>;

macro_rules! table { ($($key:literal, $role:ident, $body:path;)*) => {
    static TYPED: &[Typed] = &[$(|mode, version, bytes| {
        <$body>::decode_as(mode, version, bytes).map(|body| again(&body, version))
    }),*];
} }
kafka_codec::for_each_message!(table);

fn again<'a, B: Body<'a>>(body: &B, version: i16) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0xa5; body.encoded_len(version)?];
    body.encode(version, &mut bytes)?;
    Ok(bytes)
}

fn typed(message: &Message) -> Typed {
    let mut all = kafka_codec::api::MESSAGES.iter();
    TYPED[all.position(|other| other.name() == message.name()).unwrap()]
}

fn copy(mode: Mode, message: &Message, version: i16, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut out = vec![0xa5; 2 * bytes.len() + 64];
    let len = transcode(mode, message, version, bytes, &mut out, |_| Edit::Keep)?;
    out.truncate(len);
    Ok(out)
}

/// What becomes of a body read leniently; checks that each way to read it says the same.
fn agree(sample: &Sample, bytes: &[u8]) -> (Result<(), Error>, Result<Vec<u8>, Error>) {
    let (message, version) = (sample.message, sample.version);
    let place = || format!("{} v{version} {bytes:02x?}", message.name());
    let strict = log(Mode::Strict, message, version, bytes, usize::MAX, None);
    match typed(message)(Mode::Strict, version, bytes) {
        Ok(again) => {
            assert_eq!(strict.1, Ok(()), "{}", place());
            assert_eq!(again.as_deref(), Ok(bytes), "{}", place());
        }
        Err(error) => assert_eq!(strict.1, Err(error), "{}", place()),
    }
    let copied = copy(Mode::Strict, message, version, bytes);
    assert_eq!(copied, strict.1.map(|()| bytes.to_vec()), "{}", place());

    let lenient = log(Mode::Lenient, message, version, bytes, usize::MAX, None);
    if strict.1.is_ok() {
        assert_eq!(lenient, strict, "{}", place());
    }
    for piece in [1, 3] {
        for (mode, whole) in [(Mode::Strict, &strict), (Mode::Lenient, &lenient)] {
            let pieces = log(mode, message, version, bytes, piece, None);
            assert_eq!(pieces.1, whole.1, "{} in {piece}", place());
            assert!(whole.1.is_err() || pieces.0 == whole.0, "{} in {piece}", place());
        }
    }
    let copied = copy(Mode::Lenient, message, version, bytes);
    match (typed(message)(Mode::Lenient, version, bytes), lenient.1) {
        (Ok(again), Ok(())) => match (again, &copied) {
            (Ok(again), Ok(copied)) => {
                assert_eq!(&again, copied, "{}", place());
                let again = log(Mode::Strict, message, version, copied, usize::MAX, None);
                assert_eq!(again.1, Ok(()), "{}", place());
            }
            // Unknown tags out of order have no place.
            (Err(typed), Err(copied)) => {
                assert!(matches!(typed.kind, ErrorKind::TagOrder { .. }), "{}", place());
                assert_eq!(typed.kind, copied.kind, "{}", place());
            }
            (again, copied) => panic!("{again:?} {copied:?} {}", place()),
        },
        // Events give the bytes of a string that is not UTF-8.
        (Err(error), end) if error.kind == ErrorKind::InvalidUtf8 => {
            let is_order = |error: Error| matches!(error.kind, ErrorKind::TagOrder { .. });
            let is_copied = copied.is_ok() || copied.clone().is_err_and(is_order);
            assert!(end.is_err() || is_copied, "{}", place());
        }
        (typed, end) => {
            assert_eq!(typed.map(|_| ()), end, "{}", place());
            assert!(copied.is_err(), "{}", place());
        }
    }
    (lenient.1, copied)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    /// Bits that flip, bytes that are gone, doubled or others.
    #[test]
    fn any_change(
        number: prop::sample::Index,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..6, any::<u8>()), 1..4),
    ) {
        let samples = SAMPLES.get_or_init(vectors);
        let sample = &samples[number.index(samples.len())];
        let mut bytes = sample.bytes.clone();
        for (place, what, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match what {
                0 => bytes.truncate(at),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                3 => bytes[at] = byte,
                4 => bytes.insert(at, bytes[at]),
                _ => bytes[at] ^= 1 << (byte % 8),
            }
        }
        let _ = agree(sample, &bytes);
    }
}

static SAMPLES: std::sync::OnceLock<Vec<Sample>> = std::sync::OnceLock::new();

/// Each varint of a body with another byte that adds nothing.
#[test]
fn padded_varints_are_read_leniently_alone_and_written_without_padding() {
    let mut count = 0;
    for sample in flexible() {
        let bytes = &sample.bytes;
        for at in varints(&sample) {
            let end = at + bytes[at..].iter().position(|byte| *byte < 0x80).unwrap();
            let mut padded = bytes.clone();
            padded[end] |= 0x80;
            padded.insert(end + 1, 0);
            let place = format!("{} v{} at {at}", sample.message.name(), sample.version);
            let strict = log(Mode::Strict, sample.message, sample.version, &padded, 1_000, None);
            let error = strict.1.unwrap_err();
            assert_eq!(
                (error.kind, error.offset),
                (ErrorKind::InvalidVarint, at as u32),
                "{place}"
            );
            assert_eq!(agree(&sample, &padded), (Ok(()), Ok(bytes.clone())), "{place}");
            count += 1;
        }
    }
    assert!(count > 1_000, "{count}");
}

/// A known tagged field that comes again behind all others, or there instead of in its place.
#[test]
fn late_and_doubled_known_tags_are_read_leniently_alone_and_written_once_in_their_place() {
    let mut count = 0;
    for sample in flexible() {
        let bytes = &sample.bytes;
        for Section { begin, fields, end } in sections(&sample) {
            if fields.len() > 126 {
                continue;
            }
            for (number, field) in fields.iter().enumerate() {
                let tag = &bytes[field.begin..field.end];
                let mut doubled = bytes[..end].to_vec();
                doubled.extend(tag);
                doubled.extend(&bytes[end..]);
                doubled[begin] += 1;
                let mut late = bytes[..field.begin].to_vec();
                late.extend(&bytes[field.end..end]);
                late.extend(tag);
                late.extend(&bytes[end..]);
                let place = format!("{} v{}", sample.message.name(), sample.version);
                for (changed, is_new) in [(doubled, true), (late, number + 1 < fields.len())] {
                    let read = agree(&sample, &changed);
                    let (message, version) = (sample.message, sample.version);
                    let strict = log(Mode::Strict, message, version, &changed, 1_000, None).1;
                    assert_eq!(strict.is_err(), is_new, "{place}");
                    if field.is_known {
                        assert_eq!(read, (Ok(()), Ok(bytes.clone())), "{place}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 20, "{count}");
}

fn flexible() -> impl Iterator<Item = Sample> {
    // The client's name in the header is never compact.
    let is_compact = |sample: &Sample| {
        sample.message.is_flexible(sample.version) && sample.message.name() != "RequestHeader"
    };
    vectors().into_iter().filter(is_compact)
}

/// Where counts, lengths and numbers of tags begin.
fn varints(sample: &Sample) -> Vec<usize> {
    let mut varints = vec![];
    walk(sample, |item, at, byte| {
        let is_one = match item {
            Item::Str(..) | Item::Bytes(..) | Item::Records(..) | Item::Tags(_) => true,
            Item::Tag(..) | Item::Array(..) => true,
            Item::StructEnd(_) | Item::Null(_) => byte == Some(0),
            _ => false,
        };
        if is_one {
            varints.push(at);
        }
    });
    varints
}

fn walk(sample: &Sample, mut with: impl FnMut(Item<'_>, usize, Option<u8>)) {
    let (bytes, len) = (&sample.bytes, sample.bytes.len() as u32);
    let mut decoder = Decoder::new(sample.message, sample.version, len).unwrap();
    let mut input = &bytes[..];
    loop {
        let event = decoder.next(&mut input).unwrap();
        let span = event.span();
        let byte = (span.start < span.end).then(|| bytes[span.start as usize]);
        if event.item == Item::Done {
            return;
        }
        with(event.item, span.start as usize, byte);
    }
}

/// A tag section: where its count is, which is one byte, its fields, and where they end.
struct Section {
    begin: usize,
    fields: Vec<Tagged>,
    end: usize,
}

struct Tagged {
    begin: usize,
    end: usize,
    is_known: bool,
}

fn sections(sample: &Sample) -> Vec<Section> {
    let (mut sections, mut unknown) = (vec![], vec![]);
    walk(sample, |item, at, _| match item {
        Item::Tags(_) => {
            let mut rest = at;
            let count = uvarint(&sample.bytes, &mut rest);
            let mut fields = vec![];
            for _ in 0..count {
                let begin = rest;
                uvarint(&sample.bytes, &mut rest);
                let size = uvarint(&sample.bytes, &mut rest);
                rest += size;
                fields.push(Tagged { begin, end: rest, is_known: true });
            }
            sections.push(Section { begin: at, fields, end: rest });
        }
        Item::Tag(..) => unknown.push(at),
        _ => {}
    });
    for field in sections.iter_mut().flat_map(|section| &mut section.fields) {
        field.is_known = !unknown.contains(&field.begin);
    }
    sections
}

fn uvarint(bytes: &[u8], at: &mut usize) -> usize {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = usize::from(bytes[*at]);
        *at += 1;
        value |= (byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return value;
        }
    }
}
