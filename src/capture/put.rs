//! How captured fields are encoded again.

use super::Capture;
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

/// Writes a field, or leaves it out where the version lacks it.
///
/// # Errors
/// [`ErrorKind::NotInVersion`] where it is then not at its default, and those of the encoder.
pub fn put<F, C: Capture<F>>(
    kept: &C,
    default: F,
    encoder: &mut Encoder<'_>,
    of: &'static Struct,
    field: FieldId,
) -> Result<()> {
    let row = of.fields().get(usize::from(field.index()));
    match row {
        Some(row) if !row.versions().contains(encoder.version()) => {
            if row.is_ignorable() || kept.is_absent(default) {
                return Ok(());
            }
            let offset = encoder.position() as u32;
            Err(Error { kind: ErrorKind::NotInVersion, offset, field })
        }
        _ => kept.put(encoder, field),
    }
}
