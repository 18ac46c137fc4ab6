//! Bytes in and out: the one place that indexes them.
//!
//! A [`Reader`] compares every length and count with what is left before it uses it, and steps
//! over whole structures by the schema table. A [`Writer`] counts what no longer fits, so that a
//! buffer that is too small tells the size it should have. Work is linear in the bytes given, and
//! nothing here panics or allocates. Uses `schema` and `error`.

mod fault;
mod reader;
mod skip;
mod writer;

pub use reader::Reader;
pub(crate) use skip::is_utf8;
pub use writer::{Room, Writer};

pub(crate) use fault::What;

use crate::error::ErrorKind;
use crate::schema::{Field, FieldId, Kind};
use crate::steps;
use core::ops::Range;

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

/// What decides the form of a value besides its type: the version of the message, and flags above it.
/// One number, so that it takes one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cx(u16);

const FLEXIBLE: u16 = 0x100;
const NULLABLE: u16 = 0x200;
const LENIENT: u16 = 0x400;
/// The bytes were checked before.
const TRUSTED: u16 = 0x800;
/// What is read is of no interest but for its end.
const PASSING: u16 = 0x1000;

impl Cx {
    pub(crate) const fn new(version: u8, flexible: bool, mode: Mode) -> Self {
        let lenient = match mode {
            Mode::Strict => 0,
            Mode::Lenient => LENIENT,
        };
        Self(version as u16 | lenient | if flexible { FLEXIBLE } else { 0 })
    }

    /// The version of the message.
    #[inline(always)]
    pub const fn version(self) -> u8 {
        self.0 as u8
    }

    /// Whether lengths are compact and structures end in tagged fields.
    #[inline(always)]
    pub const fn is_flexible(self) -> bool {
        self.0 & FLEXIBLE != 0
    }

    /// Whether the value may be null.
    #[inline(always)]
    pub const fn is_nullable(self) -> bool {
        self.0 & NULLABLE != 0
    }

    /// Whether the bytes were read leniently, and so may not be what is written.
    pub(crate) const fn is_lenient(self) -> bool {
        self.0 & LENIENT != 0
    }

    /// Whether the form of the bytes is checked.
    #[inline(always)]
    pub(crate) const fn is_strict(self) -> bool {
        self.0 & (LENIENT | TRUSTED) == 0
    }

    #[inline(always)]
    pub(crate) const fn is_trusted(self) -> bool {
        self.0 & TRUSTED != 0
    }

    /// For bytes that were checked, or whose strings need not be.
    pub(crate) const fn trusted(self) -> Self {
        Self(self.0 | TRUSTED)
    }

    /// For values that are only checked, or only passed over where they were checked before.
    pub(crate) const fn passing(self) -> Self {
        Self(self.0 | PASSING)
    }

    /// Whether what is read is of no interest but for its end.
    #[inline(always)]
    pub(crate) const fn is_passing(self) -> bool {
        self.0 & PASSING != 0
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
        Self(self.0 & !NULLABLE)
    }

    #[inline(always)]
    pub(crate) const fn field(self, nullable: bool, classic: bool) -> Self {
        let kept = self.0 & !NULLABLE & !(if classic { FLEXIBLE } else { 0 });
        Self(kept | if nullable { NULLABLE } else { 0 })
    }

    #[inline(always)]
    pub(crate) const fn of(self, field: &Field) -> Self {
        self.field(field.nullable().contains(self.version()), field.is_classic())
    }
}

/// A field of a structure, and what decides its form. Fits a register.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct At {
    pub(crate) cx: Cx,
    pub(crate) index: u8,
}

/// Whether the bytes of a number, which are in front, are the default of its field.
pub(crate) fn is_default_number(bytes: &[u8], row: &Field) -> bool {
    let kind = row.kind();
    let bytes = bytes.get(..usize::from(kind.size())).unwrap_or(bytes);
    row.default().is_number(bytes, kind)
}

/// The bool that a byte stands for.
#[inline(always)]
pub(crate) const fn is_true([value]: [u8; 1], cx: Cx) -> Result<bool, ErrorKind> {
    if value > 1 && cx.is_strict() {
        return Err(ErrorKind::InvalidBool { value });
    }
    Ok(value != 0)
}

