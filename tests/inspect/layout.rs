//! Byte layouts: which part each byte belongs to.

use super::{bodies, frames, lines, message, smallest_frame};
use kafka_codec::inspect::{Framing, Layout, Part, Subject};

/// The letter of each byte.
fn letters(subject: Subject<'_>) -> String {
    let mut letters = String::new();
    Layout::new(subject).for_each(|range, part| {
        assert_eq!(range.start as usize, letters.len());
        assert!(!range.is_empty());
        letters.extend(range.map(|_| part.letter()));
    });
    assert_eq!(letters.len(), subject.bytes().len());
    letters
}

#[test]
fn every_byte_has_the_part_that_the_page_gives_it() {
    for (name, version, rows) in [
        ("AlterConfigsRequest", 2, include_str!("../data/AlterConfigsRequest.tree")),
        ("AlterConfigsResponse", 2, include_str!("../data/AlterConfigsResponse.tree")),
        ("AlterPartitionRequest", 3, include_str!("../data/AlterPartitionRequest.rows")),
        ("AlterPartitionResponse", 3, include_str!("../data/AlterPartitionResponse.rows")),
    ] {
        let frame = smallest_frame(message(name), version);
        let subject = Subject::new(message(name), version, Framing::Size, &frame);
        let header_len = if name.ends_with("Request") { 11 } else { 5 };
        let (body, letter) = (frame.len() - 4 - header_len, &name[name.len() - 6..]);
        let letter = if letter == "equest" { "Q" } else { "S" };
        let mut expected = "FFFF".to_owned() + &"H".repeat(header_len) + &letter.repeat(body);
        for row in rows.lines().filter(|row| row.contains("tagged_fields")) {
            let at = row.split_once("[0x").expect(row).1.split(',').next().expect(row);
            let at = usize::from_str_radix(at, 16).expect(row);
            expected.replace_range(at..at + 1, "T");
        }
        assert_eq!(letters(subject.expect("a subject")), expected);
    }
}

#[test]
fn parts_take_every_byte() {
    const EMPTY_BATCH: usize = 61;
    for (message, version, frame) in frames() {
        let subject = Subject::new(message, version, Framing::Size, &frame).expect("a subject");
        let letters = letters(subject);
        assert!(letters.starts_with("FFFFH"));
        assert!(!letters.contains(['?', 'R', 'D']), "{} v{version}", message.name());
        assert_eq!(letters.contains('T'), message.is_flexible(version), "{}", message.name());
        assert_eq!(letters.matches('B').count() % EMPTY_BATCH, 0);
        let cuts = if version == message.latest_stable() { 0..frame.len() } else { 0..0 };
        for len in cuts {
            let cut = Subject::new(message, version, Framing::Size, &frame[..len]);
            self::letters(cut.expect("a subject"));
        }
    }
    for (message, version, body) in bodies() {
        let subject = Subject::new(message, version, Framing::Body, &body).expect("a subject");
        assert!(!letters(subject).contains(['?', 'F']), "{} v{version}", message.name());
    }
}

#[test]
fn known_parts_of_tagged_fields_and_records() {
    // A tag section with a known field, whose value is the body's, and an unknown one.
    let find = |name: &str| {
        let all = lines::<4>(include_str!("../data/json.txt"));
        all.filter(|line| line[0] == name).map(|line| line[2]).next().expect(name)
    };
    let bytes = super::unhex(find("FetchRequest"));
    let subject = Subject::new(message("FetchRequest"), 14, Framing::Body, &bytes);
    let letters = letters(subject.expect("a subject"));
    assert!(letters.ends_with("QQQTTTQQQQTTTTTTTT"), "{letters}");
}

#[test]
fn rows_have_sixteen_bytes() {
    let frame = smallest_frame(message("AlterConfigsRequest"), 2);
    let subject =
        Subject::new(message("AlterConfigsRequest"), 2, Framing::Size, &frame).expect("a subject");
    let printed = format!("{}", Layout::new(subject));
    let expected = "\
F frame  H rpc header  Q request body  T tagged_fields
       0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F
0000  00 00 00 15 00 21 00 02 00 00 00 00 00 00 00 02  FFFFHHHHHHHHHHTQ
0010  00 01 02 01 01 00 00 00 00                       QQQQQTTQT
";
    assert_eq!(printed, expected);
    fn paint(part: Part) -> (&'static str, &'static str) {
        if part == Part::TaggedFields { ("<", ">") } else { ("", "") }
    }
    let painted = format!("{}", Layout::new(subject).painted(paint));
    assert_eq!(painted.replace(['<', '>'], ""), expected);
    assert_eq!(painted.matches("<00>").count(), 4);
    assert_eq!(painted.matches("<T>").count(), 4);
    assert!(painted.contains("<T tagged_fields>"));
    // What follows a fault is marked.
    let mut bad = frame;
    bad[0x0d] = 0x7f;
    let subject = Subject::new(message("AlterConfigsRequest"), 2, Framing::Size, &bad);
    let printed = format!("{}", Layout::new(subject.expect("a subject")));
    assert!(printed.contains("FFFFHHHHHHHH????\n"), "{printed}");
    assert!(printed.contains("? not understood"));
}

#[test]
fn nothing_has_no_rows() {
    let subject = Subject::new(message("MetadataRequest"), 4, Framing::Body, &[]);
    assert_eq!(format!("{}", Layout::new(subject.expect("a subject"))).lines().count(), 2);
}
