//! One line of the two formats: a message's body, or a frame that was captured.

use super::body::{self, Body, same_bytes};
use super::{Outcome, Subject, records, typed};
use crate::{hex, names};
use kafka_codec::api;
use kafka_codec::api::header::{request::RequestHeader, response::ResponseHeader};
use kafka_codec::schema::{Message, Role};
use kafka_codec::typed::Body as _;
use kafka_codec::wire::Mode;
use serde_json::Value as Json;

/// Checks a line of either format.
pub(crate) fn check(json: &Json) -> (Subject, Outcome) {
    let is_frame = json.get("dir").is_some();
    let found = if is_frame { frame_subject(json) } else { vector_subject(json) };
    let (subject, message) = match found {
        Ok(Some(found)) => found,
        Ok(None) => return (Subject::default(), Outcome::Failed("neither format's fields".into())),
        Err(unknown) => return (unknown, Outcome::Skipped),
    };
    let hex = json.get("hex").and_then(Json::as_str);
    let Some(bytes) = hex.and_then(|hex| hex::parse(hex.as_bytes())) else {
        return (subject, Outcome::Failed("hex is missing or malformed".into()));
    };
    let Some(typed) = typed::of(message) else { return (subject, Outcome::Skipped) };
    let body = Body {
        message,
        version: subject.version,
        typed,
        bytes: &bytes,
        trailing: &[],
        json: None,
        unknown_tags: None,
    };
    let result = if is_frame {
        let trailing = json.get("trailing_bytes").and_then(Json::as_u64).unwrap_or(0);
        check_frame(&body, trailing as usize, json.get("batches"))
    } else {
        let (json, unknown_tags) = (json.get("json"), json.get("unknownTags"));
        body::check(&Body { json, unknown_tags, ..body }).map(|sampled| (sampled, None))
    };
    match result {
        Ok((is_sampled, note)) => (subject, Outcome::Passed { is_sampled, note }),
        Err(what) => (subject, Outcome::Failed(what)),
    }
}

type Found = Result<Option<(Subject, &'static Message)>, Subject>;

/// The message of a line of vectors; an error names one that is not defined.
pub(crate) fn vector_subject(json: &Json) -> Found {
    let (Some(name), Some(version)) =
        (json.get("message").and_then(Json::as_str), int16(json, "version"))
    else {
        return Ok(None);
    };
    defined(Subject { message: name.into(), version }, names::message(name, Role::Request))
}

fn frame_subject(json: &Json) -> Found {
    let role = match json.get("dir").and_then(Json::as_str) {
        Some("request") => Role::Request,
        Some("response") => Role::Response,
        _ => return Ok(None),
    };
    let (Some(key), Some(version)) = (int16(json, "api_key"), int16(json, "api_version")) else {
        return Ok(None);
    };
    let message = api::find(key, role);
    let name = match message {
        Some(message) => message.name().into(),
        None => format!("{role:?} of API key {key}"),
    };
    defined(Subject { message: name, version }, message)
}

fn int16(json: &Json, name: &str) -> Option<i16> {
    json.get(name)?.as_i64()?.try_into().ok()
}

fn defined(subject: Subject, message: Option<&'static Message>) -> Found {
    match message.filter(|message| message.version(subject.version).is_some()) {
        Some(message) => Ok(Some((subject, message))),
        None => Err(subject),
    }
}

/// Checks the header and the body of a frame; whether only some cuts were tried, and what is to be
/// said of the frame though it is in order.
fn check_frame(
    frame: &Body<'_>,
    trailing: usize,
    kinds: Option<&Json>,
) -> Result<(bool, Option<String>), String> {
    let header = match frame.message.role {
        Role::Request => RequestHeader::MESSAGE.name(),
        _ => ResponseHeader::MESSAGE.name(),
    };
    let (Some(header), Some(version)) =
        (api::find_by_name(header), frame.message.header_version(frame.version))
    else {
        return Err("no header goes before this message".into());
    };
    let Some(typed) = typed::of(header) else { return Err("header: no typed form".into()) };
    let mut out = vec![0; frame.bytes.len() + 8];
    let read = typed(Mode::Strict, version, frame.bytes, &mut out)
        .map_err(|error| format!("header: {}", error.in_message(header, version)))?;
    let (bytes, rest) = frame.bytes.split_at_checked(read.consumed).unwrap_or((frame.bytes, &[]));
    let (written, _) = read.encoded.map_err(|error| format!("header: {error}"))?;
    same_bytes("header", out.get(..written).unwrap_or(&out), bytes)?;
    let body = Body {
        message: header,
        version,
        typed,
        bytes,
        trailing: &[],
        json: None,
        unknown_tags: None,
    };
    body::check(&body).map_err(|what| format!("header: {what}"))?;

    let Some(len) = rest.len().checked_sub(trailing) else {
        return Err(format!("only {} bytes follow the header", rest.len()));
    };
    let (bytes, trailing) = rest.split_at(len);
    let is_sampled = body::check(&Body { bytes, trailing, ..*frame })?;
    records::check(frame.message, frame.version, bytes, kinds)?;
    let note = match trailing.len() {
        0 => None,
        n => Some(format!("{n} trailing bytes behind the body, as the line says")),
    };
    Ok((is_sampled, note))
}
