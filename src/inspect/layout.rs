//! The bytes of a message, 16 a row, each with the part that it belongs to.

use super::batch::{self, Form};
use super::seen::Seen;
use super::{Section, Subject};
use crate::event::Item;
use crate::record::Batch;
use crate::schema::Role;
use core::fmt;
use core::ops::Range;

/// What a byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The size before everything.
    Frame,
    /// The header of the request or response.
    Header,
    /// The body of a request.
    RequestBody,
    /// The header of a record batch.
    RecordBatch,
    /// Records, or messages from before batches.
    Record,
    /// The body of a response.
    ResponseBody,
    /// The count, numbers and sizes of tagged fields, and the values of unknown ones.
    TaggedFields,
    /// The body of a message that is no request or response.
    Body,
    /// What follows a fault.
    Unread,
}

impl Part {
    /// All of them, in the order of a legend.
    pub const ALL: [Self; 9] = [
        Self::Frame,
        Self::Header,
        Self::RequestBody,
        Self::RecordBatch,
        Self::Record,
        Self::ResponseBody,
        Self::TaggedFields,
        Self::Body,
        Self::Unread,
    ];

    /// The name of the part.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Header => "rpc header",
            Self::RequestBody => "request body",
            Self::RecordBatch => "RecordBatch",
            Self::Record => "Record",
            Self::ResponseBody => "response body",
            Self::TaggedFields => "tagged_fields",
            Self::Body => "body",
            Self::Unread => "not understood",
        }
    }

    /// The letter that stands for it beside the bytes.
    pub const fn letter(self) -> char {
        match self {
            Self::Frame => 'F',
            Self::Header => 'H',
            Self::RequestBody => 'Q',
            Self::RecordBatch => 'B',
            Self::Record => 'R',
            Self::ResponseBody => 'S',
            Self::TaggedFields => 'T',
            Self::Body => 'D',
            Self::Unread => '?',
        }
    }
}

/// Prints the bytes of a subject, 16 a row, with a letter for the part of each byte beside them and
/// a legend above.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    of: Of<'a>,
    paint: Option<Paint>,
}

/// What the bytes are.
#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    Message(Subject<'a>),
    /// Batches, one after another.
    Batches(&'a [u8]),
    /// All of them of one part.
    Part(Part, &'a [u8]),
}

/// The text before and after what belongs to a part, such as the colour codes of a terminal.
pub type Paint = fn(Part) -> (&'static str, &'static str);

/// How many bytes a row has.
const ROW: usize = 16;

impl<'a> Layout<'a> {
    /// The layout of these bytes.
    pub const fn new(subject: Subject<'a>) -> Self {
        Self { of: Of::Message(subject), paint: None }
    }

    /// The layout of batches one after another, as log segments and `records` fields have them.
    pub const fn of_batches(bytes: &'a [u8]) -> Self {
        Self { of: Of::Batches(bytes), paint: None }
    }

    /// The layout of bytes that all belong to one part, such as records that were decompressed.
    pub const fn of_part(part: Part, bytes: &'a [u8]) -> Self {
        Self { of: Of::Part(part, bytes), paint: None }
    }

    const fn bytes(&self) -> &'a [u8] {
        match self.of {
            Of::Message(subject) => subject.bytes(),
            Of::Batches(bytes) | Of::Part(_, bytes) => bytes,
        }
    }

    fn runs(&self, each: Each<'_>) -> fmt::Result {
        match &self.of {
            Of::Message(subject) => runs(subject, each),
            Of::Batches(bytes) => runs_of_records(0, bytes, Part::Unread, each),
            Of::Part(part, bytes) => give(0..bytes.len() as u32, *part, each),
        }
    }

    /// The same with text before and after each byte, letter and name of a part.
    pub const fn painted(self, paint: Paint) -> Self {
        Self { paint: Some(paint), ..self }
    }

    /// Gives the part of each range of bytes, in order; together they take all bytes.
    pub fn for_each(&self, mut each: impl FnMut(Range<u32>, Part)) {
        // Nothing but the closure could give an error.
        let _: fmt::Result = self.runs(&mut |range, part| {
            each(range, part);
            Ok(())
        });
    }

    fn painted_text(
        &self,
        f: &mut fmt::Formatter<'_>,
        part: Part,
        text: fmt::Arguments<'_>,
    ) -> fmt::Result {
        let (before, after) = self.paint.map_or(("", ""), |paint| paint(part));
        write!(f, "{before}{text}{after}")
    }
}

