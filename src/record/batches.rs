//! Walks what a `records` field or a log segment holds: batches of magic 2 and messages of magic 0
//! and 1, one after another.
//!
//! A broker cuts its answer at a number of bytes, so that the last batch may be partial: that is a
//! value, [`Batch::Incomplete`], and no error. Uses `batch`, `legacy` and `error`.

use super::field;
use super::{LegacyMessage, RecordBatch};
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// One entry of a `records` field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Batch<'a> {
    /// A batch of magic 2.
    Records(RecordBatch<'a>),
    /// A message of magic 0 or 1, or the wrapper of compressed ones.
    Legacy(LegacyMessage<'a>),
    /// The bytes end inside a batch. Nothing follows.
    Incomplete(Incomplete),
}

/// What there is of a batch that is cut off, and what is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Incomplete {
    /// How many bytes there are.
    pub present: usize,
    /// How many more there should be. At least so many, where not even the length is there.
    pub missing: usize,
    /// Absolute offset of the batch, where it is there.
    pub base_offset: Option<i64>,
}

/// Walks batches and messages. After an error or a partial batch it ends.
#[derive(Clone, Debug)]
pub struct Batches<'a> {
    rest: &'a [u8],
    /// How many bytes were there at first.
    size: usize,
}

impl<'a> Batches<'a> {
    /// Walks these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, size: bytes.len() }
    }

    /// The bytes that have not been walked.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn batch(&mut self) -> Result<Batch<'a>> {
        let missing = match missing(self.rest)? {
            0 => return self.whole(),
            missing => missing,
        };
        let present = self.rest.len();
        let base_offset =
            (present >= field::BASE_OFFSET.end).then(|| field::get(self.rest, field::BASE_OFFSET));
        self.rest = &[];
        Ok(Batch::Incomplete(Incomplete { present, missing, base_offset }))
    }

    fn whole(&mut self) -> Result<Batch<'a>> {
        let (batch, rest) = match field::get(self.rest, field::MAGIC) {
            0..=1i8 => {
                let (message, rest) = LegacyMessage::decode_prefix(self.rest)?;
                (Batch::Legacy(message), rest)
            }
            _ => {
                let (batch, rest) = RecordBatch::decode_prefix(self.rest)?;
                (Batch::Records(batch), rest)
            }
        };
        self.rest = rest;
        Ok(batch)
    }
}

/// How many bytes are missing of the batch that these bytes begin with, as far as they tell.
fn missing(bytes: &[u8]) -> Result<usize> {
    if let Some(missing) = field::LENGTH_FROM.checked_sub(bytes.len())
        && missing > 0
    {
        return Ok(missing);
    }
    let length: i32 = field::get(bytes, field::BATCH_LENGTH);
    match usize::try_from(length) {
        Ok(length) if length >= super::legacy::MIN_LENGTH => {
            Ok(length.saturating_sub(bytes.len() - field::LENGTH_FROM))
        }
        _ => Err(super::batch::fault_at(BatchFault::Length, &field::BATCH_LENGTH)),
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Result<Batch<'a>>;

    fn next(&mut self) -> Option<Result<Batch<'a>>> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.size - self.rest.len();
        let batch = self.batch();
        Some(batch.map_err(|error: Error| {
            self.rest = &[];
            error.at(u32::try_from(start).unwrap_or(u32::MAX))
        }))
    }
}

impl core::iter::FusedIterator for Batches<'_> {}

impl Incomplete {
    /// The partial batch as an error, for callers that have to have it whole.
    pub fn into_error(self) -> Error {
        let (need, remaining) = (self.present.saturating_add(self.missing), self.present);
        let need = u32::try_from(need).unwrap_or(u32::MAX);
        Error::new(ErrorKind::Truncated { need, remaining: remaining as u32 }, 0)
    }
}
