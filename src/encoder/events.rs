//! Copies events of a decoder into an [`Encoder`].

use super::{Encoder, Level, Place, Value};
use crate::error::Result;
use crate::event::{Chunk, Item};
use crate::schema::FieldId;

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

    /// Takes account of an event whose bytes are [written](Self::write_kept) later as they came, with
    /// those of the others in front of it, to the place where they begin; `false` if they cannot be, so
    /// that the event is to be copied.
    ///
    /// For events of [`Decoder::next_quick`](crate::decoder::Decoder::next_quick) on the same message
    /// and version alone, of which none in front was left out. How many values there were is told
    /// when their bytes are written.
    #[inline(always)]
    pub(crate) fn follow(&mut self, item: &Item<'_>, place: usize) -> bool {
        crate::steps::count(1);
        match *item {
            Item::Struct(field) => self.follow_struct(field.id(), place),
            Item::StructEnd(_) => self.follow_end(),
            Item::Array(field, count) => {
                let index = field.index();
                (self.at.next, self.at.index, self.at.place) = (index + 1, index, Place::Array);
                (self.at.count_at, self.at.count, self.at.elements) = (place, count, 0);
                true
            }
            Item::ArrayEnd(_) => {
                // Nothing is missing of one that began among what is written later.
                let is_whole =
                    self.at.count_at >= self.position || self.at.elements == self.at.count;
                if is_whole {
                    self.at.place = Place::Fields;
                }
                is_whole
            }
            _ => true,
        }
    }

    fn follow_struct(&mut self, field: FieldId, place: usize) -> bool {
        let child = self.at.of.row(field.index()).and_then(|row| self.at.of.child(row));
        let (Some(child), Some(parent)) = (child, self.parents.get_mut(usize::from(self.level)))
        else {
            return false;
        };
        *parent = self.at;
        self.at = Level::new(child, place);
        self.level += 1;
        true
    }

    /// The end of the message is written when it is finished.
    fn follow_end(&mut self) -> bool {
        let parent = self.level.checked_sub(1).and_then(|up| self.parents.get(usize::from(up)));
        let Some(parent) = parent.filter(|parent| parent.place == Place::Array) else {
            return false;
        };
        self.at = *parent;
        self.level -= 1;
        self.at.elements += 1;
        true
    }

    /// Writes the bytes of events that were followed; `next` is the index of the field that comes then.
    pub(crate) fn write_kept(&mut self, bytes: &[u8], next: u8) {
        match self.at.place {
            Place::Fields => self.at.next = next,
            Place::Array => {
                let size = self.at.of.row(self.at.index).map_or(0, |row| row.kind().size());
                let begin = self.position.max(self.at.count_at + 1);
                let elements = (self.position + bytes.len() - begin).checked_div(size.into());
                self.at.elements += elements.unwrap_or(0) as u32;
            }
            Place::Tags | Place::TagArray | Place::Tag => {}
        }
        // What has no room may be of an element that is taken back, what is in front of it not.
        let room = self.buffer.len().saturating_sub(self.position);
        let (fits, lost) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
        self.write(fits);
        if !lost.is_empty() {
            self.write(lost);
        }
    }

    fn copy_chunk(&mut self, field: FieldId, chunk: &Chunk<'_>) -> Result<()> {
        if chunk.is_first {
            self.begin_payload(field, chunk.total())?;
        }
        self.push(chunk.bytes)
    }
}
