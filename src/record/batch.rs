//! A batch of magic 2 (KIP-98): a view of its bytes, and a view that changes its header.
//!
//! [`RecordBatch::decode`] checks magic byte and length, after which no getter can fail; the
//! checksum is checked on demand. Uses `field`, `header`, `iter` and `crc`.

use super::crc::Crc32c;
use super::field::{self, BATCH_HEADER_LEN};
use super::{BatchHeader, Compression, RecordIter, TimestampType};
use crate::error::{BatchFault, Error, ErrorKind, Result};
use core::fmt;

/// A batch of records in the bytes of a Fetch or ShareFetch response, a Produce request or a log
/// segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RecordBatch<'a> {
    header: &'a [u8; BATCH_HEADER_LEN],
    /// The records, maybe compressed.
    body: &'a [u8],
    bytes: &'a [u8],
}

/// The magic byte of these batches.
pub(super) const MAGIC: i8 = 2;
/// What the length counts of the header.
pub(super) const MIN_LENGTH: usize = BATCH_HEADER_LEN - field::LENGTH_FROM;

/// A fault at the place of a field.
#[cold]
pub(super) const fn fault_at(fault: BatchFault, at: &field::Field) -> Error {
    Error::new(ErrorKind::Batch(fault), at.start as u32)
}

/// The size of the batch that these bytes begin with.
fn check(bytes: &[u8]) -> Result<usize> {
    let remaining = bytes.len() as u32;
    if bytes.get(field::MAGIC).is_some_and(|magic| magic != [MAGIC as u8]) {
        return Err(fault_at(BatchFault::Magic, &field::MAGIC));
    }
    if bytes.len() < BATCH_HEADER_LEN {
        let need = BATCH_HEADER_LEN as u32;
        return Err(Error::new(ErrorKind::Truncated { need, remaining }, 0));
    }
    let length: i32 = field::get(bytes, field::BATCH_LENGTH);
    if length < MIN_LENGTH as i32 {
        return Err(fault_at(BatchFault::Length, &field::BATCH_LENGTH));
    }
    let length = length as u32;
    let remaining = remaining - field::LENGTH_FROM as u32;
    if length > remaining {
        let kind = ErrorKind::LengthBeyondEnd { length, remaining };
        return Err(Error::new(kind, field::BATCH_LENGTH.start as u32));
    }
    Ok(field::LENGTH_FROM + length as usize)
}

impl<'a> RecordBatch<'a> {
    /// The batch that fills these bytes.
    ///
    /// # Errors
    /// Those of [`decode_prefix`](Self::decode_prefix), and [`ErrorKind::TrailingBytes`].
    pub fn decode(bytes: &'a [u8]) -> Result<Self> {
        let (this, rest) = Self::decode_prefix(bytes)?;
        if !rest.is_empty() {
            let remaining = rest.len() as u32;
            let kind = ErrorKind::TrailingBytes { remaining };
            return Err(Error::new(kind, this.bytes.len() as u32));
        }
        Ok(this)
    }

