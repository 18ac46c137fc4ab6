//! Tagged fields that a structure does not know (KIP-482): kept, read, and built.

use super::{Reader, Writer};
use crate::error::ErrorKind;
use crate::schema::{FieldId, Struct};
use crate::wire::{Cx, What, check_tag_count};
use core::fmt;

/// A tagged field that the definition does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaggedField<'a> {
    /// Its number.
    pub tag: u32,
    /// The bytes of its value, without number and size.
    pub data: &'a [u8],
}

/// The tagged fields that the definition does not know, as they came or as they are to be written.
#[derive(Clone, Copy)]
pub struct Tags<'a>(Repr<'a>);

#[derive(Clone, Copy)]
enum Repr<'a> {
    None,
    Items(&'a [TaggedField<'a>]),
    /// A section without its count; the structure's own fields among them are passed over.
    Section {
        bytes: &'a [u8],
        of: &'static Struct,
        /// How to find the next. A pointer, so that who has no such section does not pay for it in
        /// flash.
        next: Next,
        cx: Cx,
    },
}

/// Takes the next field that is not known off the front of a section.
type Next = for<'s> fn(&mut Reader<'s>, &'static Struct, Cx) -> Option<TaggedField<'s>>;

/// In a section that may have some of the structure's own fields, or has none.
fn next_unknown<'s, const HAS_OWN: bool>(
    section: &mut Reader<'s>,
    of: &'static Struct,
    cx: Cx,
) -> Option<TaggedField<'s>> {
    loop {
        // Checked when it was decoded, so nothing fails here.
        let tag = section.uvarint(cx).ok()?;
        let size = section.uvarint(cx).ok()?;
        if HAS_OWN && let Some((_, row)) = of.tagged(tag) {
            // The size of an own one may be wrong where it was read leniently.
            section.skip_value(of, row, cx.of(row))?;
        } else {
            let data = section.take(size as usize).ok()?;
            return Some(TaggedField { tag, data });
        }
    }
}

impl<'a> Tags<'a> {
    /// No tagged fields.
    pub const NONE: Self = Self(Repr::None);

    /// [`NONE`](Self::NONE), of which nothing but the variant is written.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn __none() -> Self {
        Self(Repr::None)
    }

    /// Tagged fields to encode: their numbers ascend and are none of the structure's own.
    ///
    /// Encoding fails with [`ErrorKind::TagOrder`] where they do not.
    pub const fn new(fields: &'a [TaggedField<'a>]) -> Self {
        Self(Repr::Items(fields))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match self.0 {
            Repr::None => true,
            Repr::Items(items) => items.is_empty(),
            Repr::Section { .. } => self.iter().next().is_none(),
        }
    }

    #[doc(hidden)]
    #[inline(always)]
    pub const fn __is_none(&self) -> bool {
        matches!(self.0, Repr::None)
    }

    /// Reads the section of a structure without tagged fields of its own, if it is not empty.
    #[doc(hidden)]
    #[inline(never)]
    pub fn __read_unknown(reader: &mut Reader<'a>, cx: Cx, of: &'static Struct) -> Self {
        let mut tags = TagReader::begin(reader, cx, of);
        // None is known, so this goes to the end.
        tags.next(reader);
        tags.unknown(next_unknown::<false>)
    }

    /// The tagged fields, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = TaggedField<'a>> + use<'a> {
        Iter(self.0)
    }

    /// Writes the section of a structure without tagged fields of its own.
    #[doc(hidden)]
    #[inline(never)]
    pub fn __write(&self, writer: &mut Writer<'_>, cx: Cx, of: &Struct, field: FieldId) {
        TagWriter::begin(writer, cx, self, 0, of, field).end(writer, cx);
    }

    /// Writes those from tag `from` up to but without `to`.
    pub(crate) fn write(&self, writer: &mut Writer<'_>, from: u32, to: u64) {
        for field in self.iter() {
            if from <= field.tag && u64::from(field.tag) < to {
                writer.uvarint(field.tag);
                writer.uvarint(field.data.len() as u32);
                writer.put(field.data);
            }
        }
    }
}

/// Goes over tagged fields that the definition does not know: what is still to come of them.
struct Iter<'a>(Repr<'a>);

impl<'a> Iterator for Iter<'a> {
    type Item = TaggedField<'a>;

    #[inline(never)]
    fn next(&mut self) -> Option<TaggedField<'a>> {
        let Repr::Section { bytes, of, next, cx } = &mut self.0 else {
            let Repr::Items(items) = &mut self.0 else { return None };
            return items.split_off_first().copied();
        };
        let mut section = Reader::new(bytes);
        let first = next(&mut section, of, *cx);
        *bytes = section.rest();
        first
    }
}

/// Reads the tag section of a structure, and stops at each of the structure's own fields.
#[doc(hidden)]
pub struct TagReader<'a> {
    cx: Cx,
    of: &'static Struct,
    /// The section without its count.
    start: Reader<'a>,
    end: Reader<'a>,
    /// Tagged fields that have not begun.
    left: u32,
    last: Option<u32>,
    /// Where the value of the known field begins, and its size.
    value: Reader<'a>,
    size: usize,
    has_unknown: bool,
}

