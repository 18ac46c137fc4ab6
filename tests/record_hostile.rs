//! Batches and message sets that lie: each has its own error, at its place.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::error::{BatchFault, Error, ErrorKind};
use kafka_codec::record::*;

/// A batch of one record, `body` being all that follows the header.
fn batch(record_count: i32, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0xa5; BATCH_HEADER_LEN];
    let mut view = RecordBatchMut::empty(&mut bytes).unwrap();
    view.set_batch_length((49 + body.len()) as i32).set_record_count(record_count);
    bytes.extend(body);
    RecordBatchMut::decode(&mut bytes).unwrap().update_crc();
    bytes
}

fn iterate(bytes: &[u8]) -> Result<usize, Error> {
    let mut count = 0;
    let mut records = RecordBatch::decode(bytes)?.records()?;
    while let Some(record) = records.next() {
        if let Err(error) = record {
            assert!(records.next().is_none());
            return Err(error);
        }
        count += 1;
    }
    Ok(count)
}

fn stream(bytes: &[u8], piece: usize) -> Result<usize, Error> {
    let (mut decoder, mut count) = (RecordDecoder::new(), 0);
    for mut input in bytes.chunks(piece) {
        loop {
            match decoder.next(&mut input) {
                Ok(Some(RecordEvent::RecordEnd)) => count += 1,
                Ok(Some(RecordEvent::BatchEnd(crc))) => crc.check()?,
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(decoder.next(&mut input), Err(error));
                    return Err(error);
                }
            }
        }
    }
    Ok(count)
}

/// What iterator and decoder say.
fn fault(record_count: i32, body: &[u8]) -> ErrorKind {
    let bytes = batch(record_count, body);
    let error = iterate(&bytes).unwrap_err();
    for piece in [1, 2, 1_000] {
        let kind = stream(&bytes, piece).unwrap_err().kind;
        // One knows how much there is of what is cut off, the other does not.
        match (kind, error.kind) {
            (ErrorKind::Truncated { .. }, ErrorKind::Truncated { .. }) => {}
            _ => assert_eq!(kind, error.kind),
        }
    }
    assert!(error.offset as usize <= bytes.len());
    error.kind
}

/// length 6, attributes, timestamp 0, offset 0, null key, null value, no headers.
const RECORD: [u8; 7] = [12, 0, 0, 0, 1, 1, 0];

#[test]
fn the_empty_batch_has_its_known_checksum() {
    let mut buffer = [0xa5; BATCH_HEADER_LEN];
    RecordBatchMut::empty(&mut buffer).unwrap();
    let batch = RecordBatch::decode(&buffer).unwrap();
    assert_eq!(batch.crc(), 0x595f_b7dd);
    assert_eq!((batch.batch_length(), batch.magic(), batch.record_count()), (49, 2, 0));
    assert_eq!(batch.verify_crc(), Ok(()));
    assert_eq!(batch.records().unwrap().count(), 0);
    assert_eq!(stream(&buffer, 1), Ok(0));
    let error = RecordBatchMut::empty(&mut [0; 60]).unwrap_err();
    assert_eq!(error.needed(), Some(61));
}

#[test]
fn the_shortest_record_is_read() {
    assert_eq!(iterate(&batch(1, &RECORD)), Ok(1));
    assert_eq!(iterate(&batch(3, &[RECORD; 3].concat())), Ok(3));
    let padded = [14, 0, 0, 0, 0x81, 0, 1, 0];
    assert_eq!(iterate(&batch(1, &padded)), Ok(1));
    assert_eq!(stream(&batch(1, &padded), 1), Ok(1));
}

#[test]
fn counts() {
    let remaining = 7;
    let kind = ErrorKind::CountBeyondEnd { count: i32::MAX as u32, remaining };
    assert_eq!(fault(i32::MAX, &RECORD), kind);
    assert_eq!(fault(2, &RECORD), ErrorKind::CountBeyondEnd { count: 2, remaining });
    assert_eq!(fault(i32::MIN, &RECORD), ErrorKind::NegativeLength { length: i32::MIN });
    let long = [&[28], &[0; 3][..], &[1, 16], b"12345678", &[0][..]].concat();
    assert_eq!(fault(2, &long), ErrorKind::Batch(BatchFault::RecordCount));
    assert_eq!(fault(1, &[RECORD; 2].concat()), ErrorKind::Batch(BatchFault::RecordCount));
    assert_eq!(fault(0, &RECORD), ErrorKind::Batch(BatchFault::RecordCount));
}