    /// The batch that these bytes begin with, and the bytes after it.
    ///
    /// # Errors
    /// [`BatchFault::Magic`], [`BatchFault::Length`] of a length that does not hold the header,
    /// [`ErrorKind::Truncated`] where the header is cut off, [`ErrorKind::LengthBeyondEnd`] where
    /// the records are.
    pub fn decode_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8])> {
        let size = check(bytes)?;
        let split = bytes.split_at_checked(size).and_then(|(bytes, rest)| {
            let (header, body) = bytes.split_first_chunk()?;
            Some((Self { header, body, bytes }, rest))
        });
        // `check` said that all of this is there.
        split.ok_or(fault_at(BatchFault::Length, &field::BATCH_LENGTH))
    }

    #[inline(always)]
    pub(super) fn header_bytes(&self) -> &[u8] {
        self.header
    }

    /// The header as values.
    pub fn header(&self) -> BatchHeader {
        BatchHeader::read(self.header)
    }

    /// The whole batch.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes behind the header: the records, or what they were compressed to.
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// How the records are compressed.
    pub fn compression(&self) -> Compression {
        self.attributes().compression()
    }

    /// Absolute offset of the last record.
    pub fn last_offset(&self) -> i64 {
        self.base_offset().wrapping_add(i64::from(self.last_offset_delta()))
    }

    /// The offset that a consumer asks for after this batch.
    pub fn next_offset(&self) -> i64 {
        self.last_offset().wrapping_add(1)
    }

    /// Whether an idempotent producer wrote the batch (KIP-98).
    pub fn has_producer_id(&self) -> bool {
        self.producer_id() >= 0
    }

    /// Sequence number of the last record; -1 for none. Numbers wrap from 2^31 - 1 to 0.
    pub fn last_sequence(&self) -> i32 {
        match self.base_sequence() {
            -1 => -1,
            base => base.wrapping_add(self.last_offset_delta()) & i32::MAX,
        }
    }

    /// When the broker appended the batch, where that is what its timestamps say.
    pub fn log_append_time(&self) -> Option<i64> {
        match self.attributes().timestamp_type() {
            TimestampType::LogAppendTime => Some(self.max_timestamp()),
            TimestampType::CreateTime => None,
        }
    }

    /// After which time tombstones and transaction markers of the batch may be removed (KIP-534).
    pub fn delete_horizon(&self) -> Option<i64> {
        self.attributes().has_delete_horizon().then(|| self.base_timestamp())
    }

    /// The checksum that the batch should have.
    pub fn computed_crc(&self) -> u32 {
        Crc32c::of(self.bytes.get(field::CRC_FROM..).unwrap_or(&[]))
    }

    /// Checks the checksum.
    ///
    /// # Errors
    /// [`BatchFault::Crc`].
    pub fn verify_crc(&self) -> Result<()> {
        if self.crc() != self.computed_crc() {
            return Err(fault_at(BatchFault::Crc, &field::CRC));
        }
        Ok(())
    }

    /// The records of a batch that is not compressed.
    ///
    /// # Errors
    /// [`BatchFault::Codec`] where it is compressed: see
    /// [`records_with`](Self::records_with); those of [`records_in`](Self::records_in).
    pub fn records(&self) -> Result<RecordIter<'a>> {
        if self.compression() != Compression::None {
            return Err(fault_at(BatchFault::Codec, &field::ATTRIBUTES));
        }
        RecordIter::new(&self.header(), self.body, BATCH_HEADER_LEN)
    }

    /// The records of this batch, from the bytes that its body was decompressed to.
    ///
    /// Offsets of errors count from the first of these bytes.
    ///
    /// # Errors
    /// [`ErrorKind::NegativeLength`] and [`ErrorKind::CountBeyondEnd`] where the number of records
    /// in the header cannot be.
    pub fn records_in<'b>(&self, decompressed: &'b [u8]) -> Result<RecordIter<'b>> {
        RecordIter::new(&self.header(), decompressed, 0)
    }
}

/// One line: offsets, size and what kind of batch it is.
impl fmt::Display for RecordBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, attributes) = (self.record_count(), self.attributes());
        write!(f, "batch {}-{}, {count} records, ", self.base_offset(), self.last_offset())?;
        write!(f, "{} bytes, {}", self.bytes.len(), attributes.compression())?;
        if self.has_producer_id() {
            let (id, epoch) = (self.producer_id(), self.producer_epoch());
            write!(f, ", producer {id} epoch {epoch} sequence {}", self.base_sequence())?;
        }
        for (is, name) in [
            (attributes.is_transactional(), ", transactional"),
            (attributes.is_control(), ", control"),
            (attributes.has_delete_horizon(), ", delete horizon"),
            (self.log_append_time().is_some(), ", log append time"),
        ] {
            f.write_str(if is { name } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for RecordBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordBatch({self})")
    }
}

/// A batch whose header can be changed in place.
///
/// Base offset and leader epoch are outside of the checksum, so that brokers set them without
/// reading the records; after any other change, [`update_crc`](Self::update_crc).
#[derive(Debug)]
pub struct RecordBatchMut<'a> {
    bytes: &'a mut [u8],
}

impl<'a> RecordBatchMut<'a> {
    /// The batch that fills these bytes.
    ///
    /// # Errors
    /// Those of [`RecordBatch::decode`].
    pub fn decode(bytes: &'a mut [u8]) -> Result<Self> {
        RecordBatch::decode(bytes)?;
        Ok(Self { bytes })
    }

    /// An empty batch that fills a header's worth of the buffer: length and magic byte are set, all
    /// else is 0.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`].
    pub fn empty(buffer: &'a mut [u8]) -> Result<Self> {
        let room = buffer.len() as u32;
        let Some(bytes) = buffer.get_mut(..BATCH_HEADER_LEN) else {
            let kind = ErrorKind::BufferTooSmall { need: BATCH_HEADER_LEN as u32 };
            return Err(Error::new(kind, room));
        };
        bytes.fill(0);
        let mut this = Self { bytes };
        this.set_batch_length(MIN_LENGTH as i32).set_magic(MAGIC).update_crc();
        Ok(this)
    }

    #[inline(always)]
    pub(super) fn header_bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }

    /// The batch as it is now.
    ///
    /// # Errors
    /// Those of [`RecordBatch::decode`], where length or magic byte were set to what cannot be.
    pub fn as_batch(&self) -> Result<RecordBatch<'_>> {
        RecordBatch::decode(self.bytes)
    }

    /// Sets the checksum to what it should be.
    pub fn update_crc(&mut self) -> &mut Self {
        let crc = Crc32c::of(self.bytes.get(field::CRC_FROM..).unwrap_or(&[]));
        self.set_crc(crc)
    }
}
