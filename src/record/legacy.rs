//! Messages of magic 0 and 1, from before batches: read.
//!
//! A set of messages is compressed as the value of a wrapper message, which
//! [`LegacyMessage::messages_in`] looks into. In magic 1 (KIP-31, KIP-32) the offsets in there are
//! relative to the first, the wrapper has the absolute one of the last, and its timestamp holds for
//! all where the broker set it. Uses `wire`, `field`, `header` and `crc`.

use super::batch::fault_at;
use super::crc::Crc32;
use super::field;
use super::{Attributes, Compression, Headers, Record, TimestampType};
use crate::error::{BatchFault, Error, ErrorKind, Result};
use crate::wire::Reader;

/// What follows the length in the shortest message: CRC, magic, attributes and two lengths.
pub(super) const MIN_LENGTH: usize = 4 + 1 + 1 + 4 + 4;

/// The checksum stands where batches have the epoch of the leader.
const CRC: field::Field = field::PARTITION_LEADER_EPOCH;

/// What was read; or what is wrong where the reader stands.
type Read<T> = core::result::Result<T, ErrorKind>;

/// A message of magic 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyMessage<'a> {
    /// Absolute offset; relative inside of a wrapper of magic 1 that was not looked into here. That
    /// of the last message for a wrapper.
    pub offset: i64,
    /// CRC-32 of what follows it.
    pub crc: u32,
    /// Version of the format: 0 or 1.
    pub magic: i8,
    /// Compression, and who set the timestamp.
    pub attributes: Attributes,
    /// In milliseconds since 1970; -1 for none, as always in magic 0.
    pub timestamp: i64,
    /// The key.
    pub key: Option<&'a [u8]>,
    /// The value: of a wrapper, the compressed messages.
    pub value: Option<&'a [u8]>,
    bytes: &'a [u8],
}

impl<'a> LegacyMessage<'a> {
    /// The message that these bytes begin with, and the bytes after it.
    ///
    /// # Errors
    /// [`BatchFault::Magic`]; [`BatchFault::Length`] where the length is less or more than the
    /// message needs; [`ErrorKind::Truncated`], [`ErrorKind::LengthBeyondEnd`] and
    /// [`ErrorKind::NegativeLength`].
    pub fn decode_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8])> {
        let mut reader = Reader::new(bytes);
        let result = Self::read(&mut reader);
        let stopped = bytes.len() - reader.remaining();
        result.map_err(|kind| Error::new(kind, u32::try_from(stopped).unwrap_or(u32::MAX)))
    }

    fn read(reader: &mut Reader<'a>) -> Read<(Self, &'a [u8])> {
        let whole = *reader;
        let offset = i64::from_be_bytes(reader.array()?);
        let at_length = *reader;
        let length = i32::from_be_bytes(reader.array()?);
        let Some(length) = usize::try_from(length).ok().filter(|length| *length >= MIN_LENGTH)
        else {
            *reader = at_length;
            return Err(ErrorKind::Batch(BatchFault::Length));
        };
        let Some((_, after)) = reader.rest().split_at_checked(length) else {
            let remaining = reader.remaining();
            *reader = at_length;
            return Err(super::item::beyond(length, remaining));
        };
        let crc = u32::from_be_bytes(reader.array()?);
        let at_magic = *reader;
        let [magic, attributes] = reader.array()?;
        let timestamp = match magic {
            0 => -1,
            1 => i64::from_be_bytes(reader.array()?),
            _ => {
                *reader = at_magic;
                return Err(ErrorKind::Batch(BatchFault::Magic));
            }
        };
        let key = nullable(reader, after.len())?;
        let value = nullable(reader, after.len())?;
        if reader.remaining() != after.len() {
            return Err(ErrorKind::Batch(BatchFault::Length));
        }
        let bytes = reader.since(whole);
        let attributes = Attributes(i16::from(attributes));
        let magic = magic as i8;
        Ok((Self { offset, crc, magic, attributes, timestamp, key, value, bytes }, after))
    }

    /// The whole message, offset and length included.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How the messages in the value are compressed.
    pub const fn compression(&self) -> Compression {
        self.attributes.compression()
    }

    /// When the broker appended the message, where that is what its timestamp says.
    pub const fn log_append_time(&self) -> Option<i64> {
        match self.attributes.timestamp_type() {
            TimestampType::LogAppendTime if self.magic > 0 => Some(self.timestamp),
            _ => None,
        }
    }

    /// The checksum that the message should have.
    pub fn computed_crc(&self) -> u32 {
        Crc32::of(self.bytes.get(CRC.end..).unwrap_or(&[]))
    }

    /// Checks the checksum.
    ///
    /// # Errors
    /// [`BatchFault::Crc`].
    pub fn verify_crc(&self) -> Result<()> {
        if self.crc != self.computed_crc() {
            return Err(fault_at(BatchFault::Crc, &CRC));
        }
        Ok(())
    }

    /// The message as a record without headers.
    pub const fn record(&self) -> Record<'a> {
        Record {
            attributes: 0,
            timestamp: self.timestamp,
            offset: self.offset,
            key: self.key,
            value: self.value,
            headers: Headers::NONE,
        }
    }

    /// The message itself, which is not compressed.
    ///
    /// # Errors
    /// [`BatchFault::Codec`] where it is a wrapper: see
    /// [`messages_with`](Self::messages_with).
    pub fn messages(&self) -> Result<LegacyMessages<'a>> {
        if self.compression() != Compression::None {
            return Err(fault_at(BatchFault::Codec, &field::MAGIC));
        }
        Ok(LegacyMessages { rest: self.bytes, size: self.bytes.len(), wrapper: None })
    }

    /// The messages of this wrapper, from the bytes that its value was decompressed to, with their
    /// absolute offsets and the timestamps that hold for them.
    ///
    /// Offsets of errors count from the first of these bytes.
    ///
    /// # Errors
    /// [`BatchFault::Length`] where the messages do not fill the bytes.
    pub fn messages_in<'b>(&self, decompressed: &'b [u8]) -> Result<LegacyMessages<'b>> {
        let base_offset = match self.magic {
            0 => 0,
            _ => self.offset.wrapping_sub(last_offset(decompressed)?),
        };
        let wrapper =
            Wrapper { base_offset, log_append_time: self.log_append_time(), magic: self.magic };
        let size = decompressed.len();
        Ok(LegacyMessages { rest: decompressed, size, wrapper: Some(wrapper) })
    }
}

