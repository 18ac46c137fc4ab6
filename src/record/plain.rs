//! The records that most batches hold, each from one word: they have no key and no headers, and
//! their numbers take a byte or two.
//!
//! How many bytes each number takes gives a record its form. One comparison tells whether a record
//! has a form, and then its numbers are at known places. What has none of the forms is not refused
//! here, but left to `iter`, which reads what is read here alike. Uses `item` and `varint`.

use super::item::Record;
use super::varint;

/// The record in front, relative to its batch, and what follows it, if it has one of the forms.
#[inline(always)]
pub(super) fn split(bytes: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let Front { timestamp, offset, from, size } = Front::read(bytes.first_chunk()?)?;
    let (record, after) = bytes.split_at_checked(from + size)?;
    // No headers.
    let (0, rest) = after.split_first()? else { return None };
    let record = Record {
        timestamp: timestamp as i64,
        offset: offset as i64,
        value: Some(record.get(from..)?),
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

/// The most bytes before a value: attributes, no key, and four numbers.
const LONGEST: usize = 10;

impl Front {
    #[inline(always)]
    fn read(bytes: &[u8; LONGEST]) -> Option<Self> {
        let lead = u16::from_le_bytes(*bytes.first_chunk()?);
        if u64::from(lead) & MORE == 0 {
            let word = u64::from_le_bytes(*bytes.get(1..)?.first_chunk()?);
            if word & MORE << TIMESTAMP == 0 {
                Self::of::<1, 1, 1>(lead, word).or_else(|| Self::of::<1, 1, 2>(lead, word))
            } else {
                Self::of::<1, 2, 2>(lead, word).or_else(|| Self::of::<1, 2, 1>(lead, word))
            }
        } else {
            let word = u64::from_le_bytes(*bytes.last_chunk()?);
            if word & MORE << TIMESTAMP == 0 {
                Self::of::<2, 1, 1>(lead, word).or_else(|| Self::of::<2, 1, 2>(lead, word))
            } else {
                Self::of::<2, 2, 2>(lead, word).or_else(|| Self::of::<2, 2, 1>(lead, word))
            }
        }
    }

    /// The front of a record whose own length and that of its value take `L` bytes, the timestamp
    /// `T` and the offset `O`. The word begins behind the length.
    #[inline(always)]
    fn of<const L: usize, const T: usize, const O: usize>(lead: u16, word: u64) -> Option<Self> {
        let form = const { Form::new(L, T, O) };
        let clean = word ^ form.marks;
        if clean & form.fixed != 0 {
            return None;
        }
        let doubled = clean + (clean & form.low);
        let size = number::<L>(doubled, form.value) as usize;
        let from = L + form.value as usize / 8 + L;
        // The length is not read, but has to be what it is in a record of this form: `lead` has
        // its bytes, of which the first says rightly whether there is another.
        let length = ((from + size + 1 - L) as u64) << 1;
        let as_it_should_be = match L {
            1 => u64::from(lead & 0xff) == length,
            _ => lead == varint::two_bytes(length),
        };
        as_it_should_be.then_some(Self {
            timestamp: number::<T>(doubled, TIMESTAMP),
            offset: number::<O>(doubled, form.offset),
            from,
            size,
        })
    }
}

/// The bit that says that another byte of a number follows.
const MORE: u64 = 0x80;
/// Where the timestamp is in the word: behind the attributes.
const TIMESTAMP: u32 = u8::BITS;

/// What the words of the records of a form have in common. Places are counted in bits.
struct Form {
    offset: u32,
    /// Where the length of the value is.
    value: u32,
    /// The bits that are set in all of them.
    marks: u64,
    /// The bits that are the same in all of them.
    fixed: u64,
    /// The low parts of the numbers of two bytes.
    low: u64,
}

impl Form {
    const fn new(length: usize, timestamp: usize, offset: usize) -> Self {
        let attributes = Self { offset: 0, value: 0, marks: 0, fixed: 0xff, low: 0 };
        let (this, offset_at) = attributes.with(TIMESTAMP, timestamp);
        let (this, key) = this.with(offset_at, offset);
        // The length of a key that is null, -1.
        let (marks, fixed) = (this.marks | 1 << key, this.fixed | 0xff << key);
        let value = key + u8::BITS;
        let (this, _) = Self { marks, fixed, ..this }.with(value, length);
        // A value of up to 4,095 bytes, so that the record's length fits in two bytes as well.
        let fixed = if length == 2 { this.fixed | 0x4000 << value } else { this.fixed };
        Self { offset: offset_at, value, fixed, ..this }
    }

    /// With a number there that is not negative; and what follows it.
    const fn with(self, at: u32, bytes: usize) -> (Self, u32) {
        let (marks, fixed, low) = match bytes {
            1 => (0, MORE | 1, 0),
            _ => (MORE, MORE << 8 | MORE | 1, 0x7f),
        };
        let this = Self {
            marks: self.marks | marks << at,
            fixed: self.fixed | fixed << at,
            low: self.low | low << at,
            ..self
        };
        (this, at + bytes as u32 * u8::BITS)
    }
}

/// The number there, of this many bytes.
///
/// For a number of two bytes, twice of which is `low + 128 * high`, the word has
/// `low + 256 * high`. With the low part added once more, that is four times the number.
#[inline(always)]
const fn number<const BYTES: usize>(doubled: u64, at: u32) -> u64 {
    match BYTES {
        1 => doubled >> (at + 1) & 0x3f,
        _ => doubled >> (at + 2) & 0x1fff,
    }
}

#[cfg(test)]
mod tests {
    use super::super::iter::tests::encoded;
    use super::*;
    use std::vec;

    #[test]
    fn what_most_batches_hold_has_a_form() {
        for (timestamp, offset) in [(0, 0), (63, 8_191), (64, 63), (8_191, 64)] {
            // Between these sizes, the length of the record takes two bytes, the value's one.
            for size in [0, 1, 54, 64, 100, 4_095] {
                let value = vec![7; size];
                let mut bytes = encoded(0, timestamp, offset, None, Some(&value));
                bytes.extend([9; LONGEST]);
                let (record, rest) = split(&bytes).unwrap();
                assert_eq!((record.timestamp, record.offset), (timestamp, offset));
                assert_eq!((record.key, record.value), (None, Some(&value[..])));
                assert_eq!((record.attributes, record.headers.len(), rest), (0, 0, &[9; 10][..]));
            }
        }
    }

    #[test]
    fn what_differs_is_left_alone() {
        let value = vec![7; 100];
        let none = |bytes: &[u8]| assert_eq!(split(bytes), None, "{bytes:?}");
        let good = encoded(0, 1, 1, None, Some(&value));
        assert!(split(&good).is_some());
        (0..good.len()).for_each(|cut| none(&good[..cut]));
        for (at, byte) in
            [(0, good[0] + 2), (1, good[1] + 1), (1, good[1] | 0x80), (2, 1), (good.len() - 1, 2)]
        {
            let mut bytes = good.clone();
            bytes[at] = byte;
            none(&bytes);
        }
        for (timestamp, offset) in [(-1, 0), (0, -1), (8_192, 0), (0, 8_192)] {
            none(&encoded(0, timestamp, offset, None, Some(&value)));
        }
        none(&encoded(1, 0, 0, None, Some(&value)));
        none(&encoded(0, 0, 0, Some(&[]), Some(&value)));
        none(&encoded(0, 0, 0, None, None));
        // Records whose length takes three bytes, with two that look like it.
        for size in 8_150..8_192 {
            let mut bytes = encoded(0, 0, 0, None, Some(&vec![7; size]));
            let from = bytes.iter().position(|byte| *byte < 0x80).unwrap() + 1;
            let length = 2 * (bytes.len() - from) as u64;
            bytes.splice(..from, varint::two_bytes(length).to_le_bytes());
            none(&bytes);
        }
    }
}
