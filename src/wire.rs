//! Bytes in and out: the one place that indexes them.
//!
//! A [`Reader`] compares every length and count with what is left before it uses it, and steps
//! over whole structures by the schema table. A [`Writer`] counts what no longer fits, so that a
//! buffer that is too small tells the size it should have. Work is linear in the bytes given, and
//! nothing here panics or allocates. Uses `schema` and `error`.

use crate::error::ErrorKind;
use crate::schema::{Field, FieldId, Kind, Struct};
use core::ops::Range;
use core::{mem, str};

/// What a value is checked against while it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Mode {
    /// What the Java classes write, and nothing else: whatever is accepted encodes again to the
    /// same bytes.
    #[default]
    Strict,
    /// What the Java classes read: padded varints, any non-zero bool, doubled or unordered tags
    /// and the like.
    Lenient,
}

/// The longest string, in bytes.
pub const MAX_STRING: u32 = 32_767;
/// The most elements of an array.
pub const MAX_ELEMENTS: u32 = 1_000_000;
/// The most tagged fields of a structure.
pub const MAX_TAGS: u32 = 10_000;
/// The most structures inside one another, the root not counted.
pub const MAX_DEPTH: usize = 5;

/// What decides the form of a value besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cx {
    version: u8,
    flags: u8,
}

const FLEXIBLE: u8 = 1;
const NULLABLE: u8 = 2;
const LENIENT: u8 = 4;
/// The bytes were checked before.
const TRUSTED: u8 = 8;
/// What is read is of no interest but for its end.
const PASSING: u8 = 16;

impl Cx {
    pub(crate) const fn new(version: u8, flexible: bool, mode: Mode) -> Self {
        let lenient = match mode {
            Mode::Strict => 0,
            Mode::Lenient => LENIENT,
        };
        Self { version, flags: lenient | if flexible { FLEXIBLE } else { 0 } }
    }

    /// The version of the message.
    #[inline(always)]
    pub const fn version(self) -> u8 {
        self.version
    }

    /// Whether lengths are compact and structures end in tagged fields.
    #[inline(always)]
    pub const fn is_flexible(self) -> bool {
        self.flags & FLEXIBLE != 0
    }

    /// Whether the value may be null.
    #[inline(always)]
    pub const fn is_nullable(self) -> bool {
        self.flags & NULLABLE != 0
    }

    /// Whether the bytes were read leniently, and so may not be what is written.
    pub(crate) const fn is_lenient(self) -> bool {
        self.flags & LENIENT != 0
    }

    /// Whether the form of the bytes is checked.
    #[inline(always)]
    const fn is_strict(self) -> bool {
        self.flags & (LENIENT | TRUSTED) == 0
    }

    #[inline(always)]
    pub(crate) const fn is_trusted(self) -> bool {
        self.flags & TRUSTED != 0
    }

    /// For bytes that were checked, or whose strings need not be.
    pub(crate) const fn trusted(self) -> Self {
        Self { flags: self.flags | TRUSTED, ..self }
    }

    /// For values that are only checked, or only passed over where they were checked before.
    pub(crate) const fn passing(self) -> Self {
        Self { flags: self.flags | PASSING, ..self }
    }

    /// Whether what is read is of no interest but for its end.
    #[inline(always)]
    pub(crate) const fn is_passing(self) -> bool {
        self.flags & PASSING != 0
    }

    /// At the field of this index.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn at(self, index: u8) -> At {
        At { cx: self, index }
    }

    /// For the elements of an array, which are never null.
    #[inline(always)]
    pub(crate) const fn element(self) -> Self {
        Self { flags: self.flags & !NULLABLE, ..self }
    }

    #[inline(always)]
    pub(crate) const fn field(self, nullable: bool, classic: bool) -> Self {
        let flags = self.flags & !NULLABLE & !(if classic { FLEXIBLE } else { 0 });
        Self { flags: flags | if nullable { NULLABLE } else { 0 }, ..self }
    }

    #[inline(always)]
    pub(crate) const fn of(self, field: &Field) -> Self {
        self.field(field.nullable().contains(self.version), field.is_classic())
    }
}

/// A field of a structure, and what decides its form. Fits a register.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct At {
    pub(crate) cx: Cx,
    pub(crate) index: u8,
}

