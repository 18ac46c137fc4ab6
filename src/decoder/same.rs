//! When two decoders are in the same state.

use super::{Decoder, Level, PLAIN, Scratch, Step, UNDER_TAG};
use core::ptr;

/// Decoders are equal where they go on alike: from equal ones the same input gives the same events.
/// What happened before does not count, nor does how it was cut into pieces.
impl PartialEq for Decoder {
    fn eq(&self, other: &Self) -> bool {
        let depth = usize::from(self.level);
        let payload = |of: &Self| if of.step == Step::Payload { of.payload } else { 0 };
        (self.level, self.len, self.left) == (other.level, other.len, other.left)
            && (self.step, self.skip, self.cx) == (other.step, other.skip, other.cx)
            && payload(self) == payload(other)
            && self.kept() == other.kept()
            && self.at == other.at
            && self.parents.get(..depth) == other.parents.get(..depth)
    }
}

impl Decoder {
    /// The bytes of scratch that count, or what went wrong.
    fn kept(&self) -> (Option<crate::ErrorKind>, Option<&[u8]>) {
        match &self.scratch {
            Scratch::Bytes(bytes) => (None, bytes.get(..usize::from(self.have))),
            Scratch::Failed(kind) => (Some(*kind), None),
        }
    }
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        // Whether all of it was at its default is of account, and known, under a tagged field alone.
        let place = |at: &Self| match at.place & UNDER_TAG {
            0 => at.place & !PLAIN,
            _ => at.place,
        };
        let numbers = |at: &Self| (at.count, at.elements, at.tag_end, at.tags, at.index, place(at));
        ptr::eq(self.of, other.of) && numbers(self) == numbers(other)
    }
}
