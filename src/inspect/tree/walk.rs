//! From the events of a decoder to the rows of a tree.

use super::records;
use super::value::{Count, Length, TypeName, Value, bytes};
use super::{Guide, Row, Rows, Unpack};
use crate::decoder::Decoder;
use crate::event::{Chunk, Item};
use crate::inspect::seen::Seen;
use crate::inspect::{FieldName, Section, Subject};
use crate::schema::{Field, FieldId, Kind, Message, Role, Struct};
use crate::wire::MAX_DEPTH;
use core::fmt;
use core::ops::Range;

/// Gives the rows of a subject to `rows`.
pub(super) fn walk(
    subject: &Subject<'_>,
    unpack: Option<Unpack>,
    rows: &mut dyn Rows,
) -> fmt::Result {
    let sections = subject.sections();
    let message = subject.message();
    let mut out = Out { rows, base: 0, unpack, is_inner: false };
    let all = 0..subject.bytes().len() as u32;
    out.row(Guide::ROOT, &message.name(), &Version("message ", subject.version()), None, all, &"")?;
    if subject.has_size() {
        let frame = Guide::ROOT.child(sections.header.is_none());
        let len = (subject.bytes().len() as u32).min(4);
        out.cut_row(frame, &"Frame", &"", None, 0..len, len < 4, &"Tells where the message ends.")?;
        if let Some(size) = sections.size {
            let about = "Number of bytes that follow.";
            out.row(frame.child(true), &"size", &"int32", Some(&size), 0..len, &about)?;
        }
    }
    if let Some(header) = &sections.header {
        let version = Version("", header.version);
        let guide = Guide::ROOT.child(sections.body.is_none());
        walk_section(&mut out, message, header, guide, &version)?;
    }
    if let Some(body) = &sections.body {
        walk_section(&mut out, message, body, Guide::ROOT.child(true), &"struct")?;
    }
    Ok(())
}

/// Gives the rows of batches to `rows`.
pub(super) fn walk_batches(
    bytes: &[u8],
    unpack: Option<Unpack>,
    rows: &mut dyn Rows,
) -> fmt::Result {
    let mut out = Out { rows, base: 0, unpack, is_inner: false };
    let all = 0..bytes.len() as u32;
    let about = "Batches, one after another.";
    out.row(Guide::ROOT, &"Records", &"[]RecordBatch", None, all, &about)?;
    records::walk(&mut out, Guide::ROOT, 0, bytes)
}

fn walk_section(
    out: &mut Out<'_>,
    message: &Message,
    section: &Section<'_>,
    guide: Guide,
    ty: &dyn fmt::Display,
) -> fmt::Result {
    let Ok(mut decoder) = section.decoder() else { return Ok(()) };
    let mut input = section.bytes;
    out.base = section.base;
    let mut walk = Walk {
        out,
        message,
        section,
        parent: guide,
        counts: [0; MAX_DEPTH + 1],
        tags: [None; MAX_DEPTH + 1],
        in_header: section.message.role == Role::Header && message.role != Role::Header,
    };
    while let Ok(event) = decoder.next(&mut input)
        && let Some(seen) = Seen::new(&event)
        && seen.item != Item::Done
    {
        let here = Here { decoder: &decoder, input };
        match seen.field {
            None if matches!(seen.item, Item::Struct(_)) => walk.root(&here, guide, ty)?,
            _ => walk.event(&seen, &here)?,
        }
    }
    Ok(())
}

/// `v2`, with words before it.
struct Version(&'static str, i16);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.0, self.1)
    }
}

/// Where the rows go, and where the section that they are of begins.
pub(super) struct Out<'r> {
    rows: &'r mut dyn Rows,
    base: u32,
    pub(super) unpack: Option<Unpack>,
    /// Whether the rows are of bytes that were decompressed.
    is_inner: bool,
}

