//! Copies events of a decoder into an [`Encoder`].

use super::{Encoder, Level, Place, Value};
use crate::error::Result;
use crate::event::{Chunk, Item};
use crate::schema::{Field, FieldId};

impl Encoder<'_> {
    /// Writes what an event says. Those of the message itself, of tag counts and of missing input
    /// say nothing.
    ///
    /// # Errors
    /// Those of [`put`](Encoder::put): none, where all events of a strict decoder of the same
    /// message and version are copied and the buffer is large enough.
    pub fn copy(&mut self, item: &Item<'_>) -> Result<()> {
        match *item {
            Item::Struct(field) if field.id() == FieldId::NONE => Ok(()),
            Item::Struct(field) => self.begin_struct(field.id()),
            Item::StructEnd(field) if field.id() == FieldId::NONE => Ok(()),
            Item::StructEnd(_) => self.end_struct(),
            Item::Array(field, count) => self.begin_counted_array(field, count),
            Item::ArrayEnd(_) => self.end_array(),
            Item::Null(field) => self.put_null(field),
            Item::Bool(field, value) => self.put_value(field.id(), Value::Bool(value)),
            Item::I8(field, value) => self.put_value(field.id(), Value::I8(value)),
            Item::I16(field, value) => self.put_value(field.id(), Value::I16(value)),
            Item::U16(field, value) => self.put_value(field.id(), Value::U16(value)),
            Item::I32(field, value) => self.put_value(field.id(), Value::I32(value)),
            Item::U32(field, value) => self.put_value(field.id(), Value::U32(value)),
            Item::I64(field, value) => self.put_value(field.id(), Value::I64(value)),
            Item::F64(field, value) => self.put_value(field.id(), Value::F64(value)),
            Item::Uuid(field, value) => self.put_value(field.id(), Value::Uuid(value)),
            Item::Str(field, chunk) => self.copy_chunk(field.id(), &chunk),
            Item::Bytes(field, chunk) => self.copy_chunk(field.id(), &chunk),
            Item::Records(field, chunk) => self.copy_chunk(field.id(), &chunk),
            Item::Tag(tag, chunk) => {
                if chunk.is_first {
                    self.begin_tag(tag, chunk.total())?;
                }
                self.push(chunk.bytes)
            }
            Item::Tags(_) | Item::NeedInput | Item::Done => Ok(()),
        }
    }

    /// Takes account of an event whose bytes, so many of them, are [written](Self::write_kept) later as
    /// they came; `false` if they cannot be, so that the event is to be copied.
    ///
    /// For events of [`Decoder::next_quick`](crate::decoder::Decoder::next_quick) on the same message
    /// and version alone, of which none in front was left out.
    #[inline(always)]
    pub(crate) fn follow(&mut self, item: &Item<'_>, len: usize) -> bool {
        crate::steps::count(1);
        match *item {
            Item::Struct(field) => match self.at.of.row(field.id().index()) {
                Some(row) if field.id() != FieldId::NONE => return self.follow_struct(row),
                _ => {}
            },
            // The end of the message is written when it is finished.
            Item::StructEnd(_) => return self.follow_end(len),
            Item::Array(field, count) => {
                let index = field.index();
                (self.at.next, self.at.index, self.at.place) = (index + 1, index, Place::Array);
                (self.at.count_at, self.at.count, self.at.elements) = (self.position, count, 0);
            }
            Item::ArrayEnd(_) if self.at.elements != self.at.count => return false,
            Item::ArrayEnd(_) => self.at.place = Place::Fields,
            Item::Bool(field, _) => self.follow_value(field.id()),
            Item::I8(field, _) => self.follow_value(field.id()),
            Item::I16(field, _) => self.follow_value(field.id()),
            Item::U16(field, _) => self.follow_value(field.id()),
            Item::I32(field, _) => self.follow_value(field.id()),
            Item::U32(field, _) => self.follow_value(field.id()),
            Item::I64(field, _) => self.follow_value(field.id()),
            Item::F64(field, _) => self.follow_value(field.id()),
            Item::Uuid(field, _) => self.follow_value(field.id()),
            _ => return false,
        }
        self.position += len;
        true
    }

    #[inline(always)]
    fn follow_value(&mut self, field: FieldId) {
        if self.at.place == Place::Array {
            self.at.elements += 1;
        } else {
            (self.at.next, self.at.index) = (field.index() + 1, field.index());
        }
    }

    fn follow_struct(&mut self, row: &Field) -> bool {
        let child = self.at.of.child(row);
        let (Some(child), Some(parent)) = (child, self.parents.get_mut(usize::from(self.level)))
        else {
            return false;
        };
        *parent = self.at;
        self.at = Level::new(child, self.position);
        self.level += 1;
        true
    }

    fn follow_end(&mut self, len: usize) -> bool {
        let parent = self.level.checked_sub(1).and_then(|up| self.parents.get(usize::from(up)));
        let Some(parent) = parent else { return false };
        if parent.place != Place::Array {
            return false;
        }
        self.at = *parent;
        self.level -= 1;
        self.at.elements += 1;
        self.position += len;
        true
    }

    /// Writes the bytes of events that were followed, which begin there.
    pub(crate) fn write_kept(&mut self, at: usize, bytes: &[u8]) {
        let end = core::mem::replace(&mut self.position, at);
        // What has no room may be of an element that is taken back, what is in front of it not.
        let room = self.buffer.len().saturating_sub(at);
        let (fits, lost) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
        self.write(fits);
        if !lost.is_empty() {
            self.write(lost);
        }
        self.position = end;
    }

    fn copy_chunk(&mut self, field: FieldId, chunk: &Chunk<'_>) -> Result<()> {
        if chunk.is_first {
            self.begin_payload(field, chunk.total())?;
        }
        self.push(chunk.bytes)
    }
}
