//! The place in a message at which capture stands.

use crate::decoder::{Decoder, Utf8};
use crate::error::ErrorKind;
use crate::event::{Chunk, Item};
use crate::schema::FieldId;

/// The event at which capture stands, and the way to the next.
///
/// What goes wrong is kept by the decoder; from then on the event is [`Item::NeedInput`], and whoever
/// ends asks for it.
pub struct Cursor<'c, 'i> {
    decoder: &'c mut Decoder,
    input: &'c mut &'i [u8],
    pub(super) cut: &'c mut Cut,
    item: Item<'i>,
}

/// What of an array an event is.
pub(super) enum Part {
    Begin,
    /// The first event of an element.
    NewElement,
    /// A later one.
    Element,
    End,
    /// There is no more input, or something is wrong.
    Stop,
}

/// The beginning of a character that the last piece cut in two.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    bytes: Utf8,
    /// What the bytes so far say of the character.
    code: u32,
}

impl Cut {
    pub(super) const EMPTY: Self = Self { bytes: Utf8::NONE, code: 0 };

    /// How many bytes there are of it.
    pub(super) const fn len(&self) -> u8 {
        self.bytes.len
    }

    /// Goes on with a byte: the character if that is its last one.
    ///
    /// # Errors
    /// Where it is no part of it.
    pub(super) fn push(&mut self, byte: u8) -> Result<Option<char>, ()> {
        let is_first = self.len() == 0;
        if !self.bytes.push(byte) {
            return Err(());
        }
        self.code = if is_first {
            // As many ones as bytes, and a zero, stand in front of a longer character.
            let marks = if self.bytes.left == 0 { 0 } else { self.bytes.left + 1 };
            u32::from(byte & 0x7f >> marks)
        } else {
            self.code << 6 | u32::from(byte & 0x3f)
        };
        Ok(if self.bytes.left == 0 { char::from_u32(self.code) } else { None })
    }
}

/// Stands for the index of a field where the structure ends.
pub const END: u8 = FieldId::UNKNOWN - 1;
/// Stands for the index of a field where there is no more input, or something is wrong.
const STOP: u8 = FieldId::UNKNOWN - 2;

/// The bit of a field in a set of those that are wanted.
///
/// # Panics
/// At compile time, where the structure has too many fields in front of this one.
pub const fn bit(index: u8) -> u64 {
    let bit = bit_of(index);
    assert!(bit != 0, "only the first 63 fields of a structure can be captured");
    bit
}

/// The bit of a field, or none if it can be in no set.
pub(super) const fn bit_of(index: u8) -> u64 {
    match index {
        0..=62 => 1 << index,
        FieldId::UNKNOWN => 1 << 63,
        _ => 0,
    }
}

impl<'c, 'i> Cursor<'c, 'i> {
    pub(super) fn new(decoder: &'c mut Decoder, input: &'c mut &'i [u8], cut: &'c mut Cut) -> Self {
        let mut this = Self { decoder, input, cut, item: Item::NeedInput };
        this.advance();
        this
    }

