//! What lies in the bytes of a records field, as far as it has to be shown: batches of magic 2 and
//! their records, and the messages of magic 0 and 1 from before them.
//!
//! [`entries`] leaves out no byte: what is no batch is given with the reason. Uses `record`.

use crate::error::Error;
use crate::record::{
    self, BATCH_HEADER_LEN, Batches, Compression, ControlRecord, ControlType, Incomplete, Record,
};
use crate::schema::Kind;

/// The header of a batch of magic 2, field by field.
pub(super) const HEADER: [(&str, Kind, &str); 13] = [
    ("BaseOffset", Kind::I64, "Offset of the first record."),
    ("BatchLength", Kind::I32, "Bytes of the batch after this field."),
    ("PartitionLeaderEpoch", Kind::I32, "Epoch of the leader that appended the batch."),
    ("Magic", Kind::I8, "Format of the batch."),
    (CRC, Kind::U32, "CRC-32C of everything after this field."),
    (ATTRIBUTES, Kind::I16, "Compression, kind of timestamps, transaction, control batch."),
    ("LastOffsetDelta", Kind::I32, "Offset of the last record, from the first."),
    ("BaseTimestamp", Kind::I64, "Time of the first record, in milliseconds since 1970 UTC."),
    ("MaxTimestamp", Kind::I64, "Latest time of a record."),
    ("ProducerId", Kind::I64, "Id of an idempotent or transactional producer; -1 of any other."),
    ("ProducerEpoch", Kind::I16, "Epoch of that producer."),
    ("BaseSequence", Kind::I32, "Sequence number of the first record; -1 for none."),
    ("RecordCount", Kind::I32, "Number of records."),
];
pub(super) const CRC: &str = "Crc";
pub(super) const ATTRIBUTES: &str = "Attributes";

/// The header of a message of magic 0 or 1, up to the key, field by field.
pub(super) const MESSAGE_HEADER: [(&str, Kind, &str); 6] = [
    ("Offset", Kind::I64, "Offset of the message."),
    ("MessageSize", Kind::I32, "Bytes of the message after this field."),
    (CRC, Kind::U32, "CRC-32 of everything after this field."),
    ("Magic", Kind::I8, "Format of the message."),
    (ATTRIBUTES, Kind::I8, "Compression, kind of timestamps."),
    (TIMESTAMP, Kind::I64, "Time of the message, in milliseconds since 1970 UTC."),
];
/// Magic 0 has none.
pub(super) const TIMESTAMP: &str = "Timestamp";

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form<'a> {
    /// A batch, or a message from before batches.
    Whole(record::Batch<'a>),
    /// The beginning of one.
    Cut(Incomplete),
    /// What is none, for this reason.
    Fault(Error),
}

/// A part of a records field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    /// Where it begins in the field.
    pub(super) at: u32,
    pub(super) form: Form<'a>,
    pub(super) bytes: &'a [u8],
}

/// The entries of a records field; together they take all of its bytes.
pub(super) fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    let mut batches = Batches::new(bytes);
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let start = rest;
        let at = (bytes.len() - start.len()) as u32;
        let form = match batches.next()? {
            Ok(record::Batch::Incomplete(incomplete)) => Form::Cut(incomplete),
            Ok(batch) => Form::Whole(batch),
            Err(error) => Form::Fault(error),
        };
        // After a fault no bytes are left to walk.
        rest = batches.rest();
        let (bytes, _) = start.split_at_checked(start.len() - rest.len()).unwrap_or((start, &[]));
        Some(Entry { at, form, bytes })
    })
}

impl<'a> Entry<'a> {
    /// The header of a batch, and what follows it; of another entry, all of it and nothing.
    pub(super) fn split(&self) -> (&'a [u8], &'a [u8]) {
        match self.form {
            Form::Whole(record::Batch::Records(_)) => {
                self.bytes.split_at_checked(BATCH_HEADER_LEN).unwrap_or((self.bytes, &[]))
            }
            _ => (self.bytes, &[]),
        }
    }
}

/// What the bits of a batch's attributes say.
pub(super) fn words(attributes: record::Attributes) -> impl Iterator<Item = &'static str> {
    let compression = match attributes.compression() {
        Compression::None => None,
        Compression::Gzip => Some("gzip"),
        Compression::Snappy => Some("snappy"),
        Compression::Lz4 => Some("lz4"),
        Compression::Zstd => Some("zstd"),
        Compression::Unknown(_) => Some("unknown codec"),
    };
    let append = attributes.timestamp_type() == record::TimestampType::LogAppendTime;
    let flags = [
        append.then_some("log append time"),
        attributes.is_transactional().then_some("transactional"),
        attributes.is_control().then_some("control"),
        attributes.has_delete_horizon().then_some("delete horizon"),
    ];
    compression.into_iter().chain(flags.into_iter().flatten())
}

