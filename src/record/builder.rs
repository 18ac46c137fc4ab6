//! Builds a batch of magic 2 in the caller's buffer, which may be part of a frame under
//! construction.
//!
//! Records are written where they stay; [`finish`](BatchBuilder::finish) fills in the header in
//! front of them. A record that does not fit leaves the batch as it was. Uses `field`, `header`,
//! `item` and `crc`.

use super::batch::MAGIC;
use super::crc::Crc32c;
use super::field::{self, BATCH_HEADER_LEN};
use super::item::{NULL, Record, bytes_len, put_nullable};
use super::varint::{self, QUICK};
use super::{Attributes, BatchHeader, TimestampType};
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// What a batch says besides its records. The default is a producer's without idempotence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BatchOptions {
    /// Absolute offset of the first record; 0 from producers.
    pub base_offset: i64,
    /// Epoch of the leader that appends the batch; -1 from producers.
    pub partition_leader_epoch: i32,
    /// Id of the idempotent producer; -1 for none (KIP-98).
    pub producer_id: i64,
    /// Epoch of the idempotent producer; -1 for none.
    pub producer_epoch: i16,
    /// Sequence number of the first record; -1 for none.
    pub base_sequence: i32,
    /// Whether the batch is part of a transaction.
    pub transactional: bool,
    /// Whether it holds control records.
    pub control: bool,
    /// When a broker appends the batch, in milliseconds since 1970, where that is what the
    /// timestamps shall say.
    pub log_append_time: Option<i64>,
    /// After which time tombstones and markers may be removed (KIP-534): the base timestamp.
    pub delete_horizon: Option<i64>,
}

impl Default for BatchOptions {
    fn default() -> Self {
        Self {
            base_offset: 0,
            partition_leader_epoch: -1,
            producer_id: -1,
            producer_epoch: -1,
            base_sequence: -1,
            transactional: false,
            control: false,
            log_append_time: None,
            delete_horizon: None,
        }
    }
}

impl BatchOptions {
    /// What the header of a batch says, to build the batch again: from its records with their own
    /// timestamps and offsets come the same bytes.
    pub const fn of(header: &BatchHeader) -> Self {
        let attributes = header.attributes;
        Self {
            base_offset: header.base_offset,
            partition_leader_epoch: header.partition_leader_epoch,
            producer_id: header.producer_id,
            producer_epoch: header.producer_epoch,
            base_sequence: header.base_sequence,
            transactional: attributes.is_transactional(),
            control: attributes.is_control(),
            log_append_time: header.log_append_time(),
            delete_horizon: if attributes.has_delete_horizon() {
                Some(header.base_timestamp)
            } else {
                None
            },
        }
    }

    const fn attributes(&self) -> Attributes {
        let timestamp_type = match self.log_append_time {
            Some(_) => TimestampType::LogAppendTime,
            None => TimestampType::CreateTime,
        };
        Attributes(0)
            .with_timestamp_type(timestamp_type)
            .with_transactional(self.transactional)
            .with_control(self.control)
            .with_delete_horizon(self.delete_horizon.is_some())
    }
}

/// Writes a batch into a buffer, record by record.
#[derive(Debug)]
pub struct BatchBuilder<'b> {
    buffer: &'b mut [u8],
    /// Where the next record goes.
    position: usize,
    count: i32,
    /// What the next record has at least.
    next_offset_delta: i64,
    base_timestamp: Option<i64>,
    max_timestamp: i64,
    options: BatchOptions,
}

/// A record's place in its batch and its size.
struct Fit {
    timestamp_delta: u64,
    offset_delta: u32,
    /// Of what follows the length.
    length: usize,
    size: usize,
}

/// The longest batch: its length is an int32.
const MAX_SIZE: usize = field::LENGTH_FROM + i32::MAX as usize;

impl<'b> BatchBuilder<'b> {
    /// An empty batch at the front of the buffer.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] where not even the header fits.
    pub fn new(buffer: &'b mut [u8], options: BatchOptions) -> Result<Self> {
        if buffer.len() < BATCH_HEADER_LEN {
            return Err(too_small(BATCH_HEADER_LEN, buffer.len()));
        }
        Ok(Self {
            buffer,
            position: BATCH_HEADER_LEN,
            count: 0,
            next_offset_delta: 0,
            base_timestamp: options.delete_horizon,
            max_timestamp: -1,
            options,
        })
    }

    /// The number of bytes so far, the header's included.
    pub const fn len(&self) -> usize {
        self.position
    }

    /// Whether there is no record yet.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of records so far.
    pub const fn record_count(&self) -> usize {
        self.count as usize
    }

    /// How many bytes are left for records.
    pub const fn remaining(&self) -> usize {
        self.buffer.len() - self.position
    }

    /// How many bytes this record takes if it is the next one.
    ///
    /// # Errors
    /// Those of [`append`](Self::append), but for the size of the buffer.
    pub fn record_len(&self, record: &Record<'_>) -> Result<usize> {
        Ok(self.fit(record, self.next_offset_delta)?.size)
    }

