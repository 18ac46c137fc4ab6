//! Numbers, strings, bytes: the values that are not made of others.

use super::Wire;
use super::fields::{Reading, Writing};
use crate::schema::{Field, FieldId, Kind, Type};
use crate::wire::{Cx, Extent, Reader, What, Writer, is_default_number};
use core::{fmt, str};

const fn single(kind: Kind) -> Type {
    Type { kind, array: false, of: None }
}

/// There, flash counts more than time: defaults are compared as they are in events.
const ON_32_BITS: bool = cfg!(target_pointer_width = "32");

macro_rules! numbers { ($($number:ty: $kind:ident, $zero:expr, $bits:expr;)*) => { $(
    impl<'a> Wire<'a> for $number {
        const TYPE: Type = single(Kind::$kind);
        const DEFAULT: Self = $zero;
        type Leaf = Self;
        type With<'b> = Self;

        #[inline(always)]
        fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
            Self::from_be_bytes(reader.array_or_zero(Kind::$kind, cx, field))
        }

        #[inline(always)]
        fn write(&self, writer: &mut Writer<'_>, _: Cx, _: FieldId) {
            writer.fixed(self.to_be_bytes());
        }

        #[inline(always)]
        fn is(&self, default: &Self) -> bool {
            let bits: fn(&Self) -> u64 = $bits;
            bits(self) == bits(default)
        }

        #[inline(always)]
        fn default_of(row: &Field) -> Self {
            row.default().as_i64(Kind::$kind) as Self
        }

        #[inline(always)]
        fn is_default(&self, row: &Field) -> bool {
            if ON_32_BITS && !matches!(Kind::$kind, Kind::F64) {
                return is_default_number(&self.to_be_bytes(), row);
            }
            self.is(&Self::default_of(row))
        }

        #[inline]
        fn write_all(items: &[Self], out: &mut [u8]) {
            let (chunks, _) = out.as_chunks_mut();
            for (out, item) in chunks.iter_mut().zip(items) {
                *out = item.to_be_bytes();
            }
        }

        #[inline(never)]
        fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
            let mut bytes = Self::to_be_bytes($zero);
            fields.number(&mut bytes);
            Self::from_be_bytes(bytes)
        }

        #[inline(never)]
        fn write_next(&self, fields: &mut Writing<'_, '_>) {
            fields.number(&self.to_be_bytes());
        }
    }
)* } }
numbers! {
    i8: I8, 0, |n| *n as u64;
    i16: I16, 0, |n| *n as u64;
    u16: U16, 0, |n| u64::from(*n);
    i32: I32, 0, |n| *n as u64;
    u32: U32, 0, |n| u64::from(*n);
    i64: I64, 0, |n| *n as u64;
    f64: F64, 0.0, |n| n.to_bits();
}

impl<'a> Wire<'a> for bool {
    const TYPE: Type = single(Kind::Bool);
    const DEFAULT: Self = false;
    type Leaf = Self;
    type With<'b> = Self;

    #[inline(always)]
    fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
        let start = *reader;
        let [value] = reader.array_or_zero(Kind::Bool, cx, field);
        if value > 1 && cx.is_strict() {
            reader.fail(start.rest(), What::Value(Kind::Bool), cx, field);
        }
        value != 0
    }

    #[inline(always)]
    fn write(&self, writer: &mut Writer<'_>, _: Cx, _: FieldId) {
        writer.fixed([u8::from(*self)]);
    }

    #[inline]
    fn write_all(items: &[Self], out: &mut [u8]) {
        for (out, item) in out.iter_mut().zip(items) {
            *out = u8::from(*item);
        }
    }

    #[inline(never)]
    fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
        let mut byte = [0];
        fields.number(&mut byte);
        byte != [0]
    }

    #[inline(never)]
    fn write_next(&self, fields: &mut Writing<'_, '_>) {
        fields.number(&[u8::from(*self)]);
    }

    #[inline(always)]
    fn is(&self, default: &Self) -> bool {
        self == default
    }

    #[inline(always)]
    fn default_of(row: &Field) -> Self {
        row.default().as_i64(Kind::Bool) != 0
    }

    #[inline(always)]
    fn is_default(&self, row: &Field) -> bool {
        if ON_32_BITS {
            return is_default_number(&[u8::from(*self)], row);
        }
        *self == Self::default_of(row)
    }
}