/// Why stepping over a value ended early; the reader then stands at what is at fault.
pub(crate) struct Stop {
    pub(crate) kind: ErrorKind,
    pub(crate) field: FieldId,
}

/// Reads from the front of bytes.
///
/// The functions that return a value and no `Result` are for typed decoding: after a failure the
/// reader is empty, `failed` says so, and zeros come out.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    rest: &'a [u8],
    failed: bool,
}

impl<'a> Reader<'a> {
    /// Reads from these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, failed: false }
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
    pub(crate) const fn has_failed(&self) -> bool {
        self.failed
    }

    #[cold]
    pub(crate) fn fail(&mut self) {
        (self.failed, self.rest) = (true, &[]);
    }

    /// The bytes between an earlier state of this reader and this one.
    pub(crate) fn since(&self, earlier: Self) -> &'a [u8] {
        let len = earlier.rest.len().saturating_sub(self.rest.len());
        earlier.rest.get(..len).unwrap_or(&[])
    }

    /// The next `n` bytes.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], ErrorKind> {
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
        match self.rest.split_first_chunk() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(*head)
            }
            None => Err(self.truncated(N)),
        }
    }

    /// The next `N` bytes, or zeros.
    #[inline]
    pub(crate) fn array_or_zero<const N: usize>(&mut self) -> [u8; N] {
        match self.rest.split_first_chunk() {
            Some((head, rest)) => {
                self.rest = rest;
                *head
            }
            None => {
                self.fail();
                [0; N]
            }
        }
    }

    /// An unsigned varint of 32 bits.
    #[inline(always)]
    pub(crate) fn uvarint(&mut self, cx: Cx) -> Result<u32, ErrorKind> {
        if let [byte @ 0..=0x7f, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u32::from(*byte));
        }
        self.long_uvarint(cx)
    }

    #[inline(never)]
    fn long_uvarint(&mut self, cx: Cx) -> Result<u32, ErrorKind> {
        let (mut value, mut rest) = (0, self.rest);
        for shift in [0, 7, 14, 21, 28] {
            let Some((byte, tail)) = rest.split_first() else {
                return Err(self.truncated(self.rest.len() + 1));
            };
            rest = tail;
            value |= u32::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                let padded = shift > 0 && *byte == 0;
                let cut = shift == 28 && *byte > 0x0f;
                if cx.is_strict() && (padded || cut) {
                    break;
                }
                self.rest = rest;
                return Ok(value);
            }
        }
        Err(ErrorKind::InvalidVarint)
    }

    /// Steps over a tag section, if it is one without fields.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __has_no_tags(&mut self) -> bool {
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
        match self.array()? {
            [0] => Ok(false),
            [value] if value != 1 && cx.is_strict() => {
                self.rest = start;
                Err(ErrorKind::InvalidBool { value })
            }
            [_] => Ok(true),
        }
    }

    /// Whether the structure that may be null here is present.
    pub(crate) fn is_present(&mut self, cx: Cx) -> Result<bool, ErrorKind> {
        if !cx.is_nullable() {
            return Ok(true);
        }
        let start = self.rest;
        let [value] = self.array()?;
        if cx.is_strict() && value != 1 && value != 0xff {
            self.rest = start;
            return Err(ErrorKind::InvalidMarker { value });
        }
        Ok(value < 0x80)
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
        if length >= 0 && extent.fits(length as u32, remaining) {
            return Ok(Some(length as usize));
        }
        extent.check(length, cx, remaining).map(|length| length.map(|n| n as usize))
    }

    /// A length or count, or null; `None` also after a failure.
    #[inline]
    pub(crate) fn length_or_fail(&mut self, extent: Extent, cx: Cx) -> Option<usize> {
        match self.length(extent, cx) {
            Ok(length) => length,
            Err(_) => {
                self.fail();
                None
            }
        }
    }

    /// The count of an array of elements that take at least so many bytes.
    #[inline(never)]
    pub(crate) fn count(&mut self, size: u32, cx: Cx) -> Option<usize> {
        self.length_or_fail(Extent::array(size), cx)
    }

    /// The next `n` bytes; `None` after a failure.
    #[inline]
    pub(crate) fn take_or_fail(&mut self, n: usize) -> Option<&'a [u8]> {
        let Some((head, rest)) = self.rest.split_at_checked(n) else {
            self.fail();
            return None;
        };
        self.rest = rest;
        Some(head)
    }

    /// [`length`](Self::length) where its place in the image matters more than its time.
    #[inline(never)]
    fn skip_length(&mut self, extent: Extent, cx: Cx) -> Result<Option<usize>, ErrorKind> {
        self.length(extent, cx)
    }

    /// Steps over `count` structures that follow one another. Goes as deep as the schema nests.
    pub(crate) fn skip_structs(
        &mut self,
        of: &'static Struct,
        count: u32,
        cx: Cx,
    ) -> Result<(), Stop> {
        for _ in 0..count {
            for (row, index) in of.fields.iter().zip(0..) {
                if row.in_line(cx.version) && !self.skip_quick(row, cx) {
                    self.skip_value(of, row, of.id.field(index), cx.of(row))?;
                }
            }
            if cx.is_flexible() && !self.__has_no_tags() {
                self.skip_tags(of, cx)?;
            }
        }
        Ok(())
    }

    /// Steps over a value of this field.
    #[inline(never)]
    pub(crate) fn skip_value(
        &mut self,
        of: &'static Struct,
        row: &Field,
        field: FieldId,
        cx: Cx,
    ) -> Result<(), Stop> {
        let stop = |kind| Stop { kind, field };
        let (size, mut count, mut cx) = (row.kind().size(), 1, cx);
        if row.is_array() {
            let length = self.skip_length(Extent::array(u32::from(size)), cx);
            let Some(length) = length.map_err(stop)? else {
                return Ok(());
            };
            (count, cx) = (length, cx.element());
        }
        if let Some(child) = of.child(row) {
            if self.is_present(cx).map_err(stop)? {
                self.skip_structs(child, count as u32, cx.element())?;
            }
        } else if size != 0 && !(row.kind() == Kind::Bool && cx.is_strict()) {
            self.take(count * usize::from(size)).map_err(stop)?;
        } else {
            for _ in 0..count {
                self.skip_checked(row.kind(), cx).map_err(stop)?;
            }
        }
        Ok(())
    }

    /// Steps over what has a length, or a bool.
    fn skip_checked(&mut self, kind: Kind, cx: Cx) -> Result<(), ErrorKind> {
        if kind == Kind::Bool {
            self.bool(cx)?;
            return Ok(());
        }
        let Some(length) = self.skip_length(Extent::of(kind, false), cx)? else {
            return Ok(());
        };
        let text = self.rest;
        let bytes = self.take(length)?;
        if kind == Kind::Str
            && !cx.is_trusted()
            && let Err(bad) = str::from_utf8(bytes)
        {
            self.rest = text.get(bad.valid_up_to()..).unwrap_or(&[]);
            return Err(ErrorKind::InvalidUtf8);
        }
        Ok(())
    }

    /// Steps over a value of fixed size, or over the bytes behind a short compact length, where
    /// nothing about them is to be said; whether that was possible.
    #[inline(always)]
    fn skip_quick(&mut self, row: &Field, cx: Cx) -> bool {
        let size = usize::from(row.fixed_size());
        let rest = if size != 0 {
            if row.kind() == Kind::Bool
                && cx.is_strict()
                && !matches!(self.rest.first(), Some(0 | 1))
            {
                return false;
            }
            self.rest.get(size..)
        } else if cx.is_flexible()
            && !row.is_classic()
            && let [byte @ 1..=0x7f, rest @ ..] = self.rest
        {
            let unit = usize::from(row.unit());
            let Some((run, rest)) = rest.split_at_checked(usize::from(byte - 1) * unit) else {
                return false;
            };
            if unit == 0 || row.is_str() && !cx.is_trusted() && !is_utf8(run) {
                return false;
            }
            Some(rest)
        } else {
            None
        };
        match rest {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The elements of this fixed size behind a short compact count, if that is what comes.
    #[inline]
    pub(crate) fn short_array(&mut self, size: usize, cx: Cx) -> Option<Elements<'a>> {
        if !cx.is_flexible() {
            return None;
        }
        let [byte @ 1..=0x7f, rest @ ..] = self.rest else {
            return None;
        };
        let count = *byte - 1;
        let (bytes, rest) = rest.split_at_checked(usize::from(count) * size)?;
        self.rest = rest;
        Some(Elements { bytes, count: u32::from(count), cx: cx.element().trusted() })
    }

    /// Steps over a tag section.
    #[inline(never)]
    fn skip_tags(&mut self, of: &'static Struct, cx: Cx) -> Result<(), Stop> {
        let section = of.id.field(FieldId::UNKNOWN);
        let stop = |kind| Stop { kind, field: section };
        let start = *self;
        let count = self.uvarint(cx).map_err(stop)?;
        if let Err(kind) = check_tag_count(count, self.rest.len() as u32) {
            *self = start;
            return Err(stop(kind));
        }
        let mut last = None;
        for _ in 0..count {
            let start = *self;
            let tag = self.uvarint(cx).map_err(stop)?;
            let known = of.tagged(tag);
            let fault = match known {
                _ if cx.is_strict() && last.is_some_and(|last| tag <= last) => {
                    Some(ErrorKind::TagOrder { tag })
                }
                Some((_, row)) if !row.versions().contains(cx.version) => {
                    Some(ErrorKind::TagVersion { tag })
                }
                _ => None,
            };
            if let Some(kind) = fault {
                *self = start;
                return Err(stop(kind));
            }
            last = Some(tag);
            let before_size = *self;
            let size = self.uvarint(cx).map_err(stop)?;
            if size as usize > self.rest.len() && (known.is_none() || cx.is_strict()) {
                let remaining = self.rest.len() as u32;
                *self = before_size;
                return Err(stop(ErrorKind::LengthBeyondEnd { length: size, remaining }));
            }
            let Some((index, row)) = known else {
                self.take(size as usize).map_err(stop)?;
                continue;
            };
            let value = *self;
            let field = of.id.field(index);
            self.skip_value(of, row, field, cx.of(row))?;
            if cx.is_strict() {
                if value.remaining() - self.remaining() != size as usize {
                    return Err(Stop { kind: ErrorKind::TagSize { tag }, field });
                }
                if value.clone().is_default(of, row, cx.of(row)) {
                    return Err(Stop { kind: ErrorKind::TagAtDefault { tag }, field });
                }
            }
        }
        Ok(())
    }

    /// Whether the value that follows, which was checked, is the default of its field.
    pub(crate) fn is_default(&mut self, of: &'static Struct, row: &Field, cx: Cx) -> bool {
        let null = row.default().is_null();
        let length = match row.kind() {
            _ if row.is_array() => self.skip_length(Extent::array(0), cx),
            Kind::Str => self.skip_length(Extent::STRING, cx),
            Kind::Bytes | Kind::Records => self.skip_length(Extent::BYTES, cx),
            Kind::Struct => {
                return match (self.is_present(cx), of.child(row)) {
                    (Ok(true), Some(child)) => !null && self.all_default(child, cx.element()),
                    (Ok(false), _) => null,
                    _ => false,
                };
            }
            kind => {
                let bytes = self.take(usize::from(kind.size())).unwrap_or(&[]);
                return is_default_number(bytes, row);
            }
        };
        length == if null { Ok(None) } else { Ok(Some(0)) }
    }

    fn all_default(&mut self, of: &'static Struct, cx: Cx) -> bool {
        let mut rows = of.fields.iter().filter(|row| row.in_line(cx.version));
        rows.all(|row| self.is_default(of, row, cx.of(row)))
            && (!cx.is_flexible() || self.array() == Ok([0]))
    }
}

