//! Reads and writes the fields of a structure, one after another: what the code of each definition
//! consists of.
//!
//! The bytes of fields of fixed size that follow one another are taken at once, as a run. On 32 bits,
//! where flash counts more than time, each step is a call. Uses `wire`, `schema` and `tags`.

use super::{Tags, Wire};
use crate::error::ErrorKind;
use crate::schema::{Field, FieldId, Struct};
use crate::steps;
use crate::wire::{CopyOne, Cx, Elements, PassOne, Reader, Writer};
use core::{mem, slice};

const ON_32_BITS: bool = cfg!(target_pointer_width = "32");

/// Reads the fields of a structure.
#[doc(hidden)]
pub struct Reading<'r, 'a> {
    reader: &'r mut Reader<'a>,
    run: Reader<'a>,
    of: &'static Struct,
    cx: Cx,
    index: u8,
    // Of the field that is read.
    is_there: bool,
    field_cx: Cx,
    field: FieldId,
}

impl<'r, 'a> Reading<'r, 'a> {
    /// Before the first field.
    #[inline(always)]
    pub fn begin(reader: &'r mut Reader<'a>, cx: Cx, of: &'static Struct) -> Self {
        let run = Reader::new(&[]);
        Self { reader, run, of, cx, index: 0, is_there: false, field_cx: cx, field: FieldId::NONE }
    }

    /// Goes to the next field.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn advance(&mut self) -> Option<&'static Field> {
        steps::count(1);
        let row = self.of.row(self.index)?;
        self.is_there = row.in_line(self.cx.version());
        self.field_cx = self.cx.of(row);
        self.field = self.of.field_id(self.index);
        if !ON_32_BITS && self.is_there && row.run() != 0 {
            self.run = self.reader.run(row.run(), self.cx, self.index, self.of);
        }
        self.index += 1;
        Some(row)
    }

    /// Reads the next field at its place between the others.
    #[expect(clippy::should_implement_trait, reason = "each field has a type of its own")]
    #[inline(always)]
    pub fn next<T: Wire<'a>>(&mut self) -> T {
        if ON_32_BITS {
            return T::read_next(self);
        }
        let Some(row) = self.advance() else { return T::DEFAULT };
        if !self.is_there {
            return T::default_of(row);
        }
        if T::SIZE == 0 {
            return T::read(self.reader, self.field_cx, self.field);
        }
        let value = T::read(&mut self.run, self.field_cx, self.field);
        if self.run.has_failed() && !self.reader.has_failed() {
            *self.reader = self.run;
        }
        value
    }

    /// Reads the next field, of any type.
    #[inline(never)]
    pub(super) fn any<T: Wire<'a>>(&mut self) -> T {
        match self.advance() {
            Some(_) if self.is_there => T::read(self.reader, self.field_cx, self.field),
            Some(row) => T::default_of(row),
            None => T::DEFAULT,
        }
    }

    /// Reads the bytes of the next field, which is of this fixed size.
    #[inline(never)]
    pub(super) fn number(&mut self, out: &mut [u8]) {
        match self.advance() {
            Some(row) if self.is_there => {
                self.reader.number(out, row.kind(), self.field_cx, self.field);
            }
            Some(row) => row.default().put_number(out, row.kind()),
            None => {}
        }
    }

    /// Reads the next field, which is an array: null, or its elements, each of which this passes over if
    /// they are no numbers.
    #[inline(never)]
    pub(super) fn array(&mut self, each: Option<PassOne<'a>>) -> Option<Elements<'a>> {
        let row = self.advance()?;
        if self.is_there {
            return self.reader.elements(row.kind(), each, self.field_cx, self.field);
        }
        if row.default().is_null() {
            return None;
        }
        Some(Elements { bytes: &[], count: 0, cx: self.field_cx })
    }

    /// Whether there are tagged fields, so that they are to be read.
    #[inline(always)]
    pub fn has_tags(&mut self) -> bool {
        self.cx.is_flexible() && !self.reader.__has_no_tags()
    }

    /// Calls what is out of line, to read the tagged fields.
    #[inline(always)]
    pub fn tags(self, read: impl FnOnce(&mut Reader<'a>) -> Tags<'a>) -> Tags<'a> {
        self.reader.apart(read)
    }

    /// Reads the tagged fields of a structure that has none of its own.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    pub fn unknown_tags(mut self) -> Tags<'a> {
        if !self.has_tags() {
            return Tags::__none();
        }
        let (cx, of) = (self.cx, self.of);
        self.tags(|reader| Tags::__read_unknown(reader, cx, of))
    }
}

