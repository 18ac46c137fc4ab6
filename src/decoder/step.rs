//! The steps of a [`Decoder`] that the quick path leaves: values cut by the end of the input,
//! structures, tag sections, and passing over what is skipped.

use super::{Decoder, IN_ARRAY, IN_TAGS, NO_SKIP, PLAIN, PLAIN_TAG, Read, Scratch, Skip, Step};
use super::{Stop, UNDER_TAG, scalar};
use crate::error::ErrorKind;
use crate::event::Item;
use crate::schema::{Default, Field, FieldId, Handle, Kind};
use crate::steps;
use crate::wire::{Cx, Extent, Reader, check_tag_count, is_default_number};

impl Decoder {
    /// The next item that is not skipped.
    pub(super) fn item<'i>(&mut self, input: &mut &'i [u8], skip: Skip<'i>) -> Read<Item<'i>> {
        loop {
            steps::count(1);
            let item = match self.skip {
                NO_SKIP => return self.any_item(input),
                _ => match self.skip_whole(input).or_else(|| skip(self, input)) {
                    Some(item) => item,
                    None => self.any_item(input)?,
                },
            };
            if self.nesting() <= self.skip && self.step != Step::Payload {
                self.skip = NO_SKIP;
                // The last part of what was skipped is no event; the end of a structure is one.
                if matches!(item, Item::StructEnd(_) | Item::ArrayEnd(_)) {
                    return Ok(item);
                }
            }
        }
    }

