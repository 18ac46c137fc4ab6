//! The quick path of a [`Decoder`]: items that take no more than a look at the input, none of them in
//! or under tagged fields. Not there on 32 bits, where flash counts more than time.

use super::{Decoder, ON_32_BITS, Step};
use crate::event::{Chunk, Item};
use crate::schema::{Field, FieldId, Handle, Kind};
use crate::steps;
use crate::wire::is_utf8;

impl Decoder {
    /// Goes to the next field or element, and reads it if that takes no more than a look at the
    /// input; if not, the step tells what is left to do. Nothing goes this way on 32 bits, where flash
    /// counts more than time.
    #[inline(always)]
    pub(super) fn quick<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        steps::count(1);
        if ON_32_BITS || self.slow {
            return None;
        }
        match self.step {
            Step::Number => {
                self.left_before = self.left;
                let Some(elements) = self.at.elements.checked_sub(1) else {
                    return Some(self.array_end());
                };
                self.at.elements = elements;
                self.quick_number(self.number, input)
            }
            Step::Field => {
                self.left_before = self.left;
                self.quick_field(input)
            }
            Step::Enter => {
                self.left_before = self.left;
                self.enter()?;
                self.quick_field(input)
            }
            Step::Element => {
                self.left_before = self.left;
                let Some(elements) = self.at.elements.checked_sub(1) else {
                    return Some(self.array_end());
                };
                self.at.elements = elements;
                if self.at.row()?.kind() != Kind::Struct {
                    self.step = Step::Value;
                    return None;
                }
                self.step = Step::Enter;
                Some(Item::Struct(Handle::new(self.at.field())))
            }
            _ => None,
        }
    }

    /// Goes to the next field, and reads it if it is quickly read.
    #[inline(always)]
    fn quick_field<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        let Some(row) = self.next_row() else {
            return self.quick_end(input);
        };
        if row.is_array() {
            return self.quick_array(row, input);
        }
        self.quick_number(row.kind(), input)
    }

    #[inline(always)]
    fn quick_number<'i>(&mut self, kind: Kind, input: &mut &'i [u8]) -> Option<Item<'i>> {
        let item = scalar(kind, self.at.field(), input, &mut self.left);
        if item.is_none() {
            self.step = Step::Value;
        }
        item
    }

    /// The short string, bytes or records at which the decoder stands, or null in their place.
    #[inline(always)]
    pub(super) fn quick_payload<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        if ON_32_BITS || self.slow || self.step != Step::Value || self.have != 0 {
            return None;
        }
        let (row, id) = (self.at.row()?, self.at.field());
        let (kind, cx) = (row.kind(), self.cx.of(row));
        let cx = if self.at.in_array() { cx.element() } else { cx };
        if row.is_array() && !self.at.in_array()
            || !matches!(kind, Kind::Str | Kind::Bytes | Kind::Records)
        {
            return None;
        }
        let (length, rest) = match *input {
            [0, rest @ ..] if cx.is_flexible() && cx.is_nullable() => (None, rest),
            [byte @ 1..=0x7f, rest @ ..] if cx.is_flexible() => (Some(u32::from(*byte) - 1), rest),
            [high @ 0..=0x7f, low, rest @ ..] if !cx.is_flexible() && kind == Kind::Str => {
                (Some(u32::from(u16::from_be_bytes([*high, *low]))), rest)
            }
            [a @ 0..=0x7f, b, c, d, rest @ ..] if !cx.is_flexible() && kind != Kind::Str => {
                (Some(u32::from_be_bytes([*a, *b, *c, *d])), rest)
            }
            _ => return None,
        };
        let bytes = rest.get(..length.unwrap_or(0) as usize)?;
        let behind = rest.get(bytes.len()..)?;
        let left = self.left.checked_sub((input.len() - behind.len()) as u32)?;
        if kind == Kind::Str && !cx.is_lenient() && !is_utf8(bytes) {
            return None;
        }
        (*input, self.left) = (behind, left);
        self.step = self.at.after();
        let chunk = Chunk { bytes, is_first: true, left: 0 };
        Some(match kind {
            _ if length.is_none() => Item::Null(id),
            Kind::Str => Item::Str(Handle::new(id), chunk),
            Kind::Records => Item::Records(Handle::new(id), chunk),
            _ => Item::Bytes(Handle::new(id), chunk),
        })
    }

    /// The end of a structure without tagged fields.
    #[inline(always)]
    fn quick_end<'i>(&mut self, input: &mut &'i [u8]) -> Option<Item<'i>> {
        if self.cx.is_flexible() {
            let ([0, rest @ ..], Some(left)) = (*input, self.left.checked_sub(1)) else {
                return None;
            };
            (*input, self.left) = (rest, left);
        }
        Some(self.leave())
    }

    /// A short array of structures or of what has no fixed size.
    #[inline(always)]
    pub(super) fn quick_array<'i>(
        &mut self,
        row: &Field,
        input: &mut &'i [u8],
    ) -> Option<Item<'i>> {
        if self.cx.is_flexible()
            && !row.is_classic()
            && let [byte @ 1..=0x7f, rest @ ..] = *input
        {
            let count = u32::from(*byte) - 1;
            let size = u32::from(row.kind().size()).max(1);
            if count * size < self.left {
                self.left -= 1;
                *input = rest;
                return Some(self.array_begin(row.kind(), count));
            }
        }
        self.step = Step::Value;
        None
    }
}

/// A value of fixed size, if the input holds all of it.
#[inline(always)]
pub(super) fn scalar<'i>(
    kind: Kind,
    id: FieldId,
    input: &mut &[u8],
    left: &mut u32,
) -> Option<Item<'i>> {
    #[inline(always)]
    fn take<const N: usize>(input: &mut &[u8], left: &mut u32) -> Option<[u8; N]> {
        let (head, rest) = input.split_first_chunk()?;
        *left = left.checked_sub(N as u32)?;
        *input = rest;
        Some(*head)
    }
    Some(match kind {
        Kind::I8 => Item::I8(Handle::new(id), i8::from_be_bytes(take(input, left)?)),
        Kind::I16 => Item::I16(Handle::new(id), i16::from_be_bytes(take(input, left)?)),
        Kind::U16 => Item::U16(Handle::new(id), u16::from_be_bytes(take(input, left)?)),
        Kind::I32 => Item::I32(Handle::new(id), i32::from_be_bytes(take(input, left)?)),
        Kind::U32 => Item::U32(Handle::new(id), u32::from_be_bytes(take(input, left)?)),
        Kind::I64 => Item::I64(Handle::new(id), i64::from_be_bytes(take(input, left)?)),
        Kind::F64 => Item::F64(Handle::new(id), f64::from_be_bytes(take(input, left)?)),
        Kind::Uuid => Item::Uuid(Handle::new(id), crate::typed::Uuid(take(input, left)?)),
        // Another byte than these has to be looked at.
        Kind::Bool => {
            let [value @ 0..=1, rest @ ..] = *input else { return None };
            *left = left.checked_sub(1)?;
            *input = rest;
            Item::Bool(Handle::new(id), *value == 1)
        }
        Kind::Str | Kind::Bytes | Kind::Records | Kind::Struct => return None,
    })
}