/// 16 bytes that name something. Prints in the form of RFC 9562.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Uuid(pub [u8; 16]);

impl Uuid {
    /// All zero, which stands for "none".
    pub const ZERO: Self = Self([0; 16]);
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uuid({self})")
    }
}

impl<'a> Wire<'a> for Uuid {
    const TYPE: Type = single(Kind::Uuid);
    const DEFAULT: Self = Self::ZERO;
    type Leaf = Self;
    type With<'b> = Self;

    #[inline(always)]
    fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
        Self(reader.array_or_zero(Kind::Uuid, cx, field))
    }

    #[inline(always)]
    fn write(&self, writer: &mut Writer<'_>, _: Cx, _: FieldId) {
        writer.fixed(self.0);
    }

    #[inline]
    fn write_all(items: &[Self], out: &mut [u8]) {
        let (chunks, _) = out.as_chunks_mut();
        for (out, item) in chunks.iter_mut().zip(items) {
            *out = item.0;
        }
    }

    #[inline(never)]
    fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
        let mut this = Self::ZERO;
        fields.number(&mut this.0);
        this
    }

    #[inline(always)]
    fn write_next(&self, fields: &mut Writing<'_, '_>) {
        fields.number(&self.0);
    }

    fn is(&self, default: &Self) -> bool {
        self == default
    }
}

/// Record batches or message sets, as the bytes that they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Records<'a>(pub &'a [u8]);

#[cfg_attr(target_pointer_width = "32", inline(never))]
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
fn read_str<'a>(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<&'a str> {
    let start = *reader;
    let bytes = reader.payload(Kind::Str, cx, field)?;
    crate::steps::count(bytes.len());
    // Text that is only passed over has to be UTF-8, unless that was seen before.
    if cx.is_passing() && (cx.is_trusted() || bytes.is_ascii()) {
        return Some("");
    }
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(_) => {
            reader.fail(start.rest(), What::Value(Kind::Str), cx, field);
            None
        }
    }
}

#[cfg_attr(target_pointer_width = "32", inline(never))]
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
fn write_bytes(
    bytes: Option<&[u8]>,
    extent: Extent,
    writer: &mut Writer<'_>,
    cx: Cx,
    field: FieldId,
) {
    writer.length(extent, bytes.map(<[u8]>::len), cx, field);
    if let Some(bytes) = bytes {
        writer.put(bytes);
    }
}

macro_rules! byte_strings { ($($t:ty: $kind:ident, $leaf:ty, $with:ty, $empty:expr, $extent:expr, $read:expr, $bytes:expr;)*) => { $(
    impl<'a> Wire<'a> for $t {
        const TYPE: Type = single(Kind::$kind);
        const DEFAULT: Self = $empty;
        type Leaf = $leaf;
        type With<'b> = $with;

        #[inline(always)]
        fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
            Self::read_nullable(reader, cx.element(), field).unwrap_or($empty)
        }

        #[inline(always)]
        fn read_nullable(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<Self> {
            let read: fn(&mut Reader<'a>, Cx, FieldId) -> Option<Self> = $read;
            read(reader, cx, field)
        }

        #[inline(always)]
        fn write(&self, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
            Self::write_nullable(Some(self), writer, cx, field);
        }

        #[inline(always)]
        fn write_nullable(this: Option<&Self>, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
            let bytes: for<'x> fn(&'x $t) -> &'x [u8] = $bytes;
            write_bytes(this.map(bytes), $extent, writer, cx, field);
        }

        fn is(&self, default: &Self) -> bool {
            self == default
        }
    }
)* } }
byte_strings! {
    &'a str: Str, &'static str, &'b str, "", Extent::STRING, read_str, |s| s.as_bytes();
    &'a [u8]: Bytes, &'static [u8], &'b [u8], &[], Extent::BYTES,
        |reader, cx, field| reader.payload(Kind::Bytes, cx, field), |b| b;
    Records<'a>: Records, Records<'static>, Records<'b>, Records(&[]), Extent::BYTES,
        |reader, cx, field| reader.payload(Kind::Records, cx, field).map(Records), |r| r.0;
}