    fn any_item<'i>(&mut self, input: &mut &'i [u8]) -> Read<Item<'i>> {
        loop {
            steps::count(1);
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
                        return Ok(self.array_end());
                    };
                    self.at.elements = elements;
                    self.step = Step::Value;
                }
                Step::Value => return self.value(input),
                Step::Payload => {
                    if input.is_empty() {
                        return Err(Stop::NeedInput);
                    }
                    self.left_before = self.left;
                    return self.chunk(input, false);
                }
                Step::Enter => {
                    if self.enter().is_none() {
                        return Err(self.fault(ErrorKind::Structure, 0));
                    }
                }
                Step::TagCount => {
                    if let Some(item) = self.tag_count(input)? {
                        return Ok(item);
                    }
                }
                Step::Tag => {
                    if let Some(item) = self.tag(input)? {
                        return Ok(item);
                    }
                }
                Step::TagSize => {
                    if let Some(item) = self.tag_size(input)? {
                        return Ok(item);
                    }
                }
                Step::TagEnd => self.tag_end()?,
                Step::Root => {
                    self.step = Step::Field;
                    return Ok(Item::Struct(Handle::new(FieldId::NONE)));
                }
                Step::Done if self.left != 0 => {
                    return Err(self.fault(ErrorKind::TrailingBytes { remaining: self.left }, 0));
                }
                Step::Done => {
                    self.left_before = self.left;
                    return Ok(Item::Done);
                }
                Step::Failed => {
                    let kind = match self.scratch {
                        Scratch::Failed(kind) => kind,
                        Scratch::Bytes(_) => ErrorKind::Structure,
                    };
                    return Err(self.fault(kind, 0));
                }
            }
        }
    }

    /// A fault in what began so many bytes ago.
    pub(super) fn fault(&self, kind: ErrorKind, back: u32) -> Stop {
        Stop::Fault { kind, offset: (self.len - self.left).saturating_sub(back) }
    }

    /// Steps over the structure or array that has just begun, if the input holds all of it. Event by
    /// event does as well on 32 bits, where flash counts more than time.
    fn skip_whole<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        if cfg!(target_pointer_width = "32") {
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
        let Some(row) = self.at.row() else { return Err(self.fault(ErrorKind::Structure, 0)) };
        let (id, in_array) = (self.at.field(), self.at.in_array());
        let cx = if in_array { self.cx.of(row).element() } else { self.cx.of(row) };
        let kind = row.kind();
        let is_null = match kind {
            _ if row.is_array() && !in_array => {
                match self.length(Extent::of(kind, true), cx, input)? {
                    Some(count) => {
                        if count != 0 || row.default().is_null() {
                            self.not_plain();
                        }
                        return Ok(self.array_begin(kind, count));
                    }
                    None => true,
                }
            }
            Kind::Str | Kind::Bytes | Kind::Records => {
                match self.length(Extent::of(kind, false), cx, input)? {
                    Some(length) => {
                        if length != 0 || row.default().is_null() || in_array {
                            self.not_plain();
                        }
                        return self.payload_begin(length, input);
                    }
                    None => true,
                }
            }
            Kind::Struct => {
                if self.is_present(cx, input)? {
                    if row.default().is_null() || in_array {
                        self.not_plain();
                    }
                    self.step = Step::Enter;
                    return Ok(Item::Struct(Handle::new(id)));
                }
                true
            }
            _ => false,
        };
        let item = if is_null {
            if row.default() != Default::NULL {
                self.not_plain();
            }
            Item::Null(id)
        } else {
            self.number(row, id, input)?
        };
        self.step = self.at.after();
        Ok(item)
    }

    /// A number, a bool or a uuid.
    fn number<'i>(&mut self, row: &Field, id: FieldId, input: &mut &[u8]) -> Read<Item<'i>> {
        let mut all = [0; 16];
        let size = row.kind().size();
        let bytes = self.take(size, &mut all, input)?;
        if self.at.place & (UNDER_TAG | IN_TAGS) != 0
            && (self.at.in_array() || !is_default_number(bytes, row))
        {
            self.not_plain();
        }
        if row.kind() == Kind::Bool {
            let mut reader = Reader::new(bytes);
            let value = reader.bool(self.cx).map_err(|kind| self.fault(kind, 1))?;
            return Ok(Item::Bool(Handle::new(id), value));
        }
        let item = scalar(row.kind(), id, &mut &*bytes, &mut u32::from(size));
        item.ok_or_else(|| self.fault(ErrorKind::Structure, 0))
    }

    fn is_present(&mut self, cx: Cx, input: &mut &[u8]) -> Read<bool> {
        if !cx.is_nullable() {
            return Ok(true);
        }
        let mut marker = [0; 16];
        let marker = self.take(1, &mut marker, input)?;
        Reader::new(marker).is_present(cx).map_err(|kind| self.fault(kind, 1))
    }

    /// A length or count, or null.
    fn length(&mut self, extent: Extent, cx: Cx, input: &mut &[u8]) -> Read<Option<u32>> {
        let (length, size) = if cx.is_flexible() {
            let (value, size) = self.uvarint(cx, input)?;
            ((value as i32).wrapping_sub(1), size)
        } else {
            let mut bytes = [0; 16];
            let size = if extent.is_narrow() { 2 } else { 4 };
            let value = match *self.take(size, &mut bytes, input)? {
                [a, b] => i32::from(i16::from_be_bytes([a, b])),
                [a, b, c, d] => i32::from_be_bytes([a, b, c, d]),
                _ => 0,
            };
            (value, size)
        };
        let length = extent.check(length, cx, self.left);
        length.map_err(|kind| self.fault(kind, u32::from(size)))
    }

    fn tag_count<'i>(&mut self, input: &mut &[u8]) -> Read<Option<Item<'i>>> {
        if !self.cx.is_flexible() {
            return Ok(Some(self.leave()));
        }
        let (count, size) = self.uvarint(self.cx, input)?;
        if count == 0 {
            return Ok(Some(self.leave()));
        }
        if let Err(kind) = check_tag_count(count, self.left) {
            return Err(self.fault(kind, u32::from(size)));
        }
        self.not_plain();
        self.at.tags = count as u16;
        self.at.place |= IN_TAGS;
        self.at.index = FieldId::UNKNOWN;
        self.at.elements = 0;
        self.step = Step::Tag;
        Ok(Some(Item::Tags(count)))
    }

    /// The number of a tagged field.
    fn tag<'i>(&mut self, input: &mut &[u8]) -> Read<Option<Item<'i>>> {
        if self.have == 0 {
            self.left_before = self.left;
        }
        let Some(tags) = self.at.tags.checked_sub(1) else { return Ok(Some(self.leave())) };
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
            _ => {
                (self.at.tags, self.at.count) = (tags, tag);
                self.step = Step::TagSize;
                return Ok(None);
            }
        };
        Err(self.fault(kind, u32::from(size)))
    }

    /// The size of a tagged field.
    fn tag_size<'i>(&mut self, input: &mut &'i [u8]) -> Read<Option<Item<'i>>> {
        let (length, size) = self.uvarint(self.cx, input)?;
        let known = self.at.of.tagged(self.at.count);
        if length > self.left && (known.is_none() || !self.cx.is_lenient()) {
            let kind = ErrorKind::LengthBeyondEnd { length, remaining: self.left };
            return Err(self.fault(kind, u32::from(size)));
        }
        self.at.tag_end = self.left.wrapping_sub(length);
        if let Some((index, _)) = known {
            self.at.index = index;
            self.at.place |= PLAIN_TAG;
            self.step = Step::Value;
            return Ok(None);
        }
        self.at.index = FieldId::UNKNOWN;
        self.at.elements = 1;
        self.payload_begin(length, input).map(Some)
    }

    fn tag_end(&mut self) -> Read<()> {
        let is_known = self.at.index != FieldId::UNKNOWN;
        let tag = self.at.row().and_then(Field::tag).map_or(0, u32::from);
        if is_known && !self.cx.is_lenient() {
            if self.left != self.at.tag_end {
                return Err(self.fault(ErrorKind::TagSize { tag }, 0));
            }
            if self.at.place & PLAIN_TAG != 0 {
                return Err(self.fault(ErrorKind::TagAtDefault { tag }, 0));
            }
        }
        self.at.place &= !IN_ARRAY;
        self.step = Step::Tag;
        Ok(())
    }
}
