//! A [`Writer`] into the caller's buffer, without a `Result` for each value.

use super::{CopyOne, Cx, Elements, Extent, Reader};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::FieldId;
use crate::steps;
use core::cell::Cell;
use core::mem;

/// The size of a buffer, and what went wrong in writing to it.
pub struct Room {
    len: usize,
    /// Bytes that did not fit.
    missing: Cell<usize>,
    fault: Cell<Option<Error>>,
}

impl Room {
    /// The room in this buffer, before anything is written.
    pub const fn of(buffer: &[u8]) -> Self {
        Self { len: buffer.len(), missing: Cell::new(0), fault: Cell::new(None) }
    }

    /// Keeps the first fault.
    #[cold]
    #[inline(never)]
    fn fail(&self, position: usize, kind: ErrorKind, field: FieldId) {
        if self.fault.get().is_none() {
            self.fault.set(Some(Error { kind, offset: position as u32, field }));
        }
    }

    #[cold]
    #[inline(never)]
    fn lacks(&self, n: usize) {
        self.missing.set(self.missing.get().saturating_add(n));
    }
}

/// Writes to a buffer; what no longer fits is only counted.
///
/// The first value that cannot be written in its version is kept as an error.
pub struct Writer<'b> {
    rest: &'b mut [u8],
    // Behind a pointer, so that the writer fits in registers.
    room: &'b Room,
}

impl<'b> Writer<'b> {
    /// Writes to the front of this buffer, of which `room` tells the size.
    pub const fn new(buffer: &'b mut [u8], room: &'b Room) -> Self {
        Self { rest: buffer, room }
    }

    /// How many bytes have been written, or would have been with enough room.
    pub const fn position(&self) -> usize {
        self.room.len - self.rest.len() + self.room.missing.get()
    }

