//! What Java did with a wrong or uncanonical body, against what strict and lenient decoding do.

use super::body::same_bytes;
use super::events::Whole;
use super::excuse::Excuse;
use super::line::vector_subject;
use super::typed::{self, RoundTrip};
use super::{Outcome, Subject};
use crate::{hex, value, write};
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::Encoder;
use kafka_codec::schema::{Kind, Message, Struct};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};
use serde_json::Value as Json;
use std::mem::discriminant;

/// Checks a line of the verdicts.
pub(crate) fn check(json: &Json) -> (Subject, Outcome) {
    let (subject, message) = match vector_subject(json) {
        Ok(Some(found)) => found,
        Ok(None) => return (Subject::default(), Outcome::Failed("no line of verdicts".into())),
        Err(unknown) => return (unknown, Outcome::Skipped),
    };
    let Some(typed) = typed::of(message) else { return (subject, Outcome::Skipped) };
    let hex = json.get("hex").and_then(Json::as_str);
    let bytes = hex.and_then(|hex| hex::parse(hex.as_bytes()));
    let (Some(bytes), Some(java)) = (bytes, json.get("java").and_then(java)) else {
        return (subject, Outcome::Failed("hex or Java's verdict is missing or malformed".into()));
    };
    let is_39 = json.get("kafka").and_then(Json::as_str).is_some_and(|k| k.starts_with("3.9"));
    let line = Line { message, version: subject.version, typed, bytes: &bytes, java, is_39 };
    let outcome = match line.check() {
        Ok(None) => Outcome::Passed { is_sampled: false, note: None },
        Ok(Some(excuse)) => Outcome::Excused(excuse),
        Err(what) => {
            let of = |name| json.get(name).and_then(Json::as_str).unwrap_or_default();
            Outcome::Failed(format!("{} {}: {what}", of("mutation"), of("at")))
        }
    };
    (subject, outcome)
}

/// What Java did.
enum Java {
    Reject,
    /// How many bytes it took, and what it wrote again, unless that failed.
    Accept {
        consumed: usize,
        reencoded: Option<Vec<u8>>,
    },
}

fn java(json: &Json) -> Option<Java> {
    match json.get("verdict")?.as_str()? {
        "reject" => Some(Java::Reject),
        "accept" => {
            let consumed = json.get("consumed")?.as_u64()?.try_into().ok()?;
            let reencoded = match json.get("reencoded") {
                Some(Json::String(hex)) => Some(hex::parse(hex.as_bytes())?),
                _ => None,
            };
            Some(Java::Accept { consumed, reencoded })
        }
        _ => None,
    }
}

struct Line<'l> {
    message: &'static Message,
    version: i16,
    typed: RoundTrip,
    bytes: &'l [u8],
    java: Java,
    is_39: bool,
}

/// What one way of decoding made of a body: bytes taken, and those written again.
type Verdict = Result<(usize, Result<Vec<u8>, Error>), Error>;