#[test]
fn lengths() {
    let beyond = |length, remaining| ErrorKind::LengthBeyondEnd { length, remaining };
    let negative = |length| ErrorKind::NegativeLength { length };
    // Of the record.
    assert_eq!(fault(1, &[14, 0, 0, 0, 1, 1, 0]), beyond(7, 6));
    assert_eq!(fault(1, &[1, 0, 0, 0, 1, 1, 0]), negative(-1));
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0, 0];
    assert_eq!(fault(1, &huge), negative(i32::MIN));
    assert_eq!(fault(1, &[0xfe, 0xff, 0xff, 0xff, 0x0f, 0, 0]), beyond(i32::MAX as u32, 2));
    // Of key and value.
    assert_eq!(fault(1, &[12, 0, 0, 0, 6, 1, 0]), beyond(3, 2));
    assert_eq!(fault(1, &[12, 0, 0, 0, 3, 1, 0]), negative(-2));
    assert_eq!(fault(1, &[12, 0, 0, 0, 1, 4, 0]), beyond(2, 1));
    assert_eq!(fault(1, &[12, 0, 0, 0, 1, 5, 0]), negative(-3));
    // A record that ends before its fields, and one that goes on after them.
    assert!(matches!(fault(1, &[0, 0, 0, 0, 1, 1, 0]), ErrorKind::Truncated { .. }));
    assert!(matches!(fault(1, &[2, 0, 0, 0, 1, 1, 0]), ErrorKind::Truncated { .. }));
    assert!(matches!(fault(1, &[10, 0, 0, 0, 1, 1, 0]), ErrorKind::Truncated { .. }));
    assert_eq!(fault(1, &[14, 0, 0, 0, 1, 1, 0, 0]), ErrorKind::Batch(BatchFault::Length));
}

#[test]
fn varints() {
    let varint = ErrorKind::Batch(BatchFault::Varint);
    assert_eq!(fault(1, &[0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0, 1, 1, 0]), varint);
    assert_eq!(fault(1, &[0xff, 0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 1, 1, 0]), varint);
    let long = |at: usize, count: usize, last: u8| {
        let mut body = vec![0, 0, 0, 0, 1, 1, 0];
        body.splice(at..=at, std::iter::repeat_n(0xff, count).chain([last]));
        body[0] = ((body.len() - 1) * 2) as u8;
        body
    };
    // The timestamp delta has ten bytes, of the last of which one bit counts.
    assert_eq!(iterate(&batch(1, &long(2, 9, 1))), Ok(1));
    assert_eq!(fault(1, &long(2, 9, 2)), varint);
    assert_eq!(fault(1, &long(2, 10, 0)), varint);
    // All others have five, of the last of which four bits count.
    assert_eq!(iterate(&batch(1, &long(3, 4, 15))), Ok(1));
    for at in 3..7 {
        assert_eq!(fault(1, &long(at, 4, 16)), varint);
        assert_eq!(fault(1, &long(at, 5, 0)), varint);
    }
}

#[test]
fn headers() {
    let headers = |headers: &[u8]| {
        let mut body = vec![0, 0, 0, 0, 1, 1];
        body.extend(headers);
        body[0] = ((body.len() - 1) * 2) as u8;
        body
    };
    let faulty = ErrorKind::Batch(BatchFault::Headers);
    assert_eq!(iterate(&batch(1, &headers(&[2, 2, b'k', 1]))), Ok(1));
    assert_eq!(fault(1, &headers(&[1])), faulty);
    assert_eq!(fault(1, &headers(&[2, 1, 1])), faulty);
    assert_eq!(fault(1, &headers(&[2, 0, 3])), ErrorKind::NegativeLength { length: -2 });
    let beyond = ErrorKind::CountBeyondEnd { count: 3, remaining: 5 };
    assert_eq!(fault(1, &headers(&[6, 0, 1, 0, 1, 0])), beyond);
    let beyond = ErrorKind::LengthBeyondEnd { length: 2, remaining: 1 };
    assert_eq!(fault(1, &headers(&[2, 4, b'k'])), beyond);
    assert_eq!(fault(1, &headers(&[2, 0, 1, 0])), ErrorKind::Batch(BatchFault::Length));
    assert!(matches!(fault(1, &headers(&[4, 6, b'a', b'b', b'c'])), ErrorKind::Truncated { .. }));
}