/// Reads the parts of a record one after another.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) at: u32,
    pub(super) rest: &'a [u8],
}

impl<'a> Parts<'a> {
    /// A signed varint in zigzag form.
    pub(super) fn varint(&mut self) -> Option<i64> {
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let [byte] = *self.take(1)? else { return None };
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
        None
    }

    /// The next bytes.
    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        self.at += len as u32;
        Some(taken)
    }

    /// Whether what is left is a record without its length, and nothing else.
    pub(super) fn is_record(mut self) -> bool {
        let mut read = || {
            self.take(1)?;
            self.varint()?;
            self.varint()?;
            self.bytes()?;
            self.bytes()?;
            for _ in 0..u32::try_from(self.varint()?).ok()? {
                self.bytes()??;
                self.bytes()?;
            }
            Some(())
        };
        read().is_some() && self.rest.is_empty()
    }

    /// What the record without its length means, if it is one of a control batch.
    pub(super) fn control(mut self) -> Option<ControlType> {
        self.take(1)?;
        self.varint()?;
        self.varint()?;
        let (key, value) = (self.bytes()?, self.bytes()?);
        let control = ControlRecord::decode(&Record { key, value, ..Record::default() });
        Some(control.ok()?.control_type)
    }

    /// The bytes behind a varint of their length; none of null.
    pub(super) fn bytes(&mut self) -> Option<Option<&'a [u8]>> {
        match self.varint()? {
            ..0 => Some(None),
            len => self.take(usize::try_from(len).ok()?).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{BatchFault, ErrorKind};
    use crate::inspect::smallest::EMPTY_BATCH;
    use std::vec::Vec;

    fn forms(bytes: &[u8]) -> Vec<(u32, &'static str, usize)> {
        let name = |form| match form {
            Form::Whole(record::Batch::Records(_)) => "batch",
            Form::Whole(_) => "message",
            Form::Cut(_) => "cut",
            Form::Fault(_) => "fault",
        };
        let all: Vec<_> = entries(bytes).map(|e| (e.at, name(e.form), e.bytes.len())).collect();
        assert_eq!(all.iter().map(|e| e.2).sum::<usize>(), bytes.len());
        all
    }

    #[test]
    fn headers_are_those_of_kafka() {
        let size = |header: &[(&str, Kind, &str)]| {
            header.iter().map(|(_, kind, _)| usize::from(kind.size())).sum::<usize>()
        };
        assert_eq!(size(&HEADER), BATCH_HEADER_LEN);
        // Length of the key and the value are four bytes each.
        assert_eq!(size(&MESSAGE_HEADER) + 4 + 4, 34);
    }

    #[test]
    fn entries_take_all_bytes() {
        let two = [EMPTY_BATCH, EMPTY_BATCH].concat();
        assert_eq!(forms(&two), [(0, "batch", 61), (61, "batch", 61)]);
        for len in 0..61 {
            let cut = [(0, "cut", len)];
            assert_eq!(forms(&two[..len]), cut[usize::from(len == 0)..]);
        }
        assert_eq!(forms(&two[..100])[1], (61, "cut", 39));
        let mut bad = EMPTY_BATCH;
        bad[16] = 3;
        assert_eq!(forms(&bad), [(0, "fault", 61)]);
        let Some(Entry { form: Form::Fault(error), .. }) = entries(&bad).next() else { panic!() };
        assert_eq!(error.kind, ErrorKind::Batch(BatchFault::Magic));
        let mut negative = EMPTY_BATCH;
        negative[8] = 0x80;
        assert_eq!(forms(&negative), [(0, "fault", 61)]);
        let mut message = [0; 34];
        message[11] = 22;
        message[16] = 1;
        assert_eq!(forms(&message), [(0, "message", 34)]);
        message[16] = 0;
        message[11] = 14;
        assert_eq!(forms(&message), [(0, "message", 26), (26, "cut", 8)]);
    }

    #[test]
    fn varints_are_zigzag() {
        for (bytes, value) in [
            (&[0][..], Some(0)),
            (&[1], Some(-1)),
            (&[2], Some(1)),
            (&[0xac, 0x02], Some(150)),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], Some(i64::MIN)),
            (&[0x80], None),
            (&[0xff; 11], None),
        ] {
            assert_eq!(Parts { at: 0, rest: bytes }.varint(), value, "{bytes:x?}");
        }
    }
}
