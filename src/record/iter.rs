//! Walks the records of a batch, borrowed from its bytes.
//!
//! Each record is checked once, when it comes: lengths and counts against the bytes that are left,
//! before they are used. Work is linear in the bytes. Most records are read by `plain`, in the
//! caller's loop; here all can be read, and what is wrong with one is found. Uses `plain`, `item`,
//! `varint` and `error`.

use super::item::{Checked, Headers, NULL, Record, beyond, length_of, negative};
use super::varint::{self, QUICK};
use super::{BatchHeader, plain};
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// Walks the records of a batch.
///
/// After an error it ends. Offsets and timestamps that overflow wrap, as Java's do.
#[derive(Clone, Debug)]
pub struct RecordIter<'a> {
    rest: &'a [u8],
    /// Records still to come.
    left: u32,
    base_offset: i64,
    /// What timestamps are relative to, or all of them where the batch has that of its append.
    timestamp: i64,
    /// What counts of the records' own timestamps: all bits or none.
    own: i64,
    base_timestamp: i64,
    /// Where the bytes end, counted as the offsets of errors are.
    end: usize,
}

/// Length, attributes, two deltas, two lengths and the number of headers.
pub(super) const MIN_RECORD_LEN: usize = 7;

impl<'a> RecordIter<'a> {
    pub(super) fn new(header: &BatchHeader, bytes: &'a [u8], at: usize) -> Result<Self> {
        let remaining = bytes.len() as u32;
        let kind = match u32::try_from(header.record_count) {
            Ok(count) if count as usize <= bytes.len() / MIN_RECORD_LEN => {
                let log_append_time = header.log_append_time();
                return Ok(Self {
                    rest: bytes,
                    left: count,
                    base_offset: header.base_offset,
                    timestamp: log_append_time.unwrap_or(header.base_timestamp),
                    own: own(log_append_time.is_none()),
                    base_timestamp: header.base_timestamp,
                    end: at + bytes.len(),
                });
            }
            Ok(count) => ErrorKind::CountBeyondEnd { count, remaining },
            Err(_) => ErrorKind::NegativeLength { length: header.record_count },
        };
        Err(Error::new(kind, super::field::RECORD_COUNT.start as u32))
    }

    /// Gives the timestamps that the records have of their own, also in a batch whose timestamps
    /// are those of its append: to write the same bytes again.
    #[must_use]
    pub const fn with_own_timestamps(self) -> Self {
        Self { timestamp: self.base_timestamp, own: -1, ..self }
    }

    #[inline(always)]
    fn absolute(&self, record: Record<'a>) -> Record<'a> {
        Record {
            timestamp: self.timestamp.wrapping_add(record.timestamp & self.own),
            offset: self.base_offset.wrapping_add(record.offset),
            ..record
        }
    }
}

// Out of line, since the compiler would rather choose for each record than mask what it knows.
#[inline(never)]
const fn own(all: bool) -> i64 {
    if all { -1 } else { 0 }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>>;

    // Inlined, so that state and records are in registers, and what the caller does not look at is
    // nowhere.
    #[inline(always)]
    fn next(&mut self) -> Option<Result<Record<'a>>> {
        let (left, none_left) = self.left.overflowing_sub(1);
        if none_left {
            if self.rest.is_empty() {
                return None;
            }
        } else if QUICK && let Some((record, rest)) = plain::split(self.rest) {
            (self.rest, self.left) = (rest, left);
            return Some(Ok(self.absolute(record)));
        }
        let Step { record, rest, left } = Step::take(self.rest, left, self.end);
        (self.rest, self.left) = (rest, left);
        match record {
            Ok(record) => Some(Ok(self.absolute(record))),
            Err(error) => Some(Err(error)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left as usize + 1))
    }
}

impl core::iter::FusedIterator for RecordIter<'_> {}

/// A record, relative to its batch, and the state after it. By value, as the state has to be in
/// memory otherwise.
struct Step<'a> {
    record: Result<Record<'a>>,
    rest: &'a [u8],
    left: u32,
}

impl<'a> Step<'a> {
    /// Takes the record in front, after which so many are left, or `u32::MAX` where there should
    /// have been none.
    // Cold, so that the caller's loop is laid out for `plain`.
    #[cold]
    #[inline(never)]
    fn take(bytes: &'a [u8], left: u32, end: usize) -> Self {
        if left == u32::MAX {
            return Self::fail((ErrorKind::Batch(BatchFault::RecordCount), bytes.len()), end);
        }
        let short = if QUICK { short(bytes) } else { None };
        match short {
            Some((record, rest)) => Self { record: Ok(record), rest, left },
            None => Self::take_any(bytes, left, end),
        }
    }

