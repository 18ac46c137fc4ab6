//! Decodes a message as events, from input that comes in pieces of any size.
//!
//! A [`Decoder`] walks the schema with a stack of fixed size; it does not recurse, keeps no strings,
//! and does a bounded amount of work for each event. Chunks are parts of the input itself; what is of
//! a fixed size or a varint goes through fifteen bytes of scratch where the end of the input may cut
//! it. The state after an event describes that event. Uses `schema`, `error` and `wire`.

mod pass;
mod payload;
mod quick;
mod same;
mod step;

pub(crate) use payload::Utf8;

use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, Item};
use crate::schema::{Field, FieldId, Handle, Kind, Message, Struct};
use crate::steps;
use crate::typed::context;
use crate::wire::{Cx, MAX_DEPTH, Mode};
use core::ops::Range;

/// Decodes one message as events.
#[derive(Clone)]
pub struct Decoder {
    at: Level,
    parents: [Level; MAX_DEPTH],
    /// The size of the message, and how much of it has not been consumed: now, and when the last
    /// event began.
    len: u32,
    left: u32,
    left_before: u32,
    /// What is left of the string, bytes, records or tagged field that is being read.
    payload: u32,
    scratch: Scratch,
    cx: Cx,
    /// Bytes in scratch.
    have: u8,
    level: u8,
    step: Step,
    /// The nesting above which events come again.
    skip: u8,
    /// The kind of the array's elements, at `Step::Number`.
    number: Kind,
    /// Whether the quick path is closed: something is skipped, or in or under tagged fields.
    slow: bool,
}

#[cfg(target_pointer_width = "32")]
const _: () = assert!(size_of::<Decoder>() <= 160);

/// How far a structure has been read.
#[derive(Clone, Copy)]
struct Level {
    of: &'static Struct,
    /// Elements of the array at `index`; or the number of the tagged field, or the total of the
    /// payload.
    count: u32,
    /// Elements that have not begun.
    elements: u32,
    /// What is left of the message where the tagged field ends.
    tag_end: u32,
    /// Tagged fields that have not begun.
    tags: u16,
    /// The field read last; `FieldId::UNKNOWN` before the first and in a tag that is not known.
    index: u8,
    place: u8,
}

/// Inside of the array at `index`.
const IN_ARRAY: u8 = 1;
/// Inside of the tag section.
const IN_TAGS: u8 = 2;
/// Inside of a known tagged field, of this structure or of one around it.
const UNDER_TAG: u8 = 4;
/// All that has been read of the structure so far was at its default.
const PLAIN: u8 = 8;
/// All that has been read of the tagged field so far was at its default.
const PLAIN_TAG: u8 = 16;

impl Level {
    const fn new(of: &'static Struct, under_tag: u8) -> Self {
        let index = FieldId::UNKNOWN;
        Self { of, count: 0, elements: 0, tag_end: 0, tags: 0, index, place: PLAIN | under_tag }
    }

    #[inline(always)]
    fn field(&self) -> FieldId {
        self.of.id().field(self.index)
    }

    #[inline(always)]
    fn row(&self) -> Option<&'static Field> {
        self.of.fields().get(usize::from(self.index))
    }

    #[inline(always)]
    fn in_array(&self) -> bool {
        self.place & IN_ARRAY != 0
    }

    fn element(&self) -> Option<u32> {
        (self.in_array() && self.elements < self.count).then(|| self.count - self.elements - 1)
    }

    /// What follows the value that was read.
    #[inline(always)]
    fn after(&self) -> Step {
        match self.place & (IN_ARRAY | IN_TAGS) {
            0 => Step::Field,
            IN_TAGS => Step::TagEnd,
            _ => Step::Element,
        }
    }
}

/// What the next call reads.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// The field, or the array element, after the one that was read.
    Field,
    Element,
    /// The next element of an array of numbers.
    Number,
    /// The value at which the decoder stands.
    Value,
    /// The rest of a string, bytes, records or tagged field.
    Payload,
    /// The first field of the structure that was announced.
    Enter,
    TagCount,
    Tag,
    TagSize,
    TagEnd,
    Root,
    Done,
    Failed,
}

#[derive(Clone, Copy)]
enum Scratch {
    Bytes([u8; 15]),
    /// What went wrong; the field and offset are those of the state.
    Failed(ErrorKind),
}

const NO_SKIP: u8 = u8::MAX;

