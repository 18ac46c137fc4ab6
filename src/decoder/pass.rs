//! What capture asks of a [`Decoder`] besides events: to pass over fields and elements without one
//! event for each, and to fail.

use super::{Decoder, IN_TAGS, NO_SKIP, Step, UNDER_TAG};
use crate::error::{Error, ErrorKind};
use crate::schema::Kind;
use crate::wire::Reader;

impl Decoder {
    /// Passes over the fields in front of the next that is wanted, as far as the input holds them
    /// whole. What is wrong with them, and tagged fields, are left to [`Decoder::next`].
    ///
    /// A field that is tried in vain runs past the end of the input or is at fault, so that together
    /// with `next` no byte is looked at more than a fixed number of times.
    #[inline]
    pub(crate) fn pass(&mut self, is_wanted: impl Fn(u8) -> bool, input: &mut &[u8]) {
        if self.step != Step::Field
            || self.skip != NO_SKIP
            || self.at.place & (UNDER_TAG | IN_TAGS) != 0
        {
            return;
        }
        let (of, cx) = (self.at.of, self.cx);
        let mut reader = Reader::new(input.get(..self.left as usize).unwrap_or(input));
        let before = reader.remaining();
        let mut left = before;
        loop {
            let index = self.at.index.wrapping_add(1);
            let Some(row) = of.fields().get(usize::from(index)) else { break };
            if row.in_line(cx.version()) {
                if is_wanted(index) {
                    break;
                }
                let size = usize::from(row.fixed_size());
                let passed = if size != 0 && row.kind() != Kind::Bool {
                    reader.take(size).is_ok()
                } else {
                    reader
                        .skip_value(of, row, of.field_id(index), self.cx_to_skip().of(row))
                        .is_ok()
                };
                if !passed {
                    break;
                }
                left = reader.remaining();
            }
            self.at.index = index;
        }
        let used = before - left;
        self.left -= used as u32;
        *input = input.get(used..).unwrap_or(&[]);
    }

    /// Passes over the elements that have not begun of the array whose beginning or element was read
    /// last. The end of the array still comes.
    pub(crate) fn skip_elements(&mut self, input: &mut &[u8]) {
        if self.step != Step::Element || self.at.elements == 0 {
            return;
        }
        if let Some(row) = self.at.row()
            && self.step_over(row, self.at.elements, input).is_some()
        {
            self.at.elements = 0;
        } else {
            self.skip = self.nesting() - 1;
        }
    }

    /// Fails for a reason that is not the decoder's own.
    #[cold]
    pub(crate) fn refuse(&mut self, kind: ErrorKind, offset: u32) -> Error {
        self.fail(kind, offset)
    }

    /// Whether the end of the message has been reached.
    pub(crate) fn is_done(&self) -> bool {
        self.step == Step::Done && self.left == 0
    }

    pub(crate) const fn is_lenient(&self) -> bool {
        self.cx.is_lenient()
    }

    /// How many bytes of the message have not been consumed.
    pub(crate) const fn remaining(&self) -> u32 {
        self.left
    }
}