/// Most strings are ASCII, which takes less to see.
fn is_utf8(bytes: &[u8]) -> bool {
    bytes.is_ascii() || str::from_utf8(bytes).is_ok()
}

/// Whether the bytes of a number are the default of its field.
pub(crate) fn is_default_number(bytes: &[u8], row: &Field) -> bool {
    let negative = bytes.first().is_some_and(|byte| *byte >= 0x80) && row.kind() != Kind::U16;
    let sign = if negative { -1 } else { 0 };
    let number = bytes.iter().fold(sign, |n: i64, byte| n << 8 | i64::from(*byte));
    match row.kind() {
        Kind::Uuid | Kind::F64 => bytes.iter().all(|byte| *byte == 0),
        kind => number == row.default().as_i64(kind),
    }
}

/// Checks the count of a tag section against the bytes that are left after it.
pub(crate) const fn check_tag_count(count: u32, remaining: u32) -> Result<(), ErrorKind> {
    if count > remaining {
        return Err(ErrorKind::CountBeyondEnd { count, remaining });
    }
    if count > MAX_TAGS {
        return Err(ErrorKind::AboveLimit { length: count, limit: MAX_TAGS });
    }
    Ok(())
}

/// What a length counts, and how far it may go.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The least bytes that one of what it counts takes.
    unit: u32,
    limit: u32,
    form: Form,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// int16 where it is not compact.
    Narrow,
    Wide,
    Count,
}

