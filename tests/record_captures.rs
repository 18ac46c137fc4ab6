//! Batches of real clients and brokers: every magic, every codec, control batches.
#![cfg(all(feature = "gzip", feature = "snappy", feature = "lz4", feature = "zstd"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::record::*;

/// Packs something into a buffer.
type Pack<'p> = dyn Fn(&mut [u8]) -> kafka_codec::Result<usize> + 'p;

struct Run {
    kinds: Vec<String>,
    bytes: Vec<u8>,
}

fn runs() -> Vec<Run> {
    let lines = include_str!("data/batches.jsonl").lines();
    let run = |line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let kinds = line["kinds"].as_array().unwrap();
        let hex = line["hex"].as_str().unwrap();
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        Run {
            kinds: kinds.iter().map(|kind| kind.as_str().unwrap().to_owned()).collect(),
            bytes: (0..hex.len()).step_by(2).map(byte).collect(),
        }
    };
    lines.map(run).collect()
}

fn kind(batch: &Batch<'_>) -> String {
    match batch {
        Batch::Records(batch) => {
            let attributes = batch.attributes();
            let mut kind = format!("m2/{}", batch.compression());
            kind += match () {
                _ if attributes.is_transactional() => "/txn",
                _ if batch.has_producer_id() => "/idem",
                _ => "",
            };
            kind + if attributes.is_control() { "/ctl" } else { "" }
        }
        Batch::Legacy(message) => format!("m{}/{}", message.magic, message.compression()),
        _ => panic!("incomplete"),
    }
}

#[test]
fn all_are_read() {
    let mut buffer = vec![0xa5; 1 << 20];
    let mut records = 0;
    for run in runs() {
        let batches: Vec<_> = Batches::new(&run.bytes).map(Result::unwrap).collect();
        assert_eq!(batches.iter().map(kind).collect::<Vec<_>>(), run.kinds);
        for batch in batches {
            match batch {
                Batch::Records(batch) => {
                    batch.verify_crc().unwrap();
                    assert_eq!(batch.magic(), 2);
                    let all: Vec<_> =
                        batch.records_with(&mut buffer).unwrap().map(Result::unwrap).collect();
                    assert_eq!(all.len(), batch.record_count() as usize);
                    assert_eq!(all.last().unwrap().offset, batch.last_offset());
                    let newest = all.iter().map(|record| record.timestamp).max();
                    assert_eq!(newest, Some(batch.max_timestamp()));
                    records += all.len();
                }
                Batch::Legacy(message) => {
                    message.verify_crc().unwrap();
                    let mut last = None;
                    for inner in message.messages_with(&mut buffer).unwrap() {
                        let inner = inner.unwrap();
                        // Those in a wrapper of magic 1 have a relative offset, which is covered by
                        // nothing.
                        inner.verify_crc().unwrap();
                        assert!(last.is_none_or(|last| inner.offset == last + 1));
                        last = Some(inner.offset);
                        records += 1;
                    }
                    assert_eq!(last, Some(message.offset));
                }
                _ => unreachable!(),
            }
        }
    }
    assert!(records > 700, "{records}");
}

/// Rebuilds a batch that is not compressed.
fn rebuild(batch: &RecordBatch<'_>, buffer: &mut [u8]) -> usize {
    let options = BatchOptions {
        base_offset: batch.base_offset(),
        partition_leader_epoch: batch.partition_leader_epoch(),
        producer_id: batch.producer_id(),
        producer_epoch: batch.producer_epoch(),
        base_sequence: batch.base_sequence(),
        transactional: batch.attributes().is_transactional(),
        control: batch.attributes().is_control(),
        log_append_time: batch.log_append_time(),
        delete_horizon: batch.delete_horizon(),
    };
    let mut builder = BatchBuilder::new(buffer, options).unwrap();
    for record in batch.records().unwrap().with_own_timestamps() {
        let record = record.unwrap();
        let before = builder.len();
        let size = builder.record_len(&record).unwrap();
        builder.append_with_offset(&record).unwrap();
        assert_eq!(builder.len(), before + size);
    }
    builder.finish()
}

