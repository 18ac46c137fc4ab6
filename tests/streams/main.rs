//! Real frames and bodies that Java wrote: as events in any pieces, skipped anywhere, changed in any
//! way. Each way to read them says the same.
#![cfg(all(feature = "registry", feature = "names"))]

mod captures;
mod changed;
mod log;

use kafka_codec::api;
use kafka_codec::schema::{Message, Role};
use serde_json::Value as Json;

/// A body of this message and version.
struct Sample {
    message: &'static Message,
    version: i16,
    bytes: Vec<u8>,
}

fn lines(name: &str) -> Vec<Json> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn unhex(json: &Json) -> Vec<u8> {
    let digits = json["hex"].as_str().unwrap();
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn version(json: &Json, name: &str) -> i16 {
    json[name].as_i64().unwrap().try_into().unwrap()
}

/// Bodies of Java's message classes.
fn vectors() -> Vec<Sample> {
    let sample = |json: &Json| Sample {
        message: api::find_by_name(json["message"].as_str().unwrap()).unwrap(),
        version: version(json, "version"),
        bytes: unhex(json),
    };
    lines("vectors.jsonl").iter().map(sample).collect()
}

/// Headers and bodies of frames between real clients and brokers.
fn captures() -> Vec<Sample> {
    use kafka_codec::api::header::{request::RequestHeader, response::ResponseHeader};
    use kafka_codec::typed::Body;
    use kafka_codec::wire::Mode;
    let mut samples = vec![];
    for json in lines("captures.jsonl") {
        let (bytes, of) = (unhex(&json), version(&json, "api_version"));
        let is_request = json["dir"] == "request";
        let role = if is_request { Role::Request } else { Role::Response };
        let message = api::find(version(&json, "api_key"), role).unwrap();
        let header = message.header_version(of).unwrap();
        let (name, rest) = if is_request {
            let read = RequestHeader::decode_prefix(Mode::Strict, header, &bytes).unwrap();
            ("RequestHeader", read.1.len())
        } else {
            let read = ResponseHeader::decode_prefix(Mode::Strict, header, &bytes).unwrap();
            ("ResponseHeader", read.1.len())
        };
        let trailing = json["trailing_bytes"].as_u64().unwrap_or(0) as usize;
        let (header_bytes, body) = bytes.split_at(bytes.len() - rest);
        let body = body[..body.len() - trailing].to_vec();
        let header_message = api::find_by_name(name).unwrap();
        let bytes = header_bytes.to_vec();
        samples.push(Sample { message: header_message, version: header, bytes });
        samples.push(Sample { message, version: of, bytes: body });
    }
    samples
}
