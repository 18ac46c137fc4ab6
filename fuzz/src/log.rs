//! The events of a message, in a form that does not depend on the pieces that they came in.

use crate::edit::chunk;
use kafka_codec::Error;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Chunk, Event, Item};
use kafka_codec::schema::{FieldId, Message};
use kafka_codec::wire::Mode;

/// All events up to the end or the first fault; strings and bytes put together again.
#[derive(Debug, Default, PartialEq)]
pub struct Log {
    notes: Vec<Note>,
    bytes: Vec<u8>,
    /// Where the bytes begin whose last part has not come.
    open: Option<usize>,
    /// How it ended.
    pub end: Option<Result<(), Error>>,
}

#[derive(Debug, PartialEq)]
struct Note {
    field: FieldId,
    level: u8,
    index: Option<u32>,
    start: u32,
    end: u32,
    kind: std::mem::Discriminant<Item<'static>>,
    /// A number as its bits; of bytes, the total.
    value: u128,
}

/// The events of bytes that come in pieces: as long as `sizes` says, over and over, and at once
/// where it says nothing. After the event whose number is in `skips`, what it began is skipped.
pub fn events(
    message: &Message,
    mode: Mode,
    version: i16,
    bytes: &[u8],
    sizes: &[u8],
    skips: &[u8],
) -> Log {
    let mut log = Log::default();
    let mut decoder = match Decoder::with_mode(mode, message, version, bytes.len() as u32) {
        Ok(decoder) => decoder,
        Err(error) => return Log { end: Some(Err(error)), ..log },
    };
    let mut sizes = sizes.iter().cycle();
    let (mut rest, mut input): (&[u8], &[u8]) = (bytes, &[]);
    let mut end = 0;
    loop {
        let event = match decoder.next(&mut input) {
            Ok(event) => event,
            Err(error) => {
                let again = decoder.next(&mut rest).map(|event| event.item);
                assert_eq!(again, Err(error), "failed, and then did not");
                log.drop_open();
                log.end = Some(Err(error));
                return log;
            }
        };
        let span = event.span();
        match event.item {
            Item::NeedInput => {
                assert!(input.is_empty(), "input is needed while some is left");
                assert!(!rest.is_empty(), "input is needed although there is no more");
                // A piece of nothing is one too.
                let size =
                    sizes.next().map_or(rest.len(), |size| usize::from(*size).min(rest.len()));
                (input, rest) = rest.split_at(size);
                continue;
            }
            Item::Done => {
                assert_eq!(span.end as usize, bytes.len(), "done before the end");
                log.end = Some(Ok(()));
                return log;
            }
            _ => (),
        }
        let is_first = chunk(&event).is_none_or(|chunk| chunk.is_first);
        // The rest of what is skipped belongs to no event.
        assert!(span.start >= end && (span.start == end || !skips.is_empty()), "spans leave a gap");
        end = span.end;
        log.add(&event, is_first);
        if !skips.is_empty() {
            log.forget_start();
        }
        let number = log.notes.len() as u8;
        let begins = matches!(event.item, Item::Struct(_) | Item::Array(..));
        if begins && skips.contains(&number) {
            decoder.skip();
        }
    }
}

impl Log {
    /// Forgets where an event begins. An end after a skip begins where the skip did if that was in
    /// one piece, and where the last piece of it ended otherwise.
    fn forget_start(&mut self) {
        if let Some(note) = self.notes.last_mut() {
            note.start = note.end;
        }
    }

    /// Forgets a string or bytes in which the fault lies: their good parts come first in pieces, and
    /// not at all where there is one part.
    fn drop_open(&mut self) {
        if let Some(start) = self.open.take() {
            self.bytes.truncate(start);
            self.notes.pop();
        }
    }

    fn add(&mut self, event: &Event<'_, '_>, is_first: bool) {
        let span = event.span();
        if let Some(chunk) = chunk(event) {
            let start = self.open.unwrap_or(self.bytes.len());
            self.open = (!chunk.is_last()).then_some(start);
            self.bytes.extend_from_slice(chunk.bytes);
            if let (false, Some(note)) = (is_first, self.notes.last_mut()) {
                note.end = span.end;
                return;
            }
        }
        self.notes.push(Note {
            field: event.field(),
            level: event.level(),
            index: event.index(),
            start: span.start,
            end: span.end,
            kind: std::mem::discriminant(&free(event.item)),
            value: value(&event.item),
        });
    }
}

/// The item without the bytes that it borrows.
fn free(item: Item<'_>) -> Item<'static> {
    let none = Chunk { bytes: &[], is_first: true, left: 0 };
    match item {
        Item::Struct(field) => Item::Struct(field),
        Item::StructEnd(field) => Item::StructEnd(field),
        Item::Array(field, count) => Item::Array(field, count),
        Item::ArrayEnd(field) => Item::ArrayEnd(field),
        Item::Null(field) => Item::Null(field),
        Item::Bool(field, value) => Item::Bool(field, value),
        Item::I8(field, value) => Item::I8(field, value),
        Item::I16(field, value) => Item::I16(field, value),
        Item::U16(field, value) => Item::U16(field, value),
        Item::I32(field, value) => Item::I32(field, value),
        Item::U32(field, value) => Item::U32(field, value),
        Item::I64(field, value) => Item::I64(field, value),
        Item::F64(field, value) => Item::F64(field, value),
        Item::Uuid(field, value) => Item::Uuid(field, value),
        Item::Str(field, _) => Item::Str(field, none),
        Item::Bytes(field, _) => Item::Bytes(field, none),
        Item::Records(field, _) => Item::Records(field, none),
        Item::Tags(count) => Item::Tags(count),
        Item::Tag(tag, _) => Item::Tag(tag, none),
        Item::NeedInput => Item::NeedInput,
        Item::Done => Item::Done,
    }
}

fn value(item: &Item<'_>) -> u128 {
    match *item {
        Item::Struct(_) | Item::StructEnd(_) | Item::ArrayEnd(_) | Item::Null(_) => 0,
        Item::NeedInput | Item::Done => 0,
        Item::Array(_, count) | Item::Tags(count) => count.into(),
        Item::Bool(_, value) => value.into(),
        Item::I8(_, value) => value as u128,
        Item::I16(_, value) => value as u128,
        Item::U16(_, value) => value.into(),
        Item::I32(_, value) => value as u128,
        Item::U32(_, value) => value.into(),
        Item::I64(_, value) => value as u128,
        Item::F64(_, value) => value.to_bits().into(),
        Item::Uuid(_, value) => u128::from_be_bytes(value.0),
        Item::Str(_, chunk) | Item::Bytes(_, chunk) | Item::Records(_, chunk) => {
            chunk.total().into()
        }
        Item::Tag(tag, chunk) => (u128::from(tag) << 32) | u128::from(chunk.total()),
    }
}