impl Decoder {
    /// Decodes a message of `len` bytes strictly.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    pub fn new(message: &Message, version: i16, len: u32) -> Result<Self> {
        Self::with_mode(Mode::Strict, message, version, len)
    }

    /// Decodes a message of `len` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    pub fn with_mode(mode: Mode, message: &Message, version: i16, len: u32) -> Result<Self> {
        let cx = context(message, mode, version)?;
        let at = Level::new(message.body, 0);
        Ok(Self {
            at,
            parents: [at; MAX_DEPTH],
            len,
            left: len,
            left_before: len,
            payload: 0,
            scratch: Scratch::Bytes([0; 15]),
            cx,
            have: 0,
            level: 0,
            step: Step::Root,
            skip: NO_SKIP,
            number: Kind::Bool,
            slow: false,
        })
    }

    /// The next event. Takes from the front of `input` what it used.
    ///
    /// With [`Item::NeedInput`] all of the input is used; call again with the bytes that follow it.
    ///
    /// # Errors
    /// The first fault in the bytes. From then on each call gives the same error.
    #[inline]
    pub fn next<'i>(&mut self, input: &mut &'i [u8]) -> Result<Event<'_, 'i>> {
        match self.quick(input) {
            Some(item) => Ok(Event { item, decoder: self }),
            None => {
                let mut rest = *input;
                let event = self.general(&mut rest, |_, _| None);
                *input = rest;
                event
            }
        }
    }

    /// What [`next`](Decoder::next) gives, if it takes no more than a look at the input. Its bytes are
    /// then those that are written for it, in both modes.
    #[inline(always)]
    pub(crate) fn next_quick<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        self.quick(input)
    }

    #[inline(never)]
    fn general<'i>(&mut self, input: &mut &'i [u8], skip: Skip<'i>) -> Result<Event<'_, 'i>> {
        if let Some(item) = self.quick_payload(input) {
            return Ok(Event { item, decoder: self });
        }
        let item = self.item(input, skip);
        if !ON_32_BITS {
            self.slow = self.skip != NO_SKIP || self.at.place & (UNDER_TAG | IN_TAGS) != 0;
        }
        match item {
            Some(item) => Ok(Event { item, decoder: self }),
            None if self.step == Step::Failed => Err(self.failure()),
            None => Ok(Event { item: Item::NeedInput, decoder: self }),
        }
    }

    /// Passes over the rest of what began last: a structure, an array, a string, bytes, records or
    /// a tagged field. The end of a structure or array still comes. After any other event this does
    /// nothing.
    ///
    /// What is passed over is checked all the same.
    pub fn skip(&mut self) {
        self.skip = match self.step {
            Step::Enter | Step::Payload => self.nesting(),
            Step::Element | Step::Number if self.at.elements == self.at.count => self.nesting() - 1,
            Step::Field if self.is_untouched() => 0,
            _ => NO_SKIP,
        };
        self.slow |= self.skip != NO_SKIP;
    }

    /// Passes over the rest of the structure that the last event was in; its end still comes. At the
    /// message's own fields this does nothing.
    pub fn skip_struct(&mut self) {
        let parent = self.level.checked_sub(1);
        if let Some(parent) = parent.and_then(|up| self.parents.get(usize::from(up))) {
            self.skip = (self.level - 1) * 2 + u8::from(parent.in_array()) + 1;
            self.slow = true;
        }
    }

    /// How many bytes of the message have been consumed.
    pub const fn position(&self) -> u32 {
        self.len - self.left
    }

    /// The error that ended decoding, if one did.
    pub fn error(&self) -> Option<Error> {
        (self.step == Step::Failed).then(|| self.failure())
    }

    #[cold]
    #[inline(never)]
    fn failure(&self) -> Error {
        let kind = match &self.scratch {
            Scratch::Failed(kind) => kind,
            Scratch::Bytes(_) => &ErrorKind::Structure,
        };
        let field = if kind_is_of_message(kind) { FieldId::NONE } else { self.at.field() };
        Error { kind: *kind, offset: self.position(), field }
    }

    pub(crate) fn level(&self) -> u8 {
        self.level
    }

    pub(crate) fn section(&self) -> FieldId {
        self.at.of.id().field(FieldId::UNKNOWN)
    }

    pub(crate) fn field_at(&self, level: u8) -> Option<FieldId> {
        self.level_at(level).map(Level::field)
    }

    pub(crate) fn index_at(&self, level: u8) -> Option<u32> {
        self.level_at(level).and_then(Level::element)
    }

    #[cfg(feature = "inspect")]
    pub(crate) fn struct_at(&self, level: u8) -> Option<&'static Struct> {
        self.level_at(level).map(|at| at.of)
    }

    pub(crate) fn span(&self) -> Range<u32> {
        self.len - self.left_before..self.len - self.left
    }

    #[inline]
    fn level_at(&self, level: u8) -> Option<&Level> {
        match level {
            _ if level == self.level => Some(&self.at),
            _ if level < self.level => self.parents.get(usize::from(level)),
            _ => None,
        }
    }

    /// Whether nothing of the message but its beginning has been read.
    fn is_untouched(&self) -> bool {
        self.level == 0 && self.left == self.len && self.at.index == FieldId::UNKNOWN
    }

    /// How many structures and arrays are open, at most; nothing is once the message has ended.
    fn nesting(&self) -> u8 {
        if self.step == Step::Done { 0 } else { self.level * 2 + u8::from(self.at.in_array()) + 1 }
    }

    /// Fails; what is at fault began so many bytes ago.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, kind: ErrorKind, back: u32) {
        if self.step == Step::TagCount || self.step == Step::Tag || self.step == Step::TagSize {
            self.at.index = FieldId::UNKNOWN;
        }
        self.left = self.left.wrapping_add(back);
        self.step = Step::Failed;
        // In two steps, as the copy is then one of words.
        self.scratch = Scratch::Failed(ErrorKind::Structure);
        if let Scratch::Failed(failed) = &mut self.scratch {
            *failed = kind;
        }
    }

    /// Goes into the structure that was announced.
    #[inline]
    fn enter(&mut self) -> Option<()> {
        let of = self.at.of.child(self.at.row()?)?;
        let under_tag = if self.at.place & (UNDER_TAG | IN_TAGS) == 0 { 0 } else { UNDER_TAG };
        *self.parents.get_mut(usize::from(self.level))? = self.at;
        self.at = Level::new(of, under_tag);
        self.level += 1;
        self.step = Step::Field;
        Some(())
    }

    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    fn leave<'i>(&mut self) -> Item<'i> {
        let place = self.at.place;
        let parent = self.level.checked_sub(1);
        match parent.and_then(|up| self.parents.get(usize::from(up))) {
            Some(parent) => {
                self.at = *parent;
                self.level -= 1;
                if place & (PLAIN | UNDER_TAG) == UNDER_TAG {
                    self.not_plain();
                }
                self.step = self.at.after();
                Item::StructEnd(Handle::new(self.at.field()))
            }
            None => {
                self.step = Step::Done;
                Item::StructEnd(Handle::new(FieldId::NONE))
            }
        }
    }

    /// Goes to the next field that this version carries outside of the tags.
    #[inline(always)]
    fn next_row(&mut self) -> Option<&'static Field> {
        loop {
            steps::count(1);
            self.at.index = self.at.index.wrapping_add(1);
            match self.at.row() {
                Some(row) if row.in_line(self.cx.version()) => return Some(row),
                Some(_) => {}
                None => {
                    self.step = Step::TagCount;
                    return None;
                }
            }
        }
    }

    #[inline(always)]
    fn array_begin<'i>(&mut self, kind: Kind, count: u32) -> Item<'i> {
        (self.at.count, self.at.elements) = (count, count);
        self.at.place |= IN_ARRAY;
        self.number = kind;
        self.step = if !ON_32_BITS && is_number(kind) { Step::Number } else { Step::Element };
        Item::Array(self.at.field(), count)
    }

    #[inline(always)]
    fn array_end<'i>(&mut self) -> Item<'i> {
        self.at.place &= !IN_ARRAY;
        self.step = self.at.after();
        Item::ArrayEnd(self.at.field())
    }
}

/// What was read; nothing where the input ends before it, or after a fault, which the step tells.
type Read<T> = Option<T>;

/// There, flash counts more than time: nothing goes a quick way.
const ON_32_BITS: bool = cfg!(target_pointer_width = "32");

/// Whether values are of one size, and all bytes of that size are one.
const fn is_number(kind: Kind) -> bool {
    kind.size() != 0 && !matches!(kind, Kind::Bool)
}
/// A quicker way to the next item of what is skipped, where there is one. A pointer, so that who does
/// without does not pay for it in flash.
type Skip<'i> = fn(&mut Decoder, &mut &'i [u8]) -> Option<Item<'i>>;

/// Whether a fault is the message's, and no field's.
const fn kind_is_of_message(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::TrailingBytes { .. })
}
