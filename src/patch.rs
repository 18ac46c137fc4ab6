//! Overwrites values of fixed size in a message, in place, without encoding it again.
//!
//! A [`Place`] comes from an event, of whose field's type the value has to be, and remembers where
//! in the message the value lies; what is written over it is checked against the bounds of the bytes
//! and leaves their length as it is. What [`patch`] changes is a body: that of a frame begins at
//! `frame::SIZE.end + parts.body_offset` of what was received; of the throttle time
//! [`throttle_field`](crate::session::throttle_field) tells the place. Nothing here allocates or panics. Uses `schema`, `error`, `wire`,
//! `typed`, `event` and `decoder`.

use crate::decoder::Decoder;
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, FromItem, Item};
use crate::schema::{Field, FieldId, Handle, Message};
use crate::typed::{Uuid, Wire};
use crate::wire::{Cx, Mode, Reader, Room, Writer, is_default_number};
use core::marker::PhantomData;
use core::ops::Range;

/// A type whose values always take the same number of bytes.
pub trait Fixed: for<'a> Wire<'a> + for<'i> FromItem<'i, Of = Self> {}

impl Fixed for bool {}
impl Fixed for i8 {}
impl Fixed for i16 {}
impl Fixed for u16 {}
impl Fixed for i32 {}
impl Fixed for u32 {}
impl Fixed for i64 {}
impl Fixed for f64 {}
impl Fixed for Uuid {}

/// Where in a message a value of type `T` lies.
///
/// ```
/// use kafka_codec::api::find_coordinator::response::FindCoordinatorResponse;
/// use kafka_codec::decoder::Decoder;
/// use kafka_codec::event::Item;
/// use kafka_codec::patch::Place;
/// use kafka_codec::typed::Body;
///
/// # fn main() -> kafka_codec::Result<()> {
/// let response = FindCoordinatorResponse { host: "a", port: 9092, ..Default::default() };
/// let mut body = [0; 32];
/// let len = response.encode(0, &mut body)?;
///
/// let mut decoder = Decoder::new(&FindCoordinatorResponse::MESSAGE, 0, len as u32)?;
/// let (mut input, mut port) = (&body[..len], None);
/// loop {
///     let event = decoder.next(&mut input)?;
///     port = port.or(Place::of(&event, FindCoordinatorResponse::port));
///     if event.item == Item::Done {
///         break;
///     }
/// }
/// if let Some(port) = port {
///     port.write(&mut body, 19092)?;
/// }
/// assert_eq!(FindCoordinatorResponse::decode(0, &body[..len])?.port, 19092);
/// # Ok(())
/// # }
/// ```
///
/// A value of another type does not compile:
///
/// ```compile_fail,E0308
/// # use kafka_codec::api::find_coordinator::response::FindCoordinatorResponse;
/// # use kafka_codec::patch::Place;
/// fn port(event: &kafka_codec::event::Event<'_, '_>) -> Option<Place<u16>> {
///     Place::of(event, FindCoordinatorResponse::port)
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Copy)]
pub struct Place<T> {
    offset: u32,
    field: FieldId,
    /// The row of the field, if the value is a tagged field, which may not be set to its default.
    tagged: Option<&'static Field>,
    value: PhantomData<fn() -> T>,
}

