//! What the core's public entries are, each used once: this image must not be able to panic.
#![no_std]
#![no_main]

use core::hint::black_box;
use kafka_codec::Result;
use kafka_codec::api::alter_partition::request::AlterPartitionRequest;
use kafka_codec::api::api_versions::response::ApiVersionsResponse;
use kafka_codec::api::fetch::request::FetchRequest;
use kafka_codec::api::fetch::response::FetchResponse;
use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::{Encoder, Value};
use kafka_codec::event::Item;
use kafka_codec::frame::{self, RequestHeader, ResponseHeader};
use kafka_codec::patch::{Place, patch};
use kafka_codec::record::{
    Batch, BatchBuilder, BatchOptions, Batches, ControlRecord, LegacyBuilder, LegacyMessage,
    LegacyOptions, Record, RecordBatch, RecordDecoder,
};
use kafka_codec::schema::FieldId;
use kafka_codec::session::{ApiRanges, Negotiation, Session, throttle_time_ms};
use kafka_codec::transcode::{Edit, transcode};
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;

/// Any mode.
fn mode() -> Mode {
    if black_box(true) { Mode::Strict } else { Mode::Lenient }
}

/// A buffer.
fn with_buffer<T>(with: impl FnOnce(&mut [u8]) -> T) -> T {
    let mut buffer = [0; 256];
    let len = black_box(buffer.len());
    with(buffer.get_mut(..len).unwrap_or(&mut []))
}

fn typed<B: Body<'static>>() -> Result<()> {
    let (version, input) = (size::version(), size::input());
    let (body, rest) = B::decode_prefix(mode(), version, input)?;
    black_box((rest, body == B::decode_as(mode(), version, input)?, B::default()));
    let body = black_box(body);
    black_box(body.encoded_len(version)?);
    black_box(with_buffer(|buffer| body.encode(version, buffer))?);
    Ok(())
}

fn events() -> Result<()> {
    let (version, mut input) = (size::version(), size::input());
    let message =
        if black_box(true) { &MetadataResponse::MESSAGE } else { &FetchResponse::MESSAGE };
    let mut decoder = Decoder::with_mode(mode(), message, version, input.len() as u32)?;
    loop {
        let event = decoder.next(&mut input)?;
        black_box((event.field(), event.level(), event.index(), event.span()));
        black_box((event.field_at(1), event.index_at(1)));
        black_box(event.get(MetadataResponseBroker::host).and_then(|host| host.as_str()));
        match black_box(event.item) {
            Item::Done => return Ok(()),
            Item::Struct(_) => decoder.skip(),
            Item::Null(_) => decoder.skip_struct(),
            _ => {}
        }
        black_box((decoder.position(), decoder.error()));
    }
}

fn field() -> FieldId {
    black_box(FieldId::NONE)
}

fn encoder(buffer: &mut [u8]) -> Result<usize> {
    let message =
        if black_box(true) { &MetadataResponse::MESSAGE } else { &FetchResponse::MESSAGE };
    let mut encoder = Encoder::new(message, size::version(), buffer)?;
    for step in size::input() {
        match step {
            0 => encoder.put(MetadataResponse::controller_id, 1)?,
            1 => encoder.put_value(field(), black_box(Value::Bool(true)))?,
            2 => encoder.put_null(field())?,
            3 => encoder.begin_array(field())?,
            4 => encoder.end_array()?,
            5 => encoder.begin_struct(field())?,
            6 => encoder.end_struct()?,
            7 => encoder.drop_element()?,
            8 => encoder.put_tag(black_box(100), size::input())?,
            9 => encoder.begin_payload(field(), black_box(5))?,
            10 => encoder.begin_tag(black_box(9), black_box(5))?,
            11 => encoder.push(size::input())?,
            12 => encoder.fill_payload(field(), batch)?,
            13 => encoder.copy(&black_box(Item::Null(field())))?,
            _ => {
                black_box(encoder.position());
            }
        }
    }
    encoder.finish()
}

fn batch(room: &mut [u8]) -> Result<usize> {
    let mut builder = BatchBuilder::new(room, black_box(BatchOptions::default()))?;
    let record = Record { value: Some(size::input()), ..Record::default() };
    builder.append(&black_box(record))?;
    builder.append_with_offset(&black_box(record))?;
    black_box((builder.record_len(&record)?, builder.remaining(), builder.len()));
    Ok(builder.finish())
}

