//! Batches as JSON: the header by the names of Kafka's documentation, and each record with its
//! offset and time. Keys and values are base64, as in the JSON of messages.

use super::{batches, decompress};
use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kafka_codec::record::{
    Batch, Compression, ControlRecord, LegacyMessage, Record, RecordBatch, TimestampType,
};
use serde_json::{Value as Json, json};

/// An array of all batches and messages, up to the first fault.
///
/// # Errors
/// None that the bytes could give: what cannot be read is said in the JSON.
pub(crate) fn json(bytes: &[u8]) -> Result<String> {
    let all: Vec<Json> = batches(bytes)
        .map(|(_, batch)| match batch {
            Batch::Records(batch) => of_batch(&batch),
            Batch::Legacy(message) => of_message(&message),
            Batch::Incomplete(incomplete) => {
                json!({ "incomplete": { "present": incomplete.present, "missing": incomplete.missing } })
            }
            other => json!(format!("{other:?}")),
        })
        .collect();
    Ok(serde_json::to_string_pretty(&all)?)
}

fn of_batch(batch: &RecordBatch<'_>) -> Json {
    let attributes = batch.attributes();
    let mut shown = json!({
        "baseOffset": batch.base_offset(),
        "batchLength": batch.batch_length(),
        "partitionLeaderEpoch": batch.partition_leader_epoch(),
        "magic": batch.magic(),
        "crc": batch.crc(),
        "isCrcRight": batch.verify_crc().is_ok(),
        "attributes": attributes.0,
        "compression": batch.compression().to_string(),
        "timestampType": timestamp_type(attributes.timestamp_type()),
        "isTransactional": attributes.is_transactional(),
        "isControl": attributes.is_control(),
        "deleteHorizon": batch.delete_horizon(),
        "lastOffsetDelta": batch.last_offset_delta(),
        "baseTimestamp": batch.base_timestamp(),
        "maxTimestamp": batch.max_timestamp(),
        "producerId": batch.producer_id(),
        "producerEpoch": batch.producer_epoch(),
        "baseSequence": batch.base_sequence(),
        "recordCount": batch.record_count(),
    });
    let is_control = attributes.is_control();
    let mut all = Vec::new();
    let fault = match inside(batch) {
        Ok(inner) => match batch.records_in(&inner) {
            Ok(mut records) => records.find_map(|record| match record {
                Ok(record) => {
                    all.push(of_record(&record, is_control));
                    None
                }
                Err(error) => Some(error),
            }),
            Err(error) => Some(error),
        },
        Err(error) => Some(error),
    };
    shown["records"] = all.into();
    if let Some(error) = fault {
        shown["fault"] = error.to_string().into();
    }
    shown
}

/// The records of a batch, decompressed if need be.
fn inside(batch: &RecordBatch<'_>) -> Result<Vec<u8>, kafka_codec::Error> {
    match batch.compression() {
        Compression::None => Ok(batch.body().to_vec()),
        _ if batch.record_count() == 0 => Ok(Vec::new()),
        _ => decompress(&Batch::Records(*batch)),
    }
}

fn of_record(record: &Record<'_>, is_control: bool) -> Json {
    let header = |header: kafka_codec::record::RecordHeader<'_>| {
        let key = String::from_utf8_lossy(header.key);
        json!({ "key": key, "value": bytes(header.value) })
    };
    let mut shown = json!({
        "offset": record.offset,
        "timestamp": record.timestamp,
        "key": bytes(record.key),
        "value": bytes(record.value),
        "headers": record.headers.iter().map(header).collect::<Vec<_>>(),
    });
    if is_control && let Ok(control) = ControlRecord::decode(record) {
        shown["control"] = match control.decode_value() {
            Ok(value) => format!("{value:?}").into(),
            Err(error) => format!("{:?}: {error}", control.control_type).into(),
        };
    }
    shown
}

fn of_message(message: &LegacyMessage<'_>) -> Json {
    let mut shown = plain_message(message);
    shown["isCrcRight"] = message.verify_crc().is_ok().into();
    if message.compression() == Compression::None {
        return shown;
    }
    shown["value"] = Json::Null;
    let inner = decompress(&Batch::Legacy(*message));
    let messages =
        inner.as_deref().map_err(|error| *error).and_then(|inner| message.messages_in(inner));
    let of = |inner| match inner {
        Ok(message) => plain_message(&message),
        Err(error) => json!({ "fault": format!("{error}") }),
    };
    match messages {
        Ok(messages) => shown["messages"] = messages.map(of).collect::<Vec<_>>().into(),
        Err(error) => shown["fault"] = error.to_string().into(),
    }
    shown
}

fn plain_message(message: &LegacyMessage<'_>) -> Json {
    json!({
        "offset": message.offset,
        "magic": message.magic,
        "crc": message.crc,
        "attributes": message.attributes.0,
        "compression": message.compression().to_string(),
        "timestampType": timestamp_type(message.attributes.timestamp_type()),
        "timestamp": message.timestamp,
        "key": bytes(message.key),
        "value": bytes(message.value),
    })
}

fn timestamp_type(of: TimestampType) -> &'static str {
    match of {
        TimestampType::CreateTime => "CreateTime",
        TimestampType::LogAppendTime => "LogAppendTime",
    }
}

fn bytes(bytes: Option<&[u8]>) -> Json {
    bytes.map_or(Json::Null, |bytes| STANDARD.encode(bytes).into())
}
