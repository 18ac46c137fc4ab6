//! What is built is read again, by the iterator and in pieces; a record that does not fit leaves
//! the batch as it was and says what it needs. The input says what records there are.
#![no_main]

use kafka_codec::record::{BatchBuilder, BatchOptions, Record, RecordBatch, RecordHeader};
use kafka_codec_fuzz::{Owned, in_pieces, owned};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut input = Input(input);
    let options = BatchOptions {
        base_offset: input.number(),
        partition_leader_epoch: input.number() as i32,
        producer_id: input.number(),
        producer_epoch: input.number() as i16,
        base_sequence: input.number() as i32,
        transactional: input.byte() % 2 == 0,
        control: input.byte() % 2 == 0,
        log_append_time: (input.byte() % 4 == 0).then(|| input.number()),
        delete_horizon: (input.byte() % 4 == 0).then(|| input.number()),
    };
    let mut buffer = vec![0xa5; 61 + usize::from(input.byte()) * 16];
    let room = buffer.len();
    let mut builder = BatchBuilder::new(&mut buffer, options).expect("room for the header");
    let mut built = Vec::new();
    while !input.0.is_empty() {
        let headers: Vec<_> = (0..input.byte() % 4)
            .map(|_| RecordHeader { key: input.bytes().unwrap_or(&[]), value: input.bytes() })
            .collect();
        let record = Record {
            attributes: input.byte() as i8,
            timestamp: input.number(),
            offset: options.base_offset.wrapping_add(input.number()),
            key: input.bytes(),
            value: input.bytes(),
            headers: headers.as_slice().into(),
        };
        let keeps_offset = input.byte() % 4 == 0;
        let (before, count) = (builder.len(), builder.record_count());
        let expected = if keeps_offset { None } else { Some(builder.record_len(&record)) };
        let result = match keeps_offset {
            true => builder.append_with_offset(&record),
            false => builder.append(&record),
        };
        match result {
            Ok(()) => {
                if let Some(expected) = expected {
                    assert_eq!(expected, Ok(builder.len() - before));
                }
                let timestamp = options.log_append_time.unwrap_or(record.timestamp);
                built.push((keeps_offset, Owned { timestamp, ..owned(&record) }));
            }
            Err(error) => {
                assert_eq!((builder.len(), builder.record_count()), (before, count));
                if let (Some(need), Some(expected)) = (error.needed(), expected) {
                    assert_eq!(Ok(need - before), expected);
                    assert!(need > room);
                }
            }
        }
    }
    let len = builder.finish();
    let batch = RecordBatch::decode(&buffer[..len]).expect("a batch");
    batch.verify_crc().expect("its checksum");
    let read: Vec<_> =
        batch.records().expect("records").map(|record| owned(&record.expect("a record"))).collect();
    assert_eq!(read.len(), built.len());
    let mut next = options.base_offset;
    for (read, (keeps_offset, built)) in read.iter().zip(&built) {
        let offset = if *keeps_offset { built.offset } else { next };
        assert_eq!(*read, Owned { offset, ..built.clone() });
        next = offset.wrapping_add(1);
    }
    let streamed = in_pieces(&buffer[..len], &[3]);
    assert_eq!((streamed.records, streamed.fault, streamed.missing), (read, None, 0));
    assert!(streamed.verdicts.iter().all(|verdict| verdict.check().is_ok()));
});

struct Input<'i>(&'i [u8]);

impl<'i> Input<'i> {
    fn byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *byte
    }

    /// A number of up to eight bytes, behind their count.
    fn number(&mut self) -> i64 {
        let count = self.byte() % 9;
        (0..count).fold(0, |number, _| number << 8 | i64::from(self.byte() as i8))
    }

    /// Null, or bytes behind their number.
    fn bytes(&mut self) -> Option<&'i [u8]> {
        let len = usize::from(self.byte());
        if len == 0xff {
            return None;
        }
        let (bytes, rest) = self.0.split_at_checked(len).unwrap_or((self.0, &[]));
        self.0 = rest;
        Some(bytes)
    }
}