impl Line<'_> {
    fn check(&self) -> Result<Option<Excuse>, String> {
        self.check_strict()?;
        self.check_lenient()
    }

    fn check_strict(&self) -> Result<(), String> {
        let is_accepted = self.check_strict_alone().map_err(|what| format!("strict: {what}"))?;
        match self.java {
            Java::Reject if is_accepted => Err("strict: accepts what Java rejects".into()),
            _ => Ok(()),
        }
    }

    /// Whether the body is accepted strictly; then it is what is written again.
    fn check_strict_alone(&self) -> Result<bool, String> {
        let typed = match self.typed(Mode::Strict) {
            Ok((consumed, _)) if consumed < self.bytes.len() => {
                let remaining = (self.bytes.len() - consumed) as u32;
                Err(Error::new(ErrorKind::TrailingBytes { remaining }, consumed as u32))
            }
            other => other,
        };
        let events = self.events(Mode::Strict)?;
        match (&typed, &events) {
            (Err(typed), Err(events)) if typed == events => return Ok(false),
            (Ok(_), Ok(_)) => {}
            _ => return Err(format!("typed {}, events {}", show(&typed), show(&events))),
        }
        for (what, verdict) in [("typed", typed), ("events", events)] {
            if let Ok((_, encoded)) = verdict {
                let encoded = encoded.map_err(|error| format!("{what}: {error}"))?;
                same_bytes(what, &encoded, self.bytes)?;
            }
        }
        Ok(true)
    }

    fn check_lenient(&self) -> Result<Option<Excuse>, String> {
        let at = |what| format!("lenient: {what}");
        let (kind, verdict) = self.lenient().map_err(at)?;
        match (&self.java, verdict) {
            (Java::Reject, Err(_)) => Ok(None),
            (Java::Reject, Ok(_)) => Err(at("accepts what Java rejects".into())),
            (Java::Accept { .. }, Err(error)) if self.is_39 && Excuse::is_of_39(&error.kind) => {
                Ok(Some(Excuse::Kafka39))
            }
            (Java::Accept { .. }, Err(error)) => {
                let error = error.in_message(self.message, self.version);
                Err(at(format!("rejects what Java accepts: {error}")))
            }
            (Java::Accept { consumed, reencoded }, Ok((ours, encoded))) => {
                if ours != *consumed {
                    return Err(at(format!("takes {ours} bytes, Java {consumed}")));
                }
                let same = self.check_encoded(
                    kind != Some(Excuse::InvalidUtf8),
                    encoded,
                    reencoded.as_deref(),
                );
                same.map(|excuse| excuse.or(kind)).map_err(at)
            }
        }
    }

    /// What events make of the body leniently, and typed decoding as well, but for kinds that only one
    /// of them can write: text that is not UTF-8 the events, replaced tags typed values.
    fn lenient(&self) -> Result<(Option<Excuse>, Verdict), String> {
        let (typed, events) = (self.typed(Mode::Lenient), self.events(Mode::Lenient)?);
        let is_text = !matches!(typed, Err(Error { kind: ErrorKind::InvalidUtf8, .. }));
        if let (Ok((typed, Ok(written))), Ok((events, Err(error)))) = (&typed, &events)
            && typed == events
            && matches!(error.kind, ErrorKind::TagOrder { .. })
        {
            return Ok((Some(Excuse::ReplacedTag), Ok((*typed, Ok(written.clone())))));
        }
        let agree = match (&typed, &events) {
            (Ok((typed, a)), Ok((events, b))) => typed == events && (a == b || both_fail(a, b)),
            (Err(typed), Err(events)) => typed == events || !is_text,
            (Err(_), Ok(_)) => !is_text,
            (Ok(_), Err(_)) => false,
        };
        if !agree {
            return Err(format!("typed {}, events {}", show(&typed), show(&events)));
        }
        Ok(((!is_text).then_some(Excuse::InvalidUtf8), events))
    }

    /// Compares what is written again of a body that both accept.
    fn check_encoded(
        &self,
        is_text: bool,
        ours: Result<Vec<u8>, Error>,
        java: Option<&[u8]>,
    ) -> Result<Option<Excuse>, String> {
        match ours {
            Err(_) if java.is_none() => return Ok(None),
            // Of a tag that is replaced, which the tree does without.
            Err(Error { kind: ErrorKind::TagOrder { .. }, .. }) if !is_text => {}
            Err(error) => return Err(format!("does not encode again, as Java does: {error}")),
            Ok(ours) if is_text => {
                return match java {
                    Some(java) => same_bytes("encoded again", &ours, java).map(|()| None),
                    None if self.has_tag_above_limit()? => Ok(Some(Excuse::TagNumber)),
                    None => Err("encodes again what Java cannot".into()),
                };
            }
            Ok(_) => {}
        }
        // The same as Java's, but for the bytes that Java replaces.
        let mut tree = self.tree(Mode::Lenient)?;
        let grows = replace_bad_text(self.message.body, &mut tree);
        match (write::body(self.message, self.version, &tree), java) {
            (Ok(replaced), Some(java)) => same_bytes("encoded again with U+FFFD", &replaced, java)?,
            (Err(_), None) if grows => {}
            (_, None) if self.has_tag_above_limit()? => {}
            (Ok(_), None) => return Err("encodes again what Java cannot".into()),
            (Err(error), _) => return Err(format!("does not encode with U+FFFD: {error}")),
        }
        Ok(Some(Excuse::InvalidUtf8))
    }

    fn typed(&self, mode: Mode) -> Verdict {
        let mut room = self.bytes.len() + 8;
        loop {
            let mut out = vec![0xa5; room];
            let typed = (self.typed)(mode, self.version, self.bytes, &mut out)?;
            match typed.encoded {
                Ok((len, _)) => {
                    out.truncate(len);
                    return Ok((typed.consumed, Ok(out)));
                }
                Err(error) => match error.needed() {
                    Some(need) if need > room => room = need,
                    _ => return Ok((typed.consumed, Err(error))),
                },
            }
        }
    }

    /// The verdict of event decoding, which pieces may not change.
    fn events(&self, mode: Mode) -> Result<Verdict, String> {
        let whole = Whole::read(mode, self.message, self.version, self.bytes)?;
        whole.same_in_pieces(1)?;
        let consumed = match whole.end {
            Ok(()) => self.bytes.len(),
            Err(Error { kind: ErrorKind::TrailingBytes { .. }, offset, .. })
                if mode == Mode::Lenient =>
            {
                offset as usize
            }
            Err(error) => return Ok(Err(error)),
        };
        let encoded = write::to_vec(self.bytes.len(), |out| {
            let mut encoder = Encoder::new(self.message, self.version, out)?;
            for item in whole.items() {
                encoder.copy(item)?;
            }
            encoder.finish()
        });
        Ok(Ok((consumed, encoded)))
    }

    fn tree(&self, mode: Mode) -> Result<value::Object, String> {
        let whole = Whole::read(mode, self.message, self.version, self.bytes)?;
        let len = match whole.end {
            Ok(()) => self.bytes.len(),
            Err(error) => error.offset as usize,
        };
        let decoder = Decoder::with_mode(mode, self.message, self.version, len as u32);
        let mut decoder = decoder.map_err(|error| error.to_string())?;
        let bytes = self.bytes.get(..len).unwrap_or(self.bytes);
        let tree = value::read(&mut decoder, bytes).map_err(|error| error.to_string())?;
        tree.ok_or_else(|| "no tree of the events".into())
    }

    /// Whether there is a tagged field of a number that Java reads and cannot write.
    fn has_tag_above_limit(&self) -> Result<bool, String> {
        let whole = Whole::read(Mode::Lenient, self.message, self.version, self.bytes)?;
        let mut tags = whole.items().filter_map(|item| match item {
            kafka_codec::event::Item::Tag(tag, _) => Some(*tag),
            _ => None,
        });
        Ok(tags.any(|tag| tag >= i32::MAX as u32))
    }
}

