//! The rows of what a records field holds.

use super::Guide;
use super::value::Count;
use super::walk::{Number, Out, Raw};
use crate::inspect::batch::{
    self, ATTRIBUTES, CRC, Entry, Form, HEADER, MESSAGE_HEADER, Parts, TIMESTAMP,
};
use crate::record::{Attributes, Batch, Compression, ControlType, LegacyMessage, RecordBatch};
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
        let rest = Some(&Raw(entry.bytes) as &dyn fmt::Display);
        match entry.form {
            Form::Whole(Batch::Records(batch)) => {
                rows_of_batch(out, guide, index, &entry, &batch, span)?;
            }
            Form::Whole(Batch::Legacy(message)) => {
                rows_of_message(out, guide, index, &message, span)?;
            }
            Form::Whole(Batch::Incomplete(incomplete)) | Form::Cut(incomplete) => {
                let missing = Count(u32::try_from(incomplete.missing).unwrap_or(u32::MAX), "byte");
                let about = format_args!("The beginning of a batch: {missing} missing.");
                out.row(guide, &"rest", &"bytes", rest, span, &about)?;
            }
            Form::Fault(error) => {
                let about = format_args!("No batch: {}.", error.kind);
                out.row(guide, &"rest", &"bytes", rest, span, &about)?;
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
    batch: &RecordBatch<'_>,
    span: Range<u32>,
) -> fmt::Result {
    let name = format_args!("RecordBatch[{index}]");
    let start = span.start;
    out.row(guide, &name, &"RecordBatch", Some(&"v2"), span.clone(), &"")?;
    let (header, records) = entry.split();
    let mut parts = Parts { at: start, rest: header };
    let checksum = Checksum { said: batch.crc(), computed: batch.computed_crc() };
    for (name, kind, about) in HEADER {
        let at = parts.at;
        let Some(bytes) = parts.take(usize::from(kind.size())) else { continue };
        let is_last = parts.rest.is_empty() && records.is_empty();
        let below = guide.child(is_last);
        let number = Number(kind, bytes);
        let attributes = Words(batch.attributes());
        let value: &dyn fmt::Display = match name {
            CRC => &checksum,
            ATTRIBUTES => &attributes,
            _ => &number,
        };
        out.row(below, &name, &kind.name(), Some(value), at..parts.at, &about)?;
    }
    if records.is_empty() {
        return Ok(());
    }
    let span = parts.at..span.end;
    let is_control = batch.attributes().is_control();
    match batch.compression() {
        Compression::None => {
            rows_of_records(out, guide, Parts { at: span.start, rest: records }, is_control)
        }
        codec => {
            let value = format_args!("{}, {codec}", Count(records.len() as u32, "byte"));
            let about = "The records, compressed together.";
            let guide = guide.child(true);
            out.row(guide, &"Records", &"[]Record", Some(&value), span, &about)?;
            unpacked(out, guide, &Batch::Records(*batch), &mut |out, bytes| {
                rows_of_records(out, guide, Parts { at: 0, rest: bytes }, is_control)
            })
        }
    }
}

/// Gives the rows of what something was compressed from, if that is to be shown.
fn unpacked(
    out: &mut Out<'_>,
    guide: Guide,
    batch: &Batch<'_>,
    rows: &mut dyn FnMut(&mut Out<'_>, &[u8]) -> fmt::Result,
) -> fmt::Result {
    let Some(unpack) = out.unpack else { return Ok(()) };
    let mut out = out.inner();
    unpack(batch, &mut |result| match result {
        Ok(bytes) => rows(&mut out, bytes),
        Err(error) => {
            let guide = guide.child(true);
            let about = format_args!("Not decompressed: {}.", error.kind);
            out.row(guide, &"rest", &"bytes", Some(&"not understood"), 0..0, &about)
        }
    })
}

fn rows_of_message(
    out: &mut Out<'_>,
    guide: Guide,
    index: u32,
    message: &LegacyMessage<'_>,
    span: Range<u32>,
) -> fmt::Result {
    let name = format_args!("Message[{index}]");
    let value = format_args!("magic {}", message.magic);
    let about = "A message of a format older than batches.";
    out.row(guide, &name, &"Message", Some(&value), span.clone(), &about)?;
    let mut parts = Parts { at: span.start, rest: message.bytes() };
    let checksum = Checksum { said: message.crc, computed: message.computed_crc() };
    for (name, kind, about) in MESSAGE_HEADER {
        if name == TIMESTAMP && message.magic == 0 {
            continue;
        }
        let at = parts.at;
        let Some(bytes) = parts.take(usize::from(kind.size())) else { continue };
        let (number, attributes) = (Number(kind, bytes), Words(message.attributes));
        let value: &dyn fmt::Display = match name {
            CRC => &checksum,
            ATTRIBUTES => &attributes,
            _ => &number,
        };
        out.row(guide.child(false), &name, &kind.name(), Some(value), at..parts.at, &about)?;
    }
    let (size, at) = (size_of::<i32>() as u32, parts.at);
    let split = at + size + message.key.map_or(0, <[u8]>::len) as u32;
    let below = guide.child(false);
    let key = NullableInt32(message.key);
    out.row(below, &"Key", &"bytes", Some(&key), at..split, &"Decides the partition.")?;
    let below = guide.child(true);
    let (value, about) = (NullableInt32(message.value), "What the message says.");
    if message.compression() == Compression::None {
        return out.row(below, &"Value", &"bytes", Some(&value), split..span.end, &about);
    }
    let about = "Messages, compressed together.";
    out.row(below, &"Value", &"[]Message", Some(&value), split..span.end, &about)?;
    unpacked(out, below, &Batch::Legacy(*message), &mut |out, bytes| walk(out, below, 0, bytes))
}

fn rows_of_records(
    out: &mut Out<'_>,
    parent: Guide,
    mut rest: Parts<'_>,
    is_control: bool,
) -> fmt::Result {
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
        let content = rest.at - record.len() as u32;
        let parts = Parts { at: content, rest: record };
        let control = if is_control { parts.control() } else { None };
        let value = control.map_or("struct", control_name);
        out.row(guide, &name, &"Record", Some(&value), start.at..rest.at, &"")?;
        let about = "Bytes of the record after this field.";
        let (len, span) = (record.len(), start.at..content);
        let length = guide.child(record.is_empty());
        out.row(length, &"Length", &"varint", Some(&len), span, &about)?;
        if parts.is_record() {
            rows_of_record(out, guide, parts)?;
        } else if !record.is_empty() {
            let (span, value) = (content..rest.at, Raw(record));
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

/// The checksum that is said, and whether it is that of the bytes.
struct Checksum {
    said: u32,
    computed: u32,
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { said, computed } = self;
        match said == computed {
            true => write!(f, "0x{said:08x} (right)"),
            false => write!(f, "0x{said:08x} (wrong: it is 0x{computed:08x})"),
        }
    }
}

/// Attributes of a batch, and what they say.
struct Words(Attributes);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.0)?;
        let mut before = " (";
        for what in batch::words(self.0) {
            write!(f, "{before}{what}")?;
            before = ", ";
        }
        f.write_str(if before == ", " { ")" } else { "" })
    }
}

/// What a control record is called.
fn control_name(control: ControlType) -> &'static str {
    match control {
        ControlType::Abort => "transaction aborted",
        ControlType::Commit => "transaction committed",
        ControlType::LeaderChange => "leader change",
        ControlType::SnapshotHeader => "snapshot header",
        ControlType::SnapshotFooter => "snapshot footer",
        ControlType::KRaftVersion => "KRaft version",
        ControlType::KRaftVoters => "KRaft voters",
        ControlType::Unknown(_) => "unknown control record",
    }
}

/// Bytes behind the int32 of their length.
struct NullableInt32<'a>(Option<&'a [u8]>);

impl fmt::Display for NullableInt32<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bytes) => write!(f, "{} (int32 len={})", Raw(bytes), bytes.len()),
            None => f.write_str("null (int32 len=-1)"),
        }
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
