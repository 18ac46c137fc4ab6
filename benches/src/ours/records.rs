//! Records: walking those of a Fetch response, building a batch, the CRC.

use super::CODEC;
use crate::case::{BUILD, CRC, Case, Cases, VISIT};
use crate::samples;
use crate::visit::{Sum, Visit};
use kafka_codec::Result;
use kafka_codec::api::fetch::response::FetchResponse;
use kafka_codec::record::{Batch, BatchBuilder, BatchOptions, Batches, Record, RecordBatch};
use kafka_codec::typed::Body;
use std::hint::black_box;

pub(super) fn add(all: &mut Vec<Case>) {
    for message in ["fetch-100", "fetch-1000"] {
        let (version, bytes) = samples::encoded(message);
        let mut cases = Cases { all, codec: CODEC, message, size: bytes.len() };
        cases.add(VISIT, move || {
            batches(version, black_box(bytes), |batch, sum| {
                batch.verify_crc()?;
                records(batch, sum)
            })
        });
        cases.add(CRC, move || {
            batches(version, black_box(bytes), |batch, sum| {
                sum.number(1);
                batch.verify_crc()
            })
        });
        cases.add("visit-no-crc", move || batches(version, black_box(bytes), records));
    }
    build(all);
    let bytes = samples::large_batch();
    let batch = RecordBatch::decode(bytes).expect("a batch");
    let size = samples::crc_covered(bytes).len();
    let mut cases = Cases { all, codec: CODEC, message: "crc-1m", size };
    cases.add(CRC, move || u64::from(black_box(&batch).computed_crc()));
}

/// Decodes a Fetch response and takes each batch.
#[inline(always)]
fn batches(
    version: i16,
    bytes: &[u8],
    mut each: impl FnMut(&RecordBatch<'_>, &mut Sum) -> Result<()>,
) -> u64 {
    let mut sum = Sum::default();
    let Ok(body) = FetchResponse::decode(version, bytes) else { return 0 };
    for topic in &body.responses {
        for partition in &topic.partitions {
            for batch in Batches::new(partition.records.unwrap_or_default().0) {
                let Ok(Batch::Records(batch)) = batch else { return 0 };
                if each(&batch, &mut sum).is_err() {
                    return 0;
                }
            }
        }
    }
    sum.0
}

#[inline(always)]
fn records(batch: &RecordBatch<'_>, sum: &mut Sum) -> Result<()> {
    for record in batch.records()? {
        let record = record?;
        record.offset.visit(sum);
        record.timestamp.visit(sum);
        record.key.visit(sum);
        record.value.visit(sum);
        sum.number(record.headers.len() as i64);
    }
    Ok(())
}

/// Builds a batch in place, and for comparison copies its values and takes its CRC.
fn build(all: &mut Vec<Case>) {
    let bytes = samples::batch(0, 1_000, 100);
    let batch = RecordBatch::decode(bytes).expect("a batch");
    let records = || batch.records().expect("records").map(|record| record.expect("a record"));
    let records: &'static [Record<'static>] = Vec::leak(records().collect());
    let mut cases = Cases { all, codec: CODEC, message: "batch-1000", size: bytes.len() };
    let mut buffer = vec![0_u8; bytes.len()];
    cases.add(BUILD, move || {
        let built = || -> Result<usize> {
            let mut builder = BatchBuilder::new(black_box(&mut buffer), BatchOptions::default())?;
            for record in black_box(records) {
                builder.append(record)?;
            }
            Ok(builder.finish())
        };
        let mut built = built;
        built().map_or(0, |len| len as u64)
    });
    let mut buffer = vec![0_u8; bytes.len()];
    cases.add("copy-and-crc", move || {
        let mut rest = &mut black_box(&mut buffer)[..];
        for value in black_box(records).iter().filter_map(|record| record.value) {
            let Some((out, next)) = rest.split_at_mut_checked(value.len()) else { return 0 };
            out.copy_from_slice(value);
            rest = next;
        }
        u64::from(black_box(&batch).computed_crc())
    });
}
