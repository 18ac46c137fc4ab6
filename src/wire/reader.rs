//! A [`Reader`] of values: with a `Result` each for who steps over them, and without one for typed
//! decoding, which asks at the end whether anything failed.

use super::fault::{Fault, What};
use super::{Cx, Elements, Extent, PassOne, is_marker, is_true};
use crate::error::ErrorKind;
use crate::schema::{FieldId, Kind, Struct};
use crate::steps;

/// Reads from the front of bytes.
///
/// The functions that return a value and no `Result` are for typed decoding: the first failure is
/// kept, the reader is empty from then on, and zeros come out.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub(super) rest: &'a [u8],
    /// What failed first; `rest` is then empty, at the place where that begins.
    pub(super) fault: Fault,
}

impl<'a> Reader<'a> {
    /// Reads from these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, fault: Fault::NONE }
    }

    /// How many bytes are left.
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The bytes that are left.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether a read without a `Result` failed.
    #[inline(always)]
    pub(crate) const fn has_failed(&self) -> bool {
        !self.fault.is_none()
    }

    /// Keeps what failed where the rest is this.
    #[inline(always)]
    pub(crate) fn fail(&mut self, at: &'a [u8], what: What, cx: Cx, field: FieldId) {
        *self = self.failed(at, Fault::new(what, cx, field));
    }

    // Takes and gives the reader by value: one whose address is never taken stays in registers.
    #[cold]
    #[inline(never)]
    fn failed(self, at: &'a [u8], fault: Fault) -> Self {
        if self.has_failed() {
            return self;
        }
        Self { rest: at.get(..0).unwrap_or(&[]), fault }
    }

    /// Calls what is out of line with a copy, so that the reader itself can stay in registers.
    #[inline(always)]
    pub(crate) fn apart<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        if cfg!(target_pointer_width = "32") {
            return read(self);
        }
        let mut copy = *self;
        let value = read(&mut copy);
        *self = copy;
        value
    }

    /// The bytes between an earlier state of this reader and this one.
    #[inline(always)]
    pub(crate) fn since(&self, earlier: Self) -> &'a [u8] {
        let len = earlier.rest.len().saturating_sub(self.rest.len());
        earlier.rest.get(..len).unwrap_or(&[])
    }

    /// The next `n` bytes.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], ErrorKind> {
        steps::count(1);
        match self.rest.split_at_checked(n) {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(head)
            }
            None => Err(self.truncated(n)),
        }
    }

    #[cold]
    fn truncated(&self, need: usize) -> ErrorKind {
        ErrorKind::Truncated { need: need as u32, remaining: self.rest.len() as u32 }
    }

    /// The next `N` bytes.
    #[inline(always)]
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ErrorKind> {
        steps::count(1);
        match self.rest.split_first_chunk() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(*head)
            }
            None => Err(self.truncated(N)),
        }
    }

    /// The next `N` bytes, or zeros.
    #[inline(always)]
    pub(crate) fn array_or_zero<const N: usize>(
        &mut self,
        kind: Kind,
        cx: Cx,
        field: FieldId,
    ) -> [u8; N] {
        steps::count(1);
        match self.rest.split_first_chunk() {
            Some((head, rest)) => {
                self.rest = rest;
                *head
            }
            None => {
                self.fail(self.rest, What::Value(kind), cx, field);
                [0; N]
            }
        }
    }

    /// The bytes of a value of this kind, which is of fixed size, or none.
    pub(crate) fn number(&mut self, out: &mut [u8], kind: Kind, cx: Cx, field: FieldId) {
        steps::count(1);
        let is_there = match self.rest.split_at_checked(out.len()) {
            Some((bytes, _)) if kind == Kind::Bool && cx.is_strict() && bytes > &[1] => false,
            Some((bytes, rest)) => {
                self.rest = rest;
                for (out, byte) in out.iter_mut().zip(bytes) {
                    *out = *byte;
                }
                true
            }
            None => false,
        };
        if !is_there {
            self.fail(self.rest, What::Value(kind), cx, field);
        }
    }

    /// The next `n` bytes, which are those of fields of fixed size from this one on, or zeros.
    #[inline(always)]
    pub(crate) fn run(&mut self, n: usize, cx: Cx, index: u8, of: &'static Struct) -> Self {
        steps::count(1);
        const ZEROS: &[u8] = &[0; 256];
        if let Some((run, rest)) = self.rest.split_at_checked(n) {
            self.rest = rest;
            return Self::new(run);
        }
        *self = self.cut(cx, index, of);
        Self::new(ZEROS.get(..n).unwrap_or(&[]))
    }

    /// Fails at the first field of a run that is not all there.
    #[cold]
    #[inline(never)]
    fn cut(mut self, cx: Cx, first: u8, of: &'static Struct) -> Self {
        let rows = of.fields.get(usize::from(first)..).unwrap_or(&[]);
        for (row, index) in rows.iter().zip(first..) {
            let size = usize::from(row.fixed_size());
            let is_bad =
                row.kind() == Kind::Bool && cx.is_strict() && matches!(self.rest, [2..=255, ..]);
            if self.rest.len() < size || is_bad {
                let what = What::Value(row.kind());
                self.fail(self.rest, what, cx.of(row), of.field_id(index));
                break;
            }
            self.rest = self.rest.get(size..).unwrap_or(&[]);
        }
        self
    }

    /// An unsigned varint of 32 bits.
    #[inline(always)]
    pub(crate) fn uvarint(&mut self, cx: Cx) -> Result<u32, ErrorKind> {
        steps::count(1);
        if !cfg!(target_pointer_width = "32")
            && let [byte @ 0..=0x7f, rest @ ..] = self.rest
        {
            self.rest = rest;
            return Ok(u32::from(*byte));
        }
        self.apart(|reader| reader.long_uvarint(cx))
    }

    #[inline(never)]
    fn long_uvarint(&mut self, cx: Cx) -> Result<u32, ErrorKind> {
        if !cfg!(target_pointer_width = "32")
            && let [low @ 0x80..=0xff, high @ 1..=0x7f, rest @ ..] = self.rest
        {
            self.rest = rest;
            return Ok(u32::from(*low & 0x7f) | u32::from(*high) << 7);
        }
        let (mut value, mut shift, mut rest) = (0, 0, self.rest);
        loop {
            let Some((byte, tail)) = rest.split_first() else {
                return Err(self.truncated(self.rest.len() + 1));
            };
            rest = tail;
            value |= u32::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                let padded = shift > 0 && *byte == 0;
                let cut = shift == 28 && *byte > 0x0f;
                if cx.is_strict() && (padded || cut) {
                    return Err(ErrorKind::InvalidVarint);
                }
                self.rest = rest;
                return Ok(value);
            }
            if shift == 28 {
                return Err(ErrorKind::InvalidVarint);
            }
            shift += 7;
        }
    }

    /// Steps over a tag section, if it is one without fields.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __has_no_tags(&mut self) -> bool {
        steps::count(1);
        match self.rest {
            [0, rest @ ..] => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// A bool.
    pub(crate) fn bool(&mut self, cx: Cx) -> Result<bool, ErrorKind> {
        let start = self.rest;
        let result = is_true(self.array()?, cx);
        if result.is_err() {
            self.rest = start;
        }
        result
    }

    /// Whether the structure that may be null here is present.
    pub(crate) fn is_present(&mut self, cx: Cx) -> Result<bool, ErrorKind> {
        if !cx.is_nullable() {
            return Ok(true);
        }
        let start = self.rest;
        let result = is_marker(self.array()?, cx);
        if result.is_err() {
            self.rest = start;
        }
        result
    }

    /// The length of a string, of bytes or of records, or the count of an array of elements that
    /// take at least `Extent::unit` bytes; or null.
    #[inline(always)]
    pub(crate) fn length(&mut self, extent: Extent, cx: Cx) -> Result<Option<usize>, ErrorKind> {
        let start = self.rest;
        let result = self.length_after(extent, cx);
        if result.is_err() {
            self.rest = start;
        }
        result
    }

    #[inline(always)]
    fn length_after(&mut self, extent: Extent, cx: Cx) -> Result<Option<usize>, ErrorKind> {
        let length = if cx.is_flexible() {
            (self.uvarint(cx)? as i32).wrapping_sub(1)
        } else if extent.is_narrow() {
            i32::from(i16::from_be_bytes(self.array()?))
        } else {
            i32::from_be_bytes(self.array()?)
        };
        // Nothing here is above `u32::MAX`: lengths of frames are `i32`.
        let remaining = self.rest.len() as u32;
        if !cfg!(target_pointer_width = "32")
            && length >= 0
            && extent.fits(length as u32, remaining)
        {
            return Ok(Some(length as usize));
        }
        extent.check(length, cx, remaining).map(|length| length.map(|n| n as usize))
    }

    /// [`length`](Self::length) where its place in the image matters more than its time.
    #[inline(never)]
    pub(super) fn skip_length(
        &mut self,
        extent: Extent,
        cx: Cx,
    ) -> Result<Option<usize>, ErrorKind> {
        self.length(extent, cx)
    }

    /// The length, the count or null that comes, if that is quickly told.
    #[inline(always)]
    fn quick_length(&mut self, extent: Extent, cx: Cx) -> Option<Option<usize>> {
        steps::count(1);
        if cfg!(target_pointer_width = "32") {
            return None;
        }
        let (length, rest) = match self.rest {
            [0, rest @ ..] if cx.is_flexible() && cx.is_nullable() => {
                self.rest = rest;
                return Some(None);
            }
            [byte @ 1..=0x7f, rest @ ..] if cx.is_flexible() => (u32::from(*byte) - 1, rest),
            // Bytes are often longer than that.
            [low @ 0x80..=0xff, high @ 1..=0x7f, rest @ ..]
                if extent.is_wide() && cx.is_flexible() =>
            {
                (u32::from(*low & 0x7f) + (u32::from(*high) << 7) - 1, rest)
            }
            [low @ 0x80..=0xff, high @ 0x80..=0xff, highest @ 1..=0x7f, rest @ ..]
                if extent.is_wide() && cx.is_flexible() =>
            {
                let (low, high) = (u32::from(*low & 0x7f), u32::from(*high & 0x7f) << 7);
                (low + high + (u32::from(*highest) << 14) - 1, rest)
            }
            [high @ 0..=0x7f, low, rest @ ..] if extent.is_narrow() && !cx.is_flexible() => {
                (u32::from(u16::from_be_bytes([*high, *low])), rest)
            }
            [a @ 0..=0x7f, b, c, d, rest @ ..] if !extent.is_narrow() && !cx.is_flexible() => {
                (u32::from_be_bytes([*a, *b, *c, *d]), rest)
            }
            _ => return None,
        };
        if !extent.fits(length, rest.len() as u32) {
            return None;
        }
        self.rest = rest;
        Some(Some(length as usize))
    }

    /// The count of an array of such elements; `None` for null, and after a failure.
    #[inline(always)]
    pub(crate) fn count(&mut self, kind: Kind, cx: Cx, field: FieldId) -> Option<usize> {
        match self.quick_length(Extent::of(kind, true), cx) {
            Some(count) => count,
            None => self.apart(|reader| reader.any_length(What::Count(kind), cx, field)),
        }
    }

    /// The bytes behind a length; `None` for null, and after a failure.
    #[inline(always)]
    pub(crate) fn payload(&mut self, kind: Kind, cx: Cx, field: FieldId) -> Option<&'a [u8]> {
        let length = match self.quick_length(Extent::of(kind, false), cx) {
            Some(length) => length?,
            None => self.apart(|reader| reader.any_length(What::Value(kind), cx, field))?,
        };
        // What the length counts is there.
        self.take(length).ok()
    }

    #[inline(never)]
    fn any_length(&mut self, what: What, cx: Cx, field: FieldId) -> Option<usize> {
        let start = self.rest;
        let extent = match what {
            What::Count(kind) => Extent::of(kind, true),
            What::Value(kind) => Extent::of(kind, false),
            _ => Extent::BYTES,
        };
        self.skip_length(extent, cx).unwrap_or_else(|_| {
            self.fail(start, what, cx, field);
            None
        })
    }

    /// A short compact length, and what it counts in units of `size` bytes, if that is what comes.
    #[inline(always)]
    fn short_run(&mut self, size: usize, cx: Cx) -> Option<(u8, &'a [u8])> {
        steps::count(1);
        if !cx.is_flexible() {
            return None;
        }
        let [byte @ 1..=0x7f, rest @ ..] = self.rest else { return None };
        let (run, rest) = rest.split_at_checked((usize::from(*byte) - 1) * size)?;
        self.rest = rest;
        Some((*byte - 1, run))
    }

    /// The elements of an array, over each of which this passes, or over all where they are numbers;
    /// `None` for null, and after a failure.
    #[inline(never)]
    pub(crate) fn elements(
        &mut self,
        kind: Kind,
        each: Option<PassOne<'a>>,
        cx: Cx,
        field: FieldId,
    ) -> Option<Elements<'a>> {
        let count = self.count(kind, cx, field)?;
        let (start, cx) = (*self, cx.element());
        match each {
            Some(pass) => {
                for _ in 0..count {
                    pass(self, cx.passing(), field);
                    if self.has_failed() {
                        return None;
                    }
                }
            }
            // As the count was checked, they are there.
            None => drop(self.take(count * usize::from(kind.size()))),
        }
        let (bytes, count) = (self.since(start), count as u32);
        Some(Elements { bytes, count, cx: cx.trusted() })
    }

    /// The elements of this fixed size behind a short compact count, if that is what comes.
    #[inline(always)]
    pub(crate) fn short_array(&mut self, size: usize, cx: Cx) -> Option<Elements<'a>> {
        let (count, bytes) = self.short_run(size, cx)?;
        Some(Elements { bytes, count: u32::from(count), cx: cx.element().trusted() })
    }
}
