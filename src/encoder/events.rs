//! Copies events of a decoder into an [`Encoder`].

use super::{Encoder, Value};
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

    fn copy_chunk(&mut self, field: FieldId, chunk: &Chunk<'_>) -> Result<()> {
        if chunk.is_first {
            self.begin_payload(field, chunk.total())?;
        }
        self.push(chunk.bytes)
    }
}
