//! How numbers, bytes and nullable values are kept.

use super::{Capture, Cursor};
use crate::encoder::{Encoder, Value};
use crate::error::Result;
use crate::event::Item;
use crate::schema::FieldId;
use crate::typed::{Records, Uuid, Wire};
use heapless::{LenType, Vec, VecView};

macro_rules! plain { ($($variant:ident: $t:ty $(, $from_bytes:expr)?;)*) => { $(
    impl Capture<$t> for $t {
        #[inline(always)]
        fn absent(default: $t) -> Self {
            default
        }

        #[inline(always)]
        fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
            if let Item::$variant(_, value) = cursor.item() {
                *self = value;
            }
            true
        }

        $(
            fn take_many<LenT: LenType>(
                kept: &mut VecView<Self, LenT>,
                cursor: &mut Cursor<'_, '_>,
            ) {
                let from_bytes: fn([u8; size_of::<$t>()]) -> $t = $from_bytes;
                let bytes = cursor.numbers(size_of::<$t>(), kept.capacity() - kept.len());
                for number in bytes.as_chunks().0 {
                    // There is room: no more were asked for.
                    _ = kept.push(from_bytes(*number));
                }
            }
        )?

        fn is_absent(&self, default: $t) -> bool {
            self.is(&default)
        }

        fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
            encoder.put_value(field, Value::$variant(*self))
        }
    }
)* } }
plain! {
    Bool: bool;
    I8: i8, i8::from_be_bytes;
    I16: i16, i16::from_be_bytes;
    U16: u16, u16::from_be_bytes;
    I32: i32, i32::from_be_bytes;
    U32: u32, u32::from_be_bytes;
    I64: i64, i64::from_be_bytes;
    F64: f64, f64::from_be_bytes;
    Uuid: Uuid, Uuid;
}

/// All of the value, or an error. One function for all bounds.
pub(super) fn take_bytes<LenT: LenType>(
    kept: &mut VecView<u8, LenT>,
    cursor: &mut Cursor<'_, '_>,
) -> bool {
    let Some(chunk) = cursor.chunk() else { return true };
    let bound = kept.capacity();
    if chunk.is_first {
        kept.clear();
    }
    // What does not fit fails at its first part, so the others always fit.
    if chunk.is_first && chunk.total() as usize > bound
        || kept.extend_from_slice(chunk.bytes).is_err()
    {
        return cursor.overflow(bound, chunk.total());
    }
    chunk.is_last()
}

macro_rules! bytes { ($($t:ty, |$encoder:ident, $field:ident, $kept:ident| $put:expr;)*) => { $(
    impl<const N: usize, LenT: LenType> Capture<$t> for Vec<u8, N, LenT> {
        /// Empty, as is the default of every such field.
        fn absent(_: $t) -> Self {
            Self::new()
        }

        fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
            take_bytes(self.as_mut_view(), cursor)
        }

        fn is_absent(&self, _: $t) -> bool {
            self.is_empty()
        }

        fn put(&self, $encoder: &mut Encoder<'_>, $field: FieldId) -> Result<()> {
            let $kept = self.as_slice();
            $put
        }
    }
)* } }
bytes! {
    &'static [u8], |encoder, field, kept| encoder.put_value(field, Value::Bytes(kept));
    Records<'static>, |encoder, field, kept| encoder.put_value(field, Value::Records(kept));
    // Bytes that were read leniently need not be UTF-8, and go out as they came.
    &'static str, |encoder, field, kept| {
        encoder.begin_payload(field, kept.len() as u32)?;
        encoder.push(kept)
    };
}

impl<F: Wire<'static>, T: Capture<F>> Capture<Option<F>> for Option<T> {
    fn absent(default: Option<F>) -> Self {
        default.map(T::absent)
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, level: u8) -> bool {
        if cursor.is_own(level) && matches!(cursor.item(), Item::Null(_)) {
            *self = None;
            return true;
        }
        self.get_or_insert_with(|| T::absent(F::DEFAULT)).take(cursor, level)
    }

    fn is_absent(&self, default: Option<F>) -> bool {
        match (self, default) {
            (Some(kept), Some(default)) => kept.is_absent(default),
            (None, None) => true,
            _ => false,
        }
    }

    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
        match self {
            Some(kept) => kept.put(encoder, field),
            None => encoder.put_null(field),
        }
    }
}
