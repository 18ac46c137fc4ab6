//! Events as text, one a line: the bytes, the field, and what was read. Uses `path`.

use super::Framed;
use super::fault::{Section, sections};
use super::path::Path;
use crate::records;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Event, Item};
use std::fmt::{self, Write as _};

/// The events of all parts of a frame, up to the first fault.
pub(super) fn show(framed: &Framed<'_>) -> String {
    let mut out = String::new();
    for section in sections(framed) {
        // Writing to a string does not fail.
        let _ = show_section(&section, &mut out);
    }
    out
}

fn show_section(section: &Section<'_>, out: &mut String) -> fmt::Result {
    let Section { subject, base } = section;
    let (message, version) = (subject.message(), subject.version());
    writeln!(out, "{} v{version}", message.name())?;
    let mut input = subject.bytes();
    let mut path = Path::new(message.body);
    let Ok(mut decoder) = Decoder::new(message, version, input.len() as u32) else { return Ok(()) };
    while let Ok(event) = decoder.next(&mut input) {
        let at = path.step(&event);
        let span = event.span();
        let (start, end) = (span.start as usize + base, span.end as usize + base);
        let indent = usize::from(event.level()) * 2;
        let colon = if at.is_empty() { "" } else { ": " };
        write!(out, "0x{start:04x}..0x{end:04x}  {:indent$}{at}{colon}", "")?;
        item(&event, out)?;
        writeln!(out)?;
        if let Item::Records(_, chunk) = event.item {
            records::events(chunk.bytes, end - chunk.bytes.len(), indent + 2, out)?;
        }
        if event.item == Item::Done {
            break;
        }
    }
    Ok(())
}

fn item(event: &Event<'_, '_>, out: &mut String) -> fmt::Result {
    match event.item {
        Item::Struct(_) => write!(out, "struct"),
        Item::StructEnd(_) => write!(out, "end of struct"),
        Item::Array(_, count) => write!(out, "array of {count}"),
        Item::ArrayEnd(_) => write!(out, "end of array"),
        Item::Null(_) => write!(out, "null"),
        Item::Bool(_, value) => write!(out, "bool {value}"),
        Item::I8(_, n) => write!(out, "int8 {n}"),
        Item::I16(_, n) => write!(out, "int16 {n}"),
        Item::U16(_, n) => write!(out, "uint16 {n}"),
        Item::I32(_, n) => write!(out, "int32 {n}"),
        Item::U32(_, n) => write!(out, "uint32 {n}"),
        Item::I64(_, n) => write!(out, "int64 {n}"),
        Item::F64(_, x) => write!(out, "float64 {x:?}"),
        Item::Uuid(_, uuid) => write!(out, "uuid {uuid}"),
        Item::Str(_, chunk) => {
            write!(out, "string {:?}", String::from_utf8_lossy(chunk.bytes))
        }
        Item::Bytes(_, chunk) => write!(out, "bytes {}", crate::hex::print(chunk.bytes)),
        Item::Records(_, chunk) => write!(out, "records of {} bytes", chunk.total()),
        Item::Tags(count) => write!(out, "tagged fields: {count}"),
        Item::Tag(tag, chunk) => write!(out, "tag {tag} {}", crate::hex::print(chunk.bytes)),
        Item::NeedInput => write!(out, "needs input"),
        Item::Done => write!(out, "done"),
    }
}
