//! Tagged fields that a structure does not know (KIP-482): kept, read, and built.

use super::{Reader, Writer};
use crate::error::ErrorKind;
use crate::schema::{FieldId, Struct};
use crate::wire::{Cx, check_tag_count};
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
        cx: Cx,
    },
}

impl<'a> Tags<'a> {
    /// No tagged fields.
    pub const NONE: Self = Self(Repr::None);

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

    /// Reads the section of a structure without tagged fields of its own.
    #[doc(hidden)]
    #[inline(never)]
    pub fn __read_unknown(reader: &mut Reader<'a>, cx: Cx, of: &'static Struct) -> Self {
        let mut tags = TagReader::begin(reader, cx, of);
        // None is known, so this goes to the end.
        tags.next(reader);
        tags.end()
    }

    /// The tagged fields, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = TaggedField<'a>> + use<'a> {
        let (mut items, mut section, of) = match self.0 {
            Repr::None => ([].iter(), Reader::new(&[]), None),
            Repr::Items(items) => (items.iter(), Reader::new(&[]), None),
            Repr::Section { bytes, of, cx } => ([].iter(), Reader::new(bytes), Some((of, cx))),
        };
        core::iter::from_fn(move || {
            let Some((of, cx)) = of else {
                return items.next().copied();
            };
            loop {
                // Checked when it was decoded, so `ok` loses nothing.
                let tag = section.uvarint(cx).ok()?;
                let size = section.uvarint(cx).ok()?;
                match of.tagged(tag) {
                    None => {
                        let data = section.take(size as usize).ok()?;
                        return Some(TaggedField { tag, data });
                    }
                    // Its size may be wrong where it was read leniently.
                    Some((index, row)) => {
                        section.skip_value(of, row, of.id.field(index), cx.of(row)).ok()?
                    }
                }
            }
        })
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
        let left = match reader.uvarint(cx) {
            Ok(0) => 0,
            Ok(count) if check_tag_count(count, reader.remaining() as u32).is_ok() => count,
            _ => {
                reader.fail();
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
        let tag = self.try_advance(reader);
        if tag.is_none() {
            if self.left != 0 {
                reader.fail();
            }
            self.left = 0;
            self.end = *reader;
        }
        tag
    }

    /// Goes to the next known field; `None` with fields left where that fails.
    fn try_advance(&mut self, reader: &mut Reader<'a>) -> Option<u32> {
        while self.left != 0 {
            let tag = reader.uvarint(self.cx).ok()?;
            if self.is_strict() && self.last.is_some_and(|last| tag <= last) {
                return None;
            }
            self.last = Some(tag);
            self.size = reader.uvarint(self.cx).ok()? as usize;
            if self.of.tagged(tag).is_some() {
                self.left -= 1;
                self.value = *reader;
                return Some(tag);
            }
            reader.take(self.size).ok()?;
            self.has_unknown = true;
            self.left -= 1;
        }
        None
    }

    /// The value has been read, or did not fit this version.
    pub fn value(&mut self, reader: &mut Reader<'a>, fits: bool) {
        let exact = self.value.remaining().wrapping_sub(reader.remaining()) == self.size;
        if !fits || self.is_strict() && !exact || reader.has_failed() {
            reader.fail();
            self.left = 0;
        }
        self.end = *reader;
    }

    fn is_strict(&self) -> bool {
        !self.cx.is_trusted() && !self.cx.is_lenient()
    }

    /// The fields that are not known.
    #[inline(never)]
    pub fn end(self) -> Tags<'a> {
        if !self.has_unknown {
            return Tags::NONE;
        }
        let bytes = self.end.since(self.start);
        Tags(Repr::Section { bytes, of: self.of, cx: self.cx.trusted() })
    }
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