#[test]
fn what_is_not_compressed_is_built_again_to_the_same_bytes() {
    let mut count = 0;
    for run in runs() {
        for batch in Batches::new(&run.bytes) {
            let mut buffer = vec![0xa5; run.bytes.len() + 1];
            let (bytes, size) = match batch.unwrap() {
                Batch::Records(batch) if batch.compression() == Compression::None => {
                    (batch.bytes(), rebuild(&batch, &mut buffer))
                }
                Batch::Legacy(message) if message.compression() == Compression::None => {
                    let options = LegacyOptions {
                        magic: message.magic,
                        timestamp_type: message.attributes.timestamp_type(),
                        ..LegacyOptions::default()
                    };
                    let mut builder = LegacyBuilder::new(&mut buffer, options).unwrap();
                    builder.append_with_offset(&message.record()).unwrap();
                    (message.bytes(), builder.finish())
                }
                _ => continue,
            };
            assert_eq!(&buffer[..size], bytes);
            assert!(buffer[size..].iter().all(|byte| *byte == 0xa5));
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn what_is_compressed_is_compressed_and_read_again() {
    let mut buffers = [const { Vec::new() }; 3];
    buffers.fill(vec![0xa5; 1 << 20]);
    let [plain, packed, again] = &mut buffers;
    for run in runs() {
        for batch in Batches::new(&run.bytes) {
            let Ok(Batch::Records(batch)) = batch else { continue };
            let size = batch.decompress_into(plain).unwrap();
            let plain = RecordBatch::decode(&plain[..size]).unwrap();
            plain.verify_crc().unwrap();
            assert_eq!(plain.compression(), Compression::None);
            // Java and librdkafka write the varints as this does.
            let size = rebuild(&plain, again);
            assert_eq!(&again[..size], plain.bytes());
            let pack: [&Pack<'_>; 5] = [
                &|out| plain.compress_into(&Gzip, out),
                &|out| plain.compress_into(&Snappy::FRAMED, out),
                &|out| plain.compress_into(&Snappy::BARE, out),
                &|out| plain.compress_into(&Lz4::STANDARD, out),
                &|out| plain.compress_into(&Zstd, out),
            ];
            for pack in pack {
                let size = pack(packed).unwrap();
                let batch = RecordBatch::decode(&packed[..size]).unwrap();
                batch.verify_crc().unwrap();
                let size = batch.decompress_into(again).unwrap();
                assert_eq!(&again[..size], plain.bytes(), "{batch}");
                assert_eq!(batch.header().record_count, plain.record_count());
            }
        }
    }
}

/// The records that the decoder gives, in the form of the iterator's.
fn decode(bytes: &[u8], piece: usize) -> Vec<String> {
    let (mut out, mut decoder) = (vec![], RecordDecoder::new());
    let (mut key, mut value, mut header) = (None::<Vec<u8>>, None::<Vec<u8>>, None::<Vec<u8>>);
    let (mut headers, mut begin) = (vec![], None);
    let add = |to: &mut Option<Vec<u8>>, part: Part<'_>| {
        if part.total.is_some() {
            to.get_or_insert_default().extend(part.bytes);
            let so_far = to.as_ref().unwrap().len() as u32 + part.left;
            assert_eq!(part.total, Some(so_far));
        }
    };
    let mut missing = 0;
    for mut input in bytes.chunks(piece) {
        while let Some(event) = decoder.next(&mut input).unwrap() {
            match event {
                RecordEvent::Batch(header) => out.push(format!("{header:?}")),
                RecordEvent::Record(record) => begin = Some(record),
                RecordEvent::Key(part) => add(&mut key, part),
                RecordEvent::Value(part) | RecordEvent::Compressed(part) => add(&mut value, part),
                RecordEvent::Headers { count } => headers.reserve(count as usize),
                RecordEvent::HeaderKey(part) => add(&mut header, part),
                RecordEvent::HeaderValue(part) => {
                    if let (true, Some(key)) = (
                        part.bytes.len() as u32 + part.left == part.total.unwrap_or(0),
                        header.take(),
                    ) {
                        headers.push((key, None));
                    }
                    add(&mut headers.last_mut().unwrap().1, part);
                }
                RecordEvent::RecordEnd => {
                    let headers: Vec<_> = headers
                        .iter()
                        .map(|(key, value)| RecordHeader { key, value: value.as_deref() })
                        .collect();
                    let begin = begin.take().unwrap();
                    let record = Record {
                        attributes: begin.attributes,
                        timestamp: begin.timestamp,
                        offset: begin.offset,
                        key: key.as_deref(),
                        value: value.as_deref(),
                        headers: headers.as_slice().into(),
                    };
                    out.push(format!("{record:?}"));
                    (key, value) = (None, None);
                }
                RecordEvent::BatchEnd(crc) => {
                    crc.check().unwrap();
                    out.push(format!("{:?}", value.take()));
                    assert_eq!(decoder.missing(), 0);
                }
                _ => panic!("unknown event"),
            }
            if matches!(event, RecordEvent::RecordEnd) {
                headers.clear();
            }
        }
        missing = decoder.missing();
    }
    assert_eq!(missing, 0);
    out
}

#[test]
fn the_decoder_gives_the_same_in_any_pieces() {
    let (mut runs_checked, mut records) = (0, 0);
    for run in runs() {
        if !run.kinds.iter().all(|kind| kind.starts_with("m2")) {
            let mut input = &run.bytes[..];
            let error = RecordDecoder::new().next(&mut input).unwrap_err();
            assert_eq!(
                error.kind,
                kafka_codec::ErrorKind::Batch(kafka_codec::error::BatchFault::Magic)
            );
            continue;
        }
        let mut expected = vec![];
        for batch in Batches::new(&run.bytes) {
            let Ok(Batch::Records(batch)) = batch else { panic!() };
            expected.push(format!("{:?}", batch.header()));
            let mut compressed = Some(batch.body());
            if batch.compression() == Compression::None {
                compressed = None;
                expected.extend(
                    batch.records().unwrap().map(|record| format!("{:?}", record.unwrap())),
                );
                records += 1;
            }
            expected.push(format!("{compressed:?}"));
        }
        for piece in [1, 2, 3, 7, 61, 100, usize::MAX] {
            assert_eq!(decode(&run.bytes, piece), expected, "{piece}");
        }
        runs_checked += 1;
    }
    assert!(runs_checked > 30 && records > 30, "{runs_checked} {records}");
}

#[test]
fn every_truncation_is_incomplete() {
    for run in runs().iter().filter(|run| run.bytes.len() < 1_500) {
        let whole = Batches::new(&run.bytes).count();
        for cut in 1..run.bytes.len() {
            let batches: Vec<_> = Batches::new(&run.bytes[..cut]).map(Result::unwrap).collect();
            match batches.last().unwrap() {
                Batch::Incomplete(incomplete) => {
                    let start = cut - incomplete.present;
                    assert!(incomplete.missing > 0);
                    let end = cut + incomplete.missing;
                    if incomplete.present >= 12 {
                        // Exactly what is missing of this batch.
                        let rest = Batches::new(&run.bytes[start..end]).map(Result::unwrap);
                        assert!(matches!(rest.last(), Some(Batch::Records(_) | Batch::Legacy(_))));
                        assert!(incomplete.base_offset.is_some());
                    }
                    assert!(batches.len() <= whole);
                }
                _ => assert!(batches.len() < whole),
            }
        }
    }
}

#[test]
fn aborted_transactions_are_left_out() {
    let mut verdicts = vec![];
    for run in runs() {
        let mut batches = Batches::new(&run.bytes).filter_map(|batch| match batch {
            Ok(Batch::Records(batch)) => Some(batch),
            _ => None,
        });
        if run.kinds != ["m2/none/txn", "m2/none/txn/ctl"] {
            continue;
        }
        let (data, marker) = (batches.next().unwrap(), batches.next().unwrap());
        let mut filter = AbortedFilter::<2>::new();
        assert_eq!(filter.verdict(&data), Ok(Verdict::Deliver));
        filter.add(data.producer_id(), data.base_offset()).unwrap();
        filter.add(data.producer_id() + 1, data.base_offset()).unwrap();
        assert!(filter.add(0, 0).is_err());
        assert_eq!(filter.verdict(&data), Ok(Verdict::Aborted));
        assert_eq!(filter.verdict(&marker), Ok(Verdict::Control));
        let record = marker.records().unwrap().next().unwrap().unwrap();
        let control = ControlRecord::decode(&record).unwrap();
        assert!(control.control_type.is_end_of_transaction());
        assert_eq!(record.key, Some(&control.control_type.key()[..]));
        // After an abort marker, the same producer's next transaction is another one.
        let aborted = control.control_type == ControlType::Abort;
        let after = if aborted { Verdict::Deliver } else { Verdict::Aborted };
        assert_eq!(filter.verdict(&data), Ok(after));
        verdicts.push(control.control_type);
    }
    assert!(verdicts.contains(&ControlType::Abort) || verdicts.contains(&ControlType::Commit));
}
