//! What is checked of the batches in a frame: checksums, decompression, counts, streaming in pieces,
//! control records, and that they are built again to the same bytes.

use super::body::same_bytes;
use crate::records::{self, decompress, kind};
use kafka_codec::Error;
use kafka_codec::inspect::{Framing, Subject};
use kafka_codec::record::{
    Batch, BatchBuilder, BatchOptions, Batches, Compression, ControlRecord, LegacyBuilder,
    LegacyMessage, LegacyOptions, RecordBatch, RecordDecoder, RecordEvent, TimestampType,
};
use kafka_codec::schema::{Message, Role};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Checks the records of a body, and their kinds against those that the line has.
///
/// # Errors
/// The first thing that is not as it should be.
pub(crate) fn check(
    message: &'static Message,
    version: i16,
    bytes: &[u8],
    said: Option<&Json>,
) -> Result<(), String> {
    let subject = Subject::new(message, version, Framing::Body, bytes);
    let subject = subject.map_err(|error| error.to_string())?;
    // Brokers cut their answers at a number of bytes.
    let may_be_cut = message.role == Role::Response;
    let mut kinds = BTreeSet::new();
    for field in records::fields(&subject) {
        check_field(field.bytes, may_be_cut, &mut kinds)
            .map_err(|what| format!("records at byte 0x{:04x}: {what}", field.start))?;
    }
    let Some(said) = said else {
        return match kinds.is_empty() {
            true => Ok(()),
            false => Err(format!("the line says nothing of the batches {kinds:?}")),
        };
    };
    let said: Option<BTreeSet<String>> = said
        .as_array()
        .and_then(|kinds| kinds.iter().map(|k| k.as_str().map(str::to_owned)).collect());
    match said {
        Some(said) if said == kinds => Ok(()),
        Some(said) => Err(format!("the batches are {kinds:?}, not {said:?}")),
        None => Err("the batches of the line are malformed".into()),
    }
}

fn check_field(bytes: &[u8], may_be_cut: bool, kinds: &mut BTreeSet<String>) -> Result<(), String> {
    for (index, batch) in Batches::new(bytes).enumerate() {
        let batch = batch.map_err(|error| error.to_string())?;
        let named = |what: String| format!("batch {index}: {what}");
        match &batch {
            Batch::Records(records) => check_batch(records).map_err(named)?,
            Batch::Legacy(message) => check_message(message).map_err(named)?,
            Batch::Incomplete(_) if may_be_cut => continue,
            _ => return Err(named("is not whole".into())),
        }
        kinds.insert(kind(&batch));
    }
    Ok(())
}

fn check_batch(batch: &RecordBatch<'_>) -> Result<(), String> {
    let say = |error: Error| error.to_string();
    batch.verify_crc().map_err(say)?;
    let inner = match batch.compression() {
        Compression::None => batch.body().to_vec(),
        _ => decompress(&Batch::Records(*batch)).map_err(say)?,
    };
    let (mut count, mut last, mut newest) = (0, None, None);
    for record in batch.records_in(&inner).map_err(say)? {
        let record = record.map_err(say)?;
        if last.is_some_and(|last| record.offset <= last) {
            return Err(format!("offset {} does not grow", record.offset));
        }
        (count, last) = (count + 1, Some(record.offset));
        newest = newest.max(Some(record.timestamp));
        if batch.attributes().is_control() {
            let control = ControlRecord::decode(&record).map_err(say)?;
            control.decode_value().map_err(say)?;
        }
    }
    if count != batch.record_count() {
        return Err(format!("{count} records, not {}", batch.record_count()));
    }
    // Compaction keeps the last offset when it removes that record.
    if last.is_some_and(|last| last > batch.last_offset()) {
        return Err("a record follows the last offset".into());
    }
    if newest.is_some_and(|newest| newest > batch.max_timestamp()) {
        return Err("a record is newer than the batch".into());
    }
    // What is not compressed, as it is or made so, is the same in pieces and when built again.
    let mut plain = vec![0xa5; batch.bytes().len() - batch.body().len() + inner.len()];
    let len = batch.decompress_into(&mut plain).map_err(say)?;
    let plain = plain.get(..len).unwrap_or(&[]);
    let again = build(&RecordBatch::decode(plain).map_err(say)?).map_err(say)?;
    same_bytes("built again", &again, plain)?;
    if batch.compression() == Compression::None {
        same_bytes("not compressed", plain, batch.bytes())?;
    }
    for size in [1, 7, 1 << 20] {
        let counted = count_in_pieces(plain, size).map_err(say)?;
        if counted != count {
            return Err(format!("{counted} records in pieces of {size}, not {count}"));
        }
    }
    check_codec(batch, plain)
}

