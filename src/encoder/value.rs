//! Values that an [`Encoder`] takes, and those that handles ask for.

use super::Encoder;
use crate::schema::{Field, Kind};
use crate::typed::{Records, Uuid};
use crate::wire::is_default_number;

/// A value of any type that is not made of others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'v> {
    /// A bool.
    Bool(bool),
    /// A number.
    I8(i8),
    /// A number.
    I16(i16),
    /// A number.
    U16(u16),
    /// A number.
    I32(i32),
    /// A number.
    U32(u32),
    /// A number.
    I64(i64),
    /// A number.
    F64(f64),
    /// A uuid.
    Uuid(Uuid),
    /// A string.
    Str(&'v str),
    /// Bytes.
    Bytes(&'v [u8]),
    /// Record batches.
    Records(&'v [u8]),
}

impl Value<'_> {
    /// The kind of a field that takes it.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Bool(_) => Kind::Bool,
            Self::I8(_) => Kind::I8,
            Self::I16(_) => Kind::I16,
            Self::U16(_) => Kind::U16,
            Self::I32(_) => Kind::I32,
            Self::U32(_) => Kind::U32,
            Self::I64(_) => Kind::I64,
            Self::F64(_) => Kind::F64,
            Self::Uuid(_) => Kind::Uuid,
            Self::Str(_) => Kind::Str,
            Self::Bytes(_) => Kind::Bytes,
            Self::Records(_) => Kind::Records,
        }
    }

    /// Whether it is the default of a field of its kind.
    pub(super) fn is_default_of(&self, row: &Field) -> bool {
        match self {
            Self::Str(text) => text.is_empty() && !row.default().is_null(),
            Self::Bytes(bytes) | Self::Records(bytes) => {
                bytes.is_empty() && !row.default().is_null()
            }
            _ => self.with_bytes(|bytes| is_default_number(bytes, row)),
        }
    }

    /// Writes what has a fixed size.
    #[inline(never)]
    pub(super) fn write_number(&self, encoder: &mut Encoder<'_>) {
        self.with_bytes(|bytes| encoder.write(bytes));
    }

    #[inline]
    fn with_bytes<R>(&self, with: impl FnOnce(&[u8]) -> R) -> R {
        match *self {
            Self::Bool(value) => with(&[u8::from(value)]),
            Self::I8(value) => with(&value.to_be_bytes()),
            Self::I16(value) => with(&value.to_be_bytes()),
            Self::U16(value) => with(&value.to_be_bytes()),
            Self::I32(value) => with(&value.to_be_bytes()),
            Self::U32(value) => with(&value.to_be_bytes()),
            Self::I64(value) => with(&value.to_be_bytes()),
            Self::F64(value) => with(&value.to_be_bytes()),
            Self::Uuid(value) => with(&value.0),
            Self::Str(text) => with(text.as_bytes()),
            Self::Bytes(bytes) | Self::Records(bytes) => with(bytes),
        }
    }
}

/// What a field of this type is written from.
pub trait Put<'v>: Copy {
    /// The value that [`Encoder::put`] takes.
    type Of: Into<Value<'v>>;
}

macro_rules! puts { ($($variant:ident($t:ty) <- $of:ty, $into:expr;)*) => { $(
    impl<'v> Put<'v> for $t {
        type Of = $of;
    }

    impl<'v> From<$of> for Value<'v> {
        #[inline]
        fn from(value: $of) -> Self {
            let into: fn($of) -> Value<'v> = $into;
            into(value)
        }
    }
)* } }
puts! {
    Bool(bool) <- bool, Value::Bool;
    I8(i8) <- i8, Value::I8;
    I16(i16) <- i16, Value::I16;
    U16(u16) <- u16, Value::U16;
    I32(i32) <- i32, Value::I32;
    U32(u32) <- u32, Value::U32;
    I64(i64) <- i64, Value::I64;
    F64(f64) <- f64, Value::F64;
    Uuid(Uuid) <- Uuid, Value::Uuid;
    Str(&'static str) <- &'v str, Value::Str;
    Bytes(&'static [u8]) <- &'v [u8], Value::Bytes;
    Records(Records<'static>) <- Records<'v>, |records| Value::Records(records.0);
}
