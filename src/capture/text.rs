//! How strings are kept: whole or cut, from parts that may end inside of a character.

use super::cursor::Cut;
use super::{Capture, Cursor};
use crate::encoder::{Encoder, Value};
use crate::error::Result;
use crate::event::Chunk;
use crate::schema::FieldId;
use core::str;
use heapless::string::StringView;
use heapless::{LenType, String};

/// All of the string, or an error.
impl<const N: usize, LenT: LenType> Capture<&'static str> for String<N, LenT> {
    /// Empty, as is the default of every string that is not null.
    fn absent(_: &'static str) -> Self {
        Self::new()
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
        let Some(chunk) = cursor.chunk() else { return true };
        if chunk.is_first && chunk.total() as usize > N {
            return cursor.overflow(N, chunk.total());
        }
        take_text(self.as_mut_view(), chunk, cursor)
    }

    fn is_absent(&self, _: &'static str) -> bool {
        self.is_empty()
    }

    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
        encoder.put_value(field, Value::Str(self))
    }
}

/// The beginning of a string, as many whole characters as fit in `N` bytes, and its length.
///
/// When it is encoded again, what was kept is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix<const N: usize> {
    /// The beginning.
    pub kept: String<N>,
    /// The length of the whole string in bytes.
    pub total: u32,
}

impl<const N: usize> Prefix<N> {
    /// Whether the string is longer than what was kept.
    pub fn is_cut(&self) -> bool {
        self.total as usize > self.kept.len()
    }
}

impl<const N: usize> Capture<&'static str> for Prefix<N> {
    fn absent(_: &'static str) -> Self {
        Self { kept: String::new(), total: 0 }
    }

    fn take(&mut self, cursor: &mut Cursor<'_, '_>, _: u8) -> bool {
        let Some(chunk) = cursor.chunk() else { return true };
        if chunk.is_first {
            self.total = chunk.total();
        }
        // Where characters are missing already, none that follows may be kept.
        let before = self.total.saturating_sub(chunk.total()) as usize;
        if chunk.is_first || before == self.kept.len() + usize::from(cursor.cut.len()) {
            return take_text(self.kept.as_mut_view(), chunk, cursor);
        }
        chunk.is_last()
    }

    fn is_absent(&self, _: &'static str) -> bool {
        self.total == 0
    }

    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()> {
        encoder.put_value(field, Value::Str(&self.kept))
    }
}

const ON_32_BITS: bool = cfg!(target_pointer_width = "32");

/// Appends the characters of a part as far as they fit; whether it was the last. One function for
/// all bounds.
///
/// On 32 bits, where flash counts more than time, each character goes the way of one that is cut.
fn take_text<LenT: LenType>(
    kept: &mut StringView<LenT>,
    chunk: Chunk<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> bool {
    if chunk.is_first {
        kept.clear();
        *cursor.cut = Cut::EMPTY;
    }
    crate::steps::count(chunk.bytes.len());
    let mut rest = chunk.bytes;
    while (ON_32_BITS || cursor.cut.len() > 0)
        && let Some((byte, tail)) = rest.split_first()
    {
        rest = tail;
        let begun = cursor.cut.len();
        match cursor.cut.push(*byte) {
            Ok(None) => {}
            Ok(Some(character)) => {
                if kept.push(character).is_err() {
                    return chunk.is_last();
                }
            }
            Err(()) => {
                let before = chunk.bytes.len() - rest.len() - 1;
                return cursor.not_utf8(chunk, before, begun);
            }
        }
    }
    let begun = cursor.cut.len();
    if ON_32_BITS {
        if chunk.is_last() && begun > 0 {
            return cursor.not_utf8(chunk, chunk.bytes.len(), begun);
        }
        return chunk.is_last();
    }
    let (text, cut, is_bad) = match str::from_utf8(rest) {
        Ok(text) => (text, &[][..], false),
        Err(bad) => {
            let (valid, cut) = rest.split_at_checked(bad.valid_up_to()).unwrap_or((rest, &[]));
            (str::from_utf8(valid).unwrap_or(""), cut, bad.error_len().is_some())
        }
    };
    if kept.push_str(text).is_err() {
        let mut fits = kept.capacity() - kept.len();
        while !text.is_char_boundary(fits) {
            fits = fits.saturating_sub(1);
        }
        // It does fit; what comes behind it is not looked at.
        _ = kept.push_str(text.get(..fits).unwrap_or(""));
        return chunk.is_last();
    }
    if is_bad || chunk.is_last() && !(cut.is_empty() && begun == 0) {
        return cursor.not_utf8(chunk, chunk.bytes.len() - cut.len(), begun);
    }
    for byte in cut {
        // The beginning of a character.
        _ = cursor.cut.push(*byte);
    }
    chunk.is_last()
}
