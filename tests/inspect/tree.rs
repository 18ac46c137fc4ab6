//! Trees against the pages of the reference, and against the bytes that they describe.

use super::{bodies, frames, message, smallest_frame, unhex};
use kafka_codec::api::fetch::response::{FetchResponse, NodeEndpoint};
use kafka_codec::inspect::{Framing, Subject, Tree};
use kafka_codec::schema::Message;
use kafka_codec::typed::{Body, Records};
use std::ops::Range;

fn tree(message: &Message, version: i16, framing: Framing, bytes: &[u8]) -> String {
    format!("{}", Tree::new(Subject::new(message, version, framing, bytes).expect("a subject")))
}

#[test]
fn trees_are_those_of_the_pages() {
    for (name, page) in [
        ("AlterConfigsRequest", include_str!("../data/AlterConfigsRequest.tree")),
        ("AlterConfigsResponse", include_str!("../data/AlterConfigsResponse.tree")),
    ] {
        let frame = smallest_frame(message(name), 2);
        let subject = Subject::new(message(name), 2, Framing::Size, &frame).expect("a subject");
        assert_eq!(format!("{}", Tree::new(subject).without_descriptions()), page);
        // The descriptions only follow, in a column of their own.
        let full = format!("{}", Tree::new(subject));
        let column = full.lines().next().map(str::len).expect("a line") + 1;
        for (full, bare) in full.lines().zip(page.lines()) {
            let about = full.strip_prefix(bare).expect(full);
            assert!(about.is_empty() || about.starts_with("  "), "{full}");
            assert!(about.trim_start().chars().count() <= 78, "{full}");
            assert!(full.len() <= column || &full[column - 1..column + 1] == "  ", "{full}");
        }
    }
}

#[test]
fn rows_are_those_of_the_pages() {
    for (name, rows) in [
        ("AlterPartitionRequest", include_str!("../data/AlterPartitionRequest.rows")),
        ("AlterPartitionResponse", include_str!("../data/AlterPartitionResponse.rows")),
    ] {
        let frame = smallest_frame(message(name), 3);
        let subject = Subject::new(message(name), 3, Framing::Size, &frame).expect("a subject");
        let tree = format!("{}", Tree::new(subject).without_descriptions());
        let cells = |line: &str| {
            let row = line.trim_start_matches(['|', '+', '-', ' ']);
            row.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(tree.lines().map(cells).collect::<Vec<_>>(), rows.lines().collect::<Vec<_>>());
    }
}

/// Depth, name, span of a row.
fn parsed(line: &str) -> (usize, &str, Range<usize>) {
    let depth = line.find("+-- ").map_or(0, |at| at / 4 + 1);
    let name = line[depth * 4..].split("  ").next().expect("a name");
    let (_, span) = line.split_once("[0x").expect(line);
    let (start, rest) = span.split_once(", ").expect(line);
    let (len, _) = rest.split_once('B').expect(line);
    let start = usize::from_str_radix(start, 16).expect(line);
    (depth, name, start..start + len.parse::<usize>().expect(line))
}

/// The parts of each part take all of its bytes, one after another.
pub(super) fn assert_tiles(tree: &str, len: usize) {
    let rows: Vec<_> = tree.lines().map(parsed).collect();
    assert_eq!(rows[0].2, 0..len, "{tree}");
    for (index, (depth, name, span)) in rows.iter().enumerate() {
        let below: Vec<_> = rows[index + 1..].iter().take_while(|row| row.0 > *depth).collect();
        let children: Vec<_> = below.iter().filter(|row| row.0 == depth + 1).collect();
        let Some(first) = children.first() else { continue };
        // The count of a tag section has no row of its own.
        let counted = if *name == "tagged_fields" { 1 } else { 0 };
        assert_eq!(first.2.start, span.start + counted, "{name} in\n{tree}");
        assert!(children.is_sorted_by(|a, b| a.2.end == b.2.start), "{name} in\n{tree}");
        assert_eq!(children.last().map(|row| row.2.end), Some(span.end), "{name} in\n{tree}");
    }
}

#[test]
fn rows_take_every_byte() {
    for (message, version, frame) in frames() {
        assert_tiles(&tree(message, version, Framing::Size, &frame), frame.len());
    }
    for (message, version, body) in bodies() {
        assert_tiles(&tree(message, version, Framing::Body, &body), body.len());
    }
}

#[test]
fn guides_end_at_the_last_part() {
    for (message, version, body) in bodies() {
        let tree = tree(message, version, Framing::Body, &body);
        let lines: Vec<_> = tree.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let (depth, ..) = parsed(line);
            let ends_with = |at: usize| {
                let later = lines[index + 1..].iter().map(|line| parsed(line).0);
                later.take_while(|other| *other >= at).all(|other| other > at)
            };
            for at in 1..depth {
                let guide = if ends_with(at) { "    " } else { "|   " };
                assert_eq!(&line[(at - 1) * 4..at * 4], guide, "{line} in\n{tree}");
            }
        }
    }
}

#[test]
fn what_is_cut_off_prints_up_to_the_fault() {
    for (message, version, frame) in frames().filter(|(m, v, _)| m.latest_stable() == *v) {
        let whole = tree(message, version, Framing::Size, &frame);
        for len in 0..frame.len() {
            let bytes = &frame[..len];
            let subject = Subject::new(message, version, Framing::Size, bytes).expect("a subject");
            let printed = format!("{}", Tree::new(subject).without_descriptions());
            assert!(printed.lines().count() <= whole.lines().count());
            for line in printed.lines() {
                assert!(parsed(line).2.end <= len, "{line}");
            }
            // Only a body that is whole has no part that is cut off.
            let body =
                printed.lines().find(|line| line.starts_with("+-- ") && line.contains("B+]"));
            let fault = subject.check().expect_err("cut off");
            assert!(body.is_some() || fault.offset <= 4, "{len}: {printed}");
        }
    }
}

