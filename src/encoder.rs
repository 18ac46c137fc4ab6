//! Writes a message field by field, in schema order, into the caller's buffer.
//!
//! An [`Encoder`] checks type, order and version of each field, fills the defaults of those that
//! were left out, and patches sizes and counts, so that events can be copied into it with changes
//! and records be built in place. What no longer fits is only counted: the error then tells the size
//! that the buffer should have. Nothing is complete before [`Encoder::finish`]. Uses `schema`,
//! `error`, `wire` and `event`.

mod events;
mod patch;
mod value;

pub use value::{Put, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Field, FieldId, Handle, Kind, Message, Struct};
use crate::steps;
use crate::typed::context;
use crate::wire::{Cx, Extent, MAX_DEPTH, MAX_ELEMENTS, MAX_TAGS, Mode};

/// Encodes one message field by field.
///
/// ```
/// use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
/// use kafka_codec::encoder::Encoder;
/// use kafka_codec::typed::Body;
///
/// # fn main() -> kafka_codec::Result<()> {
/// let mut buffer = [0; 64];
/// let mut encoder = Encoder::new(&MetadataRequest::MESSAGE, 1, &mut buffer)?;
/// encoder.begin_array(MetadataRequest::topics.id())?;
/// for name in ["a", "b"] {
///     encoder.begin_struct(MetadataRequest::topics.id())?;
///     encoder.put(MetadataRequestTopic::name, name)?;
///     encoder.end_struct()?;
/// }
/// encoder.end_array()?;
/// let len = encoder.finish()?;
/// assert_eq!(buffer[..len], *b"\0\0\0\x02\0\x01a\0\x01b");
/// # Ok(())
/// # }
/// ```
pub struct Encoder<'b> {
    buffer: &'b mut [u8],
    /// Where the next byte goes; beyond the buffer once that is full.
    position: usize,
    at: Level,
    parents: [Level; MAX_DEPTH],
    level: u8,
    cx: Cx,
    /// What is left of the string, bytes, records or tagged field that is being pushed, and where it
    /// begins with its length.
    payload: u32,
    payload_at: usize,
    /// Where what did not fit begins, and the size of a buffer that it would have fit in.
    lost_from: usize,
    need: usize,
    failed: Option<Error>,
}

/// How far a structure has been written.
#[derive(Clone, Copy)]
struct Level {
    of: &'static Struct,
    /// Where the structure begins.
    start: usize,
    /// Where the count of the array at `index` is, and how many elements it says and has.
    count_at: usize,
    count: u32,
    elements: u32,
    /// Where the tag section begins, and how many fields it has.
    tags_at: usize,
    tags: u32,
    /// The number of the tagged field that is being written, and where it begins.
    tag: u32,
    tag_at: usize,
    /// The highest number among those before, and among those that are not known.
    last_tag: Option<u32>,
    last_unknown: Option<u32>,
    /// A tagged field came late or twice.
    unordered: bool,
    /// The first field that has not been written.
    next: u8,
    /// The field that is being written.
    index: u8,
    place: Place,
}

/// What of a structure is being written.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Its fields; between two of them.
    Fields,
    /// The array at `index`, between two elements.
    Array,
    /// Its tagged fields; between two of them.
    Tags,
    /// The array at `index`, which is a tagged field.
    TagArray,
    /// Its tagged field at `index`.
    Tag,
}

impl Level {
    const fn new(of: &'static Struct, start: usize) -> Self {
        Self {
            of,
            start,
            count_at: 0,
            count: 0,
            elements: 0,
            tags_at: 0,
            tags: 0,
            tag: 0,
            tag_at: 0,
            last_tag: None,
            last_unknown: None,
            unordered: false,
            next: 0,
            index: FieldId::UNKNOWN,
            place: Place::Fields,
        }
    }
}