    /// The event.
    #[inline(always)]
    pub const fn item(&self) -> Item<'i> {
        self.item
    }

    /// Whether the event is of a value with its fields at this level itself, not of what is in it.
    #[inline(always)]
    pub fn is_own(&self, level: u8) -> bool {
        self.decoder.level() < level
    }

    /// The part of a string, of bytes, of records or of a tagged field that the event is.
    pub const fn chunk(&self) -> Option<Chunk<'i>> {
        match self.item {
            Item::Str(_, c) | Item::Bytes(_, c) | Item::Records(_, c) | Item::Tag(_, c) => Some(c),
            _ => None,
        }
    }

    /// What the event is to the array with the fields of its elements at this level.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    pub(super) fn part(&self, level: u8) -> Part {
        let is_own = self.is_own(level);
        match self.item {
            Item::NeedInput => Part::Stop,
            _ if !is_own => Part::Element,
            Item::Array(..) => Part::Begin,
            Item::ArrayEnd(_) => Part::End,
            Item::StructEnd(_) => Part::Element,
            Item::Str(_, c) | Item::Bytes(_, c) | Item::Records(_, c) if !c.is_first => {
                Part::Element
            }
            _ => Part::NewElement,
        }
    }

    /// Goes to what follows in the array, or to its end if no more of its elements are wanted.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    pub(super) fn next_part(&mut self, is_full: bool) {
        if is_full {
            self.decoder.skip_elements(self.input);
        }
        self.advance();
    }

    /// Whether the event begins a structure that may have been captured before.
    #[inline(always)]
    pub fn begins_again(&self, level: u8) -> bool {
        self.decoder.is_lenient() && self.is_own(level) && matches!(self.item, Item::Struct(_))
    }

    /// Goes to the next event.
    #[inline(never)]
    pub fn advance(&mut self) {
        self.item = self.decoder.next_item(self.input);
    }

    /// Takes the elements of an array of numbers of this size that follow whole in the input, at most
    /// so many of them.
    pub(super) fn numbers(&mut self, size: usize, most: usize) -> &'i [u8] {
        self.decoder.numbers(size, most, self.input)
    }

    /// The index of the wanted field in which the event is, of the structure with its fields at this
    /// level. Passes over what is not wanted. Gives an index that is not wanted where the structure
    /// ends, which is [`END`], or where capture stops.
    pub fn field(&mut self, level: u8, wanted: u64) -> u8 {
        match self.turn(level, wanted) {
            Some(index) => index,
            None => self.next_field(level, wanted),
        }
    }

    /// Goes to the next wanted field, and gives what [`field`](Self::field) gives.
    #[inline(never)]
    pub fn next_field(&mut self, level: u8, wanted: u64) -> u8 {
        loop {
            crate::steps::count(1);
            if let Some(item) = self.decoder.next_wanted(wanted, self.input) {
                self.item = item;
                if matches!(item, Item::StructEnd(_)) {
                    return END;
                }
                let index = self.decoder.index();
                if wanted & bit_of(index) != 0 {
                    return index;
                }
                self.decoder.skip();
            }
            self.item = self.decoder.next_item(self.input);
            if let Some(index) = self.turn(level, wanted) {
                return index;
            }
        }
    }

    /// Where the structure stands by the event, if that is wanted. If not, passes over what begins.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    fn turn(&mut self, level: u8, wanted: u64) -> Option<u8> {
        match self.item {
            Item::NeedInput => return Some(STOP),
            Item::StructEnd(of) if of.id() == FieldId::NONE || self.is_own(level) => {
                return Some(END);
            }
            // Its own beginning.
            Item::Struct(of) if of.id() == FieldId::NONE || self.is_own(level) => {}
            _ => {
                let index = self.decoder.field_at(level).map_or(FieldId::UNKNOWN, FieldId::index);
                if wanted & bit_of(index) != 0 {
                    return Some(index);
                }
                self.decoder.skip();
            }
        }
        None
    }

    /// Fails because what has just begun needs more room than its bound gives. Gives what
    /// [`Capture::take`](super::Capture::take) gives then.
    #[cold]
    pub fn overflow(&mut self, bound: usize, need: u32) -> bool {
        let offset = self.decoder.span().start;
        self.decoder.refuse(ErrorKind::CaptureOverflow { bound: bound as u32, need }, offset);
        self.item = Item::NeedInput;
        false
    }

    /// Fails at the byte at which a string stops being UTF-8: so far into the chunk.
    #[cold]
    pub(super) fn not_utf8(&mut self, chunk: Chunk<'_>, valid: usize, begun: u8) -> bool {
        let into = chunk.bytes.len() as u32 - valid as u32 + u32::from(begun);
        let offset = self.decoder.position().saturating_sub(into);
        self.decoder.refuse(ErrorKind::InvalidUtf8, offset);
        self.item = Item::NeedInput;
        false
    }
}
