//! What typed decoding keeps of a fault, and the error that it stands for.
//!
//! Reading notes a byte or two, so that it costs nothing where all is well; what exactly is wrong is
//! told from the bytes, when somebody asks.

use super::{Cx, Extent, Reader, check_tag_count};
use crate::error::{Error, ErrorKind};
use crate::schema::{FieldId, Kind};

/// The first fault of a reader, or none: in one register, since readers are copied all the time. Above
/// the field lies what it was read for, and what is at fault.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Fault(u64);

/// What is at fault.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum What {
    /// A value of this kind; of a structure, the marker in front of it.
    Value(Kind),
    /// The count of an array of this kind.
    Count(Kind),
    /// The count of a tag section.
    TagCount,
    /// The number of a tagged field: malformed.
    TagNumber,
    /// The same: not above the one before it.
    TagOrder,
    /// The same: not of this version.
    TagVersion,
    /// The size of a tagged field.
    TagLength,
    /// The known tagged field of this number, that ends here, is not of its size.
    TagSize(u8),
    /// The known tagged field of this number, that ends here, is at its default.
    TagAtDefault(u8),
}

impl What {
    /// A number above zero that stands for it.
    const fn code(self) -> u16 {
        let (what, of) = match self {
            Self::Value(kind) => (1, kind as u8),
            Self::Count(kind) => (2, kind as u8),
            Self::TagCount => (3, 0),
            Self::TagNumber => (4, 0),
            Self::TagOrder => (5, 0),
            Self::TagVersion => (6, 0),
            Self::TagLength => (7, 0),
            Self::TagSize(tag) => (8, tag),
            Self::TagAtDefault(tag) => (9, tag),
        };
        what << 8 | of as u16
    }

    fn of(code: u16) -> Self {
        let [what, of] = code.to_be_bytes();
        let kind = Kind::ALL.get(usize::from(of)).copied().unwrap_or(Kind::Struct);
        match what {
            1 => Self::Value(kind),
            2 => Self::Count(kind),
            3 => Self::TagCount,
            4 => Self::TagNumber,
            5 => Self::TagOrder,
            6 => Self::TagVersion,
            7 => Self::TagLength,
            8 => Self::TagSize(of),
            _ => Self::TagAtDefault(of),
        }
    }
}

impl Fault {
    pub(super) const NONE: Self = Self(0);

    #[inline(always)]
    pub(super) const fn new(what: What, cx: Cx, field: FieldId) -> Self {
        let front = (what.code() as u64) << 16 | cx.0 as u64;
        Self(front << 32 | field.bits() as u64)
    }

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    const fn field(self) -> FieldId {
        FieldId::of_bits(self.0 as u32)
    }

    const fn cx(self) -> Cx {
        Cx((self.0 >> 32) as u16)
    }

    fn what(self) -> What {
        What::of((self.0 >> 48) as u16)
    }
}

impl Reader<'_> {
    /// The error that a failed reader of this body, which is whole, stands for.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, body: &[u8]) -> Error {
        // The rest is empty, but lies where the fault begins.
        let offset = self.rest.as_ptr().addr().wrapping_sub(body.as_ptr().addr());
        let mut reader = Reader::new(body.get(offset..).unwrap_or(&[]));
        let kind = self.fault.explain(&mut reader);
        let offset = (body.len() - reader.remaining()) as u32;
        Error { kind, offset, field: self.fault.field() }
    }
}

impl Fault {
    /// What is wrong with the bytes in front; the reader then stands at it.
    fn explain(self, reader: &mut Reader<'_>) -> ErrorKind {
        let (cx, what, start) = (self.cx(), self.what(), *reader);
        let read = match what {
            What::Value(kind @ (Kind::Str | Kind::Bytes | Kind::Records)) => {
                reader.skip_checked(kind, cx)
            }
            What::Value(kind) => {
                // Of a structure it is the marker.
                let (need, remaining) = (u32::from(kind.size().max(1)), reader.remaining() as u32);
                return match reader.rest().first() {
                    Some(&value) if need <= remaining && kind == Kind::Bool => {
                        ErrorKind::InvalidBool { value }
                    }
                    Some(&value) if need <= remaining => ErrorKind::InvalidMarker { value },
                    _ => ErrorKind::Truncated { need, remaining },
                };
            }
            What::Count(kind) => reader.skip_length(Extent::of(kind, true), cx).map(|_| ()),
            What::TagSize(tag) => return ErrorKind::TagSize { tag: u32::from(tag) },
            What::TagAtDefault(tag) => return ErrorKind::TagAtDefault { tag: u32::from(tag) },
            What::TagCount
            | What::TagNumber
            | What::TagOrder
            | What::TagVersion
            | What::TagLength => reader.uvarint(cx).and_then(|number| {
                let remaining = reader.remaining() as u32;
                *reader = start;
                match what {
                    What::TagCount => check_tag_count(number, remaining),
                    What::TagOrder => Err(ErrorKind::TagOrder { tag: number }),
                    What::TagVersion => Err(ErrorKind::TagVersion { tag: number }),
                    _ => Err(ErrorKind::LengthBeyondEnd { length: number, remaining }),
                }
            }),
        };
        // Reading failed here before.
        read.err().unwrap_or(ErrorKind::Structure)
    }
}
