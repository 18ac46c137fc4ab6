//! The steps of a [`Decoder`] that the quick path leaves: values cut by the end of the input,
//! structures, tag sections, and passing over what is skipped.

use super::UNDER_TAG;
use super::payload::Bytes;
use super::{Decoder, IN_ARRAY, IN_TAGS, NO_SKIP, ON_32_BITS, PLAIN, PLAIN_TAG, Read, Skip, Step};
use crate::error::ErrorKind;
use crate::event::Item;
use crate::schema::{Default, Field, FieldId, Handle, Kind};
use crate::steps;
use crate::typed::Uuid;
use crate::wire::{Cx, Extent, Reader, check_tag_count, is_default_number, is_marker, is_true};

impl Decoder {
    /// The next item that is not skipped.
    pub(super) fn item<'i>(&mut self, input: &mut &'i [u8], skip: Skip<'i>) -> Read<Item<'i>> {
        while self.skip != NO_SKIP {
            steps::count(1);
            let item = match self.skip_whole(input).or_else(|| skip(self, input)) {
                None => self.any_item(input),
                item => item,
            };
            if item.is_none() {
                return item;
            }
            if self.nesting() <= self.skip && self.step != Step::Payload {
                self.skip = NO_SKIP;
                // The last part of what was skipped is no event; the end of a structure is one.
                if matches!(item, Some(Item::StructEnd(_) | Item::ArrayEnd(_))) {
                    return item;
                }
            }
        }
        self.any_item(input)
    }

