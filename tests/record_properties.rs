//! What is built is read as it was, in all forms; and what is read is never more than it was.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::error::{BatchFault, ErrorKind};
use kafka_codec::record::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

type Bytes = Option<Vec<u8>>;

#[derive(Clone, Debug)]
struct Owned {
    attributes: i8,
    timestamp: i64,
    gap: u8,
    key: Bytes,
    value: Bytes,
    headers: Vec<(Vec<u8>, Bytes)>,
}

fn bytes() -> impl Strategy<Value = Bytes> {
    let some = prop_oneof![vec(any::<u8>(), 0..4), vec(any::<u8>(), 60..70), vec(0u8..3, 0..300)];
    option::weighted(0.8, some)
}

fn timestamp() -> impl Strategy<Value = i64> {
    prop_oneof![
        -100i64..100,
        1_700_000_000_000i64..1_700_000_100_000,
        Just(1_700_000_000_000),
        -(1i64 << 61)..1i64 << 61
    ]
}

fn owned() -> impl Strategy<Value = Owned> {
    let headers = prop_oneof![
        3 => Just(vec![]),
        1 => vec((vec(97u8..100, 0..3), bytes()), 0..4),
    ];
    (any::<i8>(), timestamp(), prop_oneof![Just(0u8), any::<u8>()], bytes(), bytes(), headers)
        .prop_map(|(attributes, timestamp, gap, key, value, headers)| Owned {
            attributes,
            timestamp,
            gap,
            key,
            value,
            headers,
        })
}

