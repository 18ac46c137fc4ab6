//! Nothing here allocates: decoding, encoding, events, copying, patching, capture, frames, and all that
//! the inspector prints.
#![cfg(all(feature = "names", feature = "registry", feature = "inspect"))]

use allocation_counter::measure;
use kafka_codec::api::fetch::response::{FetchResponse, FetchableTopicResponse, PartitionData};
use kafka_codec::capture::{Captured, CapturedTags, First, Prefix};
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::{Encoder, Value};
use kafka_codec::event::{Event, Item};
use kafka_codec::inspect::{Framing, Grammar, Json, Layout, Schema, Subject, Tree, smallest_frame};
use kafka_codec::patch::{Place, patch};
use kafka_codec::schema::{Message, Role};
use kafka_codec::transcode::{Edit, Transcoder};
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{api, capture, frame};
use std::fmt::{self, Write as _};

/// How many allocations something makes.
fn allocations(run: impl FnOnce()) -> u64 {
    measure(run).count_total
}

/// Takes text and keeps only how much it was.
struct Sink(usize);

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn lines(name: &str) -> Vec<serde_json::Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn bytes(line: &serde_json::Value) -> Vec<u8> {
    let hex = line["hex"].as_str().expect("hex");
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(digits).collect()
}

/// Every message with its version and bytes.
fn vectors() -> Vec<(&'static Message, i16, Vec<u8>)> {
    let vector = |line: &serde_json::Value| {
        let name = line["message"].as_str().expect("a name");
        let version = line["version"].as_i64().expect("a version");
        let message = api::find_by_name(name).expect("a message");
        (message, i16::try_from(version).expect("int16"), bytes(line))
    };
    lines("vectors.jsonl").iter().map(vector).collect()
}

/// Decodes and encodes a body as every message that has the name.
fn typed(name: &str, version: i16, bytes: &[u8], out: &mut [u8]) -> usize {
    let mut written = 0;
    macro_rules! all { ($($key:literal, $role:ident, $body:path;)*) => { $(
        if <$body as Body<'static>>::MESSAGE.name() == name {
            let body = <$body>::decode(version, bytes).expect("a body");
            assert_eq!(body.encoded_len(version), Ok(bytes.len()));
            written = body.encode(version, out).expect("room");
        }
    )* } }
    kafka_codec::for_each_message!(all);
    written
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(Box::new(1)))) > 0);
}

#[test]
fn typed_values() {
    for (message, version, bytes) in vectors() {
        let (name, mut out) = (message.name(), vec![0xa5; bytes.len()]);
        let mut written = 0;
        let count = allocations(|| written = typed(name, version, &bytes, &mut out));
        assert_eq!((count, written), (0, bytes.len()), "{name} v{version}");
        assert_eq!(out, bytes, "{name} v{version}");
    }
}

#[test]
fn events_and_encoder() {
    fn copy(message: &Message, version: i16, bytes: &[u8], piece: usize, out: &mut [u8]) -> usize {
        let len = bytes.len() as u32;
        let mut decoder = Decoder::with_mode(Mode::Lenient, message, version, len).expect("one");
        let mut encoder = Encoder::new(message, version, out).expect("one");
        let (mut pieces, mut input) = (bytes.chunks(piece), &[][..]);
        loop {
            match decoder.next(&mut input).expect("an event").item {
                Item::Done => return encoder.finish().expect("room"),
                Item::NeedInput => input = pieces.next().expect("more"),
                item => encoder.copy(&item).expect("a place"),
            }
        }
    }
    for (message, version, bytes) in vectors() {
        for piece in [usize::MAX, 5] {
            let mut out = vec![0xa5; bytes.len()];
            let mut written = 0;
            let count = allocations(|| written = copy(message, version, &bytes, piece, &mut out));
            assert_eq!((count, written), (0, bytes.len()), "{} v{version}", message.name());
        }
    }
}

