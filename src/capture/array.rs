//! How arrays are kept: all of their elements, or the first of them.

use super::cursor::Part;
use super::{Capture, Cursor};
use crate::encoder::{Encoder, Value};
use crate::error::Result;
use crate::event::Item;
use crate::schema::FieldId;
use crate::typed::{Array, Records, Wire};
use heapless::{LenType, Vec, VecView};

/// All elements, or an error.
impl<F, T, const N: usize, LenT> Capture<Array<'static, F>> for Vec<T, N, LenT>
where
    F: Wire<'static>,
    T: Capture<F>,
    LenT: LenType,
{
    /// Empty, as is the default of every array that is not null.
    fn absent(_: Array<'static, F>) -> Self {
        Self::new()
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, level: u8) -> bool {
        if let Some(count) = count(cursor, level)
            && count as usize > N
        {
            return cursor.overflow(N, count);
        }
        take_elements(self.as_mut_view(), cursor, level)
    }

    fn is_absent(&self, _: Array<'static, F>) -> bool {
        self.is_empty()
    }

    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
        put_elements(self, encoder, field)
    }
}

/// The first `N` elements of an array, or bytes of bytes or records, and how many there are.
///
/// When it is encoded again, what was kept is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct First<T, const N: usize> {
    /// The first elements.
    pub kept: Vec<T, N>,
    /// How many elements there are, with those that were not kept.
    pub total: u32,
}

impl<T, const N: usize> First<T, N> {
    const EMPTY: Self = Self { kept: Vec::new(), total: 0 };

    /// Whether there are more elements than were kept.
    pub fn is_cut(&self) -> bool {
        self.total as usize > self.kept.len()
    }
}

impl<F: Wire<'static>, T: Capture<F>, const N: usize> Capture<Array<'static, F>> for First<T, N> {
    fn absent(_: Array<'static, F>) -> Self {
        Self::EMPTY
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, level: u8) -> bool {
        if let Some(count) = count(cursor, level) {
            self.total = count;
        }
        take_elements(self.kept.as_mut_view(), cursor, level)
    }

    fn is_absent(&self, _: Array<'static, F>) -> bool {
        self.total == 0
    }

    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
        put_elements(&self.kept, encoder, field)
    }
}

macro_rules! first_bytes { ($($t:ty: $variant:ident;)*) => { $(
    impl<const N: usize> Capture<$t> for First<u8, N> {
        fn absent(_: $t) -> Self {
            Self::EMPTY
        }

        fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
            take_first_bytes(self.kept.as_mut_view(), &mut self.total, cursor)
        }

        fn is_absent(&self, _: $t) -> bool {
            self.total == 0
        }

        fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
            encoder.put_value(field, Value::$variant(&self.kept))
        }
    }
)* } }
first_bytes! {
    &'static [u8]: Bytes;
    Records<'static>: Records;
}

fn take_first_bytes(kept: &mut VecView<u8>, total: &mut u32, cursor: &mut Cursor<'_, '_>) -> bool {
    let Some(chunk) = cursor.chunk() else { return true };
    if chunk.is_first {
        kept.clear();
        *total = chunk.total();
    }
    let room = kept.capacity() - kept.len();
    let fits = chunk.bytes.get(..room).unwrap_or(chunk.bytes);
    // It does fit.
    _ = kept.extend_from_slice(fits);
    chunk.is_last()
}

/// The count of the array itself, if the event is its beginning.
fn count(cursor: &Cursor<'_, '_>, level: u8) -> Option<u32> {
    match cursor.item() {
        Item::Array(_, count) if cursor.is_own(level) => Some(count),
        _ => None,
    }
}

/// Keeps elements while there is room, and passes over the others. One function for all bounds.
fn take_elements<F: Wire<'static>, T: Capture<F>, LenT: LenType>(
    kept: &mut VecView<T, LenT>,
    cursor: &mut Cursor<'_, '_>,
    level: u8,
) -> bool {
    loop {
        let part = cursor.part(level);
        match part {
            Part::Begin => kept.clear(),
            Part::NewElement | Part::Element => {
                if matches!(part, Part::NewElement) {
                    // There is room: `next_part` lets no element follow that has none.
                    _ = kept.push(T::absent(F::DEFAULT));
                }
                if let Some(element) = kept.last_mut()
                    && !element.take(cursor, level)
                {
                    return false;
                }
            }
            Part::End => return true,
            Part::Stop => return false,
        }
        T::take_many(kept, cursor);
        cursor.next_part(kept.is_full());
    }
}

fn put_elements<F, T: Capture<F>>(
    kept: &[T],
    encoder: &mut Encoder<'_>,
    field: FieldId,
) -> Result<()> {
    encoder.begin_array(field)?;
    for element in kept {
        element.put(encoder, field)?;
    }
    encoder.end_array()
}