impl<'a> TagReader<'a> {
    /// Reads the count.
    #[inline(never)]
    pub fn begin(reader: &mut Reader<'a>, cx: Cx, of: &'static Struct) -> Self {
        let start = *reader;
        let left = match reader.uvarint(cx) {
            Ok(0) => 0,
            Ok(count) if check_tag_count(count, reader.remaining() as u32).is_ok() => count,
            _ => {
                reader.fail(start.rest(), What::TagCount, cx, section(of));
                0
            }
        };
        let (last, at) = (None, *reader);
        let (start, end, value) = (at, at, at);
        Self { cx, of, start, end, left, last, value, size: 0, has_unknown: false }
    }

    /// The number of the next known field; its value is to be read next.
    #[inline(never)]
    pub fn next(&mut self, reader: &mut Reader<'a>) -> Option<u32> {
        match self.advance(reader) {
            Ok(Some(tag)) => return Some(tag),
            Ok(None) => {}
            Err((what, at)) => reader.fail(at.rest(), what, self.cx, section(self.of)),
        }
        self.left = 0;
        self.end = *reader;
        None
    }

    /// Goes to the next known field.
    fn advance(&mut self, reader: &mut Reader<'a>) -> Result<Option<u32>, (What, Reader<'a>)> {
        while self.left != 0 {
            let start = *reader;
            let tag = reader.uvarint(self.cx).map_err(|_| (What::TagNumber, start))?;
            if self.cx.is_strict() && self.last.is_some_and(|last| tag <= last) {
                return Err((What::TagOrder, start));
            }
            let own = self.of.tagged(tag);
            if own.is_some_and(|(_, row)| !row.versions().contains(self.cx.version())) {
                return Err((What::TagVersion, start));
            }
            self.last = Some(tag);
            let start = *reader;
            let size = reader.uvarint(self.cx).map_err(|_| (What::TagLength, start))?;
            self.size = size as usize;
            if self.size > reader.remaining() && (own.is_none() || self.cx.is_strict()) {
                return Err((What::TagLength, start));
            }
            self.left -= 1;
            if own.is_some() {
                self.value = *reader;
                return Ok(Some(tag));
            }
            // What the size counts is there.
            let _ = reader.take(self.size);
            self.has_unknown = true;
        }
        Ok(None)
    }

    /// The value of the field of this number has been read; whether it is at its default.
    #[inline(never)]
    pub fn value(&mut self, reader: &mut Reader<'a>, tag: u8, field: FieldId, is_default: bool) {
        let exact = self.value.remaining().wrapping_sub(reader.remaining()) == self.size;
        if self.cx.is_strict() && (is_default || !exact) {
            let what = if exact { What::TagAtDefault(tag) } else { What::TagSize(tag) };
            reader.fail(reader.rest(), what, self.cx, field);
        }
        if reader.has_failed() {
            self.left = 0;
        }
        self.end = *reader;
    }

    /// The fields that are not known.
    #[inline(never)]
    pub fn end(self) -> Tags<'a> {
        self.unknown(next_unknown::<true>)
    }

    fn unknown(self, next: Next) -> Tags<'a> {
        if !self.has_unknown {
            return Tags::NONE;
        }
        let bytes = self.end.since(self.start);
        Tags(Repr::Section { bytes, of: self.of, next, cx: self.cx.trusted() })
    }
}

fn section(of: &Struct) -> FieldId {
    of.id.field(FieldId::UNKNOWN)
}

/// Writes the tag section of a structure: its own tagged fields between those that it does not
/// know, in the order of their numbers.
#[doc(hidden)]
pub struct TagWriter<'t, 'a> {
    unknown: &'t Tags<'a>,
    from: u32,
}

impl<'t, 'a> TagWriter<'t, 'a> {
    /// Begins a section of so many of the structure's own fields.
    #[inline(never)]
    pub fn begin(
        writer: &mut Writer<'_>,
        cx: Cx,
        unknown: &'t Tags<'a>,
        own: u32,
        of: &Struct,
        field: FieldId,
    ) -> Self {
        let (mut count, mut last) = (own, None);
        for TaggedField { tag, .. } in unknown.iter() {
            if of.tagged(tag).is_some() || last.is_some_and(|last| tag <= last) {
                writer.fail(ErrorKind::TagOrder { tag }, field);
            }
            last = Some(tag);
            count += 1;
        }
        if cx.is_flexible() {
            writer.uvarint(count);
        } else if count != 0 {
            writer.fail(ErrorKind::NotInVersion, field);
        }
        Self { unknown, from: 0 }
    }

    /// The field of this number comes next, with a value of this size.
    pub fn field(&mut self, writer: &mut Writer<'_>, tag: u32, size: usize) {
        self.unknown.write(writer, self.from, u64::from(tag));
        self.from = tag;
        writer.uvarint(tag);
        writer.uvarint(size as u32);
    }

    /// No other field of the structure's own follows.
    pub fn end(self, writer: &mut Writer<'_>, cx: Cx) {
        if cx.is_flexible() && !self.unknown.__is_none() {
            self.unknown.write(writer, self.from, u64::MAX);
        }
    }
}

impl PartialEq for Tags<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Tags<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
