//! How tagged fields are kept that the schema does not know (KIP-482).

use super::{Capture, Cursor};
use crate::encoder::Encoder;
use crate::error::Result;
use crate::event::Item;
use crate::schema::FieldId;
use crate::typed::{TaggedField, Tags};
use heapless::Vec;

/// At most `N` unknown tagged fields of a structure, with at most `BYTES` bytes of values together.
///
/// In a [`capture!`](crate::capture!) this is the type of a field with the name `unknown_tags`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedTags<const N: usize, const BYTES: usize> {
    /// The number of each field, and how many bytes its value has.
    fields: Vec<(u32, u32), N>,
    /// The values one after another.
    bytes: Vec<u8, BYTES>,
}

impl<const N: usize, const BYTES: usize> CapturedTags<N, BYTES> {
    /// None.
    pub const fn new() -> Self {
        Self { fields: Vec::new(), bytes: Vec::new() }
    }

    /// The tagged fields, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = TaggedField<'_>> {
        let mut rest = self.bytes.as_slice();
        self.fields.iter().map(move |&(tag, len)| {
            let (data, tail) = rest.split_at_checked(len as usize).unwrap_or((rest, &[]));
            rest = tail;
            TaggedField { tag, data }
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

impl<const N: usize, const BYTES: usize> Capture<Tags<'static>> for CapturedTags<N, BYTES> {
    fn absent(_: Tags<'static>) -> Self {
        Self::new()
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
        let Item::Tag(tag, chunk) = cursor.item() else { return true };
        if chunk.is_first {
            if self.fields.push((tag, chunk.total())).is_err() {
                return cursor.overflow(N, N as u32 + 1);
            }
            let need = self.bytes.len() + chunk.total() as usize;
            if need > BYTES {
                return cursor.overflow(BYTES, need as u32);
            }
        }
        if self.bytes.extend_from_slice(chunk.bytes).is_err() {
            return cursor.overflow(BYTES, chunk.total());
        }
        chunk.is_last()
    }

    fn is_absent(&self, _: Tags<'static>) -> bool {
        self.is_empty()
    }

    fn put(&self, encoder: &mut Encoder<'_>, _: FieldId) -> Result<()> {
        self.iter().try_for_each(|field| encoder.put_tag(field.tag, field.data))
    }
}
