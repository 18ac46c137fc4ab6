//! Where the fields of a batch header lie: named ranges, each derived from the one before.
//!
//! Uses `byteorder` alone. [`get`] and [`set`] leave what does not fit alone, and the ranges here
//! all lie in [`BATCH_HEADER_LEN`](BATCH_HEADER_LEN) bytes.

use byteorder::{BigEndian, ByteOrder};
use core::ops::Range;

pub(super) type Field = Range<usize>;

const fn after(before: &Field, size: usize) -> Field {
    before.end..before.end + size
}

// Common to all formats.
pub(super) const BASE_OFFSET: Field = 0..8;
pub(super) const BATCH_LENGTH: Field = after(&BASE_OFFSET, 4);
/// What the length does not count.
pub(super) const LENGTH_FROM: usize = BATCH_LENGTH.end;
/// Follows either the epoch of the leader or the checksum.
pub(super) const MAGIC: Field = after(&PARTITION_LEADER_EPOCH, 1);

// Magic 2.
pub(super) const PARTITION_LEADER_EPOCH: Field = after(&BATCH_LENGTH, 4);
pub(super) const CRC: Field = after(&MAGIC, 4);
pub(super) const ATTRIBUTES: Field = after(&CRC, 2);
/// The checksum covers the batch from here.
pub(super) const CRC_FROM: usize = CRC.end;
pub(super) const LAST_OFFSET_DELTA: Field = after(&ATTRIBUTES, 4);
pub(super) const BASE_TIMESTAMP: Field = after(&LAST_OFFSET_DELTA, 8);
pub(super) const MAX_TIMESTAMP: Field = after(&BASE_TIMESTAMP, 8);
pub(super) const PRODUCER_ID: Field = after(&MAX_TIMESTAMP, 8);
pub(super) const PRODUCER_EPOCH: Field = after(&PRODUCER_ID, 2);
pub(super) const BASE_SEQUENCE: Field = after(&PRODUCER_EPOCH, 4);
pub(super) const RECORD_COUNT: Field = after(&BASE_SEQUENCE, 4);
/// The size of the header of a batch of magic 2, in bytes.
pub const BATCH_HEADER_LEN: usize = RECORD_COUNT.end;

/// A number of the header.
pub(super) trait Number: Copy + Default {
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);
}

macro_rules! numbers { ($($number:ty: $read:ident, $write:ident;)*) => { $(
    impl Number for $number {
        #[inline(always)]
        fn read(bytes: &[u8]) -> Self {
            BigEndian::$read(bytes)
        }

        #[inline(always)]
        fn write(self, bytes: &mut [u8]) {
            BigEndian::$write(bytes, self);
        }
    }
)* } }
numbers! {
    i16: read_i16, write_i16;
    i32: read_i32, write_i32;
    u32: read_u32, write_u32;
    i64: read_i64, write_i64;
}

impl Number for i8 {
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        bytes.first().map_or(0, |byte| *byte as i8)
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        if let Some(byte) = bytes.first_mut() {
            *byte = self as u8;
        }
    }
}

/// The number there; 0 where the bytes end before.
#[inline(always)]
pub(super) fn get<T: Number>(bytes: &[u8], at: Field) -> T {
    bytes.get(at).map_or_else(T::default, T::read)
}

/// Writes the number there, unless the bytes end before.
#[inline(always)]
pub(super) fn set<T: Number>(bytes: &mut [u8], at: Field, value: T) {
    if let Some(bytes) = bytes.get_mut(at) {
        value.write(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_those_of_kafka() {
        assert_eq!(MAGIC, 16..17);
        assert_eq!(CRC, 17..21);
        assert_eq!(RECORD_COUNT, 57..61);
    }

    #[test]
    fn what_does_not_fit_is_left_alone() {
        let mut bytes = [0xa5; 60];
        set(&mut bytes, RECORD_COUNT, 1i32);
        assert_eq!(bytes, [0xa5; 60]);
        assert_eq!(get::<i32>(&bytes, RECORD_COUNT), 0);
    }
}