impl Out<'_> {
    /// For rows of decompressed bytes.
    pub(super) fn inner(&mut self) -> Out<'_> {
        Out { rows: self.rows, base: 0, unpack: None, is_inner: true }
    }

    pub(super) fn row(
        &mut self,
        guide: Guide,
        name: &dyn fmt::Display,
        ty: &dyn fmt::Display,
        value: Option<&dyn fmt::Display>,
        span: Range<u32>,
        about: &dyn fmt::Display,
    ) -> fmt::Result {
        self.cut_row(guide, name, ty, value, span, false, about)
    }

    #[allow(clippy::too_many_arguments, reason = "the columns of a row")]
    fn cut_row(
        &mut self,
        guide: Guide,
        name: &dyn fmt::Display,
        ty: &dyn fmt::Display,
        value: Option<&dyn fmt::Display>,
        span: Range<u32>,
        is_cut: bool,
        about: &dyn fmt::Display,
    ) -> fmt::Result {
        let span = span.start + self.base..span.end + self.base;
        let is_inner = self.is_inner;
        self.rows.row(&Row { guide, name, ty, value, span, is_cut, is_inner, about })
    }
}

/// A decoder after an event.
struct Here<'d, 'i> {
    decoder: &'d Decoder,
    input: &'i [u8],
}

impl Here<'_, '_> {
    /// Where the structure or array that the event began ends, or else where a fault cuts it off.
    fn end(&self) -> (u32, bool) {
        let (mut decoder, mut input) = (self.decoder.clone(), self.input);
        decoder.skip();
        let fault = decoder.next(&mut input).is_err();
        (decoder.position(), fault)
    }

    /// Where the tag section that the event began ends.
    fn end_of_tags(&self, level: u8) -> (u32, bool) {
        let (mut decoder, mut input) = (self.decoder.clone(), self.input);
        loop {
            let fault = match decoder.next(&mut input) {
                Ok(event) => match event.item {
                    Item::StructEnd(of) if of.id() == FieldId::NONE => false,
                    Item::StructEnd(_) if event.level() < level => false,
                    Item::Done | Item::NeedInput => false,
                    _ => continue,
                },
                Err(_) => true,
            };
            return (decoder.position(), fault);
        }
    }
}

struct Walk<'w, 'r, 'a> {
    out: &'w mut Out<'r>,
    /// The message that the subject is.
    message: &'w Message,
    section: &'w Section<'a>,
    /// What the next row hangs on.
    parent: Guide,
    /// For each level, the elements of the array that is open there.
    counts: [u32; MAX_DEPTH + 1],
    /// For each level, the tagged fields that have not begun, if its tag section is open.
    tags: [Option<u32>; MAX_DEPTH + 1],
    in_header: bool,
}

