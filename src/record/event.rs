//! What a [`RecordDecoder`](super::RecordDecoder) says of the bytes that it is given.
//!
//! Everything here is `Copy`; parts of keys and values borrow the input. Uses `header` and `error`.

use super::BatchHeader;
use super::batch::fault_at;
use super::field;
use crate::error::{BatchFault, Result};

/// What a [`RecordDecoder`](super::RecordDecoder) has come upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RecordEvent<'a> {
    /// A batch begins.
    Batch(BatchHeader),
    /// Bytes that the records of the batch were compressed to. A compressed batch has these instead
    /// of records.
    Compressed(Part<'a>),
    /// A record begins. At least one [`Key`](Self::Key) and one [`Value`](Self::Value) follow.
    Record(RecordBegin),
    /// A part of the key.
    Key(Part<'a>),
    /// A part of the value.
    Value(Part<'a>),
    /// The record has so many headers, one or more: keys and values follow in turn.
    Headers {
        /// How many.
        count: u32,
    },
    /// A part of the key of a header, which is never null.
    HeaderKey(Part<'a>),
    /// A part of the value of a header.
    HeaderValue(Part<'a>),
    /// The record is complete.
    RecordEnd,
    /// The batch is complete.
    BatchEnd(CrcVerdict),
}

/// What is known of a record before its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RecordBegin {
    /// No bit has a meaning yet.
    pub attributes: i8,
    /// In milliseconds since 1970; -1 for none. The batch's where the broker set it.
    pub timestamp: i64,
    /// Absolute offset.
    pub offset: i64,
    /// Size of the record in bytes, without its length in front.
    pub length: u32,
}

/// A part of some bytes: all of them, where the input holds them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Part<'a> {
    /// The part; empty only where all the bytes are.
    pub bytes: &'a [u8],
    /// How many bytes there are in all parts; `None` for null.
    pub total: Option<u32>,
    /// How many follow in further parts.
    pub left: u32,
}

impl Part<'_> {
    /// Whether no part follows.
    pub const fn is_last(&self) -> bool {
        self.left == 0
    }
}

/// The checksum of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CrcVerdict {
    /// That in the header.
    pub expected: u32,
    /// That of the bytes.
    pub computed: u32,
}

impl CrcVerdict {
    /// Checks that the two are the same.
    ///
    /// # Errors
    /// [`BatchFault::Crc`].
    pub fn check(&self) -> Result<()> {
        if self.expected != self.computed {
            return Err(fault_at(BatchFault::Crc, &field::CRC));
        }
        Ok(())
    }
}