    #[inline(never)]
    fn take_any(bytes: &'a [u8], left: u32, end: usize) -> Self {
        match record(bytes) {
            Ok((record, rest)) => Self { record: Ok(record), rest, left },
            Err(fault) => Self::fail(fault, end),
        }
    }

    #[cold]
    fn fail((kind, left): (ErrorKind, usize), end: usize) -> Self {
        let error = Error::new(kind, end.saturating_sub(left) as u32);
        Self { record: Err(error), rest: &[], left: 0 }
    }
}

/// The record in front and what follows it, if its numbers take a byte or two and it has no
/// headers.
#[inline(always)]
fn short(bytes: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let mut numbers = Numbers::new(bytes)?;
    let length = length_of(numbers.next()? as u32)?;
    let (record, rest) = bytes.split_at_checked(numbers.used + length)?;
    let attributes = numbers.byte() as i8;
    let timestamp = varint::unzigzag_64(numbers.next()?);
    let offset = varint::unzigzag_64(numbers.next()?);
    let (key, after) = split_short(record.get(numbers.used..)?)?;
    let (value, [0]) = split_short(after)? else { return None };
    Some((Record { attributes, timestamp, offset, key, value, ..Record::default() }, rest))
}

/// Takes numbers of one byte or two off a word: up to three, which are all in there.
struct Numbers {
    word: u64,
    used: usize,
}

impl Numbers {
    #[inline(always)]
    fn new(bytes: &[u8]) -> Option<Self> {
        Some(Self { word: u64::from_le_bytes(*bytes.first_chunk()?), used: 0 })
    }

    #[inline(always)]
    fn byte(&mut self) -> u8 {
        let byte = self.word as u8;
        (self.word, self.used) = (self.word >> 8, self.used + 1);
        byte
    }

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        if self.word & 0x80 == 0 {
            return Some(u64::from(self.byte()));
        }
        if self.word & 0x8000 != 0 {
            return None;
        }
        let (low, high) = (self.word & 0x7f, self.word >> 1 & 0x3f80);
        (self.word, self.used) = (self.word >> 16, self.used + 2);
        Some(low | high)
    }
}

/// The bytes behind their length of one byte or two in front, and what follows them.
#[inline(always)]
fn split_short(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let (raw, after) = match bytes {
        [a @ 0..=0x7f, after @ ..] => (u32::from(*a), after),
        [a, b @ 0..=0x7f, after @ ..] => (u32::from(*a) & 0x7f | u32::from(*b) << 7, after),
        _ => return None,
    };
    match length_of(raw) {
        Some(length) => {
            let (value, rest) = after.split_at_checked(length)?;
            Some((Some(value), rest))
        }
        None if raw == NULL => Some((None, after)),
        None => None,
    }
}

/// The record in front and what follows it.
#[inline(always)]
fn record(bytes: &[u8]) -> Checked<(Record<'_>, &[u8])> {
    if bytes.is_empty() {
        return Err((ErrorKind::Batch(BatchFault::RecordCount), 0));
    }
    let Some((raw, after)) = varint::split_u32(bytes) else {
        return Err((varint::fault(bytes, varint::MAX_32), bytes.len()));
    };
    let Some(length) = length_of(raw) else {
        return Err((negative(raw), bytes.len()));
    };
    let Some((body, rest)) = after.split_at_checked(length) else {
        return Err((beyond(length, after.len()), bytes.len()));
    };
    match read(body) {
        Ok(record) => Ok((record, rest)),
        Err((kind, left)) => Err((kind, left + rest.len())),
    }
}

#[inline(always)]
fn read(body: &[u8]) -> Checked<Record<'_>> {
    let [attributes, rest @ ..] = body else {
        return Err((ErrorKind::Truncated { need: 1, remaining: 0 }, 0));
    };
    let Some((timestamp, rest)) = varint::split_u64(rest) else {
        return Err((varint::fault(rest, varint::MAX_64), rest.len()));
    };
    let Some((offset, rest)) = varint::split_u32(rest) else {
        return Err((varint::fault(rest, varint::MAX_32), rest.len()));
    };
    let (key, rest) = nullable(rest)?;
    let (value, rest) = nullable(rest)?;
    let headers = Headers::read(rest)?;
    Ok(Record {
        attributes: *attributes as i8,
        timestamp: varint::unzigzag_64(timestamp),
        offset: i64::from(varint::unzigzag_32(offset)),
        key,
        value,
        headers,
    })
}