fn edits(buffer: &mut [u8]) -> Result<()> {
    let (version, input, message) = (size::version(), size::input(), &MetadataResponse::MESSAGE);
    black_box(transcode(mode(), message, version, input, buffer, |event| {
        black_box(event.item);
        black_box(Edit::Keep)
    })?);
    patch(mode(), message, version, buffer, |event| {
        let port = MetadataResponseBroker::port;
        Some(Place::of(event, port)?.with(event.get(port)?))
    })
}

fn frames(buffer: &mut [u8]) -> Result<()> {
    let input = size::input();
    let header = RequestHeader::of(&ProduceRequest::MESSAGE, size::version(), 1, Some("x"));
    black_box(frame::encode_request(&header, &ProduceRequest::default(), buffer)?);
    let fill = |encoder: &mut Encoder<'_>| encoder.put(ProduceRequest::acks, black_box(1));
    black_box(frame::fill_request(&header, &ProduceRequest::MESSAGE, buffer, fill)?);
    let version = size::version();
    black_box(frame::encode_response(
        version,
        &ResponseHeader::default(),
        &ApiVersionsResponse::default(),
        buffer,
    )?);
    black_box(frame::next(input, black_box(100))?);
    let parts = frame::decode_request_header(input)?;
    black_box(parts.decode::<ProduceRequest<'_>>()?);
    black_box(frame::decode_response_header(&MetadataResponse::MESSAGE, version, input)?);
    black_box(frame::answered_version(18, version, input));
    Ok(())
}

fn session(buffer: &mut [u8]) -> Result<()> {
    let mut session = Session::<4>::new(65_536);
    let (version, mut input) = (size::version(), size::input());
    black_box(session.version(&FetchRequest::MESSAGE)?);
    black_box(session.encode(version, None, &FetchRequest::default(), buffer)?);
    black_box(session.fill(&FetchRequest::MESSAGE, version, None, buffer, |_| Ok(()))?);
    while let Some(response) = session.receive(&mut input)? {
        let mut negotiation = Negotiation::new(response.version, response.body_len);
        let body = session.body(&mut input);
        black_box(throttle_time_ms(&MetadataResponse::MESSAGE, version, body));
        black_box(negotiation.feed(body, session.ranges_mut())?);
        black_box((session.in_flight(), session.body_left()));
    }
    black_box(ApiRanges::from(&ApiVersionsResponse::decode(version, input)?));
    session.end_of_input()
}

fn records() -> Result<()> {
    let mut input = size::input();
    for batch in Batches::new(input) {
        match batch? {
            Batch::Records(batch) => of_batch(&batch)?,
            Batch::Legacy(message) => of_message(&message)?,
            other => {
                black_box(other);
            }
        }
    }
    let mut decoder = RecordDecoder::new();
    while let Some(event) = decoder.next(&mut input)? {
        black_box((event, decoder.missing()));
    }
    Ok(())
}

fn of_batch(batch: &RecordBatch<'_>) -> Result<()> {
    batch.verify_crc()?;
    black_box((batch.header(), batch.last_offset(), batch.next_offset(), batch.last_sequence()));
    for record in batch.records()? {
        let record = record?;
        black_box(ControlRecord::decode(&record)?);
        for header in record.headers {
            black_box(header);
        }
        black_box(record);
    }
    with_buffer(|buffer| batch.decompress_into(buffer).map(black_box))?;
    for record in batch.records_in(size::input())? {
        black_box(record?);
    }
    Ok(())
}

fn of_message(message: &LegacyMessage<'_>) -> Result<()> {
    message.verify_crc()?;
    black_box(message.record());
    for inner in message.messages()? {
        black_box(inner?);
    }
    with_buffer(|buffer| {
        let mut builder = LegacyBuilder::new(buffer, black_box(LegacyOptions::default()))?;
        builder.append(&message.record())?;
        builder.append_with_offset(&message.record())?;
        black_box(builder.finish());
        Ok(())
    })
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let _ = black_box(typed::<MetadataResponse<'static>>());
    let _ = black_box(typed::<FetchResponse<'static>>());
    let _ = black_box(typed::<ProduceRequest<'static>>());
    let _ = black_box(typed::<AlterPartitionRequest<'static>>());
    let _ = black_box(typed::<ApiVersionsResponse<'static>>());
    let _ = black_box(events());
    let _ = black_box(with_buffer(encoder));
    let _ = black_box(with_buffer(edits));
    let _ = black_box(with_buffer(frames));
    let _ = black_box(with_buffer(session));
    let _ = black_box(records());
    #[cfg(feature = "panics")]
    black_box(size::input()[black_box(100)]);
}
