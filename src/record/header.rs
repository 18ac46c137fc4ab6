//! What stands in front of the records of a batch of magic 2, and the meaning of its attributes.
//!
//! [`BatchHeader`] is the header as values, [`Attributes`] and [`Compression`] keep bits and ids
//! that no Kafka knows yet. Nothing here can fail. Uses `field`.

use super::field::{self, BATCH_HEADER_LEN, Number};
use super::{RecordBatch, RecordBatchMut};
use core::fmt;

/// How the records of a batch are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// gzip (RFC 1952).
    Gzip,
    /// Snappy, mostly in the frames of xerial's Java library.
    Snappy,
    /// The frame format of LZ4.
    Lz4,
    /// Zstandard (KIP-110).
    Zstd,
    /// Some codec of the future: 5 to 7.
    Unknown(u8),
}

impl Compression {
    const MASK: u8 = 0x07;

    /// The codec with this id, of which the low three bits count.
    pub const fn from_id(id: u8) -> Self {
        match id & Self::MASK {
            0 => Self::None,
            1 => Self::Gzip,
            2 => Self::Snappy,
            3 => Self::Lz4,
            4 => Self::Zstd,
            id => Self::Unknown(id),
        }
    }

    /// The id of the codec.
    pub const fn id(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Gzip => 1,
            Self::Snappy => 2,
            Self::Lz4 => 3,
            Self::Zstd => 4,
            Self::Unknown(id) => id & Self::MASK,
        }
    }
}

/// The names of `compression.type` in Kafka's configuration.
impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Gzip => "gzip",
            Self::Snappy => "snappy",
            Self::Lz4 => "lz4",
            Self::Zstd => "zstd",
            Self::Unknown(id) => return write!(f, "codec {id}"),
        })
    }
}

/// Who set the timestamps (KIP-32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TimestampType {
    /// The producer, for each record.
    #[default]
    CreateTime,
    /// The broker, when it appended the batch: all records have the same.
    LogAppendTime,
}

/// The attributes of a batch. Bits without a meaning are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Attributes(pub i16);

impl Attributes {
    const LOG_APPEND_TIME: i16 = 1 << 3;
    const TRANSACTIONAL: i16 = 1 << 4;
    const CONTROL: i16 = 1 << 5;
    const DELETE_HORIZON: i16 = 1 << 6;

    /// How the records are compressed.
    pub const fn compression(self) -> Compression {
        Compression::from_id(self.0 as u8)
    }

    /// Who set the timestamps.
    pub const fn timestamp_type(self) -> TimestampType {
        if self.has(Self::LOG_APPEND_TIME) {
            TimestampType::LogAppendTime
        } else {
            TimestampType::CreateTime
        }
    }

    /// Whether the batch is part of a transaction (KIP-98).
    pub const fn is_transactional(self) -> bool {
        self.has(Self::TRANSACTIONAL)
    }

    /// Whether the batch holds control records, which are not for users.
    pub const fn is_control(self) -> bool {
        self.has(Self::CONTROL)
    }

    /// Whether the base timestamp is the time after which tombstones and markers may be removed
    /// (KIP-534).
    pub const fn has_delete_horizon(self) -> bool {
        self.has(Self::DELETE_HORIZON)
    }

    /// The same with another codec.
    #[must_use]
    pub const fn with_compression(self, compression: Compression) -> Self {
        Self(self.0 & !(Compression::MASK as i16) | compression.id() as i16)
    }

    /// The same with timestamps set by another.
    #[must_use]
    pub const fn with_timestamp_type(self, timestamp_type: TimestampType) -> Self {
        self.with(Self::LOG_APPEND_TIME, matches!(timestamp_type, TimestampType::LogAppendTime))
    }

    /// The same, part of a transaction or not.
    #[must_use]
    pub const fn with_transactional(self, transactional: bool) -> Self {
        self.with(Self::TRANSACTIONAL, transactional)
    }

    /// The same, with control records or without.
    #[must_use]
    pub const fn with_control(self, control: bool) -> Self {
        self.with(Self::CONTROL, control)
    }

    /// The same, with a delete horizon as base timestamp or without.
    #[must_use]
    pub const fn with_delete_horizon(self, delete_horizon: bool) -> Self {
        self.with(Self::DELETE_HORIZON, delete_horizon)
    }

    const fn has(self, bit: i16) -> bool {
        self.0 & bit != 0
    }

    const fn with(self, bit: i16, set: bool) -> Self {
        Self(if set { self.0 | bit } else { self.0 & !bit })
    }
}

