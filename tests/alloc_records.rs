//! Nothing here allocates: batches read and built, in one piece or in many, plain and through the
//! codecs that need no allocator.
#![cfg(all(feature = "gzip", feature = "snappy", feature = "lz4"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use allocation_counter::measure;
use kafka_codec::record::{
    Batch, BatchBuilder, BatchOptions, Batches, Compress, Compression, ControlRecord, Headers,
    LegacyBuilder, LegacyMessage, LegacyOptions, Lz4, Record, RecordBatch, RecordDecoder,
    RecordEvent, RecordHeader, Snappy,
};

/// Runs something that must not allocate; what the machine turns out to have is looked up before.
fn without_allocations<T>(what: &str, mut run: impl FnMut() -> T) -> T {
    run();
    let mut result = None;
    assert_eq!(measure(|| result = Some(run())).count_total, 0, "{what}");
    result.unwrap()
}

const HEADERS: [RecordHeader<'static>; 2] =
    [RecordHeader { key: b"trace", value: Some(b"id-0") }, RecordHeader { key: b"", value: None }];

fn records(headers: bool) -> impl Iterator<Item = Record<'static>> {
    (0..50).map(move |index| Record {
        timestamp: 1_700_000_000_000 + index * index,
        key: (index % 3 != 0).then_some(&b"key"[..]),
        value: (index % 5 != 0).then_some(&[7; 300][..]),
        headers: if headers { Headers::from(&HEADERS) } else { Headers::NONE },
        ..Record::default()
    })
}

fn build(out: &mut [u8]) -> usize {
    let mut builder = BatchBuilder::new(out, BatchOptions::default()).unwrap();
    for record in records(true) {
        let before = builder.len();
        builder.append(&record).unwrap();
        assert!(builder.len() > before);
    }
    builder.finish()
}

const CODECS: [(&str, &dyn Compress); 4] = [
    ("gzip", &Compression::Gzip),
    ("snappy", &Snappy::FRAMED),
    ("snappy without frames", &Snappy::BARE),
    ("lz4", &Lz4::STANDARD),
];

fn read(bytes: &[u8], buffer: &mut [u8]) -> usize {
    let mut count = 0;
    for batch in Batches::new(bytes) {
        match batch.unwrap() {
            Batch::Records(batch) => {
                batch.verify_crc().unwrap();
                for record in batch.records_with(buffer).unwrap() {
                    let record = record.unwrap();
                    count += 1 + record.headers.iter().count();
                    if batch.attributes().is_control() {
                        ControlRecord::decode(&record).unwrap().decode_value().unwrap();
                    }
                }
            }
            Batch::Legacy(message) => {
                message.verify_crc().unwrap();
                for inner in message.messages_with(buffer).unwrap() {
                    inner.unwrap().verify_crc().unwrap();
                    count += 1;
                }
            }
            _ => panic!("the batch is not whole"),
        }
    }
    count
}

#[test]
fn batches() {
    let [mut plain, mut packed, mut buffer] = [const { [0xa5; 1 << 15] }; 3];
    let len = without_allocations("building", || build(&mut plain));
    let plain = &plain[..len];
    let expected = without_allocations("reading", || read(plain, &mut []));
    assert_eq!(expected, 50 + 2 * 50);
    for (name, codec) in CODECS {
        let batch = RecordBatch::decode(plain).unwrap();
        let len = without_allocations(name, || batch.compress_into(codec, &mut packed).unwrap());
        let packed = &packed[..len];
        assert!(len < plain.len(), "{name}");
        let count = without_allocations(name, || read(packed, &mut buffer));
        assert_eq!(count, expected, "{name}");
    }
}

#[test]
fn batches_in_pieces() {
    let mut plain = [0xa5; 1 << 15];
    let len = build(&mut plain);
    for size in [1, 7, len] {
        let (records, verdicts) = without_allocations("in pieces", || {
            let (mut decoder, mut records, mut verdicts) = (RecordDecoder::new(), 0, 0);
            for mut piece in plain[..len].chunks(size) {
                while let Some(event) = decoder.next(&mut piece).unwrap() {
                    match event {
                        RecordEvent::RecordEnd => records += 1,
                        RecordEvent::BatchEnd(verdict) => {
                            verdict.check().unwrap();
                            verdicts += 1;
                        }
                        _ => {}
                    }
                }
            }
            (records, verdicts)
        });
        assert_eq!((records, verdicts), (50, 1), "{size}");
    }
}

#[test]
fn messages_from_before_batches() {
    let [mut set, mut packed, mut buffer] = [const { [0xa5; 1 << 15] }; 3];
    for magic in [0, 1] {
        let len = without_allocations("building", || {
            let options = LegacyOptions { magic, ..LegacyOptions::default() };
            let mut builder = LegacyBuilder::new(&mut set, options).unwrap();
            records(false).for_each(|record| builder.append(&record).unwrap());
            builder.finish()
        });
        let set = &set[..len];
        assert_eq!(without_allocations("reading", || read(set, &mut [])), 50);
        for (name, codec) in CODECS {
            let codec = if magic == 0 && name == "lz4" { &Lz4::MAGIC_0 } else { codec };
            let len = without_allocations(name, || {
                LegacyMessage::compress_messages(set, 49, codec, &mut packed).unwrap()
            });
            let packed = &packed[..len];
            assert_eq!(without_allocations(name, || read(packed, &mut buffer)), 50, "{name}");
        }
    }
}

#[test]
fn batches_of_real_clients_and_brokers() {
    let mut buffer = vec![0xa5; 1 << 20];
    let mut count = 0;
    for line in include_str!("data/batches.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        // zstd is the one that needs an allocator.
        if line["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .any(|kind| kind.as_str().unwrap().contains("zstd"))
        {
            continue;
        }
        let hex = line["hex"].as_str().unwrap();
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        count += without_allocations("a captured batch", || read(&bytes, &mut buffer));
    }
    assert!(count > 300, "{count}");
}
