//! What is checked of one body: typed, as events, as JSON, and cut short.

use super::events::Whole;
use super::typed::RoundTrip;
use crate::value::{self, Object};
use crate::{json, write};
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::Encoder;
use kafka_codec::event::Item;
use kafka_codec::inspect::{self, Framing, Subject};
use kafka_codec::schema::Message;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};
use serde_json::Value as Json;

/// A body, and what a line says of it.
pub(crate) struct Body<'l> {
    pub(crate) message: &'static Message,
    pub(crate) version: i16,
    pub(crate) typed: RoundTrip,
    pub(crate) bytes: &'l [u8],
    /// How many bytes stand behind it.
    pub(crate) trailing: &'l [u8],
    pub(crate) json: Option<&'l Json>,
    pub(crate) unknown_tags: Option<&'l Json>,
}

/// Events looked at for one body cut short in all possible ways; of larger bodies only some cuts
/// are tried.
const CUT_WORK: usize = 4_000_000;
/// How many bytes at each end of a large body are tried one by one.
const CUT_EDGE: usize = 256;

/// Checks a body; whether only some of the cuts were tried.
///
/// # Errors
/// The first thing that is not as it should be.
pub(crate) fn check(body: &Body<'_>) -> Result<bool, String> {
    check_typed(body)?;
    let whole = Whole::read(Mode::Strict, body.message, body.version, body.bytes)?;
    if let Err(error) = whole.end {
        return Err(format!("events: {}", error.in_message(body.message, body.version)));
    }
    whole.same_in_halves()?;
    whole.same_in_pieces(1)?;
    check_encoder(body, &whole)?;
    check_json(body)?;
    check_cuts(body, whole.len())
}

fn check_typed(body: &Body<'_>) -> Result<(), String> {
    let name = |error: Error| format!("typed: {}", error.in_message(body.message, body.version));
    let mut out = vec![0xa5; body.bytes.len() + 8];
    let typed = (body.typed)(Mode::Strict, body.version, body.bytes, &mut out).map_err(name)?;
    if typed.consumed != body.bytes.len() {
        return Err(format!("typed: takes {} of {} bytes", typed.consumed, body.bytes.len()));
    }
    let (len, need) = typed.encoded.map_err(name)?;
    same_bytes("typed encode", out.get(..len).unwrap_or(&out), body.bytes)?;
    if need != len {
        return Err(format!("encoded_len: {need}, but encode writes {len}"));
    }
    if out.iter().skip(len).any(|byte| *byte != 0xa5) {
        return Err("typed encode: writes behind its end".into());
    }
    if !body.trailing.is_empty() {
        let all = [body.bytes, body.trailing].concat();
        let typed = (body.typed)(Mode::Strict, body.version, &all, &mut out).map_err(name)?;
        if typed.consumed != body.bytes.len() {
            return Err(format!("typed: takes {} bytes, trailing ones too", typed.consumed));
        }
        let end = Whole::read(Mode::Strict, body.message, body.version, &all)?.end;
        let remaining = body.trailing.len() as u32;
        let kind = ErrorKind::TrailingBytes { remaining };
        if end != Err(Error::new(kind, body.bytes.len() as u32)) {
            return Err(format!("events: {end:?} in place of {remaining} trailing bytes"));
        }
    }
    Ok(())
}

/// The events written again give the same bytes, also those of pieces.
fn check_encoder(body: &Body<'_>, whole: &Whole<'_>) -> Result<(), String> {
    let name = |error: Error| format!("encoder: {}", error.in_message(body.message, body.version));
    let mut out = vec![0xa5; body.bytes.len()];
    let encode = |out: &mut [u8]| {
        let mut encoder = Encoder::new(body.message, body.version, out)?;
        for item in whole.items() {
            encoder.copy(item)?;
        }
        encoder.finish()
    };
    let len = encode(&mut out).map_err(name)?;
    same_bytes("events through the encoder", out.get(..len).unwrap_or(&out), body.bytes)?;
    for room in [0, body.bytes.len() / 2, body.bytes.len().saturating_sub(1)] {
        let need = body.bytes.len();
        match encode(out.get_mut(..room).unwrap_or(&mut [])) {
            Err(error) if error.needed() == Some(need) => {}
            Ok(0) if need == 0 => {}
            other => return Err(format!("encoder: {other:?} with {room} of {need} bytes of room")),
        }
    }
    let len = encode_pieces(body, &mut out).map_err(name)?;
    same_bytes("events of pieces through the encoder", out.get(..len).unwrap_or(&out), body.bytes)
}

fn encode_pieces(body: &Body<'_>, out: &mut [u8]) -> Result<usize, Error> {
    let mut decoder = Decoder::new(body.message, body.version, body.bytes.len() as u32)?;
    let mut encoder = Encoder::new(body.message, body.version, out)?;
    let mut pieces = body.bytes.chunks(3);
    let mut input: &[u8] = &[];
    loop {
        match decoder.next(&mut input)?.item {
            Item::Done => return encoder.finish(),
            Item::NeedInput => input = pieces.next().unwrap_or(&[]),
            item => encoder.copy(&item)?,
        }
    }
}

