//! The records that most batches hold, each from one word: they have no key and no headers, and
//! their numbers take a byte or two.
//!
//! How many bytes each number takes gives the record's form. One comparison tells whether a record
//! has a form, after which its numbers are at known places. What has none of these forms is left to
//! `iter`, and is not refused here; what is read here, `iter` reads alike. Uses `iter`, `item` and
//! `varint`.

use super::item::Record;
use super::varint;

/// The record in front, and what follows it, if it has one of the forms.
#[inline(always)]
pub(super) fn split(bytes: &[u8], own: i64) -> Option<(Record<'_>, &[u8])> {
    let Front { timestamp, offset, from, size } = Front::read(bytes.first_chunk()?, own)?;
    let (record, after) = bytes.split_at_checked(from + size)?;
    let (0, rest) = after.split_first()? else { return None };
    let value = record.get(from..)?;
    let record = Record {
        attributes: 0,
        timestamp: timestamp as i64,
        offset: offset as i64,
        value: Some(value),
        ..Record::default()
    };
    Some((record, rest))
}

/// What stands before the value of a record.
struct Front {
    timestamp: u64,
    offset: u64,
    /// Where the value begins.
    from: usize,
    /// The size of the value.
    size: usize,
}

/// The most bytes before a value.
const LONGEST: usize = 10;

impl Front {
    #[inline(always)]
    fn read(bytes: &[u8; LONGEST], own: i64) -> Option<Self> {
        let lead = u16::from_le_bytes(*bytes.first_chunk()?);
        if lead & 0x80 == 0 {
            let word = u64::from_le_bytes(*bytes.get(1..)?.first_chunk()?);
            if word & MORE << TIMESTAMP == 0 {
                Self::of::<1, 1, 1>(lead, word, own)
                    .or_else(|| Self::of::<1, 1, 2>(lead, word, own))
            } else {
                Self::of::<1, 2, 2>(lead, word, own)
                    .or_else(|| Self::of::<1, 2, 1>(lead, word, own))
            }
        } else {
            let word = u64::from_le_bytes(*bytes.last_chunk()?);
            if word & MORE << TIMESTAMP == 0 {
                Self::of::<2, 1, 1>(lead, word, own)
                    .or_else(|| Self::of::<2, 1, 2>(lead, word, own))
            } else {
                Self::of::<2, 2, 2>(lead, word, own)
                    .or_else(|| Self::of::<2, 2, 1>(lead, word, own))
            }
        }
    }

    /// If the length of the record and that of its value take `L` bytes, the timestamp `T` and the
    /// offset `O`. The word begins behind the length.
    #[inline(always)]
    fn of<const L: usize, const T: usize, const O: usize>(
        lead: u16,
        word: u64,
        own: i64,
    ) -> Option<Self> {
        let form = const { Form::new(L, T, O) };
        let clean = word ^ form.marks;
        if clean & form.fixed != 0 {
            return None;
        }
        let doubled = clean + (clean & form.low);
        let size = number::<L>(doubled, form.value) as usize;
        let from = L + form.value as usize / 8 + L;
        // The length is not read, but has to be what it is in a record of this form.
        let length = ((from + size + 1 - L) as u64) << 1;
        let as_expected = match L {
            1 => u64::from(lead & 0xff) == length,
            _ => lead == varint::two_bytes(length),
        };
        if !as_expected {
            return None;
        }
        let timestamp = number::<T>(doubled, TIMESTAMP) & own as u64;
        let offset = number::<O>(doubled, form.offset);
        Some(Self { timestamp, offset, from, size })
    }
}

/// The bit that says that another byte of the number follows.
const MORE: u64 = 0x80;
/// The first bit of the timestamp: it follows the attributes.
const TIMESTAMP: u32 = u8::BITS;

/// What the word of a record has where: places are counted in bits.
struct Form {
    offset: u32,
    /// Where the length of the value is.
    value: u32,
    /// The bits that are set in all records of the form, but for those of values.
    marks: u64,
    /// The bits that are the same in all records of the form.
    fixed: u64,
    /// The low seven bits of the numbers of two bytes.
    low: u64,
}

impl Form {
    const fn new(length: usize, timestamp: usize, offset: usize) -> Self {
        let this = Self { offset: 0, value: 0, marks: 0, fixed: 0xff, low: 0 };
        let (this, offset_at) = this.with(TIMESTAMP, timestamp);
        let (this, key) = this.with(offset_at, offset);
        // A key of length -1, which is null.
        let (marks, fixed) = (this.marks | 1 << key, this.fixed | 0xff << key);
        let value = key + u8::BITS;
        let (this, _) = Self { marks, fixed, ..this }.with(value, length);
        // A value so short that the record's length takes no more bytes than the value's.
        let fixed = if length == 2 { this.fixed | 0x4000 << value } else { this.fixed };
        Self { offset: offset_at, value, fixed, ..this }
    }

    /// The form with a number that is not negative at this place, and what follows the number.
    const fn with(self, at: u32, width: usize) -> (Self, u32) {
        let (marks, fixed, low) = match width {
            1 => (0, MORE | 1, 0),
            _ => (MORE, MORE << 8 | MORE | 1, 0x7f),
        };
        let this = Self {
            marks: self.marks | marks << at,
            fixed: self.fixed | fixed << at,
            low: self.low | low << at,
            ..self
        };
        (this, at + width as u32 * u8::BITS)
    }
}

/// The number of `W` bytes at this place.
///
/// Two bytes hold `low + 256 * high` for twice the number, `low + 128 * high`. With the low part
/// added once more, that is four times the number.
#[inline(always)]
const fn number<const W: usize>(doubled: u64, at: u32) -> u64 {
    match W {
        1 => doubled >> (at + 1) & 0x3f,
        _ => doubled >> (at + 2) & 0x1fff,
    }
}
