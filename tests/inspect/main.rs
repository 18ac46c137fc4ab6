//! What the inspector prints, against bytes and values of the Java classes and the pages of the
//! reference.
#![cfg(feature = "inspect")]

mod json;
mod layout;
mod records;
mod schema;
mod tree;

use kafka_codec::ErrorKind;
use kafka_codec::inspect::{self, Framing, Subject};
use kafka_codec::schema::Message;

/// The words of each line; the last takes the rest of it.
fn lines<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    text.lines().map(|line| {
        let mut words = line.splitn(N, ' ');
        [(); N].map(|()| words.next().expect("a word"))
    })
}

fn unhex(text: &str) -> Vec<u8> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { panic!("odd: {text}") };
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16);
    pairs.iter().map(|pair| byte(pair).expect("hex")).collect()
}

fn message(name: &str) -> &'static Message {
    inspect::find(name).next().expect("a message")
}

/// The smallest frame of a message.
fn smallest_frame(message: &Message, version: i16) -> Vec<u8> {
    let mut buffer = vec![0xa5; 1024];
    let len = inspect::smallest_frame(message, version, &mut buffer).expect("a frame");
    buffer.truncate(len);
    buffer
}

/// Every version of every message that has a header, with its smallest frame.
fn frames() -> impl Iterator<Item = (&'static Message, i16, Vec<u8>)> {
    let versions = |m: &'static Message| m.versions.iter().map(move |version| (m, version));
    let headed = |&(m, version): &(&Message, i16)| m.header_version(version).is_some();
    let all = inspect::messages().flat_map(versions).filter(headed);
    all.map(|(m, version)| (m, version, smallest_frame(m, version)))
}

/// Bodies with all kinds of values, tagged and unknown fields among them.
fn bodies() -> impl Iterator<Item = (&'static Message, i16, Vec<u8>)> {
    lines(include_str!("../data/json.txt")).map(|[name, version, hex, _]| {
        (message(name), version.parse().expect("a version"), unhex(hex))
    })
}

#[test]
fn smallest_is_that_of_the_java_classes() {
    let mut seen = 0;
    for [name, version, hex] in lines(include_str!("../data/smallest.txt")) {
        let (message, version) = (message(name), version.parse().expect("a version"));
        let expected = unhex(hex);
        let mut buffer = vec![0xa5; expected.len() + 1];
        let len = inspect::smallest(message, version, &mut buffer).expect("a body");
        assert_eq!(buffer[..len], expected, "{name} v{version}");
        assert_eq!(buffer[len], 0xa5);
        for short in 0..len {
            let error = inspect::smallest(message, version, &mut buffer[..short]).expect_err(name);
            assert_eq!(error.kind, ErrorKind::BufferTooSmall { need: len as u32 });
        }
        seen += 1;
    }
    assert_eq!(seen, 761);
}

#[test]
fn frames_have_the_sizes_of_the_pages() {
    for (name, version, size) in [
        ("AlterPartitionRequest", 3, 75),
        ("AlterPartitionResponse", 3, 60),
        ("AlterConfigsRequest", 2, 25),
        ("AlterConfigsResponse", 2, 21),
    ] {
        let mut buffer = [0xa5; 80];
        assert_eq!(inspect::smallest_frame(message(name), version, &mut buffer), Ok(size));
        assert_eq!(buffer[..4], (size as u32 - 4).to_be_bytes());
        assert!(buffer[size..].iter().all(|byte| *byte == 0xa5));
        for short in 0..size {
            let error = inspect::smallest_frame(message(name), version, &mut buffer[..short]);
            assert_eq!(error.map_err(|e| e.needed()), Err(Some(size)));
        }
    }
    assert_eq!(
        inspect::smallest_frame(message("RequestHeader"), 2, &mut []).map_err(|e| e.kind),
        Err(ErrorKind::UnknownApi { api_key: -1 })
    );
}

#[test]
fn frames_of_every_message_are_understood() {
    for (message, version, mut frame) in frames() {
        let len = frame.len();
        frame.push(0);
        let check = |len| {
            let subject = Subject::new(message, version, Framing::Size, &frame[..len]);
            subject.expect("a subject").check()
        };
        assert_eq!(check(len), Ok(()));
        for short in 0..len {
            check(short).expect_err("too short");
        }
        let over = check(len + 1).expect_err("too long");
        assert_eq!(over.kind, ErrorKind::TrailingBytes { remaining: 1 });
        assert_eq!(over.offset as usize, len);
    }
}

#[test]
fn messages_are_found_by_any_name() {
    let names = |name: &str| inspect::find(name).map(Message::name).collect::<Vec<_>>();
    let both = ["AlterPartitionRequest", "AlterPartitionResponse"];
    assert_eq!(names("AlterPartition"), both);
    assert_eq!(names("alterpartition"), both);
    assert_eq!(names("56"), both);
    assert_eq!(names("alterPARTITIONrequest"), ["AlterPartitionRequest"]);
    let new = ["ListConfigResourcesRequest", "ListConfigResourcesResponse"];
    assert_eq!(names("ListClientMetricsResources"), new);
    assert_eq!(names("listclientmetricsresourcesresponse"), new[1..]);
    assert_eq!(names("ReplicaStatus"), ["ReplicaStatusRequest", "ReplicaStatusResponse"]);
    assert_eq!(names("RequestHeader"), ["RequestHeader"]);
    assert_eq!(names("VotersRecord"), ["VotersRecord"]);
    for nothing in ["", "-1", "95", "Request", "AlterPart", "é"] {
        assert!(names(nothing).is_empty(), "{nothing}");
    }
}

#[test]
fn faults_have_their_place_in_the_frame() {
    let message = message("AlterConfigsRequest");
    let mut frame = [0; 25];
    inspect::smallest_frame(message, 2, &mut frame).expect("a frame");
    let check = |frame: &[u8]| {
        let subject = Subject::new(message, 2, Framing::Size, frame).expect("a subject");
        subject.check().map_err(|error| (error.kind, error.offset))
    };
    assert_eq!(check(&frame), Ok(()));
    // The bool at the end is neither 0 nor 1.
    let mut bad = frame;
    bad[0x17] = 2;
    assert_eq!(check(&bad), Err((ErrorKind::InvalidBool { value: 2 }, 0x17)));
    // The client id is longer than what is left.
    let mut bad = frame;
    bad[0x0d] = 99;
    let kind = ErrorKind::LengthBeyondEnd { length: 99, remaining: 11 };
    assert_eq!(check(&bad), Err((kind, 0x0c)));
    // The size is wrong.
    let mut bad = frame;
    bad[0] = 0x80;
    let size = i32::MIN + 21;
    assert_eq!(check(&bad), Err((ErrorKind::FrameSize { size, limit: i32::MAX as u32 }, 0)));
    let mut bad = frame;
    bad[3] = 22;
    assert_eq!(check(&bad), Err((ErrorKind::Truncated { need: 22, remaining: 21 }, 4)));
    assert_eq!(check(&frame[..2]), Err((ErrorKind::Truncated { need: 4, remaining: 2 }, 0)));
}
