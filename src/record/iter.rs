//! Walks the records of a batch, borrowed from its bytes.
//!
//! Each record is checked once, when it comes: lengths and counts against the bytes that are left,
//! before they are used. Work is linear in the bytes. Most records are read by `plain`; what is
//! here reads all, and says what is wrong with one. Uses `plain`, `item`, `varint` and `error`.

use super::item::{Checked, Headers, NULL, Record, beyond, length_of, negative};
use super::{BatchHeader, plain, varint};
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
    base_timestamp: i64,
    log_append_time: i64,
    /// What counts of the records' own timestamps: all, or nothing where those of the batch are
    /// those of its append.
    own: i64,
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
                    base_timestamp: header.base_timestamp,
                    log_append_time: log_append_time.unwrap_or(header.base_timestamp),
                    own: own(log_append_time.is_some()),
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
        Self { log_append_time: self.base_timestamp, own: -1, ..self }
    }

    #[inline(always)]
    fn absolute(&self, record: Record<'a>) -> Record<'a> {
        Record {
            timestamp: self.log_append_time.wrapping_add(record.timestamp),
            offset: self.base_offset.wrapping_add(record.offset),
            ..record
        }
    }
}

// Out of line, as a choice for each record would be made of the mask otherwise.
#[inline(never)]
fn own(log_append_time: bool) -> i64 {
    if log_append_time { 0 } else { -1 }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>>;

    // Inlined, so that what the caller does not look at is not put together.
    #[inline(always)]
    fn next(&mut self) -> Option<Result<Record<'a>>> {
        let Some(left) = self.left.checked_sub(1) else {
            if self.rest.is_empty() {
                return None;
            }
            let Step { record, rest, .. } =
                Step::fail(ErrorKind::Batch(BatchFault::RecordCount), self.rest.len(), self.end);
            self.rest = rest;
            return Some(record);
        };
        if cfg!(target_pointer_width = "64")
            && let Some((record, rest)) = plain::split(self.rest, self.own)
        {
            (self.rest, self.left) = (rest, left);
            return Some(Ok(self.absolute(record)));
        }
        let Step { record, rest, left } = Step::take(self.rest, left, self.end);
        (self.rest, self.left) = (rest, left);
        match record {
            Ok(record) => {
                Some(Ok(self.absolute(Record { timestamp: record.timestamp & self.own, ..record })))
            }
            Err(error) => Some(Err(error)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left as usize + 1))
    }
}

impl core::iter::FusedIterator for RecordIter<'_> {}

struct Step<'a> {
    record: Result<Record<'a>>,
    rest: &'a [u8],
    left: u32,
}

impl<'a> Step<'a> {
    #[cold]
    #[inline(never)]
    fn take(bytes: &'a [u8], left: u32, end: usize) -> Self {
        match record(bytes) {
            Ok((record, rest)) => Self { record: Ok(record), rest, left },
            Err((kind, left)) => Self::fail(kind, left, end),
        }
    }

    #[cold]
    #[inline(never)]
    fn fail(kind: ErrorKind, left: usize, end: usize) -> Self {
        let error = Error::new(kind, end.saturating_sub(left) as u32);
        Self { record: Err(error), rest: &[], left: 0 }
    }
}

/// Reads the record in front, whose timestamp and offset are relative to the batch.
#[inline(always)]
fn record<'a>(bytes: &'a [u8]) -> Checked<(Record<'a>, &'a [u8])> {
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
fn read<'a>(body: &'a [u8]) -> Checked<Record<'a>> {
    let [attributes, rest @ ..] = body else {
        return Err((ErrorKind::Truncated { need: 1, remaining: 0 }, 0));
    };
    let Some((timestamp_delta, rest)) = varint::split_u64(rest) else {
        return Err((varint::fault(rest, varint::MAX_64), rest.len()));
    };
    let Some((offset_delta, rest)) = varint::split_u32(rest) else {
        return Err((varint::fault(rest, varint::MAX_32), rest.len()));
    };
    let (key, rest) = nullable(rest)?;
    let (value, rest) = nullable(rest)?;
    let headers = Headers::read(rest)?;
    Ok(Record {
        attributes: *attributes as i8,
        timestamp: varint::unzigzag_64(timestamp_delta),
        offset: i64::from(varint::unzigzag_32(offset_delta)),
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
mod tests {
    use super::*;
    use std::vec::Vec;

    fn put(bytes: &mut Vec<u8>, value: u64) {
        let mut buffer = [0; 12];
        let left = varint::put(&mut buffer, value).unwrap().len();
        bytes.extend(&buffer[..12 - left]);
    }

    fn encoded(timestamp: i64, offset: i32, key: Option<&[u8]>, size: usize) -> Vec<u8> {
        let mut body = std::vec![0];
        put(&mut body, varint::zigzag_64(timestamp));
        put(&mut body, varint::zigzag_32(offset).into());
        match key {
            Some(key) => {
                put(&mut body, (key.len() as u64) << 1);
                body.extend(key);
            }
            None => put(&mut body, NULL.into()),
        }
        put(&mut body, (size as u64) << 1);
        body.extend((0..size).map(|at| at as u8));
        body.push(0);
        let mut record = Vec::new();
        put(&mut record, (body.len() as u64) << 1);
        record.extend(body);
        record.extend([0xa5; 12]);
        record
    }

    #[test]
    fn what_is_plain_is_read_alike() {
        let numbers = [0, 1, 31, 32, 63, 64, 100, -1, -64, 4_095, 4_096, 8_191, 8_192, 1 << 20];
        let sizes = [0, 1, 2, 50, 54, 55, 56, 57, 58, 62, 63, 64, 65, 100, 127, 128, 8_000, 8_192];
        let (mut plain, mut flipped) = (0, 0);
        for (timestamp, offset) in numbers.iter().flat_map(|t| numbers.map(|o| (*t, o as i32))) {
            for (size, key) in sizes.iter().flat_map(|s| [None, Some(&b"k"[..])].map(|k| (*s, k))) {
                let mut bytes = encoded(timestamp, offset, key, size);
                let agree = |bytes: &[u8]| match plain::split(bytes, -1) {
                    Some((read, rest)) => {
                        assert_eq!(record(bytes), Ok((read, rest)));
                        1
                    }
                    None => 0,
                };
                plain += agree(&bytes);
                for bit in 0..12 * 8 {
                    bytes[bit / 8] ^= 1 << (bit % 8);
                    flipped += agree(&bytes);
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
                for end in [0, 5, 10, bytes.len() - 13, bytes.len() - 12] {
                    agree(&bytes[..end]);
                }
            }
        }
        assert!(plain > 500 && flipped > 500, "{plain}, {flipped}");
    }
}