impl<T: Fixed> Place<T> {
    /// Where the value lies that the event is, if it is one of this field.
    pub fn of(event: &Event<'_, '_>, field: Handle<T>) -> Option<Self> {
        event.get(field)?;
        // The span of a tagged field begins with its number.
        let offset = event.span().end.checked_sub(<T as Wire<'static>>::SIZE as u32)?;
        let tagged = event.decoder.tagged_row();
        Some(Self { offset, field: field.id(), tagged, value: PhantomData })
    }

    /// The same place in bytes in which the message begins so many bytes in, such as a frame.
    pub const fn at(self, base: u32) -> Self {
        Self { offset: self.offset.saturating_add(base), ..self }
    }

    /// The bytes of the value.
    pub const fn range(&self) -> Range<usize> {
        let begin = self.offset as usize;
        begin..begin.saturating_add(<T as Wire<'static>>::SIZE)
    }

    /// The value that lies there.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] where the bytes end before.
    pub fn read(&self, bytes: &[u8]) -> Result<T> {
        match bytes.get(self.range()) {
            Some(value) => Ok(T::read(&mut Reader::new(value), CX, self.field)),
            None => Err(self.with(<T as Wire<'static>>::DEFAULT).truncated(bytes)),
        }
    }

    /// Puts another value in its place.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] where the bytes end before, [`ErrorKind::TagAtDefault`] where a tagged
    /// field would get its default, at which it may not be written. A tagged structure all of whose
    /// fields get their defaults is not found out here: only lenient reading takes it then.
    pub fn write(&self, bytes: &mut [u8], value: T) -> Result<()> {
        self.with(value).apply(bytes)
    }

    /// Another value for this place, to be written later.
    pub fn with(&self, value: T) -> Change {
        let mut bytes = [0; 16];
        let room = Room::of(&bytes);
        let mut writer = Writer::new(&mut bytes, &room);
        value.write(&mut writer, CX, self.field);
        let size = writer.position() as u8;
        Change { bytes, size, offset: self.offset, field: self.field, tagged: self.tagged }
    }
}

/// Values of fixed size look the same in all versions; a bool that was read leniently may be any byte.
const CX: Cx = Cx::new(0, false, Mode::Lenient);

/// A value of fixed size and the place that it is for.
#[derive(Clone, Copy)]
pub struct Change {
    bytes: [u8; 16],
    size: u8,
    offset: u32,
    field: FieldId,
    tagged: Option<&'static Field>,
}

impl Change {
    /// Writes the value to its place.
    ///
    /// # Errors
    /// Those of [`Place::write`].
    pub fn apply(&self, bytes: &mut [u8]) -> Result<()> {
        let value = self.bytes.get(..usize::from(self.size)).unwrap_or(&[]);
        if let Some(row) = self.tagged
            && let Some(tag) = row.tag()
            && is_default_number(value, row)
        {
            return Err(self.error(ErrorKind::TagAtDefault { tag: u32::from(tag) }));
        }
        let begin = self.offset as usize;
        match bytes.get_mut(begin..).and_then(|rest| rest.get_mut(..value.len())) {
            Some(place) => {
                place.copy_from_slice(value);
                Ok(())
            }
            None => Err(self.truncated(bytes)),
        }
    }

    #[cold]
    fn truncated(&self, bytes: &[u8]) -> Error {
        let remaining = (bytes.len() as u32).saturating_sub(self.offset);
        self.error(ErrorKind::Truncated { need: u32::from(self.size), remaining })
    }

    #[cold]
    const fn error(&self, kind: ErrorKind) -> Error {
        Error { kind, offset: self.offset, field: self.field }
    }
}

/// Goes through a message once and overwrites the values for which `change` gives others.
///
/// ```
/// use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
/// use kafka_codec::patch::{Place, patch};
/// use kafka_codec::typed::Body;
/// use kafka_codec::wire::Mode;
///
/// # fn main() -> kafka_codec::Result<()> {
/// let brokers = [9092, 9093].map(|port| MetadataResponseBroker { port, ..Default::default() });
/// let response = MetadataResponse { brokers: (&brokers).into(), ..Default::default() };
/// let mut body = [0; 64];
/// let len = response.encode(13, &mut body)?;
///
/// patch(Mode::Strict, &MetadataResponse::MESSAGE, 13, &mut body[..len], |event| {
///     let port = event.get(MetadataResponseBroker::port)?;
///     Some(Place::of(event, MetadataResponseBroker::port)?.with(port + 10_000))
/// })?;
/// let ports = MetadataResponse::decode(13, &body[..len])?.brokers.iter().map(|b| b.port);
/// assert!(ports.eq([19092, 19093]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The first fault in the bytes, those of [`Place::write`], or [`ErrorKind::UnsupportedVersion`].
/// Values in front of the fault are overwritten then.
pub fn patch(
    mode: Mode,
    message: &Message,
    version: i16,
    body: &mut [u8],
    mut change: impl FnMut(&Event<'_, '_>) -> Option<Change>,
) -> Result<()> {
    let mut decoder = Decoder::with_mode(mode, message, version, body.len() as u32)?;
    loop {
        let mut input = body.get(decoder.position() as usize..).unwrap_or(&[]);
        let event = decoder.next(&mut input)?;
        let is_done = matches!(event.item, Item::Done);
        if let Some(change) = change(&event) {
            change.apply(body)?;
        }
        if is_done {
            return Ok(());
        }
    }
}