/// The bytes behind their length, which end before the last `after` bytes.
fn nullable<'a>(reader: &mut Reader<'a>, after: usize) -> Read<Option<&'a [u8]>> {
    let start = *reader;
    let length = i32::from_be_bytes(reader.array()?);
    let remaining = reader.remaining().saturating_sub(after);
    let kind = match usize::try_from(length) {
        Ok(length) if length <= remaining => return reader.take(length).map(Some),
        Ok(length) => super::item::beyond(length, remaining),
        Err(_) if length == -1 => return Ok(None),
        Err(_) => ErrorKind::NegativeLength { length },
    };
    *reader = start;
    Err(kind)
}

/// The offset, as it stands there, of the last message of a set.
fn last_offset(set: &[u8]) -> Result<i64> {
    let (mut rest, mut last) = (set, 0);
    while !rest.is_empty() {
        let length: i32 = field::get(rest, field::BATCH_LENGTH);
        let after = usize::try_from(length)
            .ok()
            .filter(|length| *length >= MIN_LENGTH)
            .and_then(|length| rest.get(field::LENGTH_FROM..)?.get(length..));
        let Some(after) = after else {
            let at = (set.len() - rest.len()) as u32;
            return Err(fault_at(BatchFault::Length, &field::BATCH_LENGTH).at(at));
        };
        last = field::get(rest, field::BASE_OFFSET);
        rest = after;
    }
    Ok(last)
}

/// Walks the messages of a wrapper, or a single message. After an error it ends.
#[derive(Clone, Debug)]
pub struct LegacyMessages<'a> {
    rest: &'a [u8],
    size: usize,
    wrapper: Option<Wrapper>,
}

#[derive(Clone, Copy, Debug)]
struct Wrapper {
    /// What the offsets in it are relative to.
    base_offset: i64,
    log_append_time: Option<i64>,
    magic: i8,
}

impl<'a> Iterator for LegacyMessages<'a> {
    type Item = Result<LegacyMessage<'a>>;

    fn next(&mut self) -> Option<Result<LegacyMessage<'a>>> {
        if self.rest.is_empty() {
            return None;
        }
        let start = (self.size - self.rest.len()) as u32;
        let message = LegacyMessage::decode_prefix(self.rest).and_then(|(mut message, rest)| {
            if let Some(wrapper) = self.wrapper {
                // Java, too, refuses wrappers in wrappers and a change of format in there.
                if message.compression() != Compression::None {
                    return Err(fault_at(BatchFault::Compressed, &field::MAGIC));
                }
                if message.magic != wrapper.magic {
                    return Err(fault_at(BatchFault::Magic, &field::MAGIC));
                }
                message.offset = message.offset.wrapping_add(wrapper.base_offset);
                if let Some(time) = wrapper.log_append_time {
                    message.timestamp = time;
                    message.attributes =
                        message.attributes.with_timestamp_type(TimestampType::LogAppendTime);
                }
            }
            self.rest = rest;
            Ok(message)
        });
        Some(message.map_err(|error| {
            self.rest = &[];
            error.at(start)
        }))
    }
}

impl core::iter::FusedIterator for LegacyMessages<'_> {}
