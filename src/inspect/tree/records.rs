//! The rows of what a records field holds.

use super::Guide;
use super::value::Count;
use super::walk::{Number, Out, Raw};
use crate::inspect::batch::{self, Entry, FLAGS, Form, HEADER, Parts};
use crate::schema::Kind;
use core::fmt;
use core::ops::Range;

/// Gives the rows of records that begin at `start`.
pub(super) fn walk(out: &mut Out<'_>, parent: Guide, start: u32, bytes: &[u8]) -> fmt::Result {
    let mut entries = batch::entries(bytes).zip(0_u32..).peekable();
    while let Some((entry, index)) = entries.next() {
        let guide = parent.child(entries.peek().is_none());
        let at = start + entry.at;
        let span = at..at + entry.bytes.len() as u32;
        match entry.form {
            Form::Batch => rows_of_batch(out, guide, index, &entry, span)?,
            Form::Message(magic) => {
                let name = format_args!("Message[{index}]");
                let value = format_args!("magic {magic}, offset {}", entry.offset());
                let about = "A message of a format older than batches.";
                out.row(guide, &name, &"Message", Some(&value), span, &about)?;
            }
            Form::Other => {
                let about = "No batch, or only the beginning of one.";
                out.row(guide, &"rest", &"bytes", Some(&Raw(entry.bytes)), span, &about)?;
            }
        }
    }
    Ok(())
}

fn rows_of_batch(
    out: &mut Out<'_>,
    guide: Guide,
    index: u32,
    entry: &Entry<'_>,
    span: Range<u32>,
) -> fmt::Result {
    let name = format_args!("RecordBatch[{index}]");
    let start = span.start;
    out.row(guide, &name, &"RecordBatch", Some(&"v2"), span.clone(), &"")?;
    let (header, records) = entry.split();
    let mut parts = Parts { at: start, rest: header };
    for (name, kind, about) in HEADER {
        let at = parts.at;
        let Some(bytes) = parts.take(usize::from(kind.size())) else { continue };
        let is_last = parts.rest.is_empty() && records.is_empty();
        let below = guide.child(is_last);
        let number = Number(kind, bytes);
        let attributes = BatchAttributes(entry.attributes());
        let value: &dyn fmt::Display =
            if kind == Kind::I16 && name == "Attributes" { &attributes } else { &number };
        out.row(below, &name, &kind.name(), Some(value), at..parts.at, &about)?;
    }
    if records.is_empty() {
        return Ok(());
    }
    let span = parts.at..span.end;
    if let Some(codec) = entry.codec() {
        let value = format_args!("{}, {codec}", Count(records.len() as u32, "byte"));
        let about = "The records, compressed together.";
        return out.row(guide.child(true), &"Records", &"[]Record", Some(&value), span, &about);
    }
    rows_of_records(out, guide, Parts { at: span.start, rest: records })
}

fn rows_of_records(out: &mut Out<'_>, parent: Guide, mut rest: Parts<'_>) -> fmt::Result {
    for index in 0_u32.. {
        if rest.rest.is_empty() {
            return Ok(());
        }
        let start = rest;
        let record = rest.varint().and_then(|len| rest.take(usize::try_from(len).ok()?));
        let Some(record) = record else {
            let span = start.at..start.at + start.rest.len() as u32;
            let about = "No whole record.";
            let value = Raw(start.rest);
            return out.row(parent.child(true), &"rest", &"bytes", Some(&value), span, &about);
        };
        let guide = parent.child(rest.rest.is_empty());
        let name = format_args!("Record[{index}]");
        out.row(guide, &name, &"Record", Some(&"struct"), start.at..rest.at, &"")?;
        let content = rest.at - record.len() as u32;
        let about = "Bytes of the record after this field.";
        let (len, span) = (record.len(), start.at..content);
        let length = guide.child(record.is_empty());
        out.row(length, &"Length", &"varint", Some(&len), span, &about)?;
        let content = Parts { at: content, rest: record };
        if content.is_record() {
            rows_of_record(out, guide, content)?;
        } else if !record.is_empty() {
            let (span, value) = (content.at..rest.at, Raw(record));
            out.row(guide.child(true), &"rest", &"bytes", Some(&value), span, &"No record.")?;
        }
    }
    Ok(())
}