/// The cells of the first row with this name.
pub(super) fn row(tree: &str, name: &str) -> String {
    let line = tree.lines().find(|line| parsed(line).1 == name).expect(tree);
    let cells = line.split_once(name).expect(line).1.split("  ").map(str::trim);
    let cells: Vec<_> = cells.filter(|cell| !cell.is_empty()).take(3).collect();
    cells.join(" | ")
}

#[test]
fn values_say_what_they_are() {
    let nodes = [NodeEndpoint { node_id: 7, host: "a\n\u{1b}\"é", ..Default::default() }];
    let response = FetchResponse {
        error_code: 70,
        session_id: -1,
        node_endpoints: (&nodes).into(),
        ..Default::default()
    };
    let mut buffer = [0; 100];
    let len = response.encode(17, &mut buffer).expect("a body");
    let tree = tree(message("FetchResponse"), 17, Framing::Body, &buffer[..len]);
    assert_tiles(&tree, len);
    assert_eq!(row(&tree, "ErrorCode"), "int16 | = 70 (FETCH_SESSION_ID_NOT_FOUND) | [0x0004, 2B]");
    assert_eq!(row(&tree, "SessionId"), "int32 | = -1 | [0x0006, 4B]");
    assert_eq!(row(&tree, "Responses"), "[]FetchableTopicResponse | = 0 elements | [0x000a, 1B]");
    assert_eq!(row(&tree, "tagged_fields"), "uvarint | = 1 | [0x000b, 21B]");
    assert_eq!(row(&tree, "tag 0"), "tagged_field | = 18 bytes | [0x000c, 20B]");
    let host = r#"string | = "a\n\u001b\"é" (compact, len+1=7) | [0x0013, 7B]"#;
    assert_eq!(row(&tree, "Host"), host);
    assert_eq!(row(&tree, "Rack"), "string | = null (compact, len+1=0) | [0x001e, 1B]");
}

#[test]
fn classic_lengths_and_nulls() {
    let body = unhex("ffffffff01");
    let metadata = tree(message("MetadataRequest"), 4, Framing::Body, &body);
    let topics = "[]MetadataRequestTopic | = null (int32 count=-1) | [0x0000, 4B]";
    assert_eq!(row(&metadata, "Topics"), topics);
    let body = unhex("0000000361ff62");
    let sasl = tree(message("SaslAuthenticateRequest"), 0, Framing::Body, &body);
    let bytes = "bytes | = 3 bytes 61ff62 (int32 len=3) | [0x0000, 7B]";
    assert_eq!(row(&sasl, "AuthBytes"), bytes);
    let body = unhex("00ff0100");
    let topics = tree(message("DescribeTopicPartitionsRequest"), 0, Framing::Body, &body);
    assert!(topics.ends_with("+\n") || topics.contains("B+]"), "{topics}");
    let body = unhex("0100000001ff00");
    let topics = tree(message("DescribeTopicPartitionsRequest"), 0, Framing::Body, &body);
    assert_eq!(row(&topics, "Cursor"), "Cursor | = null | [0x0005, 1B]");
}

#[test]
fn long_values_are_cut() {
    let mut body = vec![0, 200];
    body.extend([b'x'; 200]);
    let tree = tree(message("SaslHandshakeRequest"), 0, Framing::Body, &body);
    let expected = format!("string | = \"{}\"... (int16 len=200) | [0x0000, 202B]", "x".repeat(48));
    assert_eq!(row(&tree, "Mechanism"), expected);
}

#[test]
fn records_are_shown_to_the_header_of_a_record() {
    use kafka_codec::api::produce::request::{
        PartitionProduceData, ProduceRequest, TopicProduceData,
    };
    // A batch of one record: key "k", value null, and a header "h" of the value "v".
    let mut batch = unhex("000000000000000000000000ffffffff02000000000010");
    batch.extend([0; 34]);
    batch.extend(unhex("00000001"));
    batch.extend(unhex("16000304026b01020268027617000304026b010202680276"));
    let batch_length = batch.len() as u32 - 12;
    batch[8..12].copy_from_slice(&batch_length.to_be_bytes());
    let partitions =
        [PartitionProduceData { index: 0, records: Some(Records(&batch)), ..Default::default() }];
    let topics = [TopicProduceData { partition_data: (&partitions).into(), ..Default::default() }];
    let request = ProduceRequest { topic_data: (&topics).into(), ..Default::default() };
    let mut buffer = [0; 200];
    let len = request.encode(9, &mut buffer).expect("a body");
    let tree = tree(message("ProduceRequest"), 9, Framing::Body, &buffer[..len]);
    assert_tiles(&tree, len);
    let cells = |name| row(&tree, name).split(" | ").nth(1).map(str::to_owned).expect("a value");
    assert_eq!(cells("Attributes"), "= 16 (transactional)");
    assert_eq!(cells("RecordCount"), "= 1");
    assert_eq!(cells("TimestampDelta"), "= -2");
    assert_eq!(cells("OffsetDelta"), "= 2");
    assert_eq!(cells("Headers"), "= 1 element");
    // A record that says -12 bytes is none.
    let rest = "bytes | = 12 bytes 17000304026b010202680276 | [0x0058, 12B]";
    assert_eq!(row(&tree, "rest"), rest);
}