/// Calls with the records.
fn with_records<R>(owned: &[Owned], base: i64, call: impl FnOnce(&[Record<'_>]) -> R) -> R {
    let headers: Vec<Vec<RecordHeader<'_>>> = owned
        .iter()
        .map(|record| {
            let headers = record.headers.iter();
            headers.map(|(key, value)| RecordHeader { key, value: value.as_deref() }).collect()
        })
        .collect();
    let mut offset = base;
    let records: Vec<_> = owned
        .iter()
        .zip(&headers)
        .map(|(record, headers)| {
            offset += i64::from(record.gap) + 1;
            Record {
                attributes: record.attributes,
                timestamp: record.timestamp,
                offset: offset - 1,
                key: record.key.as_deref(),
                value: record.value.as_deref(),
                headers: headers.as_slice().into(),
            }
        })
        .collect();
    call(&records)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn batches_survive(owned in vec(owned(), 0..12), base in 0i64..1 << 40, room in 0usize..3_000) {
        with_records(&owned, base, |records| {
            let mut buffer = vec![0xa5; 32_000];
            let options = BatchOptions { base_offset: base, producer_id: 7, ..BatchOptions::default() };
            let mut builder = BatchBuilder::new(&mut buffer, options).unwrap();
            for record in records {
                let (before, size) = (builder.len(), builder.record_len(record));
                builder.append_with_offset(record).unwrap();
                // The length beforehand was that of the next offset; gaps may take a
                // byte more, and so may the length of the record then.
                let least = size.unwrap();
                assert!((least..=least + 2).contains(&(builder.len() - before)));
            }
            let size = builder.finish();
            assert!(buffer[size..].iter().all(|byte| *byte == 0xa5));
            let batch = RecordBatch::decode(&buffer[..size]).unwrap();
            batch.verify_crc().unwrap();
            let read: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
            assert_eq!(read, records);
            assert_eq!(batch.record_count() as usize, records.len());
            let last = records.last().map_or(base - 1, |record| record.offset);
            assert_eq!(batch.last_offset(), last);
            let newest = records.iter().map(|record| record.timestamp).max().unwrap_or(-1).max(-1);
            assert_eq!(batch.max_timestamp(), newest);
            // What was read can be written again.
            let mut again = vec![0xa5; size];
            let mut builder = BatchBuilder::new(&mut again, options).unwrap();
            read.iter().for_each(|record| builder.append_with_offset(record).unwrap());
            assert_eq!(builder.finish(), size);
            assert_eq!(again, &buffer[..size]);
            // In less room, those that fit are all there, and the first that does not says so.
            let mut small = vec![0xa5; room.max(BATCH_HEADER_LEN)];
            let len = small.len();
            let mut builder = BatchBuilder::new(&mut small, options).unwrap();
            let mut fit = 0;
            for record in records {
                let before = builder.len();
                match builder.append_with_offset(record) {
                    Ok(()) => fit += 1,
                    Err(error) => {
                        assert!(error.needed().unwrap() > len);
                        assert_eq!(builder.len(), before);
                        break;
                    }
                }
            }
            let size = builder.finish();
            let batch = RecordBatch::decode(&small[..size]).unwrap();
            batch.verify_crc().unwrap();
            let read: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
            assert_eq!(read, &records[..fit]);
        });
    }

    #[test]
    fn messages_survive(owned in vec(owned(), 0..8), magic in 0i8..2) {
        with_records(&owned, 0, |records| {
            let mut buffer = vec![0xa5; 32_000];
            let options = LegacyOptions { magic, ..LegacyOptions::default() };
            let mut builder = LegacyBuilder::new(&mut buffer, options).unwrap();
            for record in records {
                let (before, bare) = (builder.len(), Record { headers: Headers::NONE, ..*record });
                builder.append_with_offset(&bare).unwrap();
                assert_eq!(builder.len() - before, LegacyBuilder::message_len(magic, record));
            }
            let size = builder.finish();
            let read = Batches::new(&buffer[..size]).map(|batch| {
                let Ok(Batch::Legacy(message)) = batch else { panic!() };
                message.verify_crc().unwrap();
                assert_eq!(message.magic, magic);
                message.record()
            });
            for (read, record) in read.zip(records) {
                let timestamp = if magic == 0 { -1 } else { record.timestamp };
                let record = Record { attributes: 0, timestamp, headers: Headers::NONE, ..*record };
                assert_eq!(read, record);
            }
            assert_eq!(Batches::new(&buffer[..size]).count(), records.len());
        });
    }

    #[test]
    fn whatever_comes_the_two_readers_agree(
        body in vec(prop_oneof![0u8..20, any::<u8>()], 0..80),
        count in prop_oneof![0i32..8, any::<i32>()],
        attributes in any::<i16>(),
        piece in 1usize..20,
    ) {
        let mut bytes = vec![0; BATCH_HEADER_LEN];
        let mut view = RecordBatchMut::empty(&mut bytes).unwrap();
        view.set_batch_length((49 + body.len()) as i32).set_record_count(count);
        view.set_attributes(Attributes(attributes & !7)).set_max_timestamp(3);
        bytes.extend(&body);
        let batch = RecordBatch::decode(&bytes).unwrap();
        let iterated = batch.records().and_then(|records| {
            let sum = |sum: (usize, i64), record: kafka_codec::Result<Record<'_>>| {
                let record = record?;
                let bytes = |bytes: Option<&[u8]>| bytes.map_or(0, <[u8]>::len);
                let headers = record.headers.iter();
                let headers: usize = headers.map(|h| h.key.len() + bytes(h.value)).sum();
                let size = bytes(record.key) + bytes(record.value) + headers;
                Ok((sum.0 + size, sum.1.wrapping_add(record.offset ^ record.timestamp)))
            };
            { records }.try_fold((0, 0), sum)
        });
        let mut decoder = RecordDecoder::new();
        let mut streamed = Ok((0, 0i64));
        'all: for mut input in bytes.chunks(piece) {
            loop {
                match (decoder.next(&mut input), &mut streamed) {
                    (Ok(Some(RecordEvent::Record(record))), Ok(sum)) => {
                        sum.1 = sum.1.wrapping_add(record.offset ^ record.timestamp);
                    }
                    (
                        Ok(Some(
                            RecordEvent::Key(part)
                            | RecordEvent::Value(part)
                            | RecordEvent::HeaderKey(part)
                            | RecordEvent::HeaderValue(part),
                        )),
                        Ok(sum),
                    ) => sum.0 += part.bytes.len(),
                    (Ok(None), _) => break,
                    (Err(error), _) => {
                        streamed = Err(error);
                        break 'all;
                    }
                    _ => {}
                }
            }
        }
        match (iterated, streamed) {
            (Ok(iterated), Ok(streamed)) => assert_eq!(iterated, streamed),
            (Err(iterated), Err(streamed)) => match (iterated.kind, streamed.kind) {
                (ErrorKind::Truncated { .. }, ErrorKind::Truncated { .. }) => {}
                (a, b) => assert_eq!(a, b),
            },
            (a, b) => panic!("{a:?} {b:?}"),
        }
    }

    #[test]
    fn nothing_panics(bytes in vec(any::<u8>(), 0..200), magic in 0u8..4) {
        let mut bytes = bytes;
        if let Some(byte) = bytes.get_mut(16) {
            *byte = magic;
        }
        if bytes.len() > 12 {
            let length = (bytes.len() - 12) as u32;
            bytes[8..12].copy_from_slice(&length.to_be_bytes());
        }
        let mut buffer = [0; 1_000];
        for batch in Batches::new(&bytes).flatten() {
            match batch {
                Batch::Records(batch) => {
                    if let Ok(records) = batch.records_with(&mut buffer) {
                        records.flatten().for_each(|record| assert!(record.headers.iter().count() == record.headers.len()));
                    }
                    _ = batch.compression().decompress(batch.body(), &mut buffer);
                    _ = AbortedFilter::<1>::new().verdict(&batch);
                }
                Batch::Legacy(message) => {
                    if let Ok(messages) = message.messages_with(&mut buffer) {
                        messages.for_each(drop);
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn lengths_of_any_width_are_written() {
    let bytes = vec![7; 16_384];
    for (key, size) in [0, 1, 54, 55, 56, 57, 63, 64, 65, 4_095, 4_096, 8_191, 8_192, 16_384]
        .into_iter()
        .flat_map(|size| [None, Some(&bytes[..8]), Some(&bytes[..size])].map(|key| (key, size)))
    {
        let record = Record { key, value: Some(&bytes[..size]), ..Record::default() };
        let mut buffer = vec![0xa5; 200_000];
        let mut builder = BatchBuilder::new(&mut buffer, BatchOptions::default()).unwrap();
        for timestamp in [0, 63, 64, -64, 8_191, 8_192] {
            let (before, len) =
                (builder.len(), builder.record_len(&Record { timestamp, ..record }));
            builder.append(&Record { timestamp, ..record }).unwrap();
            assert_eq!(builder.len() - before, len.unwrap());
        }
        let size = builder.finish();
        assert!(buffer[size..].iter().all(|byte| *byte == 0xa5));
        let batch = RecordBatch::decode(&buffer[..size]).unwrap();
        let read: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
        for (read, timestamp) in read.iter().zip([0, 63, 64, -64, 8_191, 8_192]) {
            assert_eq!(*read, Record { timestamp, offset: read.offset, ..record });
        }
        assert_eq!(read.len(), 6);
        // Of what is short by a byte, it says how many there should be.
        let mut small = vec![0xa5; size - 1];
        let mut builder = BatchBuilder::new(&mut small, BatchOptions::default()).unwrap();
        let needed = read.iter().find_map(|record| builder.append(record).err());
        assert_eq!(needed.unwrap().needed(), Some(size));
        assert_eq!(builder.record_count(), 5);
    }
}

#[test]
fn timestamps_and_offsets_too_far_from_the_base_are_refused() {
    let mut buffer = [0xa5; 300];
    let options = BatchOptions { base_offset: 10, ..BatchOptions::default() };
    let mut builder = BatchBuilder::new(&mut buffer, options).unwrap();
    let record = Record { timestamp: -2, offset: 10, ..Record::default() };
    builder.append(&record).unwrap();
    let len = builder.len();
    let delta = ErrorKind::Batch(BatchFault::Delta);
    let far = Record { timestamp: i64::MAX, ..record };
    assert_eq!(builder.append(&far).unwrap_err().kind, delta);
    for offset in [9, 10, i64::MIN, 11 + (1 << 31), i64::MAX] {
        let error = builder.append_with_offset(&Record { offset, ..record }).unwrap_err();
        assert_eq!(error.kind, delta, "{offset}");
    }
    assert_eq!(builder.len(), len);
    // The farthest that can be, which take five and ten bytes.
    let timestamp = i64::MAX - 2;
    let offset = 10 + i64::from(i32::MAX);
    builder.append_with_offset(&Record { timestamp, offset, ..record }).unwrap();
    assert_eq!(builder.append(&record).unwrap_err().kind, delta);
    assert_eq!((builder.record_count(), builder.is_empty()), (2, false));
    let size = builder.finish();
    assert_eq!(size - len, 7 + 9 + 4);
    let batch = RecordBatch::decode(&buffer[..size]).unwrap();
    let last = batch.records().unwrap().last().unwrap().unwrap();
    assert_eq!((last.timestamp, last.offset, batch.last_offset()), (timestamp, offset, offset));
}

#[test]
fn the_attributes_of_a_batch_say_what_its_options_said() {
    let mut buffer = [0xa5; 300];
    let options = BatchOptions {
        base_offset: 5,
        partition_leader_epoch: 6,
        producer_id: 7,
        producer_epoch: 8,
        base_sequence: i32::MAX,
        transactional: true,
        control: true,
        log_append_time: Some(1_000),
        delete_horizon: Some(2_000),
    };
    let mut builder = BatchBuilder::new(&mut buffer, options).unwrap();
    for timestamp in [2_001, 1_999] {
        builder.append(&Record { timestamp, ..Record::default() }).unwrap();
    }
    let size = builder.finish();
    let batch = RecordBatch::decode(&buffer[..size]).unwrap();
    let attributes = batch.attributes();
    assert!(attributes.is_transactional() && attributes.is_control());
    assert_eq!((batch.log_append_time(), batch.delete_horizon()), (Some(1_000), Some(2_000)));
    assert_eq!((batch.last_sequence(), batch.next_offset()), (0, 7));
    let times = |records: RecordIter<'_>| records.map(|r| r.unwrap().timestamp).collect::<Vec<_>>();
    assert_eq!(times(batch.records().unwrap()), [1_000, 1_000]);
    assert_eq!(times(batch.records().unwrap().with_own_timestamps()), [2_001, 1_999]);
    let shown = "batch 5-6, 2 records, 75 bytes, none, producer 7 epoch 8 sequence 2147483647, \
                 transactional, control, delete horizon, log append time";
    assert_eq!(batch.to_string(), shown);
    let mut header = [0xa5; BATCH_HEADER_LEN];
    batch.header().write(&mut header);
    assert_eq!(header, buffer[..BATCH_HEADER_LEN]);
    assert_eq!(BatchHeader::read(&header).last_offset(), 6);
}
