//! How a [`Decoder`] takes bytes: chunks of long values, and scratch for what the end of the input
//! cuts in two.

use super::{Decoder, Read, Scratch, Step, Stop};
use crate::error::ErrorKind;
use crate::event::{Chunk, Item};
use crate::schema::{Handle, Kind};
use crate::steps;
use crate::wire::{Cx, Reader};
use core::str;

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
        Ok(match kind {
            Some(Kind::Str) => Item::Str(Handle::new(id), chunk),
            Some(Kind::Records) => Item::Records(Handle::new(id), chunk),
            Some(_) => Item::Bytes(Handle::new(id), chunk),
            None => Item::Tag(self.at.count, chunk),
        })
    }

    /// Checks a part of a string; a character that its end cuts in two goes to scratch.
    fn check_utf8(&mut self, part: &[u8], is_last: bool) -> Read<()> {
        steps::count(part.len());
        let mut rest = part;
        let position = self.len - self.left;
        while self.have > 0
            && let Some((byte, tail)) = rest.split_first()
        {
            let begun = u32::from(self.have);
            let mut all = self.scratch();
            if let Some(slot) = all.get_mut(usize::from(self.have)) {
                *slot = *byte;
            }
            let character = all.get(..usize::from(self.have) + 1).unwrap_or(&[]);
            match str::from_utf8(character) {
                Ok(_) => self.have = 0,
                Err(bad) if bad.error_len().is_none() => self.keep(character),
                Err(_) => {
                    let before = (part.len() - rest.len()) as u32;
                    let offset = position + before - begun;
                    return Err(Stop::Fault { kind: ErrorKind::InvalidUtf8, offset });
                }
            }
            rest = tail;
        }
        let offset = match str::from_utf8(rest) {
            Ok(_) if self.have > 0 && is_last => {
                position + part.len() as u32 - u32::from(self.have)
            }
            Ok(_) => return Ok(()),
            Err(bad) => {
                let cut = rest.get(bad.valid_up_to()..).unwrap_or(&[]);
                if bad.error_len().is_none() && !is_last {
                    self.keep(cut);
                    return Ok(());
                }
                position + (part.len() - cut.len()) as u32
            }
        };
        Err(Stop::Fault { kind: ErrorKind::InvalidUtf8, offset })
    }

    /// The next `size` bytes, at most 16.
    pub(super) fn take<'b>(
        &mut self,
        size: u8,
        all: &'b mut Bytes,
        input: &mut &[u8],
    ) -> Read<&'b [u8]> {
        steps::count(1);
        if self.left < u32::from(size - self.have.min(size)) {
            let have = u32::from(self.have);
            let remaining = self.left + have;
            return Err(self.fault(ErrorKind::Truncated { need: u32::from(size), remaining }, have));
        }
        if self.have != 0 {
            *all = self.scratch();
        }
        let want = usize::from(size - self.have.min(size));
        let (bytes, rest) = input.split_at_checked(want).unwrap_or((*input, &[]));
        let out = all.get_mut(usize::from(self.have)..).unwrap_or(&mut []);
        for (out, byte) in out.iter_mut().zip(bytes) {
            *out = *byte;
        }
        *input = rest;
        self.left -= bytes.len() as u32;
        let have = usize::from(self.have) + bytes.len();
        let bytes = all.get(..have).unwrap_or(&[]);
        if have < usize::from(size) {
            self.keep(bytes);
            return Err(Stop::NeedInput);
        }
        self.have = 0;
        Ok(bytes)
    }

    /// A varint, and how many bytes it took.
    pub(super) fn uvarint(&mut self, cx: Cx, input: &mut &[u8]) -> Read<(u32, u8)> {
        if self.have == 0
            && self.left > 0
            && let [byte @ 0..=0x7f, rest @ ..] = *input
        {
            *input = rest;
            self.left -= 1;
            return Ok((u32::from(*byte), 1));
        }
        loop {
            let (size, mut all) = (self.have + 1, [0; 16]);
            let bytes = self.take(size, &mut all, input)?;
            match Reader::new(bytes).uvarint(cx) {
                Ok(value) => return Ok((value, size)),
                Err(ErrorKind::Truncated { .. }) => self.keep(bytes),
                Err(kind) => return Err(self.fault(kind, u32::from(size))),
            }
        }
    }

    /// Keeps the beginning of a value in scratch.
    fn keep(&mut self, bytes: &[u8]) {
        let mut kept = [0; 15];
        for (out, byte) in kept.iter_mut().zip(bytes) {
            *out = *byte;
        }
        (self.scratch, self.have) = (Scratch::Bytes(kept), bytes.len() as u8);
    }

    fn scratch(&self) -> Bytes {
        let mut all = [0; 16];
        if let Scratch::Bytes(kept) = self.scratch {
            for (out, byte) in all.iter_mut().zip(kept) {
                *out = byte;
            }
        }
        all
    }
}
