//! The block format of Snappy, between slices.
//!
//! Our own, because `snap`, the maintained crate for it, needs `std`, and no other one without it
//! is maintained. Each element is checked against what is left of both slices, and one pass over
//! the input does it. Uses no other module but for errors.

use super::malformed;
use crate::error::Result;
use crate::record::builder::too_small;
use crate::record::varint;

/// How many places the table of the compressor holds: 2^10 of four bytes.
const TABLE_BITS: u32 = 10;
const MIN_MATCH: usize = 4;
const MAX_COPY: usize = 64;
const MAX_DISTANCE: usize = 0xffff;

/// The size of input that cannot be compressed.
pub(super) const fn max_len(input: usize) -> usize {
    varint::MAX_32 + literal_header_len(input) + input
}

/// Undoes the compression of a block.
pub(super) fn decompress(input: &[u8], output: &mut [u8]) -> Result<usize> {
    let Some((size, body)) = varint::split_u32(input) else { return Err(malformed(0)) };
    let (size, room) = (size as usize, output.len());
    let Some(output) = output.get_mut(..size) else { return Err(too_small(size, room)) };
    let (mut rest, mut at) = (body, 0);
    while !rest.is_empty() {
        match element(rest, output, at) {
            Some((after, written)) => (rest, at) = (after, at + written),
            None => return Err(malformed(input.len() - rest.len())),
        }
    }
    if at != size {
        return Err(malformed(input.len()));
    }
    Ok(size)
}

/// Reads a literal or a copy: what follows it, and how many bytes it wrote at `at`.
fn element<'a>(input: &'a [u8], output: &mut [u8], at: usize) -> Option<(&'a [u8], usize)> {
    let (tag, rest) = input.split_first()?;
    let upper = usize::from(tag >> 2);
    let (length, distance, rest) = match tag & 3 {
        0 => {
            let extra = upper.saturating_sub(59);
            let (length, rest) = match extra {
                0 => (upper, rest),
                _ => little_endian(rest, extra)?,
            };
            let length = length.checked_add(1)?;
            let (literal, rest) = rest.split_at_checked(length)?;
            output.get_mut(at..)?.get_mut(..length)?.copy_from_slice(literal);
            return Some((rest, length));
        }
        1 => {
            let (low, rest) = rest.split_first()?;
            (4 + (upper & 7), (upper >> 3) << 8 | usize::from(*low), rest)
        }
        2 => {
            let (distance, rest) = little_endian(rest, 2)?;
            (1 + upper, distance, rest)
        }
        _ => {
            let (distance, rest) = little_endian(rest, 4)?;
            (1 + upper, distance, rest)
        }
    };
    copy(output, at, length, distance)?;
    Some((rest, length))
}

/// Repeats what was written `distance` bytes before; the two may overlap.
fn copy(output: &mut [u8], at: usize, length: usize, distance: usize) -> Option<()> {
    let from = at.checked_sub(distance).filter(|_| distance > 0)?;
    let (mut at, mut left) = (at, length);
    while left > 0 {
        let (before, after) = output.split_at_mut_checked(at)?;
        // As much as is there before it overlaps: that doubles each time.
        let source = before.get(from..)?;
        let chunk = source.len().min(left);
        after.get_mut(..chunk)?.copy_from_slice(source.get(..chunk)?);
        (at, left) = (at + chunk, left - chunk);
    }
    Some(())
}

fn little_endian(bytes: &[u8], count: usize) -> Option<(usize, &[u8])> {
    let (bytes, rest) = bytes.split_at_checked(count)?;
    let value = bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    Some((usize::try_from(value).ok()?, rest))
}

/// Compresses a block, and gives the size; `None` where it does not fit.
pub(super) fn compress(input: &[u8], out: &mut [u8]) -> Option<usize> {
    let room = out.len();
    let mut out = varint::put(out, u64::from(u32::try_from(input.len()).ok()?))?;
    let mut table = [0u32; 1 << TABLE_BITS];
    // `literal` begins before `rest`, which is at `at`.
    let (mut literal, mut rest, mut at, mut misses) = (input, input, 0, 0);
    while let Some(first) = rest.first_chunk() {
        match repeated(input, rest, at, u32::from_le_bytes(*first), &mut table) {
            Some((length, distance)) => {
                let (pending, _) = literal.split_at_checked(literal.len() - rest.len())?;
                out = put_literal(out, pending)?;
                out = put_copies(out, length, distance)?;
                rest = rest.get(length..)?;
                (literal, at, misses) = (rest, at + length, 0);
            }
            None => {
                // Faster and faster through what cannot be compressed, as Google's does.
                let step = (1 + (misses >> 5)).min(rest.len());
                rest = rest.get(step..)?;
                (at, misses) = (at + step, misses + 1);
            }
        }
    }
    let out = put_literal(out, literal)?;
    Some(room - out.len())
}

/// Length and distance of the same bytes before, if the table knows some.
fn repeated(
    input: &[u8],
    rest: &[u8],
    at: usize,
    first: u32,
    table: &mut [u32; 1 << TABLE_BITS],
) -> Option<(usize, usize)> {
    let hash = first.wrapping_mul(0x1e35_a7bd) >> (u32::BITS - TABLE_BITS);
    // Places count from 1, 0 is none.
    let place = table.get_mut(hash as usize)?;
    let before = core::mem::replace(place, u32::try_from(at + 1).ok()?);
    let before = usize::try_from(before.checked_sub(1)?).ok()?;
    let distance = at - before;
    if distance > MAX_DISTANCE {
        return None;
    }
    let same = input.get(before..)?.iter().zip(rest).take_while(|(a, b)| a == b).count();
    (same >= MIN_MATCH).then_some((same, distance))
}

const fn literal_header_len(length: usize) -> usize {
    match length {
        0..=60 => 1,
        61..=0x100 => 2,
        0x101..=0x1_0000 => 3,
        0x1_0001..=0x100_0000 => 4,
        _ => 5,
    }
}

fn put_literal<'b>(out: &'b mut [u8], literal: &[u8]) -> Option<&'b mut [u8]> {
    let Some(less) = literal.len().checked_sub(1) else { return Some(out) };
    let (header, out) = out.split_at_mut_checked(literal_header_len(literal.len()))?;
    let (tag, extra) = header.split_first_mut()?;
    *tag = if extra.is_empty() { (less << 2) as u8 } else { (59 + extra.len() as u8) << 2 };
    for (byte, value) in extra.iter_mut().zip((less as u32).to_le_bytes()) {
        *byte = value;
    }
    let (data, out) = out.split_at_mut_checked(literal.len())?;
    data.copy_from_slice(literal);
    Some(out)
}

fn put_copies(mut out: &mut [u8], mut length: usize, distance: usize) -> Option<&mut [u8]> {
    let [low, high] = (distance as u16).to_le_bytes();
    while length > 0 {
        let now = length.min(MAX_COPY);
        let (bytes, rest) = out.split_first_chunk_mut()?;
        *bytes = [((now - 1) << 2) as u8 | 2, low, high];
        (out, length) = (rest, length - now);
    }
    Some(out)
}
