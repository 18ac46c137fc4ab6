//! What capture and patching ask of a [`Decoder`] besides events: to pass over fields and elements
//! without one event for each, to fail, and what its last event was.
//!
//! Passing over is not there on 32 bits, where flash counts more than time: it goes event by event.

use super::quick::scalar;
use super::{Decoder, IN_TAGS, NO_SKIP, ON_32_BITS, Step, UNDER_TAG};
use crate::error::{Error, ErrorKind};
use crate::event::Item;
use crate::schema::{Field, Kind, Struct};
use crate::steps;
use crate::wire::{Cx, Reader};

impl Decoder {
    /// What [`Decoder::next`] gives, but for an error: that is kept, and asked for where
    /// [`Item::NeedInput`] comes. Quicker over what is skipped, where the input ends inside of it.
    #[inline(never)]
    pub(crate) fn next_item<'i>(&mut self, input: &mut &'i [u8]) -> Item<'i> {
        if ON_32_BITS {
            return self.item(input, |_, _| None).unwrap_or(Item::NeedInput);
        }
        if let Some(item) = self.quick(input) {
            return item;
        }
        match self.general(input, |this, input| this.next_in_struct(0, input)) {
            Ok(event) => event.item,
            Err(_) => Item::NeedInput,
        }
    }

    /// The next event of the structure that was announced or that is being read, if it takes no more
    /// than a look at the input. Passes over fields whose bit is not in `wanted`, as far as the input
    /// holds them whole.
    ///
    /// What is cut off, at fault or in tagged fields is left to [`Decoder::next`]. A field that is
    /// tried here in vain takes all that is left of the input or is at fault, so that no byte is
    /// looked at more than a fixed number of times.
    pub(crate) fn next_wanted<'i>(
        &mut self,
        wanted: u64,
        input: &mut &'i [u8],
    ) -> Option<Item<'i>> {
        if ON_32_BITS || self.skip != NO_SKIP {
            return None;
        }
        self.next_in_struct(wanted, input)
    }

    /// The same, whether the event is to be skipped or not.
    #[inline]
    pub(super) fn next_in_struct<'i>(
        &mut self,
        wanted: u64,
        input: &mut &'i [u8],
    ) -> Option<Item<'i>> {
        if self.at.place & (UNDER_TAG | IN_TAGS) != 0 {
            return None;
        }
        match self.step {
            Step::Field => {}
            Step::Enter => self.enter()?,
            _ => return None,
        }
        let row = self.pass(wanted, input);
        self.left_before = self.left;
        match row {
            Some(row) => {
                self.at.index = self.at.index.wrapping_add(1);
                if row.is_array() {
                    return self.quick_array(row, input);
                }
                let item = scalar(row.kind(), self.at.field(), input, &mut self.left);
                if item.is_none() {
                    self.step = Step::Value;
                }
                item
            }
            None if !self.cx.is_flexible() => Some(self.leave()),
            None => {
                let [0, rest @ ..] = *input else { return None };
                self.left = self.left.checked_sub(1)?;
                *input = rest;
                Some(self.leave())
            }
        }
    }

    /// Passes over fields that are not wanted; the next field, at whose front this stops, or none at
    /// the end of the structure.
    #[inline(always)]
    fn pass(&mut self, wanted: u64, input: &mut &[u8]) -> Option<&'static Field> {
        let (of, cx) = (self.at.of, self.cx_to_skip());
        let first = self.at.index.wrapping_add(1);
        let mut rows = of.fields().get(usize::from(first)..).unwrap_or(&[]);
        let mut wanted = wanted.checked_shr(u32::from(first)).unwrap_or(0);
        let mut index = first;
        let begin = input.get(..self.left as usize).unwrap_or(input);
        let mut rest = begin;
        let row = loop {
            steps::count(1);
            let [row, behind @ ..] = rows else {
                self.step = Step::TagCount;
                self.at.index = index;
                break None;
            };
            if row.in_line(cx.version()) {
                let passed = if wanted & 1 != 0 { None } else { pass_one(of, row, cx, rest) };
                let Some(passed) = passed else {
                    self.at.index = index.wrapping_sub(1);
                    break Some(row);
                };
                rest = passed;
            }
            (rows, wanted, index) = (behind, wanted >> 1, index.wrapping_add(1));
        };
        let used = begin.len() - rest.len();
        self.left -= used as u32;
        *input = input.get(used..).unwrap_or(&[]);
        row
    }

    /// Passes over the elements that have not begun of the array whose beginning or element was read
    /// last. The end of the array still comes.
    pub(crate) fn skip_elements(&mut self, input: &mut &[u8]) {
        if !self.is_among_elements() || self.at.elements == 0 {
            return;
        }
        if let Some(row) = self.at.row()
            && !ON_32_BITS
            && self.step_over(row, self.at.elements, input).is_some()
        {
            self.at.elements = 0;
        } else {
            self.skip = self.nesting() - 1;
            self.slow = true;
        }
    }

    /// Takes the elements of an array of numbers of this size that follow whole in the input, at most
    /// so many of them.
    pub(crate) fn numbers<'i>(
        &mut self,
        size: usize,
        most: usize,
        input: &mut &'i [u8],
    ) -> &'i [u8] {
        if !self.is_among_elements()
            || self.skip != NO_SKIP
            || self.at.place & (UNDER_TAG | IN_TAGS) != 0
        {
            return &[];
        }
        let whole = input.len().min(self.left as usize) / size.max(1);
        let count = whole.min(most).min(self.at.elements as usize);
        let Some((bytes, rest)) = input.split_at_checked(count * size) else { return &[] };
        *input = rest;
        self.at.elements -= count as u32;
        self.left -= bytes.len() as u32;
        bytes
    }

    /// Whether another element of an array, or its end, comes next.
    fn is_among_elements(&self) -> bool {
        matches!(self.step, Step::Element | Step::Number)
    }

    /// Fails for a reason that is not the decoder's own.
    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind, offset: u32) -> Error {
        self.fail(kind, self.position().wrapping_sub(offset));
        self.failure()
    }

    /// Whether the end of the message has been reached.
    pub(crate) fn is_done(&self) -> bool {
        self.step == Step::Done && self.left == 0
    }

    /// The place in its structure of the field that was read last.
    #[inline(always)]
    pub(crate) const fn index(&self) -> u8 {
        self.at.index
    }

    /// The row of the field read last, if its one value is a tagged field.
    pub(crate) fn tagged_row(&self) -> Option<&'static Field> {
        self.at.row().filter(|row| row.tag().is_some() && !self.at.in_array())
    }

    pub(crate) const fn is_lenient(&self) -> bool {
        self.cx.is_lenient()
    }

    /// How many bytes of the message have not been consumed.
    pub(crate) const fn remaining(&self) -> u32 {
        self.left
    }
}

/// What is left behind a value, if it is whole and nothing is wrong with it.
#[inline(always)]
fn pass_one<'i>(of: &'static Struct, row: &Field, cx: Cx, rest: &'i [u8]) -> Option<&'i [u8]> {
    match quick_size(row, cx, rest) {
        0 => {
            let mut reader = Reader::new(rest);
            reader.skip_value(of, row, cx.of(row))?;
            Some(reader.rest())
        }
        size => rest.get(size..),
    }
}

/// How many bytes a value takes, where its type or its first byte tells and they need no check; else 0.
#[inline(always)]
fn quick_size(row: &Field, cx: Cx, rest: &[u8]) -> usize {
    let size = usize::from(row.fixed_size());
    if size != 0 {
        return if row.kind() == Kind::Bool { 0 } else { size };
    }
    let unit = usize::from(row.unit());
    match rest {
        [length @ 1..=0x7f, ..]
            if unit != 0 && cx.is_flexible() && !row.is_classic() && !row.is_str() =>
        {
            1 + (usize::from(*length) - 1) * unit
        }
        _ => 0,
    }
}
