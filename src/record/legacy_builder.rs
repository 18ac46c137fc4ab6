//! Messages of magic 0 and 1, from before batches: written.
//!
//! [`LegacyBuilder`] writes messages one after another into the caller's buffer;
//! `compress_messages` puts such a set into a wrapper. Uses `wire`, `field`, `item` and `crc`.

use super::batch::fault_at;
use super::builder::too_small;
use super::crc::Crc32;
use super::field;
use super::{Attributes, Record, TimestampType};
use crate::error::{BatchFault, Error, ErrorKind, Result};
use crate::schema::FieldId;
use crate::wire::{Room, Writer};

/// The format of the messages of a set, and where they begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LegacyOptions {
    /// 0 or 1. Magic 0 has no timestamps: those of records are dropped.
    pub magic: i8,
    /// Offset of the first message. For what is going to be compressed: 0 in magic 1, since the
    /// offsets in a wrapper are relative.
    pub base_offset: i64,
    /// Who set the timestamps.
    pub timestamp_type: TimestampType,
}

/// Writes messages of magic 0 or 1 into a buffer, one after another.
#[derive(Debug)]
pub struct LegacyBuilder<'b> {
    buffer: &'b mut [u8],
    position: usize,
    next_offset: i64,
    options: LegacyOptions,
}

impl<'b> LegacyBuilder<'b> {
    /// An empty set at the front of the buffer.
    ///
    /// # Errors
    /// [`BatchFault::Magic`].
    pub fn new(buffer: &'b mut [u8], options: LegacyOptions) -> Result<Self> {
        if !matches!(options.magic, 0 | 1) {
            return Err(fault_at(BatchFault::Magic, &field::MAGIC));
        }
        Ok(Self { buffer, position: 0, next_offset: options.base_offset, options })
    }

    /// The number of bytes so far.
    pub const fn len(&self) -> usize {
        self.position
    }

    /// Whether there is no message yet.
    pub const fn is_empty(&self) -> bool {
        self.position == 0
    }

    /// How many bytes a record takes as a message of this format.
    pub fn message_len(magic: i8, record: &Record<'_>) -> usize {
        let timestamp = if magic == 0 { 0 } else { size_of::<i64>() };
        let bytes = |bytes: Option<&[u8]>| bytes.map_or(0, <[u8]>::len);
        field::LENGTH_FROM
            + super::legacy::MIN_LENGTH
            + timestamp
            + bytes(record.key)
            + bytes(record.value)
    }

    /// Appends a record with the next offset; the record's own is not looked at.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with the size that the buffer should have, after which the set
    /// is as it was; [`ErrorKind::NotInVersion`] of a record with headers; [`ErrorKind::TooLong`].
    pub fn append(&mut self, record: &Record<'_>) -> Result<()> {
        self.append_with_offset(&Record { offset: self.next_offset, ..*record })
    }

    /// Appends a record with its own offset.
    ///
    /// # Errors
    /// Those of [`append`](Self::append).
    pub fn append_with_offset(&mut self, record: &Record<'_>) -> Result<()> {
        let attributes = match self.options.magic {
            0 => Attributes(0),
            _ => Attributes(0).with_timestamp_type(self.options.timestamp_type),
        };
        let room = self.buffer.len();
        let out = self.buffer.get_mut(self.position..).unwrap_or_default();
        match write_message(out, self.options.magic, attributes, record) {
            Ok(size) => {
                self.position += size;
                self.next_offset = record.offset.wrapping_add(1);
                Ok(())
            }
            Err(error) => Err(match error.needed() {
                Some(need) => too_small(self.position.saturating_add(need), room),
                None => error.at(self.position as u32),
            }),
        }
    }

    /// The number of bytes of the set.
    pub const fn finish(self) -> usize {
        self.position
    }
}

/// Writes one message to the front of the buffer, unless it does not fit.
pub(super) fn write_message(
    out: &mut [u8],
    magic: i8,
    attributes: Attributes,
    record: &Record<'_>,
) -> Result<usize> {
    if !record.headers.is_empty() {
        return Err(Error::new(ErrorKind::NotInVersion, 0));
    }
    let size = LegacyBuilder::message_len(magic, record);
    let Some(length) = i32::try_from(size - field::LENGTH_FROM).ok() else {
        let length = u32::try_from(size).unwrap_or(u32::MAX);
        return Err(Error::new(ErrorKind::TooLong { length }, 0));
    };
    let room = out.len();
    let Some(out) = out.get_mut(..size) else { return Err(too_small(size, room)) };
    let room = Room::of(out);
    let mut writer = Writer::new(out, &room);
    writer.fixed(record.offset.to_be_bytes());
    writer.fixed(length.to_be_bytes());
    // The checksum comes when it is known.
    writer.fixed([0; size_of::<u32>()]);
    writer.fixed([magic as u8, attributes.0 as u8]);
    if magic != 0 {
        writer.fixed(record.timestamp.to_be_bytes());
    }
    for bytes in [record.key, record.value] {
        match bytes {
            Some(bytes) => {
                writer.fixed((bytes.len() as i32).to_be_bytes());
                writer.put(bytes);
            }
            None => writer.fixed((-1i32).to_be_bytes()),
        }
    }
    if writer.position() != size {
        writer.fail(ErrorKind::Structure, FieldId::NONE);
    }
    writer.finish()?;
    set_crc(out);
    Ok(size)
}

/// Sets the checksum of a message to what it should be.
pub(super) fn set_crc(message: &mut [u8]) {
    // It stands where batches have the epoch of the leader.
    let at = field::PARTITION_LEADER_EPOCH;
    let crc = Crc32::of(message.get(at.end..).unwrap_or(&[]));
    field::set(message, at, crc);
}

/// Takes so many bytes, which are there already, for the value of a message whose value is empty
/// so far: gives the size of the message.
pub(super) fn extend(out: &mut [u8], front: usize, size: usize) -> Result<usize> {
    let room = out.len();
    let whole = front + size;
    let Some(message) = out.get_mut(..whole) else { return Err(too_small(whole, room)) };
    let Ok(length) = i32::try_from(whole - field::LENGTH_FROM) else {
        let length = u32::try_from(whole).unwrap_or(u32::MAX);
        return Err(Error::new(ErrorKind::TooLong { length }, 0));
    };
    field::set(message, field::BATCH_LENGTH, length);
    // The length of the value ends where the value begins.
    let value_length = message.get_mut(..front).and_then(|front| front.last_chunk_mut());
    if let Some(value_length) = value_length {
        *value_length = (size as i32).to_be_bytes();
    }
    set_crc(message);
    Ok(whole)
}
