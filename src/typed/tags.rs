//! Tagged fields that a structure does not know (KIP-482): kept, read, and built.

use super::{Reader, Writer};
use crate::error::ErrorKind;
use crate::schema::FieldId;
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
    Items(&'a [TaggedField<'a>]),
    /// A section without its count, of which the tags in the mask are known fields.
    Section { bytes: &'a [u8], known: u32, cx: Cx },
}

impl<'a> Tags<'a> {
    /// No tagged fields.
    pub const NONE: Self = Self(Repr::Items(&[]));

    /// Tagged fields to encode: their numbers ascend and are none of the structure's own.
    ///
    /// Encoding fails with [`ErrorKind::TagOrder`] where they do not.
    pub const fn new(fields: &'a [TaggedField<'a>]) -> Self {
        Self(Repr::Items(fields))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        match self.0 {
            Repr::Items(items) => items.is_empty(),
            Repr::Section { .. } => self.iter().next().is_none(),
        }
    }

    #[doc(hidden)]
    #[inline(always)]
    pub const fn __is_none(&self) -> bool {
        matches!(self.0, Repr::Items([]))
    }

    /// The tagged fields, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = TaggedField<'a>> + use<'a> {
        let (mut items, mut section, known, cx) = match self.0 {
            Repr::Items(items) => (items.iter(), Reader::new(&[]), 0, None),
            Repr::Section { bytes, known, cx } => {
                ([].iter(), Reader::new(bytes), known, Some(cx))
            }
        };
        core::iter::from_fn(move || {
            let Some(cx) = cx else { return items.next().copied() };
            loop {
                // Checked when it was decoded, so `ok` loses nothing.
                let tag = section.uvarint(cx).ok()?;
                let size = section.uvarint(cx).ok()?;
                let data = section.take(size as usize).ok()?;
                if !is_known(known, tag) {
                    return Some(TaggedField { tag, data });
                }
            }
        })
    }

    /// Reads a section; `read` takes the value of a field that it knows in this version.
    ///
    /// `known` are the tags that the structure has in any version.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __read(
        reader: &mut Reader<'a>,
        cx: Cx,
        known: u32,
        read: &mut dyn FnMut(u32, &mut Reader<'a>) -> bool,
    ) -> Self {
        let mut ahead = *reader;
        match ahead.array() {
            Ok([0]) => {
                *reader = ahead;
                Self::NONE
            }
            _ => Self::read_some(reader, cx, known, read),
        }
    }

    #[inline(never)]
    fn read_some(
        reader: &mut Reader<'a>,
        cx: Cx,
        known: u32,
        read: &mut dyn FnMut(u32, &mut Reader<'a>) -> bool,
    ) -> Self {
        match Self::try_read(reader, cx, known, read) {
            Some(tags) => tags,
            None => {
                reader.fail();
                Self::NONE
            }
        }
    }

    fn try_read(
        reader: &mut Reader<'a>,
        cx: Cx,
        known: u32,
        read: &mut dyn FnMut(u32, &mut Reader<'a>) -> bool,
    ) -> Option<Self> {
        let count = reader.uvarint(cx).ok()?;
        check_tag_count(count, reader.remaining() as u32).ok()?;
        let strict = !cx.is_trusted() && !cx.is_lenient();
        let start = *reader;
        let (mut unknown, mut last) = (false, None);
        for _ in 0..count {
            let tag = reader.uvarint(cx).ok()?;
            if strict && last.is_some_and(|last| tag <= last) {
                return None;
            }
            last = Some(tag);
            let size = reader.uvarint(cx).ok()? as usize;
            let value = *reader;
            if !is_known(known, tag) {
                reader.take(size).ok()?;
                unknown = true;
            } else if !read(tag, reader) || strict && value.remaining() - reader.remaining() != size {
                return None;
            }
            if reader.has_failed() {
                return None;
            }
        }
        if !unknown {
            return Some(Self::NONE);
        }
        let cx = cx.trusted();
        Some(Self(Repr::Section { bytes: reader.since(start), known, cx }))
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

fn is_known(known: u32, tag: u32) -> bool {
    tag < 32 && known >> tag & 1 == 1
}

/// Writes the tag section of a structure: its own tagged fields between those that it does not
/// know, in the order of their numbers.
#[doc(hidden)]
pub struct TagWriter<'t, 'a> {
    unknown: &'t Tags<'a>,
    from: u32,
}

impl<'t, 'a> TagWriter<'t, 'a> {
    /// Begins a section of so many of the structure's own fields; `known` are all its tags.
    pub fn begin(
        writer: &mut Writer<'_>,
        cx: Cx,
        unknown: &'t Tags<'a>,
        own: u32,
        known: u32,
        field: FieldId,
    ) -> Self {
        if unknown.__is_none() {
            if cx.is_flexible() {
                writer.uvarint(own);
            }
            return Self { unknown, from: 0 };
        }
        let (mut count, mut last) = (own, None);
        for TaggedField { tag, .. } in unknown.iter() {
            if is_known(known, tag) || last.is_some_and(|last| tag <= last) {
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