    /// The number of bytes written.
    ///
    /// # Errors
    /// The first value that could not be written, or the size that the buffer should have.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(crate) fn finish(self) -> Result<usize> {
        let position = self.position();
        if let Some(error) = self.room.fault.get() {
            return Err(error);
        }
        if self.room.missing.get() != 0 {
            let kind = ErrorKind::BufferTooSmall { need: position as u32 };
            return Err(Error::new(kind, self.room.len as u32));
        }
        Ok(position)
    }

    /// Keeps the first fault.
    #[inline(always)]
    pub(crate) fn fail(&self, kind: ErrorKind, field: FieldId) {
        self.room.fail(self.position(), kind, field);
    }

    /// Takes the writer out of where it is, to work with it and put it back: one whose address is
    /// never taken stays in registers.
    #[inline(always)]
    pub(crate) fn lift(&mut self) -> Self {
        Self { rest: mem::take(&mut self.rest), room: self.room }
    }

    /// Calls what is out of line with a copy, so that the writer itself can stay in registers.
    #[inline(always)]
    pub(crate) fn apart<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        if cfg!(target_pointer_width = "32") {
            return write(self);
        }
        let mut copy = self.lift();
        let value = write(&mut copy);
        *self = copy;
        value
    }

    #[inline(always)]
    pub(crate) fn fixed<const N: usize>(&mut self, bytes: [u8; N]) {
        if cfg!(target_pointer_width = "32") {
            return self.put(&bytes);
        }
        steps::count(1);
        let rest = mem::take(&mut self.rest);
        match rest.len() {
            len if len < N => self.room.lacks(N - len),
            _ => {
                if let Some((head, rest)) = rest.split_first_chunk_mut() {
                    *head = bytes;
                    self.rest = rest;
                }
            }
        }
    }

    /// The next `n` bytes of the buffer, or none if there are fewer.
    #[inline(always)]
    pub(crate) fn run(&mut self, n: usize) -> &'b mut [u8] {
        steps::count(n);
        let rest = mem::take(&mut self.rest);
        let len = rest.len();
        match rest.split_at_mut_checked(n) {
            Some((run, rest)) => {
                self.rest = rest;
                run
            }
            None => {
                self.room.lacks(n - len);
                &mut []
            }
        }
    }

    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline)]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        if let Some(head) = self.take(bytes.len()) {
            head.copy_from_slice(bytes);
        }
    }

    /// The next `n` bytes of the buffer, to be filled.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Option<&mut [u8]> {
        steps::count(n);
        let rest = mem::take(&mut self.rest);
        if rest.len() < n {
            self.room.lacks(n - rest.len());
            return None;
        }
        let (head, rest) = rest.split_at_mut_checked(n)?;
        self.rest = rest;
        Some(head)
    }

    /// The bytes of so many elements of this fixed size behind their count, if there are few and there
    /// is room for them.
    #[inline(always)]
    pub(crate) fn short_array(&mut self, count: usize, size: usize, cx: Cx) -> Option<&mut [u8]> {
        if count >= 0x7f {
            return None;
        }
        if !cx.is_flexible() {
            let whole = size_of::<i32>() + count * size;
            if self.rest.len() < whole {
                return None;
            }
            let (begin, rest) = mem::take(&mut self.rest).split_at_mut_checked(whole)?;
            self.rest = rest;
            let (out, elements) = begin.split_first_chunk_mut()?;
            *out = (count as i32).to_be_bytes();
            return Some(elements);
        }
        if self.rest.len() < 1 + count * size {
            return None;
        }
        let (begin, rest) = mem::take(&mut self.rest).split_at_mut_checked(1 + count * size)?;
        self.rest = rest;
        let (out, elements) = begin.split_first_mut()?;
        *out = count as u8 + 1;
        Some(elements)
    }

    #[inline(always)]
    pub(crate) fn uvarint(&mut self, value: u32) {
        if cfg!(target_pointer_width = "32") {
            self.long_uvarint(value);
        } else if value < 0x80 {
            self.fixed([value as u8]);
        } else if value < 0x4000 {
            self.fixed([value as u8 | 0x80, (value >> 7) as u8]);
        } else {
            self.apart(|writer| writer.long_uvarint(value));
        }
    }

    #[inline(never)]
    fn long_uvarint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.fixed([value as u8 | 0x80]);
            value >>= 7;
        }
        self.fixed([value as u8]);
    }

    /// The count of an array, or null.
    #[inline(always)]
    pub(crate) fn count(&mut self, count: Option<usize>, cx: Cx, field: FieldId) {
        self.length(Extent::array(0), count, cx, field);
    }

    /// Elements as they came, or each in another form.
    #[inline(never)]
    pub(crate) fn elements(
        &mut self,
        elements: &Elements<'_>,
        copy: Option<CopyOne>,
        cx: Cx,
        field: FieldId,
    ) {
        let Some(copy) = copy else {
            return self.put(elements.bytes);
        };
        let mut reader = Reader::new(elements.bytes);
        for _ in 0..elements.count {
            copy(&mut reader, elements.cx, self, cx, field);
        }
    }

    /// A length or count, or null.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    pub(crate) fn length(&mut self, extent: Extent, length: Option<usize>, cx: Cx, field: FieldId) {
        let length = match length {
            Some(n) if n <= extent.limit() as usize => n as i32,
            None if cx.is_nullable() => -1,
            Some(n) => return self.fail(ErrorKind::TooLong { length: n as u32 }, field),
            None => return self.fail(ErrorKind::NullNotAllowed, field),
        };
        self.raw_length(extent, length, cx);
    }

    #[inline(always)]
    fn raw_length(&mut self, extent: Extent, length: i32, cx: Cx) {
        if cx.is_flexible() {
            self.uvarint((length as u32).wrapping_add(1));
        } else if extent.is_narrow() {
            self.fixed((length as i16).to_be_bytes());
        } else {
            self.fixed(length.to_be_bytes());
        }
    }
}
