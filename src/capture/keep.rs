//! The fields of a declaration: what [`capture!`](crate::capture!) makes of each.

use super::cursor::bit_of;
use super::{Capture, Cursor};
use crate::encoder::Encoder;
use crate::error::{Error, ErrorKind, Result};
use crate::schema::{FieldId, Struct};
use crate::typed::Wire;
use crate::typed::macro_support::body;

/// The table of a structure.
pub const fn structure<T: Wire<'static>>() -> &'static Struct {
    body::<T>()
}

/// The name of what the structure does not know.
pub const fn unknown_tags<T: Wire<'static>>() -> FieldId {
    body::<T>().field_id(FieldId::UNKNOWN)
}

/// Takes the field out of a set of them that is written first: tagged ones come behind the others, and
/// those that the structure does not know come last.
pub fn take_next(set: &mut u64, of: &'static Struct) -> Option<u8> {
    let in_line = of.fields().iter().zip(0..);
    let mut in_line = in_line.filter(|(row, _)| row.tag().is_none()).map(|(_, index)| index);
    let lowest = || match set.trailing_zeros() as u8 {
        63 => FieldId::UNKNOWN,
        index => index,
    };
    if *set == 0 {
        return None;
    }
    let index = in_line.find(|index| *set & bit_of(*index) != 0).unwrap_or_else(lowest);
    *set &= !bit_of(index);
    Some(index)
}

/// The default of a field, and so a value whose type is the field's: what each field of a declaration
/// is called on, with the type that it is kept in.
#[doc(hidden)]
pub trait Keeping: Sized {
    /// [`Capture::absent`].
    #[inline(always)]
    fn __absent<C: Capture<Self>>(self) -> C {
        C::absent(self)
    }

    /// [`Capture::take`].
    #[inline(always)]
    fn __take<C: Capture<Self>>(
        self,
        kept: &mut C,
        cursor: &mut Cursor<'_, '_>,
        level: u8,
    ) -> bool {
        kept.take(cursor, level)
    }

    /// [`Capture::is_absent`].
    #[inline(always)]
    fn __is_absent<C: Capture<Self>>(self, kept: &C) -> bool {
        kept.is_absent(self)
    }

    /// [`Capture::put`], or nothing where the version lacks the field.
    ///
    /// # Errors
    /// [`ErrorKind::NotInVersion`] where it then is not at its default, and those of the encoder.
    fn __put<C: Capture<Self>>(
        self,
        kept: &C,
        encoder: &mut Encoder<'_>,
        of: &'static Struct,
        field: FieldId,
    ) -> Result<()> {
        match of.fields().get(usize::from(field.index())) {
            Some(row) if !row.versions().contains(encoder.version()) => {
                if row.is_ignorable() || kept.is_absent(self) {
                    return Ok(());
                }
                let offset = encoder.position() as u32;
                Err(Error { kind: ErrorKind::NotInVersion, offset, field })
            }
            _ => kept.put(encoder, field),
        }
    }
}

impl<F> Keeping for F {}
