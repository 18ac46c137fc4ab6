//! The values of control records, by the definitions of `api::data`.
//!
//! Each begins with its version. That of a transaction's end stands in front of the message, those
//! of KRaft are its first field. Uses `control`, `typed` and `api`.

use super::{ControlRecord, ControlType};
use crate::api::data::end_txn_marker::EndTxnMarker;
use crate::api::data::k_raft_version_record::KRaftVersionRecord;
use crate::api::data::leader_change_message::LeaderChangeMessage;
use crate::api::data::snapshot_footer_record::SnapshotFooterRecord;
use crate::api::data::snapshot_header_record::SnapshotHeaderRecord;
use crate::api::data::voters_record::VotersRecord;
use crate::error::Result;
use crate::typed::Body;

/// The value of a control record, decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ControlValue<'a> {
    /// A transaction was aborted.
    Abort(EndTxnMarker<'a>),
    /// A transaction was committed.
    Commit(EndTxnMarker<'a>),
    /// A KRaft leader begins its epoch.
    LeaderChange(LeaderChangeMessage<'a>),
    /// A snapshot begins.
    SnapshotHeader(SnapshotHeaderRecord<'a>),
    /// A snapshot ends.
    SnapshotFooter(SnapshotFooterRecord<'a>),
    /// The version of KRaft from here on.
    KRaftVersion(KRaftVersionRecord<'a>),
    /// The voters of the KRaft partition from here on.
    KRaftVoters(VotersRecord<'a>),
    /// A type that is not known, with its value as bytes.
    Unknown(i16, &'a [u8]),
}

impl<'a> ControlRecord<'a> {
    /// Decodes the value. Bytes that follow it are let pass, as later versions may add some.
    ///
    /// # Errors
    /// Those of [`Body::decode_prefix`], among them a version that is not known. Offsets count from
    /// the first byte of the value.
    pub fn decode_value(&self) -> Result<ControlValue<'a>> {
        Ok(match self.control_type {
            ControlType::Abort => ControlValue::Abort(self.marker()?),
            ControlType::Commit => ControlValue::Commit(self.marker()?),
            ControlType::LeaderChange => ControlValue::LeaderChange(self.message()?),
            ControlType::SnapshotHeader => ControlValue::SnapshotHeader(self.message()?),
            ControlType::SnapshotFooter => ControlValue::SnapshotFooter(self.message()?),
            ControlType::KRaftVersion => ControlValue::KRaftVersion(self.message()?),
            ControlType::KRaftVoters => ControlValue::KRaftVoters(self.message()?),
            ControlType::Unknown(id) => ControlValue::Unknown(id, self.value),
        })
    }

    fn message<T: Body<'a>>(&self) -> Result<T> {
        Ok(T::decode_prefix(Default::default(), self.value_version, self.value)?.0)
    }

    fn marker(&self) -> Result<EndTxnMarker<'a>> {
        const VERSION_LEN: u32 = size_of::<i16>() as u32;
        let body = self.value.get(VERSION_LEN as usize..).unwrap_or(&[]);
        // Java reads any later version as the newest that it knows.
        let version = self.value_version.min(i16::from(EndTxnMarker::MESSAGE.versions.last));
        match EndTxnMarker::decode_prefix(Default::default(), version, body) {
            Ok((marker, _)) => Ok(marker),
            Err(error) => Err(error.at(VERSION_LEN)),
        }
    }
}