impl Extent {
    pub(crate) const STRING: Self = Self { unit: 1, limit: MAX_STRING, form: Form::Narrow };
    pub(crate) const BYTES: Self = Self { unit: 1, limit: i32::MAX as u32, form: Form::Wide };

    /// An array whose elements take `size` bytes, or varying ones if that is 0.
    #[inline(always)]
    pub(crate) const fn array(size: u32) -> Self {
        let unit = if size == 0 { 1 } else { size };
        Self { unit, limit: MAX_ELEMENTS, form: Form::Count }
    }

    #[inline(always)]
    pub(crate) const fn of(kind: Kind, array: bool) -> Self {
        match kind {
            _ if array => Self::array(kind.size() as u32),
            Kind::Str => Self::STRING,
            _ => Self::BYTES,
        }
    }

    /// Whether a length that is not compact takes two bytes, not four.
    #[inline(always)]
    pub(crate) const fn is_narrow(self) -> bool {
        matches!(self.form, Form::Narrow)
    }

    #[inline(always)]
    pub(crate) const fn fits(self, length: u32, remaining: u32) -> bool {
        length <= self.limit && length as u64 * self.unit as u64 <= remaining as u64
    }

    /// The length if it can be, `None` for null.
    pub(crate) fn check(
        self,
        length: i32,
        cx: Cx,
        remaining: u32,
    ) -> Result<Option<u32>, ErrorKind> {
        let n = match u32::try_from(length) {
            Ok(n) if self.fits(n, remaining) => return Ok(Some(n)),
            Ok(n) => n,
            Err(_) if length < -1 && cx.is_strict() => {
                return Err(ErrorKind::NegativeLength { length });
            }
            Err(_) if cx.is_nullable() => return Ok(None),
            Err(_) => return Err(ErrorKind::NullNotAllowed),
        };
        Err(match self.form {
            _ if u64::from(n) * u64::from(self.unit) <= u64::from(remaining) => {
                ErrorKind::AboveLimit { length: n, limit: self.limit }
            }
            Form::Count => ErrorKind::CountBeyondEnd { count: n, remaining },
            Form::Narrow | Form::Wide => ErrorKind::LengthBeyondEnd { length: n, remaining },
        })
    }
}