/// Cut short anywhere, typed and event decoding give the same error; and a buffer that is too small
/// by as much gives the size that it should have.
fn check_cuts(body: &Body<'_>, events: usize) -> Result<bool, String> {
    let len = body.bytes.len();
    let step = (len * events / CUT_WORK).max(1);
    let is_tried =
        |cut: &usize| cut.is_multiple_of(step) || *cut < CUT_EDGE || cut + CUT_EDGE >= len;
    let mut out = vec![0xa5; len];
    for cut in (0..len).filter(is_tried) {
        let short = body.bytes.get(..cut).unwrap_or(&[]);
        let at = |what: String| format!("cut to {cut} bytes: {what}");
        let typed = match (body.typed)(Mode::Strict, body.version, short, &mut out) {
            Err(error) => error,
            Ok(_) => return Err(at("typed decode finds no fault".into())),
        };
        // All at once, and with the last bytes one by one.
        for alone in [0, 16.min(cut)] {
            match error_of(body, short, cut - alone) {
                Ok(Some(events)) if events == typed => {}
                other => return Err(at(format!("typed {typed:?}, events {other:?}"))),
            }
        }
        let room = out.get_mut(..cut).unwrap_or(&mut []);
        let full = (body.typed)(Mode::Strict, body.version, body.bytes, room);
        match full.map(|typed| typed.encoded) {
            Ok(Err(error)) if error.needed() == Some(len) => {}
            _ => return Err(format!("typed encode: no size needed with {cut} bytes of room")),
        }
    }
    Ok(step > 1)
}

/// The error of event decoding, with the bytes from `alone` on one by one.
fn error_of(body: &Body<'_>, bytes: &[u8], alone: usize) -> Result<Option<Error>, Error> {
    let mut decoder = Decoder::new(body.message, body.version, bytes.len() as u32)?;
    let (mut input, rest) = bytes.split_at_checked(alone).unwrap_or((bytes, &[]));
    let mut pieces = rest.chunks(1);
    loop {
        match decoder.next(&mut input) {
            Err(error) => return Ok(Some(error)),
            Ok(event) => match event.item {
                Item::Done => return Ok(None),
                Item::NeedInput => match pieces.next() {
                    Some(piece) => input = piece,
                    None => return Ok(None),
                },
                _ => {}
            },
        }
    }
}

/// The JSON that is printed says what the events and the line say, and gives the bytes again.
fn check_json(body: &Body<'_>) -> Result<(), String> {
    let Body { message, version, bytes, .. } = *body;
    let error = |error: Error| format!("json: {}", error.in_message(message, version));
    let parse = |what: &str, json: &Json| {
        json::parse(message, version, json).map_err(|error| format!("{what}: {error:#}"))
    };
    let same = |what: &str, ours: &Object, theirs: &Object| {
        let found = value::difference(message.body, ours, theirs);
        found.map_or(Ok(()), |(path, ours, theirs)| {
            Err(format!("{what}: {path} is {ours}, not {theirs}"))
        })
    };
    let subject = Subject::new(message, version, Framing::Body, bytes).map_err(error)?;
    let printed = serde_json::from_str(&inspect::Json::new(subject).to_string());
    let mut printed = parse("json printed", &printed.map_err(|e| format!("json printed: {e}"))?)?;

    let mut decoder = Decoder::new(message, version, bytes.len() as u32).map_err(error)?;
    let mut events = value::read(&mut decoder, bytes).map_err(error)?.unwrap_or_default();
    let mut known = events.clone();
    known.drop_unknown_tags();
    same("json printed", &printed, &known)?;
    if let Some(line) = body.json {
        let line = parse("json", line)?;
        same("json", &printed, &line)?;
        printed = line;
    }
    if let Some(tags) = body.unknown_tags {
        json::check_unknown_tags(message.body, &events, tags)
            .map_err(|error| format!("unknownTags: {error:#}"))?;
    }
    let encode = |tree: &Object| {
        write::body(message, version, tree)
            .map_err(|error| format!("json encoded: {}", error.in_message(message, version)))
    };
    // JSON has but one NaN.
    let canonical = if events.unify_nans() { Some(encode(&events)?) } else { None };
    printed.drop_unknown_tags();
    printed.take_unknown_tags(&mut events);
    same_bytes("json encoded", &encode(&printed)?, canonical.as_deref().unwrap_or(bytes))
}

/// Says where two byte strings differ first.
pub(crate) fn same_bytes(what: &str, ours: &[u8], theirs: &[u8]) -> Result<(), String> {
    if ours == theirs {
        return Ok(());
    }
    let at = ours.iter().zip(theirs).position(|(a, b)| a != b);
    let at = at.unwrap_or(ours.len().min(theirs.len()));
    let show = |bytes: &[u8]| match bytes.get(at) {
        Some(byte) => format!("{byte:02x}"),
        None => "the end".into(),
    };
    Err(format!(
        "{what}: byte 0x{at:04x} is {}, not {} ({} bytes for {})",
        show(ours),
        show(theirs),
        ours.len(),
        theirs.len()
    ))
}
