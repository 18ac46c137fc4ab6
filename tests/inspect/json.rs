//! JSON against that of the Java classes.

use super::{bodies, lines, message, unhex};
use kafka_codec::inspect::{Framing, Json, Subject};
use kafka_codec::wire::Mode;
use serde_json::Value;

#[test]
fn json_is_that_of_the_java_classes() {
    let mut seen = 0;
    for [name, version, hex, json] in lines(include_str!("../data/json.txt")) {
        let (bytes, version) = (unhex(hex), version.parse().expect("a version"));
        let subject = Subject::new(message(name), version, Framing::Body, &bytes).expect(name);
        let expected: Value = serde_json::from_str(json).expect("JSON");
        for printed in [format!("{}", Json::new(subject)), format!("{:#}", Json::new(subject))] {
            let value: Value = serde_json::from_str(&printed).expect(name);
            assert_eq!(value, expected, "{name} v{version}");
        }
        seen += 1;
    }
    assert_eq!(seen, 203);
}

#[test]
fn json_of_what_is_cut_off_is_still_json() {
    for (message, version, bytes) in bodies() {
        for len in 0..bytes.len().min(200) {
            let cut = Subject::new(message, version, Framing::Body, &bytes[..len]);
            let printed = format!("{}", Json::new(cut.expect("a subject")));
            serde_json::from_str::<Value>(&printed).expect(&printed);
        }
    }
}

#[test]
fn floats_beyond_json_are_strings() {
    let of = |value: f64| {
        let mut body = unhex("0000000100000000000000010000");
        body.extend(value.to_be_bytes());
        body.extend([0, 0]);
        body
    };
    for (value, expected) in [
        (f64::NAN, "\"NaN\""),
        (f64::INFINITY, "\"Infinity\""),
        (f64::NEG_INFINITY, "\"-Infinity\""),
        (-0.0, "-0.0"),
        (5e-324, "5e-324"),
    ] {
        let body = of(value);
        let request = message("AlterClientQuotasRequest");
        let subject = Subject::new(request, 0, Framing::Body, &body).expect("a subject");
        let printed = format!("{}", Json::new(subject));
        assert!(printed.contains(&format!("\"value\":{expected},")), "{printed}");
    }
}

#[test]
fn lenient_strings_are_mended() {
    let body = b"\x00\x04a\xff\"";
    let request = message("SaslHandshakeRequest");
    let subject = Subject::new(request, 0, Framing::Body, body).expect("a subject");
    assert_eq!(format!("{}", Json::new(subject)), "{}");
    let body = b"\x00\x03a\xff\"";
    let subject = Subject::new(request, 0, Framing::Body, body).expect("a subject");
    let lenient = format!("{}", Json::new(subject.with_mode(Mode::Lenient)));
    assert_eq!(lenient, "{\"mechanism\":\"a\u{fffd}\\\"\"}");
}

#[test]
fn many_lines_are_indented() {
    let body = unhex("00000001000000016100");
    let request = message("MetadataRequest");
    let subject = Subject::new(request, 4, Framing::Body, &body[..5]).expect("a subject");
    assert_eq!(format!("{:#}", Json::new(subject)), "{\n  \"topics\": [\n    {}\n  ]\n}");
}
