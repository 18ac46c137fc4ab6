//! How a [`Decoder`] takes bytes: chunks of long values, and scratch for what the end of the input
//! cuts in two.

use super::{Decoder, ON_32_BITS, Read, Scratch, Step};
use crate::error::ErrorKind;
use crate::event::{Chunk, Item};
use crate::schema::{Handle, Kind};
use crate::steps;
use crate::wire::{Cx, is_utf8};

/// The bytes of one value of fixed size, or of a varint.
pub(super) type Bytes = [u8; 16];

impl Decoder {
    /// The first part of a string, of bytes, of records or of a tagged field.
    pub(super) fn payload_begin<'i>(
        &mut self,
        length: u32,
        input: &mut &'i [u8],
    ) -> Read<Item<'i>> {
        self.payload = length;
        self.chunk(input, true)
    }

    /// Takes what there is of the payload.
    pub(super) fn chunk<'i>(&mut self, input: &mut &'i [u8], is_first: bool) -> Read<Item<'i>> {
        let payload = self.payload as usize;
        let (bytes, rest) = input.split_at_checked(payload).unwrap_or((*input, &[]));
        let left = self.payload - bytes.len() as u32;
        let kind = self.at.row().map(|row| row.kind());
        if kind == Some(Kind::Str) && !self.cx.is_lenient() {
            self.check_utf8(bytes, left == 0)?;
        }
        *input = rest;
        self.left -= bytes.len() as u32;
        self.payload = left;
        self.step = if left == 0 { self.at.after() } else { Step::Payload };
        let (id, chunk) = (self.at.field(), Chunk { bytes, is_first, left });
        Some(match kind {
            Some(Kind::Str) => Item::Str(Handle::new(id), chunk),
            Some(Kind::Records) => Item::Records(Handle::new(id), chunk),
            Some(_) => Item::Bytes(Handle::new(id), chunk),
            None => Item::Tag(self.at.count, chunk),
        })
    }

    /// Checks a part of a string; a character that its end cuts in two goes to scratch.
    fn check_utf8(&mut self, part: &[u8], is_last: bool) -> Read<()> {
        if !ON_32_BITS && self.have == 0 && is_utf8(part) {
            return Some(());
        }
        let Scratch::Bytes(kept) = &mut self.scratch else { return None };
        let mut character = Utf8::NONE;
        for byte in kept.iter().take(self.have.into()) {
            character.push(*byte);
        }
        // How far it is good, and whether that is all.
        let (mut end, mut is_good) = (0, true);
        for byte in part {
            steps::count(1);
            if let Some(slot) = kept.get_mut(usize::from(character.len)) {
                *slot = *byte;
            }
            if !character.push(*byte) {
                is_good = false;
                break;
            }
            end += 1;
        }
        self.have = character.len;
        if is_good && !(is_last && self.have != 0) {
            return Some(());
        }
        self.fault(ErrorKind::InvalidUtf8, u32::from(self.have).wrapping_sub(end))
    }

    /// Puts the next `size` bytes, at most 16, in the front.
    pub(super) fn take(&mut self, size: u8, all: &mut Bytes, input: &mut &[u8]) -> Read<()> {
        steps::count(1);
        let have = self.have;
        let want = size.saturating_sub(have);
        if self.left < want.into() {
            let (need, have) = (size.into(), have.into());
            return self.fault(ErrorKind::Truncated { need, remaining: self.left + have }, have);
        }
        let Scratch::Bytes(kept) = &mut self.scratch else { return None };
        for (at, out) in all.iter_mut().enumerate().take(size.into()) {
            let kept = kept.get_mut(at);
            *out = match kept {
                Some(kept) if at < have.into() => *kept,
                kept => {
                    let Some((byte, rest)) = input.split_first() else {
                        self.have = at as u8;
                        return None;
                    };
                    *input = rest;
                    self.left -= 1;
                    if let Some(kept) = kept {
                        *kept = *byte;
                    }
                    *byte
                }
            };
        }
        self.have = 0;
        Some(())
    }

    /// A varint, and how many bytes it took.
    pub(super) fn uvarint(&mut self, cx: Cx, input: &mut &[u8]) -> Read<(u32, u32)> {
        if !ON_32_BITS
            && self.have == 0
            && self.left > 0
            && let [byte @ 0..=0x7f, rest @ ..] = *input
        {
            *input = rest;
            self.left -= 1;
            return Some((u32::from(*byte), 1));
        }
        let mut all = [0; 16];
        loop {
            let size = self.have + 1;
            self.take(size, &mut all, input)?;
            let (mut value, mut shift, mut last) = (0, 0, 0);
            for byte in all.iter().take(size.into()) {
                value |= u32::from(byte & 0x7f) << shift;
                (last, shift) = (*byte, shift + 7);
            }
            if last < 0x80 {
                let is_padded = shift > 7 && last == 0;
                if cx.is_strict() && (is_padded || shift == 35 && last > 0x0f) {
                    return self.fault(ErrorKind::InvalidVarint, size.into());
                }
                return Some((value, size.into()));
            }
            if size == 5 {
                return self.fault(ErrorKind::InvalidVarint, 5);
            }
            self.have = size;
        }
    }
}

/// How much of a character has come.
#[derive(Clone, Copy)]
pub(crate) struct Utf8 {
    /// Its bytes so far, and how many are to come.
    pub(crate) len: u8,
    pub(crate) left: u8,
    /// What the next byte may be.
    low: u8,
    high: u8,
}

impl Utf8 {
    pub(crate) const NONE: Self = Self { len: 0, left: 0, low: 0, high: 0 };

    /// Takes a byte; whether it is a good one.
    pub(crate) fn push(&mut self, byte: u8) -> bool {
        if self.left == 0 {
            (self.left, self.low, self.high) = match byte {
                0..=0x7f => (0, 0, 0),
                0xc2..=0xdf => (1, 0x80, 0xbf),
                0xe0 => (2, 0xa0, 0xbf),
                0xed => (2, 0x80, 0x9f),
                0xe1..=0xef => (2, 0x80, 0xbf),
                0xf0 => (3, 0x90, 0xbf),
                0xf4 => (3, 0x80, 0x8f),
                0xf1..=0xf3 => (3, 0x80, 0xbf),
                _ => return false,
            };
        } else if self.low <= byte && byte <= self.high {
            (self.left, self.low, self.high) = (self.left - 1, 0x80, 0xbf);
        } else {
            return false;
        }
        self.len = if self.left == 0 { 0 } else { self.len + 1 };
        true
    }
}
