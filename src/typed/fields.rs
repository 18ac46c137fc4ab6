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
/// How many runs of fields there are at a time.
const RUNS: usize = if ON_32_BITS { 0 } else { 1 };

/// The field that is read or written.
struct Next {
    row: &'static Field,
    is_there: bool,
    cx: Cx,
    field: FieldId,
}

impl Next {
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn new(of: &'static Struct, cx: Cx, index: u8) -> Option<Self> {
        steps::count(1);
        let row = of.row(index)?;
        let is_there = row.in_line(cx.version());
        Some(Self { row, is_there, cx: cx.of(row), field: of.field_id(index) })
    }
}

/// Reads the fields of a structure.
#[doc(hidden)]
pub struct Reading<'r, 'a> {
    reader: &'r mut Reader<'a>,
    run: [Reader<'a>; RUNS],
    of: &'static Struct,
    cx: Cx,
    index: u8,
}

impl<'r, 'a> Reading<'r, 'a> {
    /// Before the first field.
    #[inline(always)]
    pub fn begin(reader: &'r mut Reader<'a>, cx: Cx, of: &'static Struct) -> Self {
        Self { reader, run: [Reader::new(&[]); RUNS], of, cx, index: 0 }
    }

    /// Goes to the next field.
    #[inline(always)]
    fn advance(&mut self) -> Option<Next> {
        let next = Next::new(self.of, self.cx, self.index)?;
        if let [run, ..] = &mut self.run[..]
            && next.is_there
            && next.row.run() != 0
        {
            *run = self.reader.run(next.row.run(), self.cx, self.index, self.of);
        }
        self.index += 1;
        Some(next)
    }

    /// Reads the next field at its place between the others.
    #[expect(clippy::should_implement_trait, reason = "each field has a type of its own")]
    #[inline(always)]
    pub fn next<T: Wire<'a>>(&mut self) -> T {
        if ON_32_BITS {
            return T::read_next(self);
        }
        let Some(next) = self.advance() else { return T::DEFAULT };
        if !next.is_there {
            return T::default_of(next.row);
        }
        let [run, ..] = &mut self.run[..] else { return T::DEFAULT };
        if T::SIZE == 0 {
            return T::read(self.reader, next.cx, next.field);
        }
        let value = T::read(run, next.cx, next.field);
        if run.has_failed() && !self.reader.has_failed() {
            *self.reader = *run;
        }
        value
    }

    /// Reads the next field, of any type.
    #[inline(never)]
    pub(super) fn any<T: Wire<'a>>(&mut self) -> T {
        match self.advance() {
            Some(next) if next.is_there => T::read(self.reader, next.cx, next.field),
            Some(next) => T::default_of(next.row),
            None => T::DEFAULT,
        }
    }

    /// Reads the bytes of the next field, which is of this fixed size.
    #[inline(never)]
    pub(super) fn number(&mut self, out: &mut [u8]) {
        match self.advance() {
            Some(Next { row, is_there: true, cx, field }) => {
                self.reader.number(out, row.kind(), cx, field);
            }
            Some(Next { row, .. }) => row.default().put_number(out, row.kind()),
            None => {}
        }
    }

    /// Reads the next field, which is an array: null, or its elements, each of which this passes over if
    /// they are no numbers.
    #[inline(never)]
    pub(super) fn array(&mut self, each: Option<PassOne<'a>>) -> Option<Elements<'a>> {
        let Next { row, is_there, cx, field } = self.advance()?;
        if is_there {
            return self.reader.elements(row.kind(), each, cx, field);
        }
        if row.default().is_null() {
            return None;
        }
        Some(Elements { bytes: &[], count: 0, cx })
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
    run: [&'b mut [u8]; RUNS],
    of: &'static Struct,
    cx: Cx,
    index: u8,
    /// How many fields are to come as tagged ones.
    own: u32,
}

impl<'w, 'b> Writing<'w, 'b> {
    /// Before the first field.
    #[inline(always)]
    pub fn begin(writer: &'w mut Writer<'b>, cx: Cx, of: &'static Struct) -> Self {
        Self { writer, run: [(); RUNS].map(|()| Default::default()), of, cx, index: 0, own: 0 }
    }

    /// Goes to the next field.
    #[inline(always)]
    fn advance(&mut self) -> Option<Next> {
        let next = Next::new(self.of, self.cx, self.index)?;
        if let [run, ..] = &mut self.run[..]
            && next.is_there
            && next.row.run() != 0
        {
            *run = self.writer.run(next.row.run());
        }
        self.index += 1;
        Some(next)
    }

    /// Writes the next field at its place between the others.
    #[inline(always)]
    pub fn next<'a, T: Wire<'a>>(&mut self, value: &T) {
        if ON_32_BITS {
            return value.write_next(self);
        }
        let Some(next) = self.advance() else { return };
        if !next.is_there {
            if !value.is_default(next.row) {
                self.absent(&next);
            }
        } else if T::SIZE == 0 {
            value.write(self.writer, next.cx, next.field);
        } else if let [run, ..] = &mut self.run[..]
            && let Some((out, rest)) = mem::take(run).split_at_mut_checked(T::SIZE)
        {
            // Without room the run is empty.
            T::write_all(slice::from_ref(value), out);
            *run = rest;
        }
    }

    /// Writes the next field, of any type.
    #[inline(never)]
    pub(super) fn any<'a, T: Wire<'a>>(&mut self, value: &T) {
        match self.advance() {
            Some(next) if next.is_there => value.write(self.writer, next.cx, next.field),
            Some(next) if !value.is_default(next.row) => self.absent(&next),
            _ => {}
        }
    }

    /// Writes the next field, which is of fixed size, and whose bytes these are.
    #[inline(never)]
    pub(super) fn number(&mut self, bytes: &[u8]) {
        match self.advance() {
            Some(Next { is_there: true, .. }) => self.writer.put(bytes),
            Some(next) if !next.row.default().is_number(bytes, next.row.kind()) => {
                self.absent(&next);
            }
            _ => {}
        }
    }

    /// Writes the count of the next field, which is an array, or null; and elements that came from bytes,
    /// as they are or each in another form. Gives what the caller's elements are to be written with.
    #[inline(never)]
    pub(super) fn array<'a>(
        &mut self,
        count: Option<usize>,
        elements: Option<(&Elements<'a>, Option<CopyOne>)>,
    ) -> Option<(&mut Writer<'b>, Cx, FieldId)> {
        let next = self.advance()?;
        if !next.is_there {
            let is_default = if next.row.default().is_null() { None } else { Some(0) } == count;
            if !is_default {
                self.absent(&next);
            }
            return None;
        }
        let (cx, field) = (next.cx, next.field);
        self.writer.count(count, cx, field);
        let cx = cx.element();
        if let Some((elements, copy)) = elements {
            let copy = copy.filter(|_| elements.cx != cx.trusted());
            self.writer.elements(elements, copy, cx, field);
            return None;
        }
        Some((self.writer, cx, field))
    }

    /// A value other than the default of a field that is not between the others.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn absent(&mut self, next: &Next) {
        if next.row.versions().contains(self.cx.version()) {
            self.own += 1;
        } else if !next.row.is_ignorable() {
            self.writer.fail(ErrorKind::NotInVersion, next.field);
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