/// Whatever the bytes are, as Java's verdicts have them.
#[test]
fn copying_patching_and_capturing_of_any_bytes() {
    capture! {
        struct Kept: FetchResponse {
            responses: First<Topic, 2>,
            unknown_tags: CapturedTags<2, 8>,
        }
        struct Topic: FetchableTopicResponse { topic: Prefix<5>, partitions: First<Partition, 2> }
        struct Partition: PartitionData { records: Option<First<u8, 4>> }
    }
    let (mut faults, mut captured) = (0, 0);
    for line in lines("verdicts.jsonl") {
        let name = line["message"].as_str().expect("a name");
        let version = line["version"].as_i64().expect("a version") as i16;
        let message = api::find_by_name(name).expect("a message");
        let bytes = bytes(&line);
        for (mode, piece) in [(Mode::Strict, 3), (Mode::Lenient, usize::MAX)] {
            let len = bytes.len() as u32;
            let mut out = vec![0xa5; 2 * bytes.len() + 64];
            let mut body = bytes.clone();
            let count = allocations(|| {
                let copier = Transcoder::new(mode, message, version, len, &mut out);
                let mut copier = copier.expect("a version");
                let mut result = Ok(false);
                for piece in bytes.chunks(piece) {
                    result = copier.push(piece, |event| match event.item {
                        Item::Str(..) => Edit::Replace(Value::Str("another")),
                        Item::Struct(_) if event.index() == Some(1) => Edit::Drop,
                        _ => Edit::Keep,
                    });
                }
                faults += u64::from(result.and_then(|_| copier.finish()).is_err());
                let change = |event: &Event<'_, '_>| {
                    Some(Place::of(event, PartitionData::high_watermark)?.with(7))
                };
                faults += u64::from(patch(mode, message, version, &mut body, change).is_err());
                if core::ptr::eq(message.body, FetchResponse::MESSAGE.body) {
                    captured += 1;
                    let mut kept = Kept::capture_as(mode, version, len).expect("a version");
                    for piece in bytes.chunks(piece) {
                        faults += u64::from(kept.push(piece).is_err());
                    }
                }
            });
            assert_eq!(count, 0, "{name} v{version}");
        }
    }
    assert!(faults > 100 && captured > 4, "{faults} {captured}");
}

#[test]
fn errors() {
    for (message, version, bytes) in vectors() {
        let short = &bytes[..bytes.len().saturating_sub(1)];
        let mut shown = Sink(0);
        let count = allocations(|| {
            let subject = Subject::new(message, version, Framing::Body, short).expect("one");
            if let Err(error) = subject.check() {
                write!(shown, "{}", error.in_message(message, version)).expect("text");
            }
        });
        assert_eq!(count, 0, "{} v{version}", message.name());
        assert!(shown.0 > 0 || bytes.is_empty(), "{} v{version}", message.name());
    }
}

#[test]
fn what_the_inspector_prints() {
    for (message, version, bytes) in vectors() {
        let mut shown = Sink(0);
        let count = allocations(|| {
            let subject = Subject::new(message, version, Framing::Body, &bytes).expect("one");
            write!(shown, "{}", Tree::new(subject)).expect("text");
            write!(shown, "{}{:#}", Json::new(subject), Json::new(subject)).expect("text");
            write!(shown, "{}", Layout::new(subject)).expect("text");
            write!(shown, "{}", Grammar::new(message, version).expect("one")).expect("text");
            write!(shown, "{}", Schema::new(message)).expect("text");
        });
        assert_eq!(count, 0, "{} v{version}", message.name());
        assert!(shown.0 > 100, "{} v{version}", message.name());
    }
}

#[test]
fn smallest_instances() {
    for message in api::MESSAGES.iter().filter(|message| message.api_key >= 0) {
        for version in message.versions.iter() {
            let (mut out, mut written) = ([0; 1024], 0);
            let count =
                allocations(|| written = smallest_frame(message, version, &mut out).expect("room"));
            assert_eq!(count, 0, "{} v{version}", message.name());
            assert!(written > 8, "{} v{version}", message.name());
        }
    }
}

#[test]
fn frames() {
    for line in lines("captures.jsonl").iter().filter(|line| line["dir"] == "request") {
        let frame = bytes(line);
        let mut sized = u32::try_from(frame.len()).expect("a size").to_be_bytes().to_vec();
        sized.extend(&frame);
        let mut key = None;
        let count = allocations(|| {
            let frame::Next::Complete { frame, rest: [] } =
                frame::next(&sized, 1 << 20).expect("a frame")
            else {
                panic!("the frame is whole");
            };
            let parts = frame::decode_request_header(frame).expect("a header");
            assert_eq!(parts.message.role, Role::Request);
            key = Some(parts.message.api_key);
        });
        assert_eq!(count, 0);
        assert_eq!(key.map(i64::from), line["api_key"].as_i64());
    }
}
