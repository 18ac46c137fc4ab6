//! What lies in the bytes of a records field, as far as it has to be shown: batches of magic 2 and
//! their records, and the messages of magic 0 and 1 from before them.
//!
//! Nothing is checked but that it fits; what does not is given as bytes.

use crate::schema::Kind;

/// The header of a batch of magic 2, field by field.
pub(super) const HEADER: [(&str, Kind, &str); 13] = [
    ("BaseOffset", Kind::I64, "Offset of the first record."),
    ("BatchLength", Kind::I32, "Bytes of the batch after this field."),
    ("PartitionLeaderEpoch", Kind::I32, "Epoch of the leader that appended the batch."),
    (MAGIC, Kind::I8, "Format of the batch."),
    ("Crc", Kind::U32, "CRC-32C of everything after this field."),
    (ATTRIBUTES, Kind::I16, "Compression, kind of timestamps, transaction, control batch."),
    ("LastOffsetDelta", Kind::I32, "Offset of the last record, from the first."),
    ("BaseTimestamp", Kind::I64, "Time of the first record, in milliseconds since 1970 UTC."),
    ("MaxTimestamp", Kind::I64, "Latest time of a record."),
    ("ProducerId", Kind::I64, "Id of an idempotent or transactional producer; -1 of any other."),
    ("ProducerEpoch", Kind::I16, "Epoch of that producer."),
    ("BaseSequence", Kind::I32, "Sequence number of the first record; -1 for none."),
    ("RecordCount", Kind::I32, "Number of records."),
];
const MAGIC: &str = "Magic";
const ATTRIBUTES: &str = "Attributes";

/// Where a field of [`HEADER`] begins; for a name that is none, the size of the header.
const fn offset_of(name: &str) -> usize {
    const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
        while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
            if *x != *y {
                return false;
            }
            (a, b) = (a_rest, b_rest);
        }
        a.is_empty() && b.is_empty()
    }
    let (mut at, mut rest) = (0, HEADER.as_slice());
    while let [(field, kind, _), more @ ..] = rest {
        if same(field.as_bytes(), name.as_bytes()) {
            return at;
        }
        at += kind.size() as usize;
        rest = more;
    }
    at
}

/// The size of the header in bytes.
pub(super) const HEADER_LEN: usize = offset_of("");
/// What the length does not count: itself and the offset before it.
const LENGTH_FROM: usize = offset_of("PartitionLeaderEpoch");
const LENGTH_AT: usize = offset_of("BatchLength");
const MAGIC_AT: usize = offset_of(MAGIC);
const ATTRIBUTES_AT: usize = offset_of(ATTRIBUTES);
/// The least size of a message of magic 0: offset, size, checksum, magic, attributes, and the
/// lengths of key and value. Magic 1 adds a timestamp.
const MESSAGE_LEN: usize = MAGIC_AT + 1 + 1 + 4 + 4;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A batch of magic 2.
    Batch,
    /// A message of this older magic.
    Message(i8),
    /// Bytes that are neither, such as a batch that has been cut off.
    Other,
}

/// A part of a records field.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// Where it begins in the field.
    pub(super) at: u32,
    pub(super) form: Form,
    pub(super) bytes: &'a [u8],
}

/// The entries of a records field; together they take all of its bytes.
pub(super) fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let at = (bytes.len() - rest.len()) as u32;
        let (form, len) = match first_entry(rest) {
            Some(found) => found,
            None if rest.is_empty() => return None,
            None => (Form::Other, rest.len()),
        };
        let (entry, more) = rest.split_at_checked(len)?;
        rest = more;
        Some(Entry { at, form, bytes: entry })
    })
}

/// What stands first, and its size, if all of it is there.
fn first_entry(bytes: &[u8]) -> Option<(Form, usize)> {
    let length = i32::from_be_bytes(*bytes.get(LENGTH_AT..)?.first_chunk()?);
    let len = LENGTH_FROM + usize::try_from(length).ok()?;
    let magic = *bytes.get(MAGIC_AT)? as i8;
    let (form, least) = match magic {
        0 => (Form::Message(0), MESSAGE_LEN),
        1 => (Form::Message(1), MESSAGE_LEN + 8),
        2 => (Form::Batch, HEADER_LEN),
        _ => return None,
    };
    (least <= len && len <= bytes.len()).then_some((form, len))
}

impl<'a> Entry<'a> {
    /// The header of a batch, and what follows it; of another entry, all of it and nothing.
    pub(super) fn split(&self) -> (&'a [u8], &'a [u8]) {
        match self.form {
            Form::Batch => self.bytes.split_at_checked(HEADER_LEN).unwrap_or((self.bytes, &[])),
            Form::Message(_) | Form::Other => (self.bytes, &[]),
        }
    }

    /// The first number: the offset.
    pub(super) fn offset(&self) -> i64 {
        self.bytes.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes))
    }

    /// The attributes of a batch.
    pub(super) fn attributes(&self) -> i16 {
        let at = self.bytes.get(ATTRIBUTES_AT..).and_then(|bytes| bytes.first_chunk());
        at.map_or(0, |bytes| i16::from_be_bytes(*bytes))
    }

    /// The codec that the records of a batch are compressed with, if any.
    pub(super) fn codec(&self) -> Option<&'static str> {
        codec(self.attributes())
    }
}

/// The codec that attributes tell of, if any.
pub(super) fn codec(attributes: i16) -> Option<&'static str> {
    match attributes & 7 {
        0 => None,
        1 => Some("gzip"),
        2 => Some("snappy"),
        3 => Some("lz4"),
        4 => Some("zstd"),
        _ => Some("unknown codec"),
    }
}

/// What the bits of a batch's attributes say, apart from the codec.
pub(super) const FLAGS: [(i16, &str); 4] = [
    (1 << 3, "log append time"),
    (1 << 4, "transactional"),
    (1 << 5, "control"),
    (1 << 6, "delete horizon"),
];

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
    use crate::inspect::smallest::EMPTY_BATCH;
    use std::vec::Vec;

    fn forms(bytes: &[u8]) -> Vec<(u32, Form, usize)> {
        let all: Vec<_> = entries(bytes).map(|e| (e.at, e.form, e.bytes.len())).collect();
        assert_eq!(all.iter().map(|e| e.2).sum::<usize>(), bytes.len());
        all
    }

    #[test]
    fn header_is_that_of_kafka() {
        assert_eq!((HEADER_LEN, MAGIC_AT, ATTRIBUTES_AT), (61, 16, 21));
    }

    #[test]
    fn entries_take_all_bytes() {
        let two = [EMPTY_BATCH, EMPTY_BATCH].concat();
        assert_eq!(forms(&two), [(0, Form::Batch, 61), (61, Form::Batch, 61)]);
        for len in 0..61 {
            let cut = [(0, Form::Other, len)];
            assert_eq!(forms(&two[..len]), cut[usize::from(len == 0)..]);
        }
        assert_eq!(forms(&two[..100])[1], (61, Form::Other, 39));
        let mut bad = EMPTY_BATCH;
        bad[16] = 3;
        assert_eq!(forms(&bad), [(0, Form::Other, 61)]);
        let mut negative = EMPTY_BATCH;
        negative[8] = 0x80;
        assert_eq!(forms(&negative), [(0, Form::Other, 61)]);
        let mut message = [0; 34];
        message[11] = 22;
        message[16] = 1;
        assert_eq!(forms(&message), [(0, Form::Message(1), 34)]);
        message[16] = 0;
        message[11] = 14;
        assert_eq!(forms(&message), [(0, Form::Message(0), 26), (26, Form::Other, 8)]);
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
