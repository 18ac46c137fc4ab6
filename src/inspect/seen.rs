//! An event without the decoder that it came from, and with the rows of the table that it is about.

use super::{Section, TagAt};
use crate::event::{Event, Item};
use crate::schema::{Field, FieldId, Struct};
use core::ops::Range;

/// What an event says.
#[derive(Clone)]
pub(super) struct Seen<'i> {
    pub(super) item: Item<'i>,
    /// The structure that the event is in; for the message itself, its own.
    pub(super) of: &'static Struct,
    /// The field, where it is one of the schema's.
    pub(super) field: Option<(u8, &'static Field)>,
    pub(super) level: u8,
    /// Which element of an array it is.
    pub(super) index: Option<u32>,
    pub(super) span: Range<u32>,
}

impl<'i> Seen<'i> {
    /// What an event says; none where the decoder is at no structure, which does not happen.
    pub(super) fn new(event: &Event<'_, 'i>) -> Option<Self> {
        let level = event.level();
        let of = event.decoder.struct_at(level)?;
        let id = event.field();
        let field = match id {
            FieldId::NONE => None,
            _ => of.fields().get(usize::from(id.index())).map(|row| (id.index(), row)),
        };
        let (item, span) = (event.item, event.span());
        Some(Self { item, of, field, level, index: event.index_at(level), span })
    }

    /// Whether it is the value of a tagged field, or begins or ends it.
    pub(super) fn is_tagged(&self) -> bool {
        self.index.is_none() && self.field.is_some_and(|(_, row)| row.tag().is_some())
    }

    /// The number and size before the value, where a known tagged field begins.
    pub(super) fn tag(&self, section: &Section<'_>) -> Option<TagAt> {
        match self.item {
            Item::StructEnd(_) | Item::ArrayEnd(_) => None,
            _ if self.is_tagged() => section.tag_at(self.span.start),
            _ => None,
        }
    }
}