/// The bytes of an array that has been stepped over.
#[derive(Clone, Copy)]
pub(crate) struct Elements<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) count: u32,
    pub(crate) cx: Cx,
}

/// Writes to a buffer; what no longer fits is only counted.
///
/// The first value that cannot be written in its version is kept as an error.
pub struct Writer<'b> {
    rest: &'b mut [u8],
    /// The size of the buffer.
    room: usize,
    /// Bytes that did not fit.
    missing: usize,
    fault: Option<(ErrorKind, FieldId, u32)>,
}

impl<'b> Writer<'b> {
    /// Writes to the front of this buffer.
    pub fn new(buffer: &'b mut [u8]) -> Self {
        Self { room: buffer.len(), rest: buffer, missing: 0, fault: None }
    }

    /// How many bytes have been written, or would have been with enough room.
    pub fn position(&self) -> usize {
        self.room - self.rest.len() + self.missing
    }

    /// The number of bytes written.
    ///
    /// # Errors
    /// The first value that could not be written, or the size that the buffer should have.
    pub(crate) fn finish(self) -> crate::error::Result<usize> {
        let position = self.position();
        if let Some((kind, field, offset)) = self.fault {
            return Err(crate::error::Error { kind, offset, field });
        }
        if self.missing != 0 {
            let kind = ErrorKind::BufferTooSmall { need: position as u32 };
            return Err(crate::error::Error::new(kind, self.room as u32));
        }
        Ok(position)
    }

