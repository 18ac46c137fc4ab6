//! Records in a form that does not depend on how they were read.

use kafka_codec::Error;
use kafka_codec::record::{CrcVerdict, Record, RecordDecoder, RecordEvent};

/// A record with all that it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owned {
    pub attributes: i8,
    pub timestamp: i64,
    pub offset: i64,
    pub key: Option<Vec<u8>>,
    pub value: Option<Vec<u8>>,
    pub headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

/// A copy of a record.
pub fn owned(record: &Record<'_>) -> Owned {
    let headers = record.headers.iter();
    Owned {
        attributes: record.attributes,
        timestamp: record.timestamp,
        offset: record.offset,
        key: record.key.map(<[u8]>::to_vec),
        value: record.value.map(<[u8]>::to_vec),
        headers: headers
            .map(|header| (header.key.to_vec(), header.value.map(<[u8]>::to_vec)))
            .collect(),
    }
}

/// What a [`RecordDecoder`] says of a batch.
#[derive(Debug, Default, PartialEq)]
pub struct Streamed {
    /// The records that are complete.
    pub records: Vec<Owned>,
    /// What it was compressed to.
    pub compressed: Vec<u8>,
    pub verdicts: Vec<CrcVerdict>,
    pub fault: Option<Error>,
    /// What is missing at the end.
    pub missing: usize,
}

/// Reads bytes in pieces, as long as `sizes` says, over and over, and at once where it says nothing.
pub fn in_pieces(bytes: &[u8], sizes: &[u8]) -> Streamed {
    let mut streamed = Streamed::default();
    let mut decoder = RecordDecoder::new();
    let mut sizes = sizes.iter().cycle();
    let mut rest = bytes;
    let mut record = Owned::default();
    loop {
        let size = sizes.next().map_or(rest.len(), |size| usize::from(*size).min(rest.len()));
        let (mut piece, after) = rest.split_at(size);
        let is_last = after.is_empty();
        rest = after;
        loop {
            match decoder.next(&mut piece) {
                Ok(Some(event)) => streamed.add(event, &mut record),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(decoder.next(&mut rest), Err(error), "failed, and then did not");
                    streamed.fault = Some(error);
                    return streamed;
                }
            }
        }
        assert!(piece.is_empty(), "input is needed while some is left");
        if is_last {
            streamed.missing = decoder.missing();
            return streamed;
        }
    }
}

impl Streamed {
    fn add(&mut self, event: RecordEvent<'_>, record: &mut Owned) {
        fn join(to: &mut Option<Vec<u8>>, total: Option<u32>, bytes: &[u8]) {
            if total.is_some() {
                to.get_or_insert_default().extend_from_slice(bytes);
            }
        }
        match event {
            RecordEvent::Batch(_) => {}
            RecordEvent::Compressed(part) => self.compressed.extend_from_slice(part.bytes),
            RecordEvent::Record(begin) => {
                *record = Owned {
                    attributes: begin.attributes,
                    timestamp: begin.timestamp,
                    offset: begin.offset,
                    ..Owned::default()
                };
            }
            RecordEvent::Key(part) => join(&mut record.key, part.total, part.bytes),
            RecordEvent::Value(part) => join(&mut record.value, part.total, part.bytes),
            RecordEvent::Headers { .. } => {}
            RecordEvent::HeaderKey(part) => {
                let is_first = part.total == Some(part.left + part.bytes.len() as u32);
                if is_first {
                    record.headers.push(Default::default());
                }
                let (key, _) = record.headers.last_mut().expect("a header");
                key.extend_from_slice(part.bytes);
            }
            RecordEvent::HeaderValue(part) => {
                let (_, value) = record.headers.last_mut().expect("a header");
                join(value, part.total, part.bytes);
            }
            RecordEvent::RecordEnd => self.records.push(std::mem::take(record)),
            RecordEvent::BatchEnd(verdict) => self.verdicts.push(verdict),
            other => panic!("{other:?} is not known here"),
        }
    }
}

/// At most 15 bytes, behind their number. Where all are 0, which would get nowhere, a 1.
pub fn take(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (count, rest) = bytes.split_first()?;
    let (sizes, rest) = rest.split_at_checked(usize::from(count % 16))?;
    let is_stuck = !sizes.is_empty() && sizes.iter().all(|size| *size == 0);
    Some((if is_stuck { &[1] } else { sizes }, rest))
}