    fn any_item<'i>(&mut self, input: &mut &'i [u8]) -> Read<Item<'i>> {
        loop {
            match self.step {
                Step::Field => {
                    self.left_before = self.left;
                    if self.next_row().is_some() {
                        self.step = Step::Value;
                    }
                }
                Step::Element | Step::Number => {
                    self.left_before = self.left;
                    let Some(elements) = self.at.elements.checked_sub(1) else {
                        return Some(self.array_end());
                    };
                    self.at.elements = elements;
                    self.step = Step::Value;
                }
                Step::Value => return self.value(input),
                Step::Payload => {
                    if input.is_empty() {
                        return None;
                    }
                    self.left_before = self.left;
                    return self.chunk(input, false);
                }
                Step::Enter => {
                    if self.enter().is_none() {
                        return self.fault(ErrorKind::Structure, 0);
                    }
                }
                Step::TagCount => {
                    return Some(match self.tag_count(input)? {
                        0 => self.leave(),
                        count => Item::Tags(count),
                    });
                }
                Step::Tag => {
                    if self.have == 0 {
                        self.left_before = self.left;
                    }
                    if self.at.tags == 0 {
                        return Some(self.leave());
                    }
                    self.tag(input)?;
                }
                Step::TagSize => {
                    if let Some(length) = self.tag_size(input)? {
                        return self.payload_begin(length, input);
                    }
                }
                Step::TagEnd => self.tag_end()?,
                Step::Root => {
                    self.step = Step::Field;
                    return Some(Item::Struct(Handle::new(FieldId::NONE)));
                }
                Step::Done => {
                    self.left_before = self.left;
                    if self.left != 0 {
                        return self.fault(ErrorKind::TrailingBytes { remaining: self.left }, 0);
                    }
                    return Some(Item::Done);
                }
                Step::Failed => return None,
            }
        }
    }

    /// A fault in what began so many bytes ago.
    #[inline(always)]
    pub(super) fn fault<T>(&mut self, kind: ErrorKind, back: u32) -> Read<T> {
        self.fail(kind, back);
        None
    }

    /// Steps over the structure or array that has just begun, if the input holds all of it. Event by
    /// event does as well on 32 bits, where flash counts more than time.
    fn skip_whole<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        if ON_32_BITS {
            return None;
        }
        let row = self.at.row()?;
        match self.step {
            Step::Enter => {
                self.step_over(row, 1, input)?;
                self.step = self.at.after();
                Some(Item::StructEnd(Handle::new(self.at.field())))
            }
            Step::Element | Step::Number if self.at.elements == self.at.count => {
                self.step_over(row, self.at.count, input)?;
                self.at.elements = 0;
                Some(self.array_end())
            }
            _ => None,
        }
    }

    /// Steps over `count` values, if the input holds all of them. What is wrong with them is left to
    /// the other steps to find, and so is whether a tagged field is at its default.
    pub(super) fn step_over(&mut self, row: &Field, count: u32, input: &mut &[u8]) -> Option<()> {
        if self.at.place & (UNDER_TAG | IN_TAGS) != 0 {
            return None;
        }
        let mut reader = Reader::new(input.get(..self.left as usize).unwrap_or(input));
        let before = reader.remaining();
        let size = u64::from(row.kind().size()) * u64::from(count);
        match self.at.of.child(row) {
            Some(child) if count > 0 => {
                reader.skip_structs(child, count, self.cx_to_skip())?;
            }
            None if size != 0 && row.kind() != Kind::Bool => {
                reader.take(usize::try_from(size).ok()?).ok()?;
            }
            _ if count == 0 => {}
            _ => return None,
        }
        let used = before - reader.remaining();
        self.left_before = self.left;
        self.left -= used as u32;
        *input = input.get(used..).unwrap_or(&[]);
        if count > 0 {
            self.not_plain();
        }
        Some(())
    }

    /// What skipped values are checked against: strings that need not be UTF-8 are not looked at.
    pub(super) fn cx_to_skip(&self) -> Cx {
        if self.cx.is_lenient() { self.cx.trusted() } else { self.cx }
    }

    /// Something other than its default has been read.
    pub(super) fn not_plain(&mut self) {
        self.at.place &= if self.at.place & IN_TAGS != 0 { !PLAIN_TAG } else { !PLAIN };
    }

    /// Reads any value, also one that the end of the input cuts.
    fn value<'i>(&mut self, input: &mut &'i [u8]) -> Read<Item<'i>> {
        let Some(row) = self.at.row() else { return self.fault(ErrorKind::Structure, 0) };
        let (id, in_array) = (self.at.field(), self.at.in_array());
        let cx = if in_array { self.cx.of(row).element() } else { self.cx.of(row) };
        let (kind, is_array) = (row.kind(), row.is_array() && !in_array);
        if is_array || matches!(kind, Kind::Str | Kind::Bytes | Kind::Records) {
            if let Some(length) = self.length(Extent::of(kind, is_array), cx, input)? {
                if length != 0 || row.default().is_null() || in_array {
                    self.not_plain();
                }
                if is_array {
                    return Some(self.array_begin(kind, length));
                }
                return self.payload_begin(length, input);
            }
        } else if kind == Kind::Struct {
            if self.is_present(cx, input)? {
                if row.default().is_null() || in_array {
                    self.not_plain();
                }
                self.step = Step::Enter;
                return Some(Item::Struct(Handle::new(id)));
            }
        } else {
            return self.number(row, id, input);
        }
        if row.default() != Default::NULL {
            self.not_plain();
        }
        self.step = self.at.after();
        Some(Item::Null(id))
    }

    /// A number, a bool or a uuid.
    #[inline(always)]
    fn number<'i>(&mut self, row: &Field, id: FieldId, input: &mut &[u8]) -> Read<Item<'i>> {
        let mut all = [0; 16];
        self.take(row.kind().size(), &mut all, input)?;
        if self.at.place & (UNDER_TAG | IN_TAGS) != 0
            && (self.at.in_array() || !is_default_number(&all, row))
        {
            self.not_plain();
        }
        let item = match row.kind() {
            Kind::Bool => match is_true(front::<1>(&all), self.cx) {
                Ok(value) => Item::Bool(Handle::new(id), value),
                Err(kind) => return self.fault(kind, 1),
            },
            Kind::I8 => Item::I8(Handle::new(id), i8::from_be_bytes(front(&all))),
            Kind::I16 => Item::I16(Handle::new(id), i16::from_be_bytes(front(&all))),
            Kind::U16 => Item::U16(Handle::new(id), u16::from_be_bytes(front(&all))),
            Kind::I32 => Item::I32(Handle::new(id), i32::from_be_bytes(front(&all))),
            Kind::U32 => Item::U32(Handle::new(id), u32::from_be_bytes(front(&all))),
            Kind::I64 => Item::I64(Handle::new(id), i64::from_be_bytes(front(&all))),
            Kind::F64 => Item::F64(Handle::new(id), f64::from_be_bytes(front(&all))),
            _ => Item::Uuid(Handle::new(id), Uuid(all)),
        };
        self.step = self.at.after();
        Some(item)
    }

    fn is_present(&mut self, cx: Cx, input: &mut &[u8]) -> Read<bool> {
        if !cx.is_nullable() {
            return Some(true);
        }
        let mut marker = [0; 16];
        self.take(1, &mut marker, input)?;
        match is_marker(front(&marker), cx) {
            Ok(is_present) => Some(is_present),
            Err(kind) => self.fault(kind, 1),
        }
    }

    /// A length or count, or null.
    fn length(&mut self, extent: Extent, cx: Cx, input: &mut &[u8]) -> Read<Option<u32>> {
        let (length, size) = if cx.is_flexible() {
            let (value, size) = self.uvarint(cx, input)?;
            ((value as i32).wrapping_sub(1), size)
        } else {
            let (mut all, size) = ([0; 16], if extent.is_narrow() { 2 } else { 4 });
            self.take(size, &mut all, input)?;
            let wide = i32::from_be_bytes(front(&all));
            (if extent.is_narrow() { wide >> 16 } else { wide }, u32::from(size))
        };
        match extent.check(length, cx, self.left) {
            Ok(length) => Some(length),
            Err(kind) => self.fault(kind, size),
        }
    }

    /// The number of tagged fields.
    fn tag_count(&mut self, input: &mut &[u8]) -> Read<u32> {
        if !self.cx.is_flexible() {
            return Some(0);
        }
        let (count, size) = self.uvarint(self.cx, input)?;
        if count != 0 {
            if let Err(kind) = check_tag_count(count, self.left) {
                return self.fault(kind, size);
            }
            self.not_plain();
            self.at.tags = count as u16;
            self.at.place |= IN_TAGS;
            self.at.index = FieldId::UNKNOWN;
            self.at.elements = 0;
            self.step = Step::Tag;
        }
        Some(count)
    }

    /// The number of a tagged field.
    fn tag(&mut self, input: &mut &[u8]) -> Read<()> {
        let (tag, size) = self.uvarint(self.cx, input)?;
        let last = match self.at.row() {
            Some(row) => row.tag().map(u32::from),
            // One that is not known leaves its number, and 1 where the first has 0 before it.
            None => (self.at.elements != 0).then_some(self.at.count),
        };
        let kind = match self.at.of.tagged(tag) {
            _ if !self.cx.is_lenient() && last.is_some_and(|last| tag <= last) => {
                ErrorKind::TagOrder { tag }
            }
            Some((_, row)) if !row.versions().contains(self.cx.version()) => {
                ErrorKind::TagVersion { tag }
            }
            known => {
                // What is not known leaves its number.
                (self.at.index, self.at.elements) = match known {
                    Some((index, _)) => (index, self.at.elements),
                    None => (FieldId::UNKNOWN, 1),
                };
                self.at.tags -= 1;
                self.at.count = tag;
                self.step = Step::TagSize;
                return Some(());
            }
        };
        self.fault(kind, size)
    }

    /// The size of a tagged field, if it is one that is not known.
    fn tag_size(&mut self, input: &mut &[u8]) -> Read<Option<u32>> {
        let (length, size) = self.uvarint(self.cx, input)?;
        let is_known = self.at.index != FieldId::UNKNOWN;
        if length > self.left && (!is_known || !self.cx.is_lenient()) {
            let kind = ErrorKind::LengthBeyondEnd { length, remaining: self.left };
            return self.fault(kind, size);
        }
        self.at.tag_end = self.left.wrapping_sub(length);
        if is_known {
            self.at.place |= PLAIN_TAG;
            self.step = Step::Value;
            return Some(None);
        }
        Some(Some(length))
    }

    fn tag_end(&mut self) -> Read<()> {
        if let Some(tag) = self.at.row().and_then(Field::tag)
            && !self.cx.is_lenient()
        {
            let tag = u32::from(tag);
            if self.left != self.at.tag_end {
                return self.fault(ErrorKind::TagSize { tag }, 0);
            }
            if self.at.place & PLAIN_TAG != 0 {
                return self.fault(ErrorKind::TagAtDefault { tag }, 0);
            }
        }
        self.at.place &= !IN_ARRAY;
        self.step = Step::Tag;
        Some(())
    }
}

/// The first `N` of sixteen bytes.
#[inline(always)]
fn front<const N: usize>(all: &Bytes) -> [u8; N] {
    all.first_chunk().copied().unwrap_or([0; N])
}