/// The rows of what follows the length of a record, which is whole.
fn rows_of_record(out: &mut Out<'_>, parent: Guide, mut parts: Parts<'_>) -> fmt::Result {
    let guide = parent.child(false);
    let at = parts.at;
    let Some(attributes) = parts.take(1) else { return Ok(()) };
    let value = Number(Kind::I8, attributes);
    out.row(guide, &"Attributes", &"int8", Some(&value), at..parts.at, &"Not used.")?;
    for (name, about) in [
        ("TimestampDelta", "Time of the record, from the base of the batch."),
        ("OffsetDelta", "Offset of the record, from the base of the batch."),
    ] {
        let at = parts.at;
        let Some(value) = parts.varint() else { return Ok(()) };
        out.row(guide, &name, &"varint", Some(&value), at..parts.at, &about)?;
    }
    for (name, about) in [
        ("Key", "Decides the partition, and what compaction keeps."),
        ("Value", "What the record says."),
    ] {
        let at = parts.at;
        let Some(value) = parts.bytes() else { return Ok(()) };
        out.row(guide, &name, &"bytes", Some(&Nullable(value)), at..parts.at, &about)?;
    }
    let at = parts.at;
    let Some(count) = parts.varint() else { return Ok(()) };
    let guide = parent.child(true);
    let counted = u32::try_from(count).unwrap_or(0);
    let span = at..parts.at + parts.rest.len() as u32;
    let value = Count(counted, "element");
    out.row(guide, &"Headers", &"[]Header", Some(&value), span, &"Extra keys and values.")?;
    let length = guide.child(counted == 0);
    out.row(length, &"length", &"varint", Some(&count), at..parts.at, &"")?;
    rows_of_headers(out, guide, counted, parts)
}

fn rows_of_headers(
    out: &mut Out<'_>,
    parent: Guide,
    count: u32,
    mut parts: Parts<'_>,
) -> fmt::Result {
    for index in 0..count {
        let start = parts;
        let (Some(key), key_end) = (parts.bytes(), parts.at) else { return Ok(()) };
        let Some(value) = parts.bytes() else { return Ok(()) };
        let guide = parent.child(index + 1 == count);
        let name = format_args!("Header[{index}]");
        out.row(guide, &name, &"Header", Some(&"struct"), start.at..parts.at, &"")?;
        let key = Text(key.unwrap_or(&[]));
        let (start, end) = (start.at, parts.at);
        out.row(guide.child(false), &"Key", &"string", Some(&key), start..key_end, &"")?;
        let value = Nullable(value);
        out.row(guide.child(true), &"Value", &"bytes", Some(&value), key_end..end, &"")?;
    }
    Ok(())
}

/// Attributes of a batch, and what they say.
struct BatchAttributes(i16);

impl fmt::Display for BatchAttributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let flags = FLAGS.iter().filter(|(bit, _)| self.0 & bit != 0).map(|(_, what)| *what);
        let mut before = " (";
        for what in batch::codec(self.0).into_iter().chain(flags) {
            write!(f, "{before}{what}")?;
            before = ", ";
        }
        f.write_str(if before == ", " { ")" } else { "" })
    }
}

/// Bytes of a record behind the varint of their length.
struct Nullable<'a>(Option<&'a [u8]>);

impl fmt::Display for Nullable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bytes) => write!(f, "{} (varint len={})", Raw(bytes), bytes.len()),
            None => f.write_str("null (varint len=-1)"),
        }
    }
}

/// A string of a record behind the varint of its length.
struct Text<'a>(&'a [u8]);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::value::text(self.0, f)?;
        write!(f, " (varint len={})", self.0.len())
    }
}
