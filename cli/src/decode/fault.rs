//! The first fault of a message, with the way to its field. Uses `path`.

use super::Framed;
use super::path::Path;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::inspect::{Framing, Subject, find as find_message};
use kafka_codec::schema::Role;
use kafka_codec::{Error, ErrorKind};

/// The line that tells of the first fault; none if there is none.
pub(super) fn find(framed: &Framed<'_>) -> Option<String> {
    let subject = &framed.subject;
    let fault = subject.check().err()?;
    let found = sections(framed).into_iter().find_map(|section| in_section(&section));
    Some(found.unwrap_or_else(|| {
        let (name, version) = (subject.message().name(), subject.version());
        match fault.kind {
            ErrorKind::Truncated { need, remaining } => format!(
                "{name} v{version}, byte 0x{:04x}: the size says {need} bytes ({remaining} follow)",
                fault.offset
            ),
            _ => format!("{name} v{version}, {fault}"),
        }
    }))
}

/// A header or body, and where it begins.
pub(super) struct Section<'b> {
    pub(super) subject: Subject<'b>,
    pub(super) base: usize,
}

/// The header, as far as there is one, and the body, if the header is understood.
pub(super) fn sections<'b>(framed: &Framed<'b>) -> Vec<Section<'b>> {
    let subject = &framed.subject;
    let start = if framed.framing == Framing::Size { 4 } else { 0 };
    let mut sections = Vec::new();
    if framed.framing != Framing::Body {
        let name = match subject.message().role {
            Role::Response => "ResponseHeader",
            _ => "RequestHeader",
        };
        let version = subject.message().header_version(subject.version());
        let bytes = subject.bytes().get(start..).unwrap_or(&[]);
        let header = subject.header().or_else(|| {
            Subject::new(find_message(name).next()?, version?, Framing::Body, bytes).ok()
        });
        sections.extend(header.map(|subject| Section { subject, base: start }));
    }
    let header_len = sections.first().map_or(0, |header| header.subject.bytes().len());
    let base = start + header_len;
    sections.extend(subject.body().map(|subject| Section { subject, base }));
    sections
}

fn in_section(section: &Section<'_>) -> Option<String> {
    let Section { subject, base } = section;
    let (message, version, bytes) = (subject.message(), subject.version(), subject.bytes());
    let mut path = Path::new(message.body);
    let Error { kind, offset, field } = walk(subject, bytes, &mut path).err()?;
    let at = offset as usize + base;
    let field = match path.to(field) {
        field if field.is_empty() || matches!(kind, ErrorKind::TrailingBytes { .. }) => field,
        field => format!(", field {field}"),
    };
    Some(format!("{} v{version}, byte 0x{at:04x}{field}: {kind}", message.name()))
}

fn walk(subject: &Subject<'_>, mut input: &[u8], path: &mut Path) -> Result<(), Error> {
    let len = input.len() as u32;
    let mut decoder = Decoder::new(subject.message(), subject.version(), len)?;
    loop {
        let event = decoder.next(&mut input)?;
        if event.item == Item::Done {
            return Ok(());
        }
        path.step(&event);
    }
}