/// Whether the byte in front of a structure that may be null says that it is there.
#[inline(always)]
pub(crate) const fn is_marker([value]: [u8; 1], cx: Cx) -> Result<bool, ErrorKind> {
    if value != 1 && value != 0xff && cx.is_strict() {
        return Err(ErrorKind::InvalidMarker { value });
    }
    Ok(value < 0x80)
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

/// What a length counts, and how far it may go: in one byte, so that it takes one register.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Extent(u8);

impl Extent {
    /// int16 where it is not compact.
    pub(crate) const STRING: Self = Self(0x80);
    pub(crate) const BYTES: Self = Self(0x40);

    /// An array whose elements take `size` bytes, or varying ones if that is 0.
    #[inline(always)]
    pub(crate) const fn array(size: u8) -> Self {
        Self(size)
    }

    #[inline(always)]
    pub(crate) const fn of(kind: Kind, array: bool) -> Self {
        match kind {
            _ if array => Self::array(kind.size()),
            Kind::Str => Self::STRING,
            _ => Self::BYTES,
        }
    }

    /// The least bytes that one of what it counts takes.
    #[inline(always)]
    const fn unit(self) -> u32 {
        match self.0 {
            0 | 0x40.. => 1,
            size => size as u32,
        }
    }

    #[inline(always)]
    pub(crate) const fn limit(self) -> u32 {
        match self.0 {
            0x80.. => MAX_STRING,
            0x40.. => i32::MAX as u32,
            _ => MAX_ELEMENTS,
        }
    }

    /// Whether a length that is not compact takes two bytes, not four.
    #[inline(always)]
    pub(crate) const fn is_narrow(self) -> bool {
        self.0 == Self::STRING.0
    }

    /// Whether it is the length of bytes or records.
    #[inline(always)]
    pub(crate) const fn is_wide(self) -> bool {
        self.0 == Self::BYTES.0
    }

    #[inline(always)]
    pub(crate) const fn fits(self, length: u32, remaining: u32) -> bool {
        length <= self.limit() && length as u64 * self.unit() as u64 <= remaining as u64
    }

    /// The length if it can be, `None` for null.
    pub(crate) fn check(
        self,
        length: i32,
        cx: Cx,
        remaining: u32,
    ) -> Result<Option<u32>, ErrorKind> {
        let Ok(n) = u32::try_from(length) else {
            return match length {
                ..-1 if cx.is_strict() => Err(ErrorKind::NegativeLength { length }),
                _ if cx.is_nullable() => Ok(None),
                _ => Err(ErrorKind::NullNotAllowed),
            };
        };
        Err(if n <= remaining / self.unit() {
            if n <= self.limit() {
                return Ok(Some(n));
            }
            ErrorKind::AboveLimit { length: n, limit: self.limit() }
        } else if self.is_narrow() || self.is_wide() {
            ErrorKind::LengthBeyondEnd { length: n, remaining }
        } else {
            ErrorKind::CountBeyondEnd { count: n, remaining }
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

/// Passes over an element.
pub(crate) type PassOne<'a> = fn(&mut Reader<'a>, Cx, FieldId);

/// Reads an element and writes it in another form.
pub(crate) type CopyOne = fn(&mut Reader<'_>, Cx, &mut Writer<'_>, Cx, FieldId);

/// Moves bytes to another place of the buffer, if both are in it; what they pass takes their place.
// `copy_within` leaves a panic in the image, whatever is checked before it.
pub(crate) fn move_within(buffer: &mut [u8], from: Range<usize>, to: usize) {
    steps::count(from.len() + from.start.abs_diff(to));
    let (by, is_down) = (from.start.abs_diff(to), to < from.start);
    let passed = if is_down { to..from.end } else { from.start..from.end.saturating_add(by) };
    if let Some(part) = buffer.get_mut(passed)
        && by <= part.len()
    {
        let left = if is_down { by } else { part.len() - by };
        if cfg!(target_pointer_width = "32") {
            turn_left(part, left)
        } else {
            part.rotate_left(left)
        }
    }
}

/// Rotates by three reversals, which take a tenth of the flash of `rotate_left`.
fn turn_left(part: &mut [u8], by: usize) {
    if let Some((front, back)) = part.split_at_mut_checked(by) {
        front.reverse();
        back.reverse();
        part.reverse();
    }
}

/// How many bytes an unsigned varint takes.
pub(crate) const fn uvarint_len(value: u32) -> usize {
    let bits = 32 - (value | 1).leading_zeros();
    bits.div_ceil(7) as usize
}
