//! The varints of records: little-endian groups of seven bits, signed ones in zigzag order.
//!
//! Reading takes slices apart by patterns, so that one and two bytes take a few instructions, and
//! refuses bits that the number has no place for. Uses `error` alone.

use crate::error::{BatchFault, ErrorKind};

/// Whether there are registers and flash for quick ways beside the one for all numbers.
pub(super) const QUICK: bool = !cfg!(target_pointer_width = "32");

/// The most bytes of a varint of 32 bits.
pub(super) const MAX_32: usize = 5;
/// The most bytes of a varint of 64 bits.
pub(super) const MAX_64: usize = 10;

/// The unsigned number in front, and what follows it.
#[inline(always)]
pub(super) fn split_u32(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match bytes {
        [a @ 0..=0x7f, rest @ ..] => Some((u32::from(*a), rest)),
        [a, b @ 0..=0x7f, rest @ ..] => Some((u32::from(*a) & 0x7f | u32::from(*b) << 7, rest)),
        _ => {
            let (value, rest) = split_long(bytes, MAX_32)?;
            Some((u32::try_from(value).ok()?, rest))
        }
    }
}

/// The unsigned number in front, and what follows it.
#[inline(always)]
pub(super) fn split_u64(bytes: &[u8]) -> Option<(u64, &[u8])> {
    match bytes {
        [a @ 0..=0x7f, rest @ ..] => Some((u64::from(*a), rest)),
        [a, b @ 0..=0x7f, rest @ ..] => Some((u64::from(*a) & 0x7f | u64::from(*b) << 7, rest)),
        _ => split_long(bytes, MAX_64),
    }
}

#[inline(never)]
fn split_long(bytes: &[u8], max: usize) -> Option<(u64, &[u8])> {
    let (mut value, mut shift, mut rest) = (0, 0, bytes);
    for _ in 0..max {
        let (byte, tail) = rest.split_first()?;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        rest = tail;
        if *byte < 0x80 {
            return Some((value, rest));
        }
        shift += 7;
    }
    None
}

/// Why there is no varint of up to `max` bytes in front.
#[cold]
#[inline(never)]
pub(super) fn fault(bytes: &[u8], max: usize) -> ErrorKind {
    let more = bytes.iter().take(max).take_while(|byte| **byte >= 0x80).count();
    if more == bytes.len() && more < max {
        let remaining = more as u32;
        return ErrorKind::Truncated { need: remaining + 1, remaining };
    }
    ErrorKind::Batch(BatchFault::Varint)
}

/// The signed number that zigzag order has at this place: 0, -1, 1, -2, ...
#[inline(always)]
pub(super) const fn unzigzag_32(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// The signed number that zigzag order has at this place: 0, -1, 1, -2, ...
#[inline(always)]
pub(super) const fn unzigzag_64(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// The place of a signed number in zigzag order.
#[inline(always)]
pub(super) const fn zigzag_32(value: i32) -> u32 {
    (value << 1 ^ value >> 31) as u32
}

/// The place of a signed number in zigzag order.
#[inline(always)]
pub(super) const fn zigzag_64(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// How many bytes an unsigned number takes.
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
#[cfg_attr(target_pointer_width = "32", inline(never))]
pub(super) const fn len(value: u64) -> usize {
    // A group for each seven bits: (bits + 6) / 7 without a division, right up to 64 bits.
    let bits = 64 - (value | 1).leading_zeros();
    ((bits * 9 + 64) >> 6) as usize
}

/// How many bytes a length, or -1 for null, takes in zigzag order.
#[inline(always)]
pub(super) const fn length_len(length: usize) -> usize {
    len((length as u64) << 1)
}

/// The two bytes of an unsigned number below 2^14, the low one in front.
#[inline(always)]
pub(super) const fn two_bytes(value: u64) -> u16 {
    // The high group counts twice, as it moves up by a bit.
    (value + (value & 0x3f80) + 0x80) as u16
}

/// Writes the number to the front, and gives what follows it; `None` where it does not fit.
#[inline(always)]
pub(super) fn put(out: &mut [u8], value: u64) -> Option<&mut [u8]> {
    if !QUICK {
        return put_long(out, value);
    }
    if value < 0x80 {
        let (byte, rest) = out.split_first_mut()?;
        *byte = value as u8;
        Some(rest)
    } else if value < 0x4000 {
        let (bytes, rest) = out.split_first_chunk_mut()?;
        *bytes = [value as u8 | 0x80, (value >> 7) as u8];
        Some(rest)
    } else {
        put_long(out, value)
    }
}

#[inline(never)]
fn put_long(mut out: &mut [u8], mut value: u64) -> Option<&mut [u8]> {
    loop {
        let (byte, rest) = out.split_first_mut()?;
        out = rest;
        if value < 0x80 {
            *byte = value as u8;
            return Some(out);
        }
        *byte = value as u8 | 0x80;
        value >>= 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_survives() {
        let widths = (0..=64).map(|bits| if bits == 64 { u64::MAX } else { (1 << bits) - 1 });
        for value in widths.flat_map(|value| [value, value.wrapping_add(1)]) {
            let mut buffer = [0xa5; 12];
            let left = put(&mut buffer, value).unwrap().len();
            let size = 12 - left;
            assert_eq!(size, len(value), "{value:x}");
            assert_eq!(split_u64(&buffer), Some((value, &buffer[size..])));
            let short = u32::try_from(value).ok().map(|value| (value, &buffer[size..]));
            assert_eq!(split_u32(&buffer), short);
            assert_eq!(buffer[size..], [0xa5; 12][size..]);
            assert_eq!(zigzag_64(unzigzag_64(value)), value);
            for cut in 0..size {
                assert_eq!(split_u64(&buffer[..cut]), None);
                let (need, remaining) = (cut as u32 + 1, cut as u32);
                let fault = fault(&buffer[..cut], MAX_64);
                assert_eq!(fault, ErrorKind::Truncated { need, remaining });
                assert!(put(&mut [0xa5; 12][..cut], value).is_none());
            }
        }
        for value in [0, -1, 1, i32::MIN, i32::MAX] {
            assert_eq!(unzigzag_32(zigzag_32(value)), value);
        }
        assert_eq!((zigzag_32(-1), zigzag_32(1), zigzag_64(i64::MIN)), (1, 2, u64::MAX));
    }

    #[test]
    fn what_overflows_is_refused() {
        let varint = ErrorKind::Batch(BatchFault::Varint);
        assert_eq!(split_u32(&[0xff, 0xff, 0xff, 0xff, 0x10]), None);
        assert_eq!(split_u32(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]), None);
        assert_eq!(fault(&[0x80; 5], MAX_32), varint);
        assert_eq!(fault(&[0xff, 0xff, 0xff, 0xff, 0x10], MAX_32), varint);
        let mut long = [0xff; 10];
        assert_eq!(split_u64(&long), None);
        long[9] = 2;
        assert_eq!(split_u64(&long), None);
        assert_eq!(fault(&long, MAX_64), varint);
        long[9] = 1;
        assert_eq!(split_u64(&long), Some((u64::MAX, &[][..])));
    }
}
