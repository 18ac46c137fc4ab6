//! Events in a form that does not depend on the pieces that they came in.

use kafka_codec::Error;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Chunk, Event, Item};
use kafka_codec::schema::Message;
use kafka_codec::wire::Mode;
use std::ops::Range;

/// An event; of a value in parts, all of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    /// Field, level, index and value.
    what: String,
    payload: Vec<u8>,
    pub(crate) span: Range<u32>,
    /// Whether it begins a structure or array, or ends one.
    pub(crate) begins: bool,
    pub(crate) ends: bool,
}

/// The events, and how they end. After the first part of the event whose number is `skip`, what it
/// began is skipped.
pub(crate) fn log(
    mode: Mode,
    message: &Message,
    version: i16,
    bytes: &[u8],
    piece: usize,
    skip: Option<usize>,
) -> (Vec<Note>, Result<(), Error>) {
    let mut decoder = Decoder::with_mode(mode, message, version, bytes.len() as u32).unwrap();
    let (mut pieces, mut input) = (bytes.chunks(piece), &[][..]);
    let mut notes: Vec<Note> = vec![];
    loop {
        let event = match decoder.next(&mut input) {
            Ok(event) => event,
            Err(error) => return (notes, Err(error)),
        };
        match event.item {
            Item::Done => return (notes, Ok(())),
            Item::NeedInput => {
                assert!(input.is_empty());
                input = pieces.next().expect("more than there is");
                continue;
            }
            _ => {}
        }
        let part = chunk(&event);
        if let (Some(part), Some(note)) = (part.filter(|part| !part.is_first), notes.last_mut()) {
            note.payload.extend(part.bytes);
            note.span.end = event.span().end;
            continue;
        }
        let place = (event.field(), event.level(), event.index());
        let value = match event.item {
            Item::Str(..) => "string".into(),
            Item::Bytes(..) | Item::Records(..) => "bytes".into(),
            Item::Tag(tag, _) => format!("tag {tag}"),
            item => format!("{item:?}"),
        };
        notes.push(Note {
            what: format!("{place:?} {value} {:?}", part.map(|part| part.total())),
            payload: part.map_or(vec![], |part| part.bytes.to_vec()),
            span: event.span(),
            begins: matches!(event.item, Item::Struct(_) | Item::Array(..)),
            ends: matches!(event.item, Item::StructEnd(_) | Item::ArrayEnd(_)),
        });
        if skip == Some(notes.len() - 1) {
            decoder.skip();
        }
    }
}

fn chunk<'i>(event: &Event<'_, 'i>) -> Option<Chunk<'i>> {
    match event.item {
        Item::Str(_, c) | Item::Bytes(_, c) | Item::Records(_, c) | Item::Tag(_, c) => Some(c),
        _ => None,
    }
}

impl Note {
    /// Whether it is the same, wherever it begins: an end behind what was skipped may begin with it,
    /// or where its last piece did.
    pub(crate) fn ends_as(&self, other: &Self) -> bool {
        (&self.what, &self.payload, self.span.end) == (&other.what, &other.payload, other.span.end)
    }
}