    /// Appends a record with the next offset; the record's own is not looked at.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with the size that the buffer should have, after which the
    /// batch is as it was; [`ErrorKind::TooLong`]; [`BatchFault::Delta`] where the timestamp is too
    /// far from the first one.
    #[inline]
    pub fn append(&mut self, record: &Record<'_>) -> Result<()> {
        self.append_delta(record, self.next_offset_delta)
    }

    /// Appends a record with its own offset, which is above those before: to keep the gaps that
    /// compaction leaves.
    ///
    /// # Errors
    /// Those of [`append`](Self::append); [`BatchFault::Delta`] also where the offset is below the
    /// next one, or too far from the base.
    pub fn append_with_offset(&mut self, record: &Record<'_>) -> Result<()> {
        match record.offset.checked_sub(self.options.base_offset) {
            Some(delta) if delta >= self.next_offset_delta => self.append_delta(record, delta),
            _ => Err(self.delta_fault()),
        }
    }

    #[cold]
    fn delta_fault(&self) -> Error {
        Error::new(ErrorKind::Batch(BatchFault::Delta), self.position as u32)
    }

    #[inline(always)]
    fn fit(&self, record: &Record<'_>, offset_delta: i64) -> Result<Fit> {
        let base = self.base_timestamp.unwrap_or(record.timestamp);
        let (Some(timestamp_delta), Ok(offset_delta)) =
            (record.timestamp.checked_sub(base), i32::try_from(offset_delta))
        else {
            return Err(self.delta_fault());
        };
        let timestamp_delta = varint::zigzag_64(timestamp_delta);
        let offset_delta = varint::zigzag_32(offset_delta);
        let length = size_of::<i8>()
            + varint::len(timestamp_delta)
            + varint::len(u64::from(offset_delta))
            + bytes_len(record.key)
            + bytes_len(record.value)
            + record.headers.encoded_len();
        let size = varint::length_len(length) + length;
        if size > MAX_SIZE - self.position {
            let kind = ErrorKind::TooLong { length: u32::try_from(size).unwrap_or(u32::MAX) };
            return Err(Error::new(kind, self.position as u32));
        }
        Ok(Fit { timestamp_delta, offset_delta, length, size })
    }

    #[inline(always)]
    fn append_delta(&mut self, record: &Record<'_>, offset_delta: i64) -> Result<()> {
        let end = if QUICK { self.put_short(record, offset_delta) } else { None };
        match end {
            Some(end) => {
                self.advance(end, record.timestamp, offset_delta);
                Ok(())
            }
            None => self.append_any(record, offset_delta),
        }
    }

    /// Writes a record whose numbers take a byte or two and that has no headers, if it is one that
    /// fits, and gives its end. It may have written in vain where it does not.
    #[inline(always)]
    fn put_short(&mut self, record: &Record<'_>, offset_delta: i64) -> Option<usize> {
        let timestamp_delta = record.timestamp.checked_sub(self.base_timestamp?)?;
        if !record.headers.is_empty() {
            return None;
        }
        // The delta of the offset is not negative.
        let front = Numbers { bytes: u64::from(record.attributes as u8), len: 1 }
            .then(Numbers::new(varint::zigzag_64(timestamp_delta))?)
            .then(Numbers::new((offset_delta as u64) << 1)?);
        let (None, Some(value)) = (record.key, record.value) else {
            return self.put_keyed(front, record.key, record.value);
        };
        // The length of the record takes as many bytes as that of the value.
        match value.len() {
            0..=54 => self.put_value::<1>(front, value),
            64..=4095 => self.put_value::<2>(front, value),
            _ => None,
        }
    }

    /// Writes a record with a value alone, whose length takes `L` bytes.
    #[inline(always)]
    fn put_value<const L: usize>(&mut self, front: Numbers, value: &[u8]) -> Option<usize> {
        let front = front
            .then(Numbers { bytes: u64::from(NULL), len: 1 })
            .then(Numbers::of::<L>(raw_length(Some(value))));
        let length = front.len + value.len() + 1;
        let out = self.buffer.get_mut(self.position..)?.get_mut(..L + length)?;
        let out = Numbers::of::<L>((length as u64) << 1).write(out)?;
        let (value_out, headers) = front.write(out)?.split_at_mut_checked(value.len())?;
        value_out.copy_from_slice(value);
        *headers.first_mut()? = 0;
        Some(self.position + L + length)
    }

    #[inline(never)]
    fn put_keyed(
        &mut self,
        front: Numbers,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
    ) -> Option<usize> {
        let front = front.then(Numbers::new(raw_length(key))?);
        let value_length = Numbers::new(raw_length(value))?;
        let (key, value) = (key.unwrap_or_default(), value.unwrap_or_default());
        let length = front.len + key.len() + value_length.len + value.len() + 1;
        let record_length = Numbers::new((length as u64) << 1)?;
        let end = self.position + record_length.len + length;
        let out = record_length.write(self.buffer.get_mut(self.position..end)?)?;
        let (key_out, out) = front.write(out)?.split_at_mut_checked(key.len())?;
        key_out.copy_from_slice(key);
        let (value_out, headers) = value_length.write(out)?.split_at_mut_checked(value.len())?;
        value_out.copy_from_slice(value);
        *headers.first_mut()? = 0;
        Some(end)
    }