#[test]
fn header_of_the_batch() {
    let good = batch(1, &RECORD);
    let with = |change: &dyn Fn(&mut RecordBatchMut<'_>)| {
        let mut bytes = good.clone();
        change(&mut RecordBatchMut::decode(&mut bytes).unwrap());
        bytes
    };
    let check = |bytes: &[u8], kind: ErrorKind| {
        assert_eq!(RecordBatch::decode(bytes).unwrap_err().kind, kind);
        assert_eq!(stream(bytes, 1).unwrap_err().kind, kind);
    };
    check(&with(&|batch| _ = batch.set_magic(3)), ErrorKind::Batch(BatchFault::Magic));
    for length in [48, 0, -1, i32::MIN] {
        let bytes = with(&|batch| _ = batch.set_batch_length(length));
        check(&bytes, ErrorKind::Batch(BatchFault::Length));
    }
    let long = with(&|batch| _ = batch.set_batch_length(57));
    let beyond = ErrorKind::LengthBeyondEnd { length: 57, remaining: 56 };
    assert_eq!(RecordBatch::decode(&long).unwrap_err().kind, beyond);
    let trailing = [&good[..], &[0]].concat();
    let kind = ErrorKind::TrailingBytes { remaining: 1 };
    assert_eq!(RecordBatch::decode(&trailing).unwrap_err().kind, kind);
    // A flipped bit is told by the checksum, unless it is in front of it.
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        let Ok(batch) = RecordBatch::decode(&bytes) else { continue };
        let crc = ErrorKind::Batch(BatchFault::Crc);
        match at {
            0..16 => assert_eq!(batch.verify_crc(), Ok(())),
            _ => {
                assert_eq!(batch.verify_crc().unwrap_err().kind, crc, "{at}");
                assert!(stream(&bytes, 3).is_err());
            }
        }
    }
    // Compressed, or with a codec that nobody knows.
    let unknown = with(&|batch| {
        let attributes = Attributes(0).with_compression(Compression::Unknown(7));
        batch.set_attributes(attributes).update_crc();
    });
    let unknown = RecordBatch::decode(&unknown).unwrap();
    let codec = ErrorKind::Batch(BatchFault::Codec);
    assert_eq!(unknown.records().unwrap_err().kind, codec);
    assert_eq!(unknown.records_with(&mut [0; 100]).unwrap_err().kind, codec);
}

#[test]
fn every_truncation_of_a_batch() {
    let good = batch(2, &[RECORD; 2].concat());
    for cut in 0..good.len() {
        let kind = RecordBatch::decode(&good[..cut]).unwrap_err().kind;
        let expected = match cut {
            ..BATCH_HEADER_LEN => ErrorKind::Truncated { need: 61, remaining: cut as u32 },
            _ => ErrorKind::LengthBeyondEnd { length: 63, remaining: cut as u32 - 12 },
        };
        assert_eq!(kind, expected);
        let mut decoder = RecordDecoder::new();
        let mut input = &good[..cut];
        while decoder.next(&mut input).unwrap().is_some() {}
        let missing = match cut {
            0 => 0,
            1..12 => BATCH_HEADER_LEN - cut,
            _ => good.len() - cut,
        };
        assert_eq!(decoder.missing(), missing);
    }
    // Every truncation of a record's body is an error, whatever its length says.
    let headers = [RecordHeader { key: b"k", value: Some(b"v") }];
    let record = Record {
        timestamp: 300,
        key: Some(b"key"),
        value: Some(b"value"),
        headers: (&headers).into(),
        ..Record::default()
    };
    let mut buffer = [0xa5; 200];
    let mut builder = BatchBuilder::new(&mut buffer, BatchOptions::default()).unwrap();
    builder.append(&record).unwrap();
    let size = builder.finish();
    let body = &buffer[BATCH_HEADER_LEN..size];
    for cut in 1..body.len() {
        let mut body = body[..cut].to_vec();
        body[0] = ((cut - 1) * 2) as u8;
        let bytes = batch(1, &body);
        assert!(iterate(&bytes).is_err());
        assert!(stream(&bytes, 1).is_err());
    }
}

#[test]
fn messages() {
    let mut buffer = [0xa5; 100];
    let options = LegacyOptions { magic: 1, ..LegacyOptions::default() };
    let mut builder = LegacyBuilder::new(&mut buffer, options).unwrap();
    let record = Record { timestamp: 5, key: Some(b"k"), value: None, ..Record::default() };
    builder.append(&record).unwrap();
    let size = builder.finish();
    assert_eq!(size, LegacyBuilder::message_len(1, &record));
    assert_eq!(buffer[size], 0xa5);
    let good = buffer[..size].to_vec();
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = good.clone();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        Batches::new(&changed).next().unwrap().unwrap_err()
    };
    let batch = ErrorKind::Batch;
    assert_eq!(with(8, &13i32.to_be_bytes()), Error::new(batch(BatchFault::Length), 8));
    assert_eq!(with(8, &(-1i32).to_be_bytes()), Error::new(batch(BatchFault::Length), 8));
    assert_eq!(with(16, &[3]).kind, batch(BatchFault::Magic));
    let beyond = ErrorKind::LengthBeyondEnd { length: 6, remaining: 5 };
    assert_eq!(with(26, &6i32.to_be_bytes()), Error::new(beyond, 26));
    let negative = ErrorKind::NegativeLength { length: -2 };
    assert_eq!(with(26, &(-2i32).to_be_bytes()), Error::new(negative, 26));
    // Magic 0 reads the timestamp as the key's length.
    assert_eq!(with(16, &[0]).kind, batch(BatchFault::Length));
    let mut flipped = good.clone();
    flipped[30] ^= 1;
    let (message, _) = LegacyMessage::decode_prefix(&flipped).unwrap();
    assert_eq!(message.verify_crc().unwrap_err().kind, batch(BatchFault::Crc));
    for cut in 0..good.len() {
        assert!(LegacyMessage::decode_prefix(&good[..cut]).is_err());
    }
    // What cannot be written.
    let mut builder = LegacyBuilder::new(&mut buffer[..size], options).unwrap();
    builder.append(&record).unwrap();
    let error = builder.append(&record).unwrap_err();
    assert_eq!(error.needed(), Some(2 * size));
    assert_eq!(builder.len(), size);
    let headers = [RecordHeader { key: b"k", value: None }];
    let error = builder.append(&Record { headers: (&headers).into(), ..record }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotInVersion);
    let options = LegacyOptions { magic: 2, ..options };
    assert!(LegacyBuilder::new(&mut buffer, options).is_err());
}