    /// Keeps the first fault.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind, field: FieldId) {
        let offset = self.position() as u32;
        self.fault.get_or_insert((kind, field, offset));
    }

    #[inline]
    pub(crate) fn fixed<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.rest.len() < N {
            return self.full(N);
        }
        if let Some((head, rest)) = mem::take(&mut self.rest).split_first_chunk_mut() {
            *head = bytes;
            self.rest = rest;
        }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        if let Some(head) = self.take(bytes.len()) {
            head.copy_from_slice(bytes);
        }
    }

    /// The next `n` bytes of the buffer, to be filled.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Option<&mut [u8]> {
        if self.rest.len() < n {
            self.full(n);
            return None;
        }
        let (head, rest) = mem::take(&mut self.rest).split_at_mut_checked(n)?;
        self.rest = rest;
        Some(head)
    }

    /// The bytes of so many elements of this fixed size behind a short compact count, if that is what
    /// there has to be and room for.
    #[inline]
    pub(crate) fn short_array(&mut self, count: usize, size: usize, cx: Cx) -> Option<&mut [u8]> {
        if count >= 0x7f || !cx.is_flexible() || self.rest.len() < 1 + count * size {
            return None;
        }
        let (begin, rest) = mem::take(&mut self.rest).split_at_mut_checked(1 + count * size)?;
        self.rest = rest;
        let (out, elements) = begin.split_first_mut()?;
        *out = count as u8 + 1;
        Some(elements)
    }

    /// From here on only counts.
    #[cold]
    fn full(&mut self, n: usize) {
        self.missing += n - mem::take(&mut self.rest).len();
    }

    #[inline]
    pub(crate) fn uvarint(&mut self, value: u32) {
        if value < 0x80 { self.fixed([value as u8]) } else { self.long_uvarint(value) }
    }

    #[inline(never)]
    fn long_uvarint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.fixed([value as u8 | 0x80]);
            value >>= 7;
        }
        self.fixed([value as u8]);
    }

    /// The count of an array, or null.
    #[inline(never)]
    pub(crate) fn count(&mut self, count: Option<usize>, cx: Cx, field: FieldId) {
        self.length(Extent::array(0), count, cx, field);
    }

    /// A length or count, or null.
    #[inline]
    pub(crate) fn length(&mut self, extent: Extent, length: Option<usize>, cx: Cx, field: FieldId) {
        match length {
            Some(n) if n <= extent.limit as usize => self.raw_length(extent, n as i32, cx),
            None if cx.is_nullable() => self.raw_length(extent, -1, cx),
            Some(n) => self.fail(ErrorKind::TooLong { length: n as u32 }, field),
            None => self.fail(ErrorKind::NullNotAllowed, field),
        }
    }

    #[inline]
    fn raw_length(&mut self, extent: Extent, length: i32, cx: Cx) {
        if cx.is_flexible() {
            self.uvarint((length as u32).wrapping_add(1));
        } else if extent.is_narrow() {
            self.fixed((length as i16).to_be_bytes());
        } else {
            self.fixed(length.to_be_bytes());
        }
    }
}

/// Moves bytes to another place of the buffer, if both are in it; what they pass takes their place.
// `copy_within` leaves a panic in the image, whatever is checked before it.
pub(crate) fn move_within(buffer: &mut [u8], from: Range<usize>, to: usize) {
    let (by, is_down) = (from.start.abs_diff(to), to < from.start);
    let passed = if is_down { to..from.end } else { from.start..from.end.saturating_add(by) };
    if let Some(part) = buffer.get_mut(passed)
        && by <= part.len()
    {
        if is_down { part.rotate_left(by) } else { part.rotate_right(by) }
    }
}

/// How many bytes an unsigned varint takes.
pub(crate) const fn uvarint_len(value: u32) -> usize {
    let bits = 32 - (value | 1).leading_zeros();
    bits.div_ceil(7) as usize
}