    #[inline(always)]
    fn advance(&mut self, end: usize, timestamp: i64, offset_delta: i64) {
        self.position = end;
        self.count += 1;
        self.next_offset_delta = offset_delta + 1;
        self.max_timestamp = self.max_timestamp.max(timestamp);
    }

    #[inline(never)]
    fn append_any(&mut self, record: &Record<'_>, offset_delta: i64) -> Result<()> {
        let fit = self.fit(record, offset_delta)?;
        let end = self.position + fit.size;
        let written =
            self.buffer.get_mut(self.position..end).and_then(|out| put(out, record, &fit));
        if written.is_none() {
            return Err(too_small(end, self.buffer.len()));
        }
        self.base_timestamp.get_or_insert(record.timestamp);
        self.advance(end, record.timestamp, offset_delta);
        Ok(())
    }

    /// Fills in the header, and gives the number of bytes of the batch.
    ///
    /// A batch without records has the timestamps -1 and, as Java checks, a last offset delta of
    /// -1; brokers refuse it.
    pub fn finish(self) -> usize {
        let Self { buffer, position, options, .. } = self;
        let header = BatchHeader {
            base_offset: options.base_offset,
            batch_length: (position - field::LENGTH_FROM) as i32,
            partition_leader_epoch: options.partition_leader_epoch,
            magic: MAGIC,
            crc: 0,
            attributes: options.attributes(),
            last_offset_delta: (self.next_offset_delta - 1) as i32,
            base_timestamp: self.base_timestamp.unwrap_or(-1),
            max_timestamp: options.log_append_time.unwrap_or(self.max_timestamp),
            producer_id: options.producer_id,
            producer_epoch: options.producer_epoch,
            base_sequence: options.base_sequence,
            record_count: self.count,
        };
        if let Some(batch) = buffer.get_mut(..position) {
            seal(&header, batch);
        }
        position
    }
}

/// The bytes of up to four numbers, each of which takes one or two, in one register.
#[derive(Clone, Copy)]
struct Numbers {
    bytes: u64,
    len: usize,
}

impl Numbers {
    #[inline(always)]
    fn new(raw: u64) -> Option<Self> {
        match raw {
            0..0x80 => Some(Self::of::<1>(raw)),
            0x80..0x4000 => Some(Self::of::<2>(raw)),
            _ => None,
        }
    }

    /// A number that takes so many bytes.
    #[inline(always)]
    fn of<const L: usize>(raw: u64) -> Self {
        Self { bytes: if L == 1 { raw } else { u64::from(varint::two_bytes(raw)) }, len: L }
    }

    #[inline(always)]
    fn then(self, next: Self) -> Self {
        let bytes = self.bytes | next.bytes << (self.len as u32 * u8::BITS);
        Self { bytes, len: self.len + next.len }
    }

    /// Writes the numbers to the front, and bytes behind them that are to be overwritten: a write
    /// of known size takes one instruction. Gives what follows the numbers.
    #[inline(always)]
    fn write(self, out: &mut [u8]) -> Option<&mut [u8]> {
        if self.len <= 2 {
            *out.first_chunk_mut()? = (self.bytes as u16).to_le_bytes();
        } else {
            *out.first_chunk_mut()? = self.bytes.to_le_bytes();
        }
        out.get_mut(self.len..)
    }
}

/// The length of the bytes, in zigzag order.
#[inline(always)]
fn raw_length(bytes: Option<&[u8]>) -> u64 {
    bytes.map_or(u64::from(NULL), |bytes| (bytes.len() as u64) << 1)
}

/// Writes the record into exactly the bytes that it takes.
#[inline(always)]
fn put<'b>(out: &'b mut [u8], record: &Record<'_>, fit: &Fit) -> Option<&'b mut [u8]> {
    let (attributes, out) = varint::put(out, (fit.length as u64) << 1)?.split_first_mut()?;
    *attributes = record.attributes as u8;
    let out = varint::put(out, fit.timestamp_delta)?;
    let out = varint::put(out, u64::from(fit.offset_delta))?;
    let out = put_nullable(out, record.key)?;
    let out = put_nullable(out, record.value)?;
    record.headers.put(out)
}

#[cold]
pub(super) fn too_small(need: usize, room: usize) -> Error {
    let need = u32::try_from(need).unwrap_or(u32::MAX);
    Error::new(ErrorKind::BufferTooSmall { need }, room as u32)
}

/// Writes the header to the front of a batch, with the length and the checksum that it has.
pub(super) fn seal(header: &BatchHeader, batch: &mut [u8]) {
    let length = batch.len().saturating_sub(field::LENGTH_FROM);
    if let Some(front) = batch.first_chunk_mut() {
        BatchHeader { batch_length: length as i32, ..*header }.write(front);
    }
    let crc = Crc32c::of(batch.get(field::CRC_FROM..).unwrap_or(&[]));
    field::set(batch, field::CRC, crc);
}
