//! The smallest legal instance of a message.
//!
//! Every number is 0, every bool false, every uuid zero, every string and bytes empty and not null,
//! every array of one element made by the same rule; a nullable structure is there; records hold
//! one empty batch; no tagged field is written. Driven by the tables alone.

use super::{Error, ErrorKind, Message, Result, Role};
use crate::api::header::request::RequestHeader;
use crate::api::header::response::ResponseHeader;
use crate::schema::{Kind, Struct};
use crate::typed::{Body, context};
use crate::wire::{Cx, Extent, Mode, Room, Writer};

/// A batch of magic 2 without records.
#[rustfmt::skip]
pub(super) const EMPTY_BATCH: [u8; 61] = [
    0, 0, 0, 0, 0, 0, 0, 0, // base offset
    0, 0, 0, 49,            // length of what follows
    0, 0, 0, 0,             // partition leader epoch
    2,                      // magic
    0x59, 0x5f, 0xb7, 0xdd, // CRC-32C of what follows
    0, 0,                   // attributes
    0, 0, 0, 0,             // last offset delta
    0, 0, 0, 0, 0, 0, 0, 0, // base timestamp
    0, 0, 0, 0, 0, 0, 0, 0, // max timestamp
    0, 0, 0, 0, 0, 0, 0, 0, // producer id
    0, 0,                   // producer epoch
    0, 0, 0, 0,             // base sequence
    0, 0, 0, 0,             // record count
];

/// Writes the smallest instance of a body to the front of a buffer; the number of bytes.
///
/// # Errors
/// [`ErrorKind::UnsupportedVersion`], or [`ErrorKind::BufferTooSmall`] with the size that is
/// needed.
pub fn smallest(message: &Message, version: i16, buffer: &mut [u8]) -> Result<usize> {
    let cx = context(message, Mode::Strict, version)?;
    let room = Room::of(buffer);
    let mut writer = Writer::new(buffer, &room);
    structure(message.body, cx, &mut writer);
    writer.finish()
}

/// Writes the smallest instance with the size and the header before it to the front of a buffer;
/// the number of bytes.
///
/// The header holds the API key of the message, the version, correlation id 0 and an empty client
/// id.
///
/// # Errors
/// Those of [`smallest`], and [`ErrorKind::UnknownApi`] where the message is no request or
/// response.
pub fn smallest_frame(message: &Message, version: i16, buffer: &mut [u8]) -> Result<usize> {
    let cx = context(message, Mode::Strict, version)?;
    let Some(header_version) = message.header_version(version) else {
        return Err(Error::new(ErrorKind::UnknownApi { api_key: message.api_key }, 0));
    };
    let (request, response) = (
        RequestHeader {
            request_api_key: message.api_key,
            request_api_version: version,
            client_id: Some(""),
            ..Default::default()
        },
        ResponseHeader::default(),
    );
    let header_len = match message.role {
        Role::Response => response.encoded_len(header_version)?,
        _ => request.encoded_len(header_version)?,
    };
    let room = Room::of(&[]);
    let mut counter = Writer::new(&mut [], &room);
    structure(message.body, cx, &mut counter);
    let size = header_len + counter.position();

    let room = Room::of(buffer);
    let mut writer = Writer::new(buffer, &room);
    writer.fixed((size as i32).to_be_bytes());
    if let Some(out) = writer.take(header_len) {
        match message.role {
            Role::Response => response.encode(header_version, out)?,
            _ => request.encode(header_version, out)?,
        };
    }
    structure(message.body, cx, &mut writer);
    writer.finish()
}

/// Goes as deep as the tables nest, which they bound.
fn structure(of: &Struct, cx: Cx, writer: &mut Writer<'_>) {
    for (row, index) in of.fields().iter().zip(0..) {
        if !row.in_line(cx.version()) {
            continue;
        }
        let (id, kind) = (of.field_id(index), row.kind());
        let mut cx = cx.of(row);
        if row.is_array() {
            writer.length(Extent::of(kind, true), Some(1), cx, id);
            cx = cx.element();
        }
        match kind {
            Kind::Struct => {
                if cx.is_nullable() {
                    writer.fixed([1]);
                }
                if let Some(child) = of.child(row) {
                    structure(child, cx.element(), writer);
                }
            }
            Kind::Str | Kind::Bytes => writer.length(Extent::of(kind, false), Some(0), cx, id),
            Kind::Records => {
                writer.length(Extent::BYTES, Some(EMPTY_BATCH.len()), cx, id);
                writer.put(&EMPTY_BATCH);
            }
            _ => writer.put([0; 16].get(..usize::from(kind.size())).unwrap_or(&[])),
        }
    }
    if cx.is_flexible() {
        writer.uvarint(0);
    }
}
