//! Batches of records as the commands need them: decompressed, named by their kind, found in a
//! message, and as events and JSON. Uses the core's `record`.

mod events;
mod json;

pub(crate) use events::events;
pub(crate) use json::json;

use kafka_codec::Error;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::inspect::Subject;
use kafka_codec::record::{Batch, Batches, Compression};
use std::fmt;

/// The most bytes that a batch is decompressed to: what Kafka's own limit of a request allows, and
/// no bomb gets further.
const LONGEST: usize = 128 << 20;

/// What the records or messages of a batch were compressed from.
///
/// # Errors
/// Those of [`Batch::decompress`], also of what is longer than any batch should be.
pub(crate) fn decompress(batch: &Batch<'_>) -> Result<Vec<u8>, Error> {
    let len = match batch {
        Batch::Records(batch) => batch.body().len(),
        Batch::Legacy(message) => message.bytes().len(),
        _ => 0,
    };
    let mut room = len.saturating_mul(8).clamp(1 << 12, LONGEST);
    loop {
        let mut buffer = vec![0; room];
        match batch.decompress(&mut buffer) {
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
            Err(error) => match error.needed() {
                Some(need) if room < LONGEST => {
                    room = need.max(room.saturating_mul(4)).min(LONGEST);
                }
                _ => return Err(error),
            },
        }
    }
}

/// For the inspector: hands on what a batch was compressed from.
pub(crate) fn unpack(
    batch: &Batch<'_>,
    then: &mut dyn FnMut(kafka_codec::Result<&[u8]>) -> fmt::Result,
) -> fmt::Result {
    match decompress(batch) {
        Ok(bytes) => then(Ok(&bytes)),
        Err(error) => then(Err(error)),
    }
}

/// The kind of a batch as captures name it: `m<magic>/<compression>`, then `/idem` or `/txn`, then
/// `/ctl`.
pub(crate) fn kind(batch: &Batch<'_>) -> String {
    match batch {
        Batch::Records(batch) => {
            let attributes = batch.attributes();
            let producer = match () {
                () if attributes.is_transactional() => "/txn",
                () if batch.has_producer_id() => "/idem",
                () => "",
            };
            let control = if attributes.is_control() { "/ctl" } else { "" };
            format!("m2/{}{producer}{control}", batch.compression())
        }
        Batch::Legacy(message) => format!("m{}/{}", message.magic, message.compression()),
        _ => "incomplete".into(),
    }
}

/// A field of records in a message.
pub(crate) struct Field<'b> {
    /// Where its bytes begin in those of the message.
    pub(crate) start: usize,
    pub(crate) bytes: &'b [u8],
}

/// The fields of records of a message without header, up to its first fault.
pub(crate) fn fields<'b>(subject: &Subject<'b>) -> Vec<Field<'b>> {
    let (message, version, mut input) = (subject.message(), subject.version(), subject.bytes());
    let mut fields = Vec::new();
    let Ok(mut decoder) = Decoder::new(message, version, input.len() as u32) else { return fields };
    while let Ok(event) = decoder.next(&mut input)
        && event.item != Item::Done
    {
        let end = event.span().end as usize;
        if let Item::Records(_, chunk) = event.item {
            fields.push(Field { start: end - chunk.bytes.len(), bytes: chunk.bytes });
        }
    }
    fields
}

/// The batches of records, each with the place where it begins, up to the first fault.
pub(crate) fn batches(bytes: &[u8]) -> impl Iterator<Item = (usize, Batch<'_>)> {
    let mut batches = Batches::new(bytes);
    std::iter::from_fn(move || {
        let start = bytes.len() - batches.rest().len();
        Some((start, batches.next()?.ok()?))
    })
}

/// Those of them that are compressed.
pub(crate) fn compressed(bytes: &[u8]) -> impl Iterator<Item = (usize, Batch<'_>)> {
    batches(bytes).filter(|(_, batch)| match batch {
        Batch::Records(batch) => batch.compression() != Compression::None,
        Batch::Legacy(message) => message.compression() != Compression::None,
        _ => false,
    })
}

/// The first thing that is wrong with batches one after another, with its place.
pub(crate) fn fault(bytes: &[u8]) -> Option<String> {
    let mut batches = Batches::new(bytes);
    loop {
        let start = bytes.len() - batches.rest().len();
        let at = |error: Error| format!("records, {}", error.at(start as u32));
        match batches.next()? {
            Err(error) => return Some(format!("records, {error}")),
            Ok(Batch::Incomplete(incomplete)) => return Some(at(incomplete.into_error())),
            Ok(batch) => {
                if let Err(error) = check(&batch) {
                    return Some(match error {
                        Place::Here(error) => at(error),
                        Place::Inside(error) => {
                            format!("records, batch at 0x{start:04x}, decompressed, {error}")
                        }
                    });
                }
            }
        }
    }
}

/// Where the offset of an error counts from.
enum Place {
    /// The first byte of the batch.
    Here(Error),
    /// The first of the decompressed bytes.
    Inside(Error),
}

impl From<Error> for Place {
    fn from(error: Error) -> Self {
        Self::Here(error)
    }
}

/// Reads all of a batch.
fn check(batch: &Batch<'_>) -> Result<(), Place> {
    match batch {
        Batch::Records(records) => {
            records.verify_crc()?;
            if records.compression() == Compression::None {
                return records.records()?.try_for_each(|record| Ok(record.map(drop)?));
            }
            // Java does not decompress where there is nothing to be found.
            let inner = if records.record_count() == 0 { Vec::new() } else { decompress(batch)? };
            let mut records = records.records_in(&inner)?;
            records.try_for_each(|record| record.map(drop).map_err(Place::Inside))
        }
        Batch::Legacy(message) => {
            message.verify_crc()?;
            if message.compression() == Compression::None {
                return Ok(());
            }
            let inner = decompress(batch)?;
            let mut messages = message.messages_in(&inner).map_err(Place::Inside)?;
            messages.try_for_each(|inner| inner?.verify_crc()).map_err(Place::Inside)
        }
        _ => Ok(()),
    }
}
