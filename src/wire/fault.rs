//! What typed decoding keeps of a fault, and the error that it stands for.
//!
//! Reading notes a byte or two, so that it costs nothing where all is well; what exactly is wrong is
//! told from the bytes, when somebody asks.

use super::{Cx, Extent, Reader, check_tag_count};
use crate::error::{Error, ErrorKind};
use crate::schema::{FieldId, Kind};

/// The first fault of a reader.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) field: FieldId,
    pub(crate) cx: Cx,
    pub(crate) what: What,
}

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

impl Reader<'_> {
    /// The error that a failed reader of this body, which is whole, stands for.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, body: &[u8]) -> Error {
        // The rest is empty, but lies where the fault begins.
        let offset = self.rest.as_ptr().addr().wrapping_sub(body.as_ptr().addr());
        let (Some(fault), Some(tail)) = (self.fault, body.get(offset..)) else {
            return Error::new(ErrorKind::Structure, 0);
        };
        let mut reader = Reader::new(tail);
        let kind = fault.explain(&mut reader);
        Error { kind, offset: (body.len() - reader.remaining()) as u32, field: fault.field }
    }
}

impl Fault {
    /// What is wrong with the bytes in front; the reader then stands at it.
    fn explain(self, reader: &mut Reader<'_>) -> ErrorKind {
        let Self { cx, what, .. } = self;
        let start = *reader;
        let read = match what {
            What::Value(Kind::Bool) => reader.bool(cx).map(|_| ()),
            What::Value(Kind::Struct) => reader.is_present(cx).map(|_| ()),
            What::Value(kind) if kind.size() != 0 => {
                reader.take(usize::from(kind.size())).map(|_| ())
            }
            What::Value(kind) => reader.skip_checked(kind, cx),
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