impl fmt::Display for Layout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut present = [false; Part::ALL.len()];
        self.for_each(|_, part| {
            for (slot, other) in present.iter_mut().zip(Part::ALL) {
                *slot |= part == other;
            }
        });
        let mut gap = "";
        for (part, _) in Part::ALL.iter().zip(present).filter(|(_, present)| *present) {
            f.write_str(gap)?;
            self.painted_text(f, *part, format_args!("{} {}", part.letter(), part.name()))?;
            gap = "  ";
        }
        f.write_str("\n     ")?;
        for column in 0..ROW {
            write!(f, " {column:>2X}")?;
        }
        f.write_str("\n")?;
        let mut row = RowOf { layout: self, f, at: 0, parts: [Part::Unread; ROW], filled: 0 };
        let bytes = self.bytes();
        self.runs(&mut |range, part| {
            let range = range.start as usize..range.end as usize;
            bytes.get(range).unwrap_or(&[]).iter().try_for_each(|byte| row.byte(*byte, part))
        })?;
        row.end()
    }
}

/// The row that is being printed.
struct RowOf<'p, 'f, 'a> {
    layout: &'p Layout<'a>,
    f: &'p mut fmt::Formatter<'f>,
    /// The offset of its first byte.
    at: usize,
    parts: [Part; ROW],
    filled: usize,
}

impl RowOf<'_, '_, '_> {
    fn byte(&mut self, byte: u8, part: Part) -> fmt::Result {
        if self.filled == ROW {
            self.end()?;
        }
        if self.filled == 0 {
            write!(self.f, "{:04x} ", self.at)?;
        }
        self.f.write_str(" ")?;
        self.layout.painted_text(self.f, part, format_args!("{byte:02x}"))?;
        if let Some(slot) = self.parts.get_mut(self.filled) {
            *slot = part;
        }
        self.filled += 1;
        Ok(())
    }

    fn end(&mut self) -> fmt::Result {
        if self.filled == 0 {
            return Ok(());
        }
        let gap = (ROW - self.filled) * " 00".len() + 2;
        write!(self.f, "{:gap$}", "")?;
        for part in self.parts.iter().take(self.filled) {
            self.layout.painted_text(self.f, *part, format_args!("{}", part.letter()))?;
        }
        (self.at, self.filled) = (self.at + self.filled, 0);
        self.f.write_str("\n")
    }
}

type Each<'e> = &'e mut dyn FnMut(Range<u32>, Part) -> fmt::Result;

/// Gives the part of each range of bytes, in order and without a gap.
fn runs(subject: &Subject<'_>, each: Each<'_>) -> fmt::Result {
    let sections = subject.sections();
    let all = subject.bytes().len() as u32;
    let mut at = 0;
    if subject.has_size() {
        at = all.min(4);
        give(0..at, Part::Frame, each)?;
    }
    let body = match subject.message().role {
        Role::Request => Part::RequestBody,
        Role::Response => Part::ResponseBody,
        Role::Header => Part::Header,
        Role::Data => Part::Body,
    };
    for (section, part) in [(&sections.header, Part::Header), (&sections.body, body)] {
        if let Some(section) = section {
            at = runs_of_section(section, part, each)?;
        }
    }
    give(at..all, Part::Unread, each)
}

fn give(range: Range<u32>, part: Part, each: Each<'_>) -> fmt::Result {
    if range.is_empty() { Ok(()) } else { each(range, part) }
}

/// Gives what is understood of a section: where that ends.
fn runs_of_section(section: &Section<'_>, part: Part, each: Each<'_>) -> Result<u32, fmt::Error> {
    let (base, mut input) = (section.base, section.bytes);
    let Ok(mut decoder) = section.decoder() else { return Ok(base) };
    let mut end = base;
    while let Ok(event) = decoder.next(&mut input)
        && let Some(seen) = Seen::new(&event)
        && seen.item != Item::Done
    {
        let mut span = base + seen.span.start..base + seen.span.end;
        end = span.end;
        if matches!(seen.item, Item::Tags(_) | Item::Tag(..) | Item::StructEnd(_)) {
            give(span, Part::TaggedFields, each)?;
            continue;
        }
        if let Some(tag) = seen.tag(section) {
            let value = base + tag.value.start;
            give(span.start..value, Part::TaggedFields, each)?;
            span.start = value;
        }
        if let Item::Records(_, chunk) = seen.item {
            let records = span.end.saturating_sub(chunk.bytes.len() as u32);
            give(span.start..records, part, each)?;
            runs_of_records(records, chunk.bytes, part, each)?;
            continue;
        }
        give(span, part, each)?;
    }
    Ok(end)
}

fn runs_of_records(start: u32, bytes: &[u8], other: Part, each: Each<'_>) -> fmt::Result {
    for entry in batch::entries(bytes) {
        let (head, rest) = entry.split();
        let part = match entry.form {
            Form::Whole(Batch::Records(_)) => Part::RecordBatch,
            Form::Whole(_) => Part::Record,
            Form::Cut(_) | Form::Fault(_) => other,
        };
        let at = start + entry.at;
        let split = at + head.len() as u32;
        give(at..split, part, each)?;
        give(split..split + rest.len() as u32, Part::Record, each)?;
    }
    Ok(())
}