#[test]
fn control_records() {
    let record = |key: Option<&'static [u8]>, value: Option<&'static [u8]>| {
        ControlRecord::decode(&Record { key, value, ..Record::default() })
    };
    let fault = Err(Error::new(ErrorKind::Batch(BatchFault::Control), 0));
    assert_eq!(record(None, Some(&[0, 0])), fault);
    assert_eq!(record(Some(&[0, 0, 0]), Some(&[0, 0])), fault);
    assert_eq!(record(Some(&[0xff, 0xff, 0, 0]), Some(&[0, 0])), fault);
    assert_eq!(record(Some(&[0, 0, 0, 1]), None), fault);
    assert_eq!(record(Some(&[0, 0, 0, 1]), Some(&[0])), fault);
    let control = record(Some(&[0, 0, 0, 9, 9]), Some(&[0, 3, 7])).unwrap();
    assert_eq!(control.control_type, ControlType::Unknown(9));
    assert_eq!((control.value_version, control.value), (3, &[0, 3, 7][..]));
    for id in -1..8 {
        let control_type = ControlType::from_id(id);
        assert_eq!(control_type.id(), id);
        assert_eq!(control_type.key()[2..], id.to_be_bytes());
    }
}

#[test]
fn faults_of_the_header_do_not_depend_on_pieces() {
    let mut whole = [0xa5; 61];
    BatchBuilder::new(&mut whole, BatchOptions::default()).unwrap().finish();
    for (at, wrong, fault, place) in [
        (16, 3, ErrorKind::Batch(BatchFault::Magic), 16),
        (11, 48, ErrorKind::Batch(BatchFault::Length), 8),
        (57, 0x80, ErrorKind::NegativeLength { length: i32::MIN }, 57),
        (60, 1, ErrorKind::CountBeyondEnd { count: 1, remaining: 0 }, 57),
    ] {
        let mut bytes = whole;
        bytes[at] = wrong;
        for size in [1, 2, 17, 20, 61] {
            let mut decoder = RecordDecoder::new();
            let mut pieces = bytes.chunks(size);
            let error = loop {
                let mut piece = pieces.next().expect("a fault before the end");
                match decoder.next(&mut piece) {
                    Ok(None) => assert!(decoder.missing() > 0, "{fault:?}"),
                    Ok(event) => panic!("{event:?}"),
                    Err(error) => break error,
                }
            };
            assert_eq!((error.kind, error.offset), (fault, place), "pieces of {size}");
        }
    }
}

#[test]
fn what_was_left_of_a_piece_may_come_again_in_others() {
    let mut buffer = [0xa5; 1_000];
    let mut builder = BatchBuilder::new(&mut buffer, BatchOptions::default()).unwrap();
    for size in [1, 200, 3] {
        let value = Some(&[7; 200][..size]);
        builder.append(&Record { value, ..Record::default() }).unwrap();
    }
    let len = builder.finish();
    for size in [1, 5, 100] {
        let (mut decoder, mut rest) = (RecordDecoder::new(), &buffer[..len]);
        let mut verdict = None;
        // Each time all that is left, of which but one event is taken, then a little of the same.
        while verdict.is_none() {
            for most in [usize::MAX, size] {
                let room = most.min(rest.len());
                let mut piece = &rest[..room];
                let event = decoder.next(&mut piece).unwrap();
                rest = &rest[room - piece.len()..];
                if let Some(RecordEvent::BatchEnd(end)) = event {
                    verdict = Some(end);
                    break;
                }
            }
        }
        verdict.unwrap().check().unwrap();
    }
}
