//! What a [`Decoder`] reads: events with their field, place and bytes.
//!
//! An event borrows the input that it came from and a look at the decoder, whose state describes
//! it. Uses `schema`, `typed` and `decoder`.

use crate::decoder::Decoder;
use crate::schema::{FieldId, Handle, Nested};
use crate::typed::{Records, Uuid};
use core::ops::Range;

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'i> {
    /// A structure begins. The message itself is one, with [`FieldId::NONE`].
    Struct(Handle<Nested>),
    /// The structure ends.
    StructEnd(Handle<Nested>),
    /// An array of so many elements begins. Its elements carry the same field.
    Array(FieldId, u32),
    /// The array ends.
    ArrayEnd(FieldId),
    /// Null in place of a string, bytes, records, an array or a structure.
    Null(FieldId),
    /// A bool.
    Bool(Handle<bool>, bool),
    /// A number.
    I8(Handle<i8>, i8),
    /// A number.
    I16(Handle<i16>, i16),
    /// A number.
    U16(Handle<u16>, u16),
    /// A number.
    I32(Handle<i32>, i32),
    /// A number.
    U32(Handle<u32>, u32),
    /// A number.
    I64(Handle<i64>, i64),
    /// A number.
    F64(Handle<f64>, f64),
    /// A uuid.
    Uuid(Handle<Uuid>, Uuid),
    /// A string, or a part of it.
    Str(Handle<&'static str>, Chunk<'i>),
    /// Bytes, or a part of them.
    Bytes(Handle<&'static [u8]>, Chunk<'i>),
    /// Record batches, or a part of them.
    Records(Handle<Records<'static>>, Chunk<'i>),
    /// So many tagged fields follow, at least one, known ones included.
    Tags(u32),
    /// A tagged field of this number that the schema does not know, or a part of it.
    Tag(u32, Chunk<'i>),
    /// The input is used up; the next call goes on with more of it.
    NeedInput,
    /// The message is complete.
    Done,
}

/// A part of a string, of bytes, of records or of a tagged field. The first part comes at once, be
/// it empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk<'i> {
    /// The bytes of this part.
    pub bytes: &'i [u8],
    /// Whether no part went before.
    pub is_first: bool,
    /// How many bytes follow in other parts.
    pub left: u32,
}

impl<'i> Chunk<'i> {
    /// Whether no part follows.
    pub const fn is_last(&self) -> bool {
        self.left == 0
    }

    /// How many bytes there are from this part on: of the first part, in all.
    pub const fn total(&self) -> u32 {
        self.bytes.len() as u32 + self.left
    }

    /// The bytes, if this one part is all.
    pub const fn whole(&self) -> Option<&'i [u8]> {
        if self.is_first && self.left == 0 { Some(self.bytes) } else { None }
    }

    /// The text, if this one part is all and is UTF-8.
    pub const fn as_str(&self) -> Option<&'i str> {
        match self.whole() {
            Some(bytes) => match core::str::from_utf8(bytes) {
                Ok(text) => Some(text),
                Err(_) => None,
            },
            None => None,
        }
    }
}

/// What was read, and where.
#[derive(Clone, Copy)]
pub struct Event<'d, 'i> {
    /// What was read.
    pub item: Item<'i>,
    pub(crate) decoder: &'d Decoder,
}

impl<'i> Event<'_, 'i> {
    /// The value, if it is one of this field: `event.get(Topic::name)`.
    #[inline]
    pub fn get<T: FromItem<'i>>(&self, field: Handle<T>) -> Option<T::Of> {
        T::get(&self.item, field)
    }

    /// The field that the event belongs to; [`FieldId::NONE`] for the message itself.
    pub fn field(&self) -> FieldId {
        match self.item {
            Item::Struct(f) | Item::StructEnd(f) => f.id(),
            Item::Array(f, _) | Item::ArrayEnd(f) | Item::Null(f) => f,
            Item::Bool(f, _) => f.id(),
            Item::I8(f, _) => f.id(),
            Item::I16(f, _) => f.id(),
            Item::U16(f, _) => f.id(),
            Item::I32(f, _) => f.id(),
            Item::U32(f, _) => f.id(),
            Item::I64(f, _) => f.id(),
            Item::F64(f, _) => f.id(),
            Item::Uuid(f, _) => f.id(),
            Item::Str(f, _) => f.id(),
            Item::Bytes(f, _) => f.id(),
            Item::Records(f, _) => f.id(),
            Item::Tags(_) | Item::Tag(..) => self.decoder.section(),
            Item::NeedInput | Item::Done => FieldId::NONE,
        }
    }

    /// How many structures lie between the message's own fields and this one. A structure and its
    /// end are at the level of the field that they are the value of.
    pub fn level(&self) -> u8 {
        self.decoder.level()
    }

    /// The field at this level of nesting that the event is of or in.
    #[inline]
    pub fn field_at(&self, level: u8) -> Option<FieldId> {
        self.decoder.field_at(level)
    }

    /// The index of the array element at this level of nesting that the event is of or in.
    #[inline]
    pub fn index_at(&self, level: u8) -> Option<u32> {
        self.decoder.index_at(level)
    }

    /// The index of the innermost array element that the event is of or in.
    pub fn index(&self) -> Option<u32> {
        (0..=self.level()).rev().find_map(|level| self.index_at(level))
    }

    /// The offsets in the message where the event's bytes begin and end. The spans of all events
    /// tile the message: a string's holds its length, a structure's end holds its tag count.
    pub fn span(&self) -> Range<u32> {
        self.decoder.span()
    }
}

/// A type that one event can carry.
pub trait FromItem<'i>: Copy {
    /// What the event carries for it: the value, or a chunk of it.
    type Of;

    /// The value, if the item is one of this field.
    fn get(item: &Item<'i>, field: Handle<Self>) -> Option<Self::Of>;
}

macro_rules! values { ($($variant:ident($t:ty) -> $of:ty;)*) => { $(
    impl<'i> FromItem<'i> for $t {
        type Of = $of;
        #[inline]
        fn get(item: &Item<'i>, field: Handle<Self>) -> Option<$of> {
            match *item {
                Item::$variant(f, value) if f == field => Some(value),
                _ => None,
            }
        }
    }
)* } }
values! {
    Bool(bool) -> bool;
    I8(i8) -> i8;
    I16(i16) -> i16;
    U16(u16) -> u16;
    I32(i32) -> i32;
    U32(u32) -> u32;
    I64(i64) -> i64;
    F64(f64) -> f64;
    Uuid(Uuid) -> Uuid;
    Str(&'static str) -> Chunk<'i>;
    Bytes(&'static [u8]) -> Chunk<'i>;
    Records(Records<'static>) -> Chunk<'i>;
}
