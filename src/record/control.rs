//! Control records: markers that brokers and controllers put between the records of users.
//!
//! The key of such a record is a version and a type, the value a message of its own. Uses `item`
//! and `error`.

use super::Record;
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// What a control record means. Types that no Kafka knows yet are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ControlType {
    /// Aborts the transaction of the batch's producer (KIP-98).
    Abort,
    /// Commits the transaction of the batch's producer (KIP-98).
    Commit,
    /// A KRaft leader begins its epoch (KIP-595).
    LeaderChange,
    /// A snapshot begins (KIP-630).
    SnapshotHeader,
    /// A snapshot ends (KIP-630).
    SnapshotFooter,
    /// The version of KRaft from here on (KIP-853).
    KRaftVersion,
    /// The voters of the KRaft partition from here on (KIP-853).
    KRaftVoters,
    /// Some type of the future.
    Unknown(i16),
}

impl ControlType {
    /// The type with this id.
    pub const fn from_id(id: i16) -> Self {
        match id {
            0 => Self::Abort,
            1 => Self::Commit,
            2 => Self::LeaderChange,
            3 => Self::SnapshotHeader,
            4 => Self::SnapshotFooter,
            5 => Self::KRaftVersion,
            6 => Self::KRaftVoters,
            id => Self::Unknown(id),
        }
    }

    /// The id of the type.
    pub const fn id(self) -> i16 {
        match self {
            Self::Abort => 0,
            Self::Commit => 1,
            Self::LeaderChange => 2,
            Self::SnapshotHeader => 3,
            Self::SnapshotFooter => 4,
            Self::KRaftVersion => 5,
            Self::KRaftVoters => 6,
            Self::Unknown(id) => id,
        }
    }

    /// The key of a control record of this type: version 0, which is all that Kafka writes.
    pub const fn key(self) -> [u8; ControlRecord::KEY_LEN] {
        let [high, low] = self.id().to_be_bytes();
        [0, 0, high, low]
    }

    /// Whether it ends a transaction.
    pub const fn is_end_of_transaction(self) -> bool {
        matches!(self, Self::Abort | Self::Commit)
    }
}

/// A record of a control batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ControlRecord<'a> {
    /// Version of the key.
    pub version: i16,
    /// What it means.
    pub control_type: ControlType,
    /// Version of the value: its first two bytes.
    pub value_version: i16,
    /// The whole value, its version included.
    pub value: &'a [u8],
}

impl<'a> ControlRecord<'a> {
    /// The size of a key, in bytes.
    pub const KEY_LEN: usize = 4;

    /// Reads a record of a control batch.
    ///
    /// A longer key is taken by its first four bytes, as Java does.
    ///
    /// # Errors
    /// [`BatchFault::Control`] where key or value are null or too short, or the version of the key
    /// is negative. Offsets of errors count from the first byte of key or value.
    pub fn decode(record: &Record<'a>) -> Result<Self> {
        let fault = Error::new(ErrorKind::Batch(BatchFault::Control), 0);
        let key = record.key.and_then(|key| key.first_chunk());
        let Some([v0, v1, t0, t1]) = key else { return Err(fault) };
        let version = i16::from_be_bytes([*v0, *v1]);
        if version < 0 {
            return Err(fault);
        }
        let control_type = ControlType::from_id(i16::from_be_bytes([*t0, *t1]));
        let Some(value) = record.value else { return Err(fault) };
        let Some(value_version) = value.first_chunk() else { return Err(fault) };
        let value_version = i16::from_be_bytes(*value_version);
        Ok(Self { version, control_type, value_version, value })
    }
}