/// Writes the fields of a structure.
#[doc(hidden)]
pub struct Writing<'w, 'b> {
    writer: &'w mut Writer<'b>,
    run: &'b mut [u8],
    of: &'static Struct,
    cx: Cx,
    index: u8,
    // Of the field that is written.
    is_there: bool,
    field_cx: Cx,
    field: FieldId,
    /// How many fields are to come as tagged ones.
    own: u32,
}

impl<'w, 'b> Writing<'w, 'b> {
    /// Before the first field.
    #[inline(always)]
    pub fn begin(writer: &'w mut Writer<'b>, cx: Cx, of: &'static Struct) -> Self {
        let (run, field) = (&mut [], FieldId::NONE);
        Self { writer, run, of, cx, index: 0, is_there: false, field_cx: cx, field, own: 0 }
    }

    /// Goes to the next field.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn advance(&mut self) -> Option<&'static Field> {
        steps::count(1);
        let row = self.of.row(self.index)?;
        self.is_there = row.in_line(self.cx.version());
        self.field_cx = self.cx.of(row);
        self.field = self.of.field_id(self.index);
        if !ON_32_BITS && self.is_there && row.run() != 0 {
            self.run = self.writer.run(row.run());
        }
        self.index += 1;
        Some(row)
    }

    /// Writes the next field at its place between the others.
    #[inline(always)]
    pub fn next<'a, T: Wire<'a>>(&mut self, value: &T) {
        if ON_32_BITS {
            return value.write_next(self);
        }
        let Some(row) = self.advance() else { return };
        if !self.is_there {
            if !value.is_default(row) {
                self.absent(row);
            }
        } else if T::SIZE == 0 {
            value.write(self.writer, self.field_cx, self.field);
        } else if let Some((out, rest)) = mem::take(&mut self.run).split_at_mut_checked(T::SIZE) {
            // Without room the run is empty.
            T::write_all(slice::from_ref(value), out);
            self.run = rest;
        }
    }

    /// Writes the next field, of any type.
    #[inline(never)]
    pub(super) fn any<'a, T: Wire<'a>>(&mut self, value: &T) {
        match self.advance() {
            Some(_) if self.is_there => value.write(self.writer, self.field_cx, self.field),
            Some(row) if !value.is_default(row) => self.absent(row),
            _ => {}
        }
    }

    /// Writes the next field, which is of fixed size, and whose bytes these are.
    #[inline(never)]
    pub(super) fn number(&mut self, bytes: &[u8]) {
        match self.advance() {
            Some(_) if self.is_there => self.writer.put(bytes),
            Some(row) if !row.default().is_number(bytes, row.kind()) => self.absent(row),
            _ => {}
        }
    }

    /// Writes the count of the next field, which is an array, or null; and elements that came from bytes,
    /// as they are or each in another form. Gives what the caller's elements are to be written with.
    #[inline(never)]
    pub(super) fn array<'a>(
        &mut self,
        count: Option<usize>,
        elements: Option<(&Elements<'a>, Option<CopyOne<'a>>)>,
    ) -> Option<(&mut Writer<'b>, Cx, FieldId)> {
        let row = self.advance()?;
        if !self.is_there {
            let is_default = if row.default().is_null() { None } else { Some(0) } == count;
            if !is_default {
                self.absent(row);
            }
            return None;
        }
        self.writer.count(count, self.field_cx, self.field);
        let cx = self.field_cx.element();
        if let Some((elements, copy)) = elements {
            let copy = copy.filter(|_| elements.cx != cx.trusted());
            self.writer.elements(elements, copy, cx, self.field);
            return None;
        }
        Some((self.writer, cx, self.field))
    }

    /// A value other than the default of a field that is not between the others.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn absent(&mut self, row: &Field) {
        if row.versions().contains(self.cx.version()) {
            self.own += 1;
        } else if !row.is_ignorable() {
            self.writer.fail(ErrorKind::NotInVersion, self.field);
        }
    }

    /// Writes the tag section, if no field is in it.
    #[inline(always)]
    pub fn no_tags(&mut self, unknown: &Tags<'_>) -> bool {
        let are_none = self.own == 0 && unknown.__is_none();
        if are_none && self.cx.is_flexible() {
            self.writer.fixed([0]);
        }
        are_none
    }

    /// Calls what is out of line, to write the tagged fields: so many of the structure's own.
    #[inline(always)]
    pub fn tags(self, write: impl FnOnce(&mut Writer<'b>, u32)) {
        self.writer.apart(|writer| write(writer, self.own));
    }

    /// Writes the tagged fields of a structure that has none of its own.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    pub fn unknown_tags(mut self, unknown: &Tags<'_>, at: FieldId) {
        if !self.no_tags(unknown) {
            let (cx, of) = (self.cx, self.of);
            self.tags(|writer, _| unknown.__write(writer, cx, of, at));
        }
    }
}