impl Number for Attributes {
    fn read(bytes: &[u8]) -> Self {
        Self(Number::read(bytes))
    }

    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }
}

// Each field of the header once: a value, how it is read and how it is set.
macro_rules! header { ($($(#[doc = $doc:literal])* $name:ident, $set:ident: $number:ty = $at:ident;)*) => {
    /// The header of a batch of magic 2, as values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub struct BatchHeader {
        $($(#[doc = $doc])* pub $name: $number,)*
    }

    impl BatchHeader {
        /// Reads the header, whatever its magic byte says.
        pub fn read(bytes: &[u8; BATCH_HEADER_LEN]) -> Self {
            Self { $($name: field::get(bytes, field::$at),)* }
        }

        /// Writes the header.
        pub fn write(&self, bytes: &mut [u8; BATCH_HEADER_LEN]) {
            $(field::set(bytes, field::$at, self.$name);)*
        }
    }

    impl RecordBatch<'_> {
        $(
            $(#[doc = $doc])*
            #[inline]
            pub fn $name(&self) -> $number {
                field::get(self.header_bytes(), field::$at)
            }
        )*
    }

    impl RecordBatchMut<'_> {
        $(
            $(#[doc = $doc])*
            #[inline]
            pub fn $set(&mut self, value: $number) -> &mut Self {
                field::set(self.header_bytes_mut(), field::$at, value);
                self
            }
        )*
    }
} }
header! {
    /// Absolute offset of the first record.
    base_offset, set_base_offset: i64 = BASE_OFFSET;
    /// Size in bytes of what follows this length.
    batch_length, set_batch_length: i32 = BATCH_LENGTH;
    /// Epoch of the leader that appended the batch; -1 where a producer does not know it.
    partition_leader_epoch, set_partition_leader_epoch: i32 = PARTITION_LEADER_EPOCH;
    /// Version of the format: 2.
    magic, set_magic: i8 = MAGIC;
    /// CRC-32C of everything that follows the checksum.
    crc, set_crc: u32 = CRC;
    /// Compression, who set the timestamps, and what kind of batch it is.
    attributes, set_attributes: Attributes = ATTRIBUTES;
    /// Offset of the last record, less the base offset. Compaction keeps it when it removes that
    /// record.
    last_offset_delta, set_last_offset_delta: i32 = LAST_OFFSET_DELTA;
    /// Timestamp that those of the records are relative to, in milliseconds since 1970; the delete
    /// horizon, where the attributes say so.
    base_timestamp, set_base_timestamp: i64 = BASE_TIMESTAMP;
    /// Highest timestamp of the records, or when the broker appended them, in milliseconds since
    /// 1970.
    max_timestamp, set_max_timestamp: i64 = MAX_TIMESTAMP;
    /// Id of the idempotent producer; -1 for none (KIP-98).
    producer_id, set_producer_id: i64 = PRODUCER_ID;
    /// Epoch of the idempotent producer; -1 for none.
    producer_epoch, set_producer_epoch: i16 = PRODUCER_EPOCH;
    /// Sequence number of the first record; -1 for none.
    base_sequence, set_base_sequence: i32 = BASE_SEQUENCE;
    /// Number of records.
    record_count, set_record_count: i32 = RECORD_COUNT;
}

impl BatchHeader {
    /// Absolute offset of the last record.
    pub const fn last_offset(&self) -> i64 {
        self.base_offset.wrapping_add(self.last_offset_delta as i64)
    }

    /// When all records were appended, where that is what the timestamps say.
    pub const fn log_append_time(&self) -> Option<i64> {
        match self.attributes.timestamp_type() {
            TimestampType::LogAppendTime => Some(self.max_timestamp),
            TimestampType::CreateTime => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_attributes_survive() {
        let bytes: [u8; BATCH_HEADER_LEN] = core::array::from_fn(|index| index as u8 + 1);
        let header = BatchHeader::read(&bytes);
        let mut again = [0xa5; BATCH_HEADER_LEN];
        header.write(&mut again);
        assert_eq!(again, bytes);
        for bits in i16::MIN..=i16::MAX {
            let from = Attributes(bits);
            let again = Attributes(bits & !0x7f)
                .with_compression(from.compression())
                .with_timestamp_type(from.timestamp_type())
                .with_transactional(from.is_transactional())
                .with_control(from.is_control())
                .with_delete_horizon(from.has_delete_horizon());
            assert_eq!(again, from);
        }
        assert_eq!(Attributes(0x7f).with_control(false).0, 0x5f);
        assert_eq!(std::format!("{} {}", Compression::Lz4, Compression::from_id(6)), "lz4 codec 6");
    }
}
