//! How an [`Encoder`] writes bytes, and changes sizes and counts once they are known.
//!
//! A compact size that turns out longer or shorter than what was put for it moves the bytes behind
//! it, once for each size: time in proportion to the bytes and the nesting. Tagged fields that come out
//! of order are put in order once, at the end of their section.

use super::{Encoder, Level, Place};
use crate::error::{ErrorKind, Result};
use crate::schema::{FieldId, Struct};
use crate::steps;
use crate::wire::{Cx, Extent, Reader, move_within, uvarint_len};
use core::ops::Range;

impl Encoder<'_> {
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(super) fn write(&mut self, bytes: &[u8]) {
        steps::count(bytes.len());
        let end = self.position.saturating_add(bytes.len());
        let rest = self.buffer.get_mut(self.position..);
        if let Some(out) = rest.and_then(|rest| rest.get_mut(..bytes.len())) {
            out.copy_from_slice(bytes);
        } else {
            self.lose(end);
        }
        self.position = end;
    }

    /// Bytes from the position on, up to this end, do not fit.
    #[cold]
    #[inline(never)]
    fn lose(&mut self, end: usize) {
        self.lost_from = self.lost_from.min(self.position);
        self.need = self.need.max(end);
    }

    /// Takes back what was written from this position on.
    pub(super) fn go_back(&mut self, to: usize) {
        self.position = to;
        if self.lost_from >= to {
            (self.lost_from, self.need) = (usize::MAX, 0);
        }
    }

    /// Takes the string, bytes, records or tagged field back that is being pushed, as if it had not
    /// begun. Where none is, this does nothing.
    ///
    /// # Errors
    /// What failed before.
    pub fn drop_payload(&mut self) -> Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.payload == 0 {
            return Ok(());
        }
        self.payload = 0;
        match self.at.place {
            Place::Tag => {
                self.at.place = Place::Tags;
                self.go_back(self.at.tag_at);
            }
            Place::Fields => {
                self.at.next = self.at.index;
                self.go_back(self.payload_at);
            }
            Place::Array | Place::TagArray | Place::Tags => self.go_back(self.payload_at),
        }
        Ok(())
    }

    pub(super) fn write_uvarint(&mut self, value: u32) {
        if value < 0x80 {
            return self.write(&[value as u8]);
        }
        let (bytes, len) = uvarint_bytes(value);
        self.write(bytes.get(..len).unwrap_or(&[]));
    }

    /// A length or count, or null.
    pub(super) fn write_length(&mut self, extent: Extent, length: Option<u32>, cx: Cx) {
        let length = length.map_or(-1, |length| length as i32);
        if cx.is_flexible() {
            self.write_uvarint((length as u32).wrapping_add(1));
        } else if extent.is_narrow() {
            self.write(&(length as i16).to_be_bytes());
        } else {
            self.write(&length.to_be_bytes());
        }
    }

    /// Changes a length or count that was written before.
    pub(super) fn patch_length(
        &mut self,
        at: usize,
        extent: Extent,
        before: u32,
        length: u32,
        cx: Cx,
    ) {
        if cx.is_flexible() {
            return self.patch_uvarint(at, before.wrapping_add(1), length.wrapping_add(1));
        }
        let end = core::mem::replace(&mut self.position, at);
        self.write_length(extent, Some(length), cx);
        self.position = end;
    }

    /// Changes a varint that was written before.
    pub(super) fn patch_uvarint(&mut self, at: usize, before: u32, value: u32) {
        let (old, new) = (at + uvarint_len(before), at + uvarint_len(value));
        let end = self.position - old + new;
        if end > self.buffer.len() {
            self.lose(end);
        } else if old != new && self.position <= self.buffer.len() {
            move_within(self.buffer, old..self.position, new);
        }
        if self.lost_from != usize::MAX {
            // What is lost may move to the front.
            self.lost_from = self.lost_from.min(at);
        }
        self.position = at;
        self.write_uvarint(value);
        self.position = end;
    }

    /// Begins a string, bytes or records of so many bytes, which are pushed.
    ///
    /// # Errors
    /// Those of [`put`](Encoder::put).
    pub fn begin_payload(&mut self, field: FieldId, length: u32) -> Result<()> {
        let row = self.row(field)?;
        let is_element = self.is_element(field);
        let extent = Extent::of(row.kind(), false);
        if row.kind().size() != 0
            || self.at.of.child(row).is_some()
            || row.is_array() && !is_element
        {
            return self.fail(ErrorKind::FieldType, field);
        }
        self.check_length(extent, length, field)?;
        let is_default = length == 0 && !row.default().is_null();
        if !is_element && !self.begin_value(field, row, is_default)? {
            // What is dropped is empty, or of a field that may be ignored.
            return if length == 0 { Ok(()) } else { self.fail(ErrorKind::NotInVersion, field) };
        }
        self.payload_at = self.position;
        self.write_length(extent, Some(length), self.cx.of(row));
        self.payload = length;
        if length == 0 { self.end_value() } else { Ok(()) }
    }

    /// Begins a tagged field that the structure does not know, of so many bytes, which are pushed.
    ///
    /// # Errors
    /// Those of [`put_tag`](Encoder::put_tag).
    pub fn begin_tag(&mut self, tag: u32, length: u32) -> Result<()> {
        self.check_open()?;
        self.check_tag(tag)?;
        self.begin_any_tag(tag, length)
    }

    /// The same for a tag whose place is looked at when all of it is there, as it may be taken back
    /// until then.
    pub(super) fn begin_any_tag(&mut self, tag: u32, length: u32) -> Result<()> {
        self.check_open()?;
        self.begin_tag_section(tag)?;
        self.at.index = FieldId::UNKNOWN;
        self.at.place = Place::Tag;
        self.payload = length;
        if length == 0 { self.end_tag() } else { Ok(()) }
    }

    /// Fails where a tagged field that is not known has no place behind those before it.
    fn check_tag(&mut self, tag: u32) -> Result<()> {
        let is_behind = self.at.last_unknown.is_some_and(|last| tag <= last);
        if self.at.of.tagged(tag).is_some() || is_behind {
            let section = self.at.of.id().field(FieldId::UNKNOWN);
            return self.fail(ErrorKind::TagOrder { tag }, section);
        }
        Ok(())
    }

    /// Writes bytes of the payload that was begun last; it ends with its last byte.
    ///
    /// # Errors
    /// [`ErrorKind::Structure`] where none is open or the bytes are more than are left of it.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let length = bytes.len() as u32;
        let Some(left) = self.payload.checked_sub(length) else {
            return self.fail(ErrorKind::Structure, FieldId::NONE);
        };
        if length == 0 {
            return Ok(());
        }
        self.write(bytes);
        self.payload = left;
        if left == 0 { self.end_value() } else { Ok(()) }
    }

    /// Writes bytes or records straight into the buffer: `fill` gets what is left of it and says how
    /// many bytes it wrote, or needs.
    ///
    /// # Errors
    /// What `fill` gives, and those of [`put`](Encoder::put). Where `fill` says that it needs more
    /// room than there is, the message's own error tells how much is needed in all.
    pub fn fill_payload(
        &mut self,
        field: FieldId,
        fill: impl FnOnce(&mut [u8]) -> Result<usize>,
    ) -> Result<()> {
        let (at, guess) = self.begin_fill(field)?;
        let filled = fill(self.buffer.get_mut(self.position..).unwrap_or(&mut []));
        self.end_fill(field, at, guess, filled)
    }

    /// Gives where the length is, and the one that is there until the right one is known: what the rest
    /// of the buffer could have, so that most often nothing moves.
    fn begin_fill(&mut self, field: FieldId) -> Result<(usize, u32)> {
        let row = self.row(field)?;
        if row.kind().size() != 0 || self.at.of.child(row).is_some() || row.is_array() {
            return self.fail(ErrorKind::FieldType, field);
        }
        if !self.begin_value(field, row, false)? {
            return self.fail(ErrorKind::NotInVersion, field);
        }
        let at = self.position;
        let guess = self.buffer.len().saturating_sub(at) as u32;
        self.write_length(Extent::of(row.kind(), false), Some(guess), self.cx.of(row));
        Ok((at, guess))
    }

    fn end_fill(
        &mut self,
        field: FieldId,
        at: usize,
        guess: u32,
        filled: Result<usize>,
    ) -> Result<()> {
        let row = self.row(field)?;
        let (extent, cx) = (Extent::of(row.kind(), false), self.cx.of(row));
        let begin = self.position;
        let length = match filled {
            Ok(length) => length,
            Err(error) => match error.needed() {
                Some(need) => need,
                None => {
                    let error = error.at(begin as u32);
                    return Err(*self.failed.get_or_insert(error));
                }
            },
        };
        self.position = begin.saturating_add(length);
        if self.position > self.buffer.len() {
            self.lose(self.position);
        }
        self.check_length(extent, length as u32, field)?;
        self.patch_length(at, extent, guess, length as u32, cx);
        self.end_value()
    }

    /// Ends the tagged field: its size is known now, and so is its place among the others.
    pub(super) fn end_tag(&mut self) -> Result<()> {
        let Level { tag, tag_at, last_tag, index, of, .. } = self.at;
        self.at.place = Place::Tags;
        if index == FieldId::UNKNOWN {
            // The fault lies where it begins.
            let end = core::mem::replace(&mut self.position, tag_at);
            self.check_tag(tag)?;
            self.position = end;
            self.at.last_unknown = Some(tag);
        }
        let value_at = tag_at + uvarint_len(tag) + 1;
        let size = (self.position - value_at) as u32;
        if last_tag.is_none_or(|last| last < tag) {
            if self.is_default(of, index, value_at..self.position) {
                self.go_back(tag_at);
                return Ok(());
            }
            self.at.last_tag = Some(tag);
        } else {
            // It is late, or replaces one before: found out at the end of the section.
            self.at.unordered = true;
        }
        self.at.tags += 1;
        self.patch_uvarint(tag_at + uvarint_len(tag), 0, size);
        Ok(())
    }

    /// Whether these bytes are the default of a tagged field of the structure's own.
    fn is_default(&self, of: &'static Struct, index: u8, value: Range<usize>) -> bool {
        match (of.row(index), self.buffer.get(value)) {
            (Some(row), Some(value)) if self.lost_from == usize::MAX => {
                Reader::new(value).is_default(of, row, self.cx.of(row).trusted())
            }
            _ => false,
        }
    }

    /// Brings the structure's own tagged fields to their places among the others, and keeps the last of
    /// those that came more than once. Takes a few looks at the section for each that the structure
    /// defines.
    #[cold]
    pub(super) fn order_tags(&mut self) {
        // What is not all there says its size and nothing more.
        if self.lost_from != usize::MAX {
            return;
        }
        for (row, index) in self.at.of.fields().iter().zip(0..) {
            if let Some(tag) = row.tag() {
                self.order_tag(u32::from(tag), index);
            }
        }
    }

    fn order_tag(&mut self, tag: u32, index: u8) {
        let (begin, of) = (self.at.tags_at + 1, self.at.of);
        // Those of this number go, and the others close up; the last is kept.
        let mut last = None;
        let mut at = begin;
        while let Some(found) = self.tag_from(at) {
            if found.tag == tag {
                last = Some(found);
            }
            at = found.end;
        }
        let Some(last) = last else { return };
        let keep = !self.is_default(of, index, last.value..last.end);
        let (mut at, mut to, mut place) = (begin, begin, None);
        let mut kept = 0..0;
        while let Some(found) = self.tag_from(at) {
            let is_last = found.begin == last.begin;
            if found.tag > tag && place.is_none() {
                place = Some(to);
            }
            at = found.end;
            if found.tag == tag && !(is_last && keep) {
                self.at.tags -= 1;
                continue;
            }
            let begin = to;
            for from in found.begin..found.end {
                self.copy_byte(from, to);
                to += 1;
            }
            if is_last {
                kept = begin..to;
            }
        }
        self.position = to;
        if let Some(place) = place
            && place < kept.start
        {
            move_within(self.buffer, kept, place);
        }
    }

    fn copy_byte(&mut self, from: usize, to: usize) {
        steps::count(1);
        if let Some(byte) = self.buffer.get(from).copied()
            && let Some(slot) = self.buffer.get_mut(to)
        {
            *slot = byte;
        }
    }

    /// The tagged field that begins here.
    fn tag_from(&self, begin: usize) -> Option<FoundTag> {
        let mut reader = Reader::new(self.buffer.get(begin..self.position)?);
        let tag = reader.uvarint(self.cx).ok()?;
        let size = reader.uvarint(self.cx).ok()? as usize;
        let value = self.position - reader.remaining();
        reader.take(size).ok()?;
        Some(FoundTag { tag, begin, value, end: self.position - reader.remaining() })
    }
}

/// Where a tagged field lies.
#[derive(Clone, Copy)]
struct FoundTag {
    tag: u32,
    begin: usize,
    value: usize,
    end: usize,
}

fn uvarint_bytes(mut value: u32) -> ([u8; 5], usize) {
    let (mut bytes, len) = ([0; 5], uvarint_len(value));
    for (index, byte) in bytes.iter_mut().take(len).enumerate() {
        *byte = value as u8 & 0x7f | if index + 1 < len { 0x80 } else { 0 };
        value >>= 7;
    }
    (bytes, len)
}