/// For the same kind of reason, of which there may be several: typed values are written from the root,
/// events from the front.
fn both_fail(a: &Result<Vec<u8>, Error>, b: &Result<Vec<u8>, Error>) -> bool {
    matches!((a, b), (Err(a), Err(b)) if discriminant(&a.kind) == discriminant(&b.kind))
}

fn show(verdict: &Verdict) -> String {
    match verdict {
        Ok((consumed, Ok(bytes))) => {
            format!("takes {consumed} bytes, writes {}", hex::print(bytes))
        }
        Ok((consumed, Err(error))) => format!("takes {consumed} bytes, does not encode: {error}"),
        Err(error) => format!("fails: {error} {:?}", error.field),
    }
}

/// Replaces what is not UTF-8 in strings the way Java does; whether one gets too long by that.
fn replace_bad_text(of: &'static Struct, object: &mut value::Object) -> bool {
    let mut grows = false;
    for (index, value) in &mut object.fields {
        let Some(field) = of.fields().get(usize::from(*index)) else { continue };
        let is_text = field.kind() == Kind::Str;
        grows |= replace_in(is_text, of.child(field), value);
    }
    grows
}

fn replace_in(is_text: bool, child: Option<&'static Struct>, value: &mut value::Value) -> bool {
    match (value, child) {
        (value::Value::Bytes(bytes), _) if is_text => {
            *bytes = java_text(bytes).into_bytes();
            bytes.len() > kafka_codec::wire::MAX_STRING as usize
        }
        (value::Value::Struct(object), Some(child)) => replace_bad_text(child, object),
        (value::Value::Array(array), child) => {
            array.iter_mut().fold(false, |grows, value| replace_in(is_text, child, value) | grows)
        }
        _ => false,
    }
}

/// The text that Java makes of bytes: U+FFFD for each maximal bad part, where a surrogate with what
/// continues it is one part.
fn java_text(bytes: &[u8]) -> String {
    let (mut text, mut rest) = (String::new(), bytes);
    while let Some(chunk) = rest.utf8_chunks().next() {
        text.push_str(chunk.valid());
        let bad = rest.get(chunk.valid().len()..).unwrap_or(&[]);
        let length = match bad {
            [] => break,
            [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..] => 3,
            [0xed, 0xa0..=0xbf, ..] => 2,
            _ => chunk.invalid().len(),
        };
        text.push('\u{fffd}');
        rest = bad.get(length..).unwrap_or(&[]);
    }
    text
}

/// Checks a body of which nobody knows what Java does: typed decoding and events agree, what is
/// accepted strictly is written again as it was, and leniently accepted to the last byte.
///
/// # Errors
/// Where that does not hold.
#[cfg(test)]
pub(super) fn check_alone(
    message: &'static Message,
    version: i16,
    typed: RoundTrip,
    bytes: &[u8],
) -> Result<bool, String> {
    let line = Line { message, version, typed, bytes, java: Java::Reject, is_39: false };
    let is_strict = line.check_strict_alone().map_err(|what| format!("strict: {what}"))?;
    let (_, lenient) = line.lenient().map_err(|what| format!("lenient: {what}"))?;
    match lenient {
        _ if !is_strict => Ok(false),
        Ok((consumed, Ok(written))) if consumed == bytes.len() && written == bytes => Ok(true),
        other => Err(format!("accepted strictly, leniently {}", show(&other))),
    }
}

#[cfg(test)]
mod tests {
    use super::java_text;

    #[test]
    fn bad_text_becomes_what_java_makes_of_it() {
        for (bytes, parts) in [
            (&b"\xff"[..], 1),
            (b"\xc0\xaf", 2),
            (b"\xe0\x80\xaf", 3),
            (b"\xed\xa0\x80", 1),
            (b"\xed\xa0\xbd\xed\xb8\x80", 2),
            (b"\xed\xa0", 1),
            (b"\xf0\x9f\x98", 1),
            (b"\xf4\x90\x80\x80", 4),
            (b"\xe2\x82", 1),
        ] {
            assert_eq!(java_text(bytes), "\u{fffd}".repeat(parts), "{bytes:x?}");
        }
        assert_eq!(java_text("a\u{e9}".as_bytes()), "a\u{e9}");
        assert_eq!(java_text(b"a\xffb"), "a\u{fffd}b");
    }
}
