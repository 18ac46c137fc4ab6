//! The records of a batch do not depend on how they are read: by the iterator, or by the decoder in
//! pieces of any size. Before the batch come a count of piece sizes and these.
//!
//! A byte in front says whether length, magic and checksum are set right, so that more than the
//! header is reached.
#![no_main]

use kafka_codec::record::{Compression, RecordBatch, RecordBatchMut};
use kafka_codec_fuzz::{in_pieces, owned, take};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [mend, rest @ ..] = input else { return };
    let Some((sizes, bytes)) = take(rest) else { return };
    let mut bytes = bytes.to_vec();
    if mend % 2 == 0 {
        mended(&mut bytes);
    }
    let whole = in_pieces(&bytes, &[]);
    assert_eq!(whole, in_pieces(&bytes, sizes), "in pieces");
    let Ok((batch, rest)) = RecordBatch::decode_prefix(&bytes) else {
        assert!(whole.fault.is_some() || whole.missing > 0 || bytes.is_empty());
        return;
    };
    // What follows is a batch for the decoder alone.
    let streamed = if rest.is_empty() { whole } else { in_pieces(batch.bytes(), sizes) };
    if let [verdict] = streamed.verdicts[..] {
        assert_eq!((verdict.expected, verdict.computed), (batch.crc(), batch.computed_crc()));
    }
    if batch.compression() != Compression::None {
        assert_eq!(streamed.compressed, batch.body());
        return;
    }
    let Ok(records) = batch.records() else {
        assert!(streamed.fault.is_some(), "the header is good for the decoder alone");
        return;
    };
    let mut fault = None;
    let records: Vec<_> = records
        .map_while(|record| record.map_err(|error| fault = Some(error)).ok())
        .map(|record| owned(&record))
        .collect();
    assert_eq!(records, streamed.records);
    assert_eq!(fault.is_some(), streamed.fault.is_some(), "{fault:?} {:?}", streamed.fault);
});

fn mended(bytes: &mut [u8]) {
    let length = (bytes.len() as u32).saturating_sub(12).to_be_bytes();
    if let Some(at) = bytes.get_mut(8..12) {
        at.copy_from_slice(&length);
    }
    if let Some(magic) = bytes.get_mut(16) {
        *magic = 2;
    }
    if let Ok(mut batch) = RecordBatchMut::decode(bytes) {
        batch.update_crc();
    }
}
