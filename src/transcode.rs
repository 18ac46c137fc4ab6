//! Copies a message with changes, in one pass and fixed memory: what a proxy does.
//!
//! A [`Transcoder`] takes the message in pieces of any size, asks for each event what is to become
//! of it, and writes the result into the caller's buffer with counts and sizes made right. The example
//! `proxy` sends clients to another host and hides topics. Uses `decoder` and `encoder`.

use crate::decoder::Decoder;
use crate::encoder::{Encoder, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, Item};
use crate::schema::{FieldId, Message};
use crate::wire::Mode;

/// What is to become of an event.
///
/// The end of an array can but be kept, and that of a structure be kept or drop it as an element: what
/// is chosen at their beginning is for all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edit<'e> {
    /// It is copied.
    Keep,
    /// It is left out, with all that it begins: an array element is gone, a field is at its default.
    Drop,
    /// The structure that it is in or ends, which is an array element, is left out.
    DropElement,
    /// Another value of the same type takes its place; of a string or bytes, that of all parts.
    Replace(Value<'e>),
    /// Null takes its place.
    Null,
}

/// Copies one message with changes.
pub struct Transcoder<'b> {
    decoder: Decoder,
    encoder: Encoder<'b>,
    /// The end of a structure or array that was left out is to come.
    drop_end: bool,
    /// A field was left out in front of what comes next.
    gap: bool,
}

impl<'b> Transcoder<'b> {
    /// Copies a message of `len` bytes, which is decoded in this mode, to the front of a buffer.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    pub fn new(
        mode: Mode,
        message: &Message,
        version: i16,
        len: u32,
        buffer: &'b mut [u8],
    ) -> Result<Self> {
        Ok(Self {
            decoder: Decoder::with_mode(mode, message, version, len)?,
            encoder: Encoder::new(message, version, buffer)?,
            drop_end: false,
            gap: false,
        })
    }

    /// Takes a piece of the message; whether it was the last.
    ///
    /// `edit` is asked once for each event; a string, bytes, records and tagged fields that were cut by
    /// the end of a piece come as several. What is chosen for one of them other than [`Edit::Keep`] is
    /// for the whole value, so that who has to see all of it can keep all parts and choose at the last.
    ///
    /// # Errors
    /// A fault in the bytes, bytes behind the end of the message included, or an edit that does not fit
    /// the field.
    pub fn push<'e>(
        &mut self,
        mut piece: &[u8],
        mut edit: impl FnMut(&Event<'_, '_>) -> Edit<'e>,
    ) -> Result<bool> {
        if let Some(error) = self.encoder.error() {
            return Err(error);
        }
        // Bytes that are kept as they are, up to where the decoder stands; they go where the encoder
        // stands, which only follows what they are.
        let mut kept = piece;
        let mut can_follow = self.can_follow();
        loop {
            let before = piece;
            match self.decoder.next_quick(&mut piece) {
                Some(item) if can_follow => {
                    let choice = edit(&Event { item, decoder: &self.decoder });
                    let place = self.encoder.position() + (kept.len() - before.len());
                    if matches!(choice, Edit::Keep) && self.encoder.follow(&item, place) {
                        continue;
                    }
                    let is_end = matches!(item, Item::StructEnd(_));
                    let next = if is_end { FieldId::UNKNOWN } else { self.decoder.index() };
                    self.write_kept(kept, before, next);
                    self.apply(item, choice)?;
                }
                Some(item) => self.next(item, &mut edit)?,
                None => {
                    self.write_kept(kept, before, self.decoder.index());
                    // What is out of line gets a copy, so that the piece stays in registers.
                    let mut rest = piece;
                    let item = self.decoder.next_item(&mut rest);
                    piece = rest;
                    match item {
                        Item::NeedInput => return self.decoder.error().map_or(Ok(false), Err),
                        Item::Done if piece.is_empty() => return Ok(true),
                        Item::Done => {
                            let kind = ErrorKind::TrailingBytes { remaining: piece.len() as u32 };
                            return Err(self.decoder.refuse(kind, self.decoder.position()));
                        }
                        _ => self.next(item, &mut edit)?,
                    }
                }
            }
            (kept, can_follow) = (piece, self.can_follow());
        }
    }

    /// Whether what comes next may be kept by its bytes.
    fn can_follow(&self) -> bool {
        !self.drop_end && !self.gap
    }

    /// Writes what is kept in front of where the decoder stood, before the field of this index.
    fn write_kept(&mut self, kept: &[u8], before: &[u8], next: u8) {
        let len = kept.len() - before.len();
        if len != 0 {
            self.encoder.write_kept(kept.get(..len).unwrap_or(&[]), next);
        }
    }

    /// Asks what is to become of an event, unless what it ends was left out.
    fn next<'e>(
        &mut self,
        item: Item<'_>,
        edit: &mut impl FnMut(&Event<'_, '_>) -> Edit<'e>,
    ) -> Result<()> {
        if self.drop_end && matches!(item, Item::StructEnd(_) | Item::ArrayEnd(_)) {
            self.drop_end = false;
            return Ok(());
        }
        let choice = edit(&Event { item, decoder: &self.decoder });
        self.apply(item, choice)
    }

    /// Does to an event what was chosen.
    fn apply(&mut self, item: Item<'_>, choice: Edit<'_>) -> Result<()> {
        let field = Event { item, decoder: &self.decoder }.field();
        // What is written fills the gap in front of it.
        self.gap = matches!(choice, Edit::Drop);
        if !matches!(choice, Edit::Keep) {
            // The parts in front of this one.
            self.encoder.drop_payload()?;
        }
        match choice {
            Edit::Keep => return self.encoder.copy(&item),
            Edit::DropElement if matches!(item, Item::StructEnd(_)) => {
                return self.encoder.drop_element();
            }
            Edit::Drop | Edit::Replace(_) | Edit::Null
                if matches!(item, Item::StructEnd(_) | Item::ArrayEnd(_)) =>
            {
                return self.encoder.fail(ErrorKind::Structure, field);
            }
            Edit::Drop => {}
            Edit::DropElement => {
                self.encoder.drop_element()?;
                self.drop_end = true;
                self.decoder.skip_struct();
                return Ok(());
            }
            Edit::Replace(value) => self.encoder.put_value(field, value)?,
            Edit::Null => self.encoder.put_null(field)?,
        }
        self.drop_end = matches!(item, Item::Struct(_) | Item::Array(..));
        self.decoder.skip();
        Ok(())
    }

    /// The size of the result in bytes.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with a size that is enough (see
    /// [`Encoder::finish`]); what ended copying; [`ErrorKind::Structure`] at
    /// the byte that should come next, where the message is not complete.
    pub fn finish(self) -> Result<usize> {
        if let Some(error) = self.encoder.error().or(self.decoder.error()) {
            return Err(error);
        }
        if !self.decoder.is_done() {
            return Err(Error::new(ErrorKind::Structure, self.decoder.position()));
        }
        self.encoder.finish()
    }
}

/// Copies a body, which is decoded in this mode, with changes; gives the size of the result.
///
/// # Errors
/// Those of [`Transcoder::push`] and [`Transcoder::finish`].
pub fn transcode<'e>(
    mode: Mode,
    message: &Message,
    version: i16,
    body: &[u8],
    buffer: &mut [u8],
    edit: impl FnMut(&Event<'_, '_>) -> Edit<'e>,
) -> Result<usize> {
    let mut transcoder = Transcoder::new(mode, message, version, body.len() as u32, buffer)?;
    transcoder.push(body, edit)?;
    transcoder.finish()
}