impl Walk<'_, '_, '_> {
    fn root(&mut self, here: &Here<'_, '_>, guide: Guide, ty: &dyn fmt::Display) -> fmt::Result {
        let (end, is_cut) = here.end();
        let body = self.section.message.body;
        let about = first_sentence(body.description());
        self.out.cut_row(guide, &body.name(), ty, None, 0..end, is_cut, &about)
    }

    fn event(&mut self, seen: &Seen<'_>, here: &Here<'_, '_>) -> fmt::Result {
        match seen.item {
            Item::Tags(count) => return self.tags_begin(seen, count, here),
            Item::Tag(tag, chunk) => return self.unknown_tag(seen, tag, chunk),
            Item::StructEnd(_) => {
                self.struct_end(seen)?;
                return self.value_end(seen);
            }
            Item::ArrayEnd(_) => {
                self.parent = self.parent.parent();
                return self.value_end(seen);
            }
            _ => {}
        }
        let Some((index, row)) = seen.field else { return Ok(()) };
        let mut span = seen.span.clone();
        if seen.is_tagged() {
            span.start = self.tag_begin(seen)?;
        }
        self.value(seen, index, row, span, here)?;
        match seen.item {
            Item::Struct(_) | Item::Array(..) => Ok(()),
            _ => self.value_end(seen),
        }
    }

    fn value(
        &mut self,
        seen: &Seen<'_>,
        index: u8,
        row: &'static Field,
        span: Range<u32>,
        here: &Here<'_, '_>,
    ) -> fmt::Result {
        let Seen { item, of, .. } = *seen;
        let element = seen.index.is_some();
        let guide = self.parent.child(self.is_last(seen, index, row));
        let compact = self.is_flexible() && !row.is_classic();
        let snake = of.field_name(index).unwrap_or("");
        let value = Value { item, name: snake, row, element, compact, message: self.message };
        let ty = TypeName { of, row, element, nullable: self.in_header && self.can_be_null(row) };
        let about = if element { "" } else { of.field_description(index) };
        let (end, is_cut) = match item {
            Item::Struct(_) | Item::Array(..) => here.end(),
            _ => (span.end, false),
        };
        let name = Name { of, index, row, element: seen.index, snake: self.in_header };
        let whole = span.start..end;
        self.out.cut_row(guide, &name, &ty, Some(&value), whole, is_cut, &about)?;
        match item {
            Item::Array(_, count) => {
                self.parent = guide;
                if let Some(slot) = self.counts.get_mut(usize::from(seen.level)) {
                    *slot = count;
                }
                let length = Length { compact, length: Some(count) };
                let about = Follow(count);
                let guide = guide.child(count == 0);
                self.out.row(guide, &"length", &length.ty(), Some(&length), span, &about)
            }
            Item::Struct(_) => {
                self.parent = guide;
                if span.is_empty() {
                    return Ok(());
                }
                let is_last = of.child(row).is_none_or(|child| !self.has_rows(child));
                let about = "1: the structure is not null.";
                let guide = guide.child(is_last);
                self.out.row(guide, &"marker", &"int8", Some(&1), span, &about)
            }
            Item::Records(_, chunk) => {
                let split = span.end.saturating_sub(chunk.bytes.len() as u32);
                let length = Length { compact, length: Some(chunk.total()) };
                let (span, about) = (span.start..split, Bytes(chunk.total()));
                let is_last = chunk.bytes.is_empty();
                let below = guide.child(is_last);
                self.out.row(below, &"length", &length.ty(), Some(&length), span, &about)?;
                records::walk(self.out, guide, split, chunk.bytes)
            }
            _ => Ok(()),
        }
    }

    /// What follows a value: the end of the tagged field that it was.
    fn value_end(&mut self, seen: &Seen<'_>) -> fmt::Result {
        if seen.is_tagged() {
            self.parent = self.parent.parent();
        }
        Ok(())
    }

    fn struct_end(&mut self, seen: &Seen<'_>) -> fmt::Result {
        // The structure that ended was one level further down, but for the message itself.
        let level = usize::from(seen.level) + usize::from(seen.field.is_some());
        let tags = self.tags.get_mut(level).and_then(Option::take);
        if tags.is_some() {
            self.parent = self.parent.parent();
        } else if self.is_flexible() {
            let (guide, span) = (self.parent.child(true), seen.span.clone());
            let about = "No tagged fields.";
            self.out.row(guide, &TAGGED_FIELDS, &"uvarint", Some(&0), span, &about)?;
        }
        self.parent = self.parent.parent();
        Ok(())
    }

    fn tags_begin(&mut self, seen: &Seen<'_>, count: u32, here: &Here<'_, '_>) -> fmt::Result {
        let (end, is_cut) = here.end_of_tags(seen.level);
        let (guide, span) = (self.parent.child(true), seen.span.start..end);
        let about = "Number of tagged fields.";
        let value = Some(&count as &dyn fmt::Display);
        self.out.cut_row(guide, &TAGGED_FIELDS, &"uvarint", value, span, is_cut, &about)?;
        self.parent = guide;
        if let Some(slot) = self.tags.get_mut(usize::from(seen.level)) {
            *slot = Some(count);
        }
        Ok(())
    }

    /// The number and the size of a tagged field: where its value begins.
    fn tag_begin(&mut self, seen: &Seen<'_>) -> Result<u32, fmt::Error> {
        let start = seen.span.start;
        let last_of_section = match self.tags.get_mut(usize::from(seen.level)) {
            Some(Some(left)) => {
                *left = left.saturating_sub(1);
                *left == 0
            }
            _ => true,
        };
        let Some(tag) = self.section.tag_at(start) else { return Ok(start) };
        let guide = self.parent.child(last_of_section);
        let whole = start..tag.value.end;
        let name = format_args!("tag {}", tag.number);
        let value = Some(&Count(tag.value.end - tag.value.start, "byte") as &dyn fmt::Display);
        self.out.row(guide, &name, &"tagged_field", value, whole, &"")?;
        let below = guide.child(false);
        let (size_at, value_at) = (tag.size_at, tag.value.start);
        let size = tag.value.end - tag.value.start;
        let (number, number_span) = (Some(&tag.number as &dyn fmt::Display), start..size_at);
        self.out.row(below, &"tag", &"uvarint", number, number_span, &"Number of the field.")?;
        let about = "Number of bytes of its value.";
        self.out.row(below, &"size", &"uvarint", Some(&size), size_at..value_at, &about)?;
        self.parent = guide;
        Ok(value_at)
    }

    fn unknown_tag(&mut self, seen: &Seen<'_>, tag: u32, chunk: Chunk<'_>) -> fmt::Result {
        let start = self.tag_begin(seen)?;
        let (guide, span) = (self.parent.child(true), start..seen.span.end);
        let about = format_args!("No field {tag} is known.");
        self.out.row(guide, &"value", &"bytes", Some(&Raw(chunk.bytes)), span, &about)?;
        self.parent = self.parent.parent();
        Ok(())
    }

    fn is_flexible(&self) -> bool {
        self.section.message.is_flexible(self.section.version)
    }

    fn can_be_null(&self, row: &Field) -> bool {
        u8::try_from(self.section.version).is_ok_and(|version| row.nullable().contains(version))
    }

    fn in_line(&self, row: &Field) -> bool {
        u8::try_from(self.section.version).is_ok_and(|version| row.in_line(version))
    }

    fn has_rows(&self, of: &Struct) -> bool {
        self.is_flexible() || of.fields().iter().any(|row| self.in_line(row))
    }

    fn is_last(&self, seen: &Seen<'_>, index: u8, row: &Field) -> bool {
        if let Some(element) = seen.index {
            return self.counts.get(usize::from(seen.level)) == Some(&(element + 1));
        }
        let later = seen.of.fields().get(usize::from(index) + 1..).unwrap_or(&[]);
        row.tag().is_some() || !self.is_flexible() && !later.iter().any(|row| self.in_line(row))
    }
}

