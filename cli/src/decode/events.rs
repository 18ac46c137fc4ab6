//! Events as text, one a line: the bytes, the field, and what was read. Uses `path`.

use super::Framed;
use super::fault::sections;
use super::path::Path;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Event, Item};
use std::io::{self, Write};

/// Prints the events of all parts of a subject, up to the first fault.
pub(super) fn print(framed: &Framed<'_>, out: &mut impl Write) -> io::Result<()> {
    for section in sections(framed) {
        let (subject, base) = (section.subject, section.base);
        let (message, version) = (subject.message(), subject.version());
        writeln!(out, "{} v{version}", message.name())?;
        let mut input = subject.bytes();
        let mut path = Path::new(message.body);
        let Ok(mut decoder) = Decoder::new(message, version, input.len() as u32) else { continue };
        while let Ok(event) = decoder.next(&mut input) {
            let at = path.step(&event);
            let span = event.span();
            let (start, end) = (span.start as usize + base, span.end as usize + base);
            write!(out, "0x{start:04x}..0x{end:04x}  ")?;
            let indent = usize::from(event.level()) * 2;
            write!(out, "{:indent$}{at}{}", "", if at.is_empty() { "" } else { ": " })?;
            item(&event, out)?;
            writeln!(out)?;
            if event.item == Item::Done {
                break;
            }
        }
    }
    Ok(())
}

fn item(event: &Event<'_, '_>, out: &mut impl Write) -> io::Result<()> {
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
        Item::Records(_, chunk) => write!(out, "records {}", crate::hex::print(chunk.bytes)),
        Item::Tags(count) => write!(out, "tagged fields: {count}"),
        Item::Tag(tag, chunk) => write!(out, "tag {tag} {}", crate::hex::print(chunk.bytes)),
        Item::NeedInput => write!(out, "needs input"),
        Item::Done => write!(out, "done"),
    }
}