impl<'b> Encoder<'b> {
    /// Writes this message to the front of a buffer.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    pub fn new(message: &Message, version: i16, buffer: &'b mut [u8]) -> Result<Self> {
        let at = Level::new(message.body, 0);
        Ok(Self {
            buffer,
            position: 0,
            at,
            parents: [at; MAX_DEPTH],
            level: 0,
            cx: context(message, Mode::Strict, version)?,
            payload: 0,
            payload_at: 0,
            lost_from: usize::MAX,
            need: 0,
            failed: None,
        })
    }

    /// Writes a field of this type, or the next element of the array of that name.
    ///
    /// # Errors
    /// [`ErrorKind::FieldOrder`] where another field should come, [`ErrorKind::NotInVersion`] where
    /// the version lacks the field and the value is not its default, [`ErrorKind::TooLong`].
    #[inline]
    pub fn put<'v, T: Put<'v>>(&mut self, field: Handle<T>, value: T::Of) -> Result<()> {
        self.put_value(field.id(), value.into())
    }

    /// Writes a field or array element by its untyped name.
    ///
    /// # Errors
    /// [`ErrorKind::FieldType`] where the field is of another type, and those of
    /// [`put`](Encoder::put).
    pub fn put_value(&mut self, field: FieldId, value: Value<'_>) -> Result<()> {
        if self.is_number_next(field, value.kind()) {
            value.write_number(self);
            return Ok(());
        }
        let row = self.row(field)?;
        if row.kind() != value.kind() || row.is_array() && !self.is_element(field) {
            return self.fail(ErrorKind::FieldType, field);
        }
        if !self.is_element(field) {
            let is_default = !row.in_line(self.cx.version()) && value.is_default_of(row);
            if !self.begin_value(field, row, is_default)? {
                return Ok(());
            }
        }
        match value {
            Value::Str(text) => self.put_bytes(Extent::STRING, text.as_bytes(), row, field)?,
            Value::Bytes(bytes) | Value::Records(bytes) => {
                self.put_bytes(Extent::BYTES, bytes, row, field)?;
            }
            _ => value.write_number(self),
        }
        self.end_value()
    }

    /// Writes null.
    ///
    /// # Errors
    /// [`ErrorKind::NullNotAllowed`], and those of [`put`](Encoder::put).
    pub fn put_null(&mut self, field: FieldId) -> Result<()> {
        let row = self.row(field)?;
        if self.is_element(field) {
            return self.fail(ErrorKind::NullNotAllowed, field);
        }
        if !self.begin_value(field, row, row.default().is_null())? {
            return Ok(());
        }
        if !row.nullable().contains(self.cx.version()) {
            return self.fail(ErrorKind::NullNotAllowed, field);
        }
        self.write_null(row);
        self.end_value()
    }

    /// Begins an array; its elements follow.
    ///
    /// # Errors
    /// Those of [`put`](Encoder::put).
    pub fn begin_array(&mut self, field: FieldId) -> Result<()> {
        self.begin_counted_array(field, 0)
    }

    /// Begins an array of probably so many elements: what it really has is patched at its end.
    fn begin_counted_array(&mut self, field: FieldId, count: u32) -> Result<()> {
        let row = self.row(field)?;
        if !row.is_array() || self.is_element(field) {
            return self.fail(ErrorKind::FieldType, field);
        }
        if !self.begin_value(field, row, false)? {
            return self.fail(ErrorKind::NotInVersion, field);
        }
        self.at.place = if self.at.place == Place::Tag { Place::TagArray } else { Place::Array };
        (self.at.count_at, self.at.count, self.at.elements) = (self.position, count, 0);
        self.write_length(Extent::array(0), Some(count), self.cx.of(row));
        Ok(())
    }

    /// Ends the array that was begun last.
    ///
    /// # Errors
    /// [`ErrorKind::Structure`] where none is open, [`ErrorKind::TooLong`].
    pub fn end_array(&mut self) -> Result<()> {
        self.check_open()?;
        let field = self.at.of.id().field(self.at.index);
        self.at.place = match self.at.place {
            Place::Array => Place::Fields,
            Place::TagArray => Place::Tag,
            _ => return self.fail(ErrorKind::Structure, field),
        };
        let row = self.row(field)?;
        let Level { count_at, count, elements, .. } = self.at;
        if elements > MAX_ELEMENTS {
            return self.fail(ErrorKind::TooLong { length: elements }, field);
        }
        if elements != count {
            self.patch_length(count_at, Extent::array(0), count, elements, self.cx.of(row));
        }
        self.end_value()
    }

    /// Begins a structure: a field, or the next element of the array of that name.
    ///
    /// # Errors
    /// Those of [`put`](Encoder::put).
    pub fn begin_struct(&mut self, field: FieldId) -> Result<()> {
        let row = self.row(field)?;
        let is_element = self.is_element(field);
        let Some(child) = self.at.of.child(row).filter(|_| is_element || !row.is_array()) else {
            return self.fail(ErrorKind::FieldType, field);
        };
        if !is_element && !self.begin_value(field, row, false)? {
            return self.fail(ErrorKind::NotInVersion, field);
        }
        let start = self.position;
        if !is_element && row.nullable().contains(self.cx.version()) {
            self.write(&[1]);
        }
        let Some(parent) = self.parents.get_mut(usize::from(self.level)) else {
            return self.fail(ErrorKind::Structure, field);
        };
        *parent = self.at;
        self.at = Level::new(child, start);
        self.level += 1;
        Ok(())
    }

    /// Ends the structure that was begun last, with the defaults of what was left out.
    ///
    /// # Errors
    /// [`ErrorKind::Structure`] where none is open or something in it still is.
    pub fn end_struct(&mut self) -> Result<()> {
        self.check_open()?;
        self.complete()?;
        match self.level.checked_sub(1).and_then(|up| self.parents.get(usize::from(up))) {
            Some(parent) => {
                self.at = *parent;
                self.level -= 1;
                self.end_value()
            }
            None => self.fail(ErrorKind::Structure, FieldId::NONE),
        }
    }

    /// Takes the array element back in which the encoder stands, as if it had not begun.
    ///
    /// # Errors
    /// [`ErrorKind::Structure`] where no structure that is an element is open.
    pub fn drop_element(&mut self) -> Result<()> {
        self.drop_payload()?;
        match self.level.checked_sub(1).and_then(|up| self.parents.get(usize::from(up))) {
            Some(parent) if matches!(parent.place, Place::Array | Place::TagArray) => {
                let start = self.at.start;
                self.at = *parent;
                self.go_back(start);
                self.level -= 1;
                Ok(())
            }
            _ => self.fail(ErrorKind::Structure, FieldId::NONE),
        }
    }

    /// Writes a tagged field that the structure does not know.
    ///
    /// # Errors
    /// [`ErrorKind::TagOrder`] where it is one of the structure's own or not above those before it,
    /// [`ErrorKind::NotInVersion`] where the version has no tagged fields.
    pub fn put_tag(&mut self, tag: u32, data: &[u8]) -> Result<()> {
        self.begin_tag(tag, data.len() as u32)?;
        self.push(data)
    }

    /// Ends the message, with the defaults of what was left out, and gives its size in bytes.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with a size that is enough, [`ErrorKind::Structure`] where a
    /// structure or array is open. The size is that of the message, unless something had to be
    /// written longer before it came to its end: a count in two bytes of what was one element less
    /// and takes one, or a tagged field at its default or twice.
    pub fn finish(mut self) -> Result<usize> {
        self.check_open()?;
        if self.level != 0 {
            return self.fail(ErrorKind::Structure, FieldId::NONE);
        }
        self.complete()?;
        if self.lost_from != usize::MAX {
            let kind = ErrorKind::BufferTooSmall { need: self.need as u32 };
            return self.fail(kind, FieldId::NONE);
        }
        Ok(self.position)
    }

    /// How many bytes have been written, or would have been with enough room.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The version of the message.
    pub const fn version(&self) -> u8 {
        self.cx.version()
    }

    #[cold]
    pub(crate) fn fail<T>(&mut self, kind: ErrorKind, field: FieldId) -> Result<T> {
        let error = Error { kind, offset: self.position as u32, field };
        Err(*self.failed.get_or_insert(error))
    }

    /// What went wrong before.
    pub(crate) const fn error(&self) -> Option<Error> {
        self.failed
    }

    /// Nothing failed, and no payload is open.
    fn check_open(&mut self) -> Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None if self.payload != 0 => self.fail(ErrorKind::Structure, FieldId::NONE),
            None => Ok(()),
        }
    }

    /// The row of a field of the structure that is being written.
    fn row(&mut self, field: FieldId) -> Result<&'static Field> {
        self.check_open()?;
        match self.at.of.fields().get(usize::from(field.index())) {
            Some(row) if field.structure() == self.at.of.id() => Ok(row),
            _ => self.fail(ErrorKind::FieldOrder, field),
        }
    }

    /// Whether a value of this name is the next element of an array.
    fn is_element(&self, field: FieldId) -> bool {
        matches!(self.at.place, Place::Array | Place::TagArray) && field.index() == self.at.index
    }

    /// Goes to a field; `false` if there is nothing to write of it.
    fn begin_value(&mut self, field: FieldId, row: &Field, is_default: bool) -> Result<bool> {
        let (index, version) = (field.index(), self.cx.version());
        if !row.versions().contains(version) {
            if is_default || row.is_ignorable() {
                return Ok(false);
            }
            return self.fail(ErrorKind::NotInVersion, field);
        }
        if let Some(tag) = row.tag() {
            if is_default && self.at.last_tag.is_none_or(|last| last < u32::from(tag)) {
                return Ok(false);
            }
            self.begin_tag_section(u32::from(tag))?;
            self.at.index = index;
            self.at.place = Place::Tag;
            return Ok(true);
        }
        if self.at.place != Place::Fields || index < self.at.next {
            return self.fail(ErrorKind::FieldOrder, field);
        }
        self.fill_to(index)?;
        (self.at.next, self.at.index) = (index + 1, index);
        Ok(true)
    }

    /// Goes to a field or array element, if it is a number of this kind and nothing but it can come.
    #[inline(always)]
    fn is_number_next(&mut self, field: FieldId, kind: Kind) -> bool {
        let of = self.at.of;
        let index = field.index();
        if self.failed.is_some() || self.payload != 0 || field.structure() != of.id() {
            return false;
        }
        let Some(row) = of.row(index).filter(|row| row.kind() == kind && kind.size() != 0) else {
            return false;
        };
        match self.at.place {
            Place::Array if index == self.at.index => self.at.elements += 1,
            Place::Fields
                if index == self.at.next
                    && row.fixed_size() != 0
                    && row.in_line(self.cx.version()) =>
            {
                (self.at.next, self.at.index) = (index + 1, index);
            }
            _ => return false,
        }
        true
    }

    /// What follows a value: the end of the tagged field that it is, or another element.
    fn end_value(&mut self) -> Result<()> {
        match self.at.place {
            Place::Array | Place::TagArray => {
                self.at.elements += 1;
                Ok(())
            }
            Place::Tag => self.end_tag(),
            Place::Fields | Place::Tags => Ok(()),
        }
    }

    /// Writes the defaults of the fields before this index.
    fn fill_to(&mut self, index: u8) -> Result<()> {
        let of = self.at.of;
        let left_out = usize::from(self.at.next)..usize::from(index).min(of.fields().len());
        for row in of.fields().get(left_out).unwrap_or(&[]) {
            steps::count(1);
            if row.in_line(self.cx.version()) {
                self.write_default(of, row);
            }
        }
        self.at.next = index;
        Ok(())
    }

    /// Writes what is left of a structure.
    fn complete(&mut self) -> Result<()> {
        match self.at.place {
            Place::Fields => {
                self.fill_to(FieldId::UNKNOWN)?;
                if self.cx.is_flexible() {
                    self.write(&[0]);
                }
                Ok(())
            }
            Place::Tags => {
                if self.at.unordered {
                    self.order_tags();
                }
                let Level { tags_at, tags, .. } = self.at;
                self.patch_uvarint(tags_at, 0, tags);
                Ok(())
            }
            Place::Array | Place::TagArray | Place::Tag => {
                self.fail(ErrorKind::Structure, FieldId::NONE)
            }
        }
    }

    /// Writes the default of a field, or what stands for it where that is null and may not be.
    fn write_default(&mut self, of: &'static Struct, row: &Field) {
        steps::count(1);
        let is_nullable = row.nullable().contains(self.cx.version());
        let cx = self.cx.of(row);
        match row.kind() {
            _ if row.default().is_null() && is_nullable => self.write_null(row),
            kind if row.is_array() || matches!(kind, Kind::Str | Kind::Bytes | Kind::Records) => {
                self.write_length(Extent::of(kind, row.is_array()), Some(0), cx);
            }
            Kind::Struct => {
                if is_nullable {
                    self.write(&[1]);
                }
                let Some(child) = of.child(row) else { return };
                // No deeper than the schema.
                for row in child.fields() {
                    if row.in_line(self.cx.version()) {
                        self.write_default(child, row);
                    }
                }
                if self.cx.is_flexible() {
                    self.write(&[0]);
                }
            }
            kind => {
                let bytes = row.default().as_i64(kind).to_be_bytes();
                let size = usize::from(kind.size());
                let bytes = bytes.get(bytes.len().saturating_sub(size)..).unwrap_or(&[]);
                self.write(bytes);
                if kind == Kind::Uuid {
                    self.write(&[0; 8]);
                }
            }
        }
    }

    fn write_null(&mut self, row: &Field) {
        if row.kind() == Kind::Struct && !row.is_array() {
            return self.write(&[0xff]);
        }
        self.write_length(Extent::of(row.kind(), row.is_array()), None, self.cx.of(row));
    }

    fn put_bytes(
        &mut self,
        extent: Extent,
        bytes: &[u8],
        row: &Field,
        field: FieldId,
    ) -> Result<()> {
        self.check_length(extent, bytes.len() as u32, field)?;
        self.write_length(extent, Some(bytes.len() as u32), self.cx.of(row));
        self.write(bytes);
        Ok(())
    }

    fn check_length(&mut self, extent: Extent, length: u32, field: FieldId) -> Result<()> {
        if extent.fits(length, u32::MAX) {
            return Ok(());
        }
        self.fail(ErrorKind::TooLong { length }, field)
    }

    /// Goes to the tag section, where another field of this number may come.
    fn begin_tag_section(&mut self, tag: u32) -> Result<()> {
        if self.at.place == Place::Fields {
            if !self.cx.is_flexible() {
                return self.fail(ErrorKind::NotInVersion, FieldId::NONE);
            }
            self.fill_to(FieldId::UNKNOWN)?;
            (self.at.place, self.at.tags_at) = (Place::Tags, self.position);
            self.write(&[0]);
        }
        if self.at.place != Place::Tags || self.at.tags >= MAX_TAGS {
            return self.fail(ErrorKind::FieldOrder, FieldId::NONE);
        }
        (self.at.tag, self.at.tag_at) = (tag, self.position);
        self.write_uvarint(tag);
        self.write(&[0]);
        Ok(())
    }
}
