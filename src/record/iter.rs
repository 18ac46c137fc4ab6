//! Walks the records of a batch, borrowed from its bytes.
//!
//! Each record is checked once, when it comes: lengths and counts against the bytes that are left,
//! before they are used. Work is linear in the bytes. Uses `item`, `varint` and `error`.

use super::item::{Checked, Headers, NULL, Record, beyond, length_of, negative};
use super::{BatchHeader, varint};
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
    log_append_time: Option<i64>,
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
                return Ok(Self {
                    rest: bytes,
                    left: count,
                    base_offset: header.base_offset,
                    base_timestamp: header.base_timestamp,
                    log_append_time: header.log_append_time(),
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
        Self { log_append_time: None, ..self }
    }

    /// Reads the record in front, if its numbers take a byte or two and it has no headers.
    #[inline(always)]
    fn common(&mut self) -> Option<Record<'a>> {
        let mut front = Front::new(self.rest)?;
        let length = length_of(front.varint()? as u32)?;
        let (record, rest) = self.rest.split_at_checked(front.used + length)?;
        let attributes = front.byte() as i8;
        let timestamp_delta = varint::unzigzag_64(front.varint()?);
        let offset_delta = varint::unzigzag_64(front.varint()?);
        let (key, after) = split(record.get(front.used..)?)?;
        let (value, [0]) = split(after)? else { return None };
        self.rest = rest;
        Some(Record {
            attributes,
            timestamp: match self.log_append_time {
                Some(time) => time,
                None => self.base_timestamp.wrapping_add(timestamp_delta),
            },
            offset: self.base_offset.wrapping_add(offset_delta),
            key,
            value,
            headers: Headers::NONE,
        })
    }

    /// Reads the record in front.
    #[inline(never)]
    fn record(&mut self) -> Checked<Record<'a>> {
        if self.rest.is_empty() {
            return Err((ErrorKind::Batch(BatchFault::RecordCount), 0));
        }
        let Some((raw, after)) = varint::split_u32(self.rest) else {
            return Err((varint::fault(self.rest, varint::MAX_32), self.rest.len()));
        };
        let Some(length) = length_of(raw) else {
            return Err((negative(raw), self.rest.len()));
        };
        let Some((body, rest)) = after.split_at_checked(length) else {
            return Err((beyond(length, after.len()), self.rest.len()));
        };
        self.rest = rest;
        self.body(body).map_err(|(kind, left)| (kind, left + rest.len()))
    }

    #[inline(always)]
    fn body(&self, body: &'a [u8]) -> Checked<Record<'a>> {
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
        let timestamp_delta = varint::unzigzag_64(timestamp_delta);
        let offset_delta = i64::from(varint::unzigzag_32(offset_delta));
        Ok(Record {
            attributes: *attributes as i8,
            timestamp: match self.log_append_time {
                Some(time) => time,
                None => self.base_timestamp.wrapping_add(timestamp_delta),
            },
            offset: self.base_offset.wrapping_add(offset_delta),
            key,
            value,
            headers,
        })
    }

    #[cold]
    fn end(&mut self) -> Option<Result<Record<'a>>> {
        let kind = ErrorKind::Batch(BatchFault::RecordCount);
        if self.rest.is_empty() { None } else { Some(Err(self.stop(kind, self.rest.len()))) }
    }

    #[cold]
    fn stop(&mut self, kind: ErrorKind, left: usize) -> Error {
        (self.left, self.rest) = (0, &[]);
        Error::new(kind, self.end.saturating_sub(left) as u32)
    }
}

/// The first bytes of a record, in one register.
struct Front {
    word: u64,
    used: usize,
}

impl Front {
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

    /// A varint of one byte or two. At most three times, so that they are all there.
    #[inline(always)]
    fn varint(&mut self) -> Option<u64> {
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
fn split(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
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

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Result<Record<'a>>> {
        let Some(left) = self.left.checked_sub(1) else { return self.end() };
        self.left = left;
        if let Some(record) = self.common() {
            return Some(Ok(record));
        }
        Some(self.record().map_err(|(kind, left)| self.stop(kind, left)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left as usize + 1))
    }
}

impl core::iter::FusedIterator for RecordIter<'_> {}