fn build(batch: &RecordBatch<'_>) -> Result<Vec<u8>, Error> {
    let mut out = vec![0xa5; batch.bytes().len()];
    let mut builder = BatchBuilder::new(&mut out, BatchOptions::of(&batch.header()))?;
    for record in batch.records()?.with_own_timestamps() {
        builder.append_with_offset(&record?)?;
    }
    let len = builder.finish();
    out.truncate(len);
    Ok(out)
}

fn count_in_pieces(bytes: &[u8], size: usize) -> Result<i32, Error> {
    let (mut decoder, mut count) = (RecordDecoder::new(), 0);
    for mut piece in bytes.chunks(size) {
        while let Some(event) = decoder.next(&mut piece)? {
            match event {
                RecordEvent::RecordEnd => count += 1,
                RecordEvent::BatchEnd(verdict) => verdict.check()?,
                _ => {}
            }
        }
    }
    // The end of a batch may be told only when it is asked for.
    while let Some(event) = decoder.next(&mut &[][..])? {
        if let RecordEvent::BatchEnd(verdict) = event {
            verdict.check()?;
        }
    }
    Ok(count)
}

/// Compressed again, what was decompressed is the same.
fn check_codec(batch: &RecordBatch<'_>, plain: &[u8]) -> Result<(), String> {
    let say = |error: Error| error.to_string();
    if batch.compression() == Compression::None {
        return Ok(());
    }
    let mut packed = vec![0xa5; plain.len() * 2 + (1 << 10)];
    let len = RecordBatch::decode(plain)
        .and_then(|plain| plain.compress_into(&batch.compression(), &mut packed))
        .map_err(say)?;
    let again = RecordBatch::decode(packed.get(..len).unwrap_or(&[])).map_err(say)?;
    let mut out = vec![0xa5; plain.len()];
    let len = again.decompress_into(&mut out).map_err(say)?;
    same_bytes("compressed and decompressed", out.get(..len).unwrap_or(&[]), plain)
}

fn check_message(message: &LegacyMessage<'_>) -> Result<(), String> {
    let say = |error: Error| error.to_string();
    message.verify_crc().map_err(say)?;
    if message.compression() == Compression::None {
        return rebuild(message);
    }
    let inner = decompress(&Batch::Legacy(*message)).map_err(say)?;
    let mut last = None;
    for inner in message.messages_in(&inner).map_err(say)? {
        let inner = inner.map_err(say)?;
        inner.verify_crc().map_err(say)?;
        if last.is_some_and(|last| inner.offset <= last) {
            return Err(format!("offset {} does not grow", inner.offset));
        }
        last = Some(inner.offset);
    }
    if last != Some(message.offset) {
        return Err(format!("the last offset is {last:?}, not {}", message.offset));
    }
    // They are in there with the offsets that they have there.
    Batches::new(&inner).try_for_each(|inner| match inner.map_err(say)? {
        Batch::Legacy(message) => rebuild(&message),
        other => Err(format!("{other:?} in a wrapper")),
    })
}

/// Writes a message that is not compressed again.
fn rebuild(message: &LegacyMessage<'_>) -> Result<(), String> {
    let options = LegacyOptions {
        magic: message.magic,
        timestamp_type: match message.magic {
            0 => TimestampType::CreateTime,
            _ => message.attributes.timestamp_type(),
        },
        ..LegacyOptions::default()
    };
    let mut out = vec![0xa5; message.bytes().len()];
    let build = |out: &mut [u8]| {
        let mut builder = LegacyBuilder::new(out, options)?;
        builder.append_with_offset(&message.record())?;
        Ok(builder.finish())
    };
    let len = build(&mut out).map_err(|error: Error| error.to_string())?;
    same_bytes("built again", out.get(..len).unwrap_or(&[]), message.bytes())
}