const TAGGED_FIELDS: &str = "tagged_fields";

/// The description of a message begins with what it is for; what follows is about its versions.
fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap_or(text)
}

/// The name of a field or element.
struct Name {
    of: &'static Struct,
    index: u8,
    row: &'static Field,
    element: Option<u32>,
    /// Whether the name keeps the form of the definition, as is usual of headers.
    snake: bool,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, index, row, .. } = *self;
        match self.element {
            Some(element) => {
                let ty = TypeName { of, row, element: true, nullable: false };
                write!(f, "{ty}[{element}]")
            }
            None if self.snake => f.write_str(of.field_name(index).unwrap_or("")),
            None => write!(f, "{}", FieldName { of, index }),
        }
    }
}

/// How many elements follow their count.
struct Follow(u32);

impl fmt::Display for Follow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.0 == 1 { "follows" } else { "follow" };
        write!(f, "{} {verb}.", Count(self.0, "element"))
    }
}

/// How many bytes follow their length.
struct Bytes(u32);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.0 == 1 { "follows" } else { "follow" };
        write!(f, "{} {verb}.", Count(self.0, "byte"))
    }
}

/// Bytes of no known form.
pub(super) struct Raw<'a>(pub(super) &'a [u8]);

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bytes(self.0, f)
    }
}

/// The value of a number of fixed size.
pub(super) struct Number<'a>(pub(super) Kind, pub(super) &'a [u8]);

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.1.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        match self.0 {
            Kind::I8 => write!(f, "{}", bits as i8),
            Kind::I16 => write!(f, "{}", bits as i16),
            Kind::I32 => write!(f, "{}", bits as i32),
            Kind::U32 => write!(f, "0x{bits:08x}"),
            _ => write!(f, "{}", bits as i64),
        }
    }
}