/// The bytes behind their length in front, and what follows them.
#[inline(always)]
fn nullable(bytes: &[u8]) -> Checked<(Option<&[u8]>, &[u8])> {
    let Some((raw, after)) = varint::split_u32(bytes) else {
        return Err((varint::fault(bytes, varint::MAX_32), bytes.len()));
    };
    let Some(length) = length_of(raw) else {
        return if raw == NULL { Ok((None, after)) } else { Err((negative(raw), bytes.len())) };
    };
    match after.split_at_checked(length) {
        Some((value, rest)) => Ok((Some(value), rest)),
        None => Err((beyond(length, after.len()), bytes.len())),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use proptest::sample::Index;
    use std::vec::Vec;

    /// The record without headers, as Java writes it.
    pub(crate) fn encoded(
        attributes: u8,
        timestamp: i64,
        offset: i64,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
    ) -> Vec<u8> {
        with_padding(attributes, [timestamp, offset], [key, value], 0, [0; 5])
    }

    /// The record with a length that is wrong by so much, and varints longer than they have to be.
    fn with_padding(
        attributes: u8,
        deltas: [i64; 2],
        parts: [Option<&[u8]>; 2],
        wrong: i64,
        padding: [usize; 5],
    ) -> Vec<u8> {
        let [for_length, for_deltas @ .., for_key, for_value] = padding;
        let mut body = Vec::from([attributes]);
        for (delta, padding) in deltas.into_iter().zip(for_deltas) {
            put(&mut body, delta, padding);
        }
        for (bytes, padding) in parts.into_iter().zip([for_key, for_value]) {
            put(&mut body, bytes.map_or(-1, |bytes| bytes.len() as i64), padding);
            body.extend(bytes.unwrap_or_default());
        }
        body.push(0);
        let mut record = Vec::new();
        put(&mut record, body.len() as i64 + wrong, for_length);
        record.extend(body);
        record
    }

    fn put(out: &mut Vec<u8>, number: i64, padding: usize) {
        let mut buffer = [0; 12];
        let left = varint::put(&mut buffer, varint::zigzag_64(number)).unwrap().len();
        out.extend(&buffer[..12 - left]);
        for _ in 0..padding {
            *out.last_mut().unwrap() |= 0x80;
            out.push(0);
        }
    }

    fn delta() -> impl Strategy<Value = i64> {
        prop_oneof![3 => 0i64..70, 2 => -70i64..0, 3 => 60i64..8_200, 1 => any::<i64>()]
    }

    fn bytes() -> impl Strategy<Value = Option<Vec<u8>>> {
        option::weighted(0.9, prop_oneof![vec(0u8..3, 0..4), vec(any::<u8>(), 50..140)])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn quick_ways_read_what_the_slow_one_reads(
            attributes in prop_oneof![4 => Just(0u8), 1 => any::<u8>()],
            deltas in [delta(), delta()],
            (key, value) in (prop_oneof![Just(None), bytes()], bytes()),
            wrong in prop_oneof![6 => Just(0i64), 1 => -3i64..4],
            padding in prop_oneof![2 => Just([0; 5]), 1 => [0usize..2, 0..2, 0..2, 0..2, 0..2]],
            more in vec(any::<u8>(), 0..12),
            changes in vec((any::<Index>(), any::<u8>()), 0..2),
            cut in option::weighted(0.1, any::<Index>()),
        ) {
            let parts = [key.as_deref(), value.as_deref()];
            let mut bytes = with_padding(attributes, deltas, parts, wrong, padding);
            bytes.extend(more);
            for (at, byte) in changes {
                // The front has most to go wrong.
                let front = bytes.len().min(12);
                *at.get_mut(&mut bytes[..front]) = byte;
            }
            bytes.truncate(cut.map_or(usize::MAX, |cut| cut.index(bytes.len())));
            let slow = super::record(&bytes).ok();
            for quick in [plain::split(&bytes), short(&bytes)] {
                prop_assert!(quick.is_none() || quick == slow, "{quick:?} {slow:?}");
            }
        }
    }
}
