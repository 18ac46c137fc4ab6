//! Typed messages: a `Copy` struct that borrows the frame it was decoded from, or the caller's
//! values that are to be encoded.
//!
//! [`Body::decode`] checks the whole body once; what it gives back decodes as it is looked at, and
//! then cannot fail. The same types serve both directions. Nothing here allocates. Uses `schema`,
//! `error` and `wire`.

mod array;
mod fields;
mod spec;
mod tags;
mod values;

pub use array::{Array, Iter};
pub use spec::{Spec, since, versions};
pub use tags::{TaggedField, Tags};
pub use values::{Records, Uuid};

use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Field, FieldId, Kind, Message, Struct, Type};
use crate::wire::{Cx, Mode, Reader, Room, What, Writer};
use fields::{Reading, Writing};

/// A Rust type that stands for a Kafka type.
///
/// Implemented here for numbers, `bool`, [`Uuid`], `&str`, `&[u8]`, [`Records`], [`Array`] and
/// `Option`, and by [`structure!`](crate::structure!) and [`message!`](crate::message!).
pub trait Wire<'a>: Copy {
    /// The wire type.
    const TYPE: Type;
    /// The value of a field that is absent and declares no default.
    const DEFAULT: Self;
    /// What the handles of such fields are for: itself, or what it holds.
    type Leaf: Copy;
    /// This type for bytes that live as long as `'b`.
    type With<'b>: Wire<'b> + 'b;
    /// The encoded size in bytes where it never varies, else 0.
    const SIZE: usize = if Self::TYPE.array { 0 } else { Self::TYPE.kind.size() as usize };

    /// Reads the value of this field; where that fails, so does the reader.
    fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self;

    /// Writes the value of this field.
    fn write(&self, writer: &mut Writer<'_>, cx: Cx, field: FieldId);

    /// Whether it is the same value, bit for bit.
    fn is(&self, other: &Self) -> bool;

    /// The value of this field where nothing is said.
    fn default_of(_row: &Field) -> Self {
        Self::DEFAULT
    }

    /// Whether it is the value of this field where nothing is said.
    fn is_default(&self, _row: &Field) -> bool {
        self.is(&Self::DEFAULT)
    }

    /// Reads a value that may be null. This is the form of structures.
    fn read_nullable(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<Self> {
        match reader.is_present(cx) {
            Ok(true) => Some(Self::read(reader, cx.element(), field)),
            Ok(false) => None,
            Err(_) => {
                reader.fail(reader.rest(), What::Value(Kind::Struct), cx, field);
                None
            }
        }
    }

    /// Writes a value that may be null. This is the form of structures.
    fn write_nullable(this: Option<&Self>, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        match this {
            None if !cx.is_nullable() => writer.fail(ErrorKind::NullNotAllowed, field),
            None => writer.fixed([0xff]),
            Some(value) => {
                if cx.is_nullable() {
                    writer.fixed([1]);
                }
                value.write(writer, cx.element(), field);
            }
        }
    }

    /// Writes numbers into as many bytes as they take.
    fn write_all(_items: &[Self], _out: &mut [u8]) {}

    /// Reads the next field of a structure, where each step is a call.
    #[doc(hidden)]
    #[inline(always)]
    fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
        fields.any()
    }

    /// The same for one that may be null.
    #[doc(hidden)]
    #[inline(always)]
    fn read_next_nullable(fields: &mut Reading<'_, 'a>) -> Option<Self> {
        fields.any()
    }

    /// Writes the next field of a structure, where each step is a call.
    #[doc(hidden)]
    #[inline(always)]
    fn write_next(&self, fields: &mut Writing<'_, '_>) {
        fields.any(self);
    }

    /// The same for one that may be null.
    #[doc(hidden)]
    #[inline(always)]
    fn write_next_nullable(this: &Option<Self>, fields: &mut Writing<'_, '_>) {
        fields.any(this);
    }
}

/// A structure that is a message of its own.
pub trait Body<'a>: Wire<'a> + core::fmt::Debug + PartialEq + Default {
    /// What it is.
    const MESSAGE: Message;

    /// Decodes a body, of which nothing may be left over, strictly.
    ///
    /// # Errors
    /// The first fault in the bytes, or [`ErrorKind::UnsupportedVersion`].
    fn decode(version: i16, body: &'a [u8]) -> Result<Self> {
        Self::decode_as(Mode::Strict, version, body)
    }

    /// Decodes a body, of which nothing may be left over.
    ///
    /// # Errors
    /// The first fault in the bytes, or [`ErrorKind::UnsupportedVersion`]. A string that is not
    /// UTF-8 is an error in both modes, since `&str` cannot hold it; events give its bytes.
    fn decode_as(mode: Mode, version: i16, body: &'a [u8]) -> Result<Self> {
        let cx = context(&Self::MESSAGE, mode, version)?;
        let mut reader = Reader::new(body);
        let this = Self::read(&mut reader, cx, FieldId::NONE);
        match reader.rest() {
            [] if !reader.has_failed() => Ok(this),
            rest => Err(fault(&reader, body, rest)),
        }
    }

    /// Decodes a body, and gives the bytes that are left over.
    ///
    /// # Errors
    /// The first fault in the bytes, or [`ErrorKind::UnsupportedVersion`].
    fn decode_prefix(mode: Mode, version: i16, body: &'a [u8]) -> Result<(Self, &'a [u8])> {
        let cx = context(&Self::MESSAGE, mode, version)?;
        let mut reader = Reader::new(body);
        let this = Self::read(&mut reader, cx, FieldId::NONE);
        if reader.has_failed() {
            return Err(reader.error(body));
        }
        Ok((this, reader.rest()))
    }

    /// Encodes into the front of a buffer, and gives the number of bytes.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with the size that is needed; a value that this version cannot
    /// hold, with its field; [`ErrorKind::UnsupportedVersion`].
    fn encode(&self, version: i16, buffer: &mut [u8]) -> Result<usize> {
        let cx = context(&Self::MESSAGE, Mode::Strict, version)?;
        let room = Room::of(buffer);
        let mut writer = Writer::new(buffer, &room);
        self.write(&mut writer, cx, FieldId::NONE);
        writer.finish()
    }

    /// How many bytes [`encode`](Body::encode) writes.
    ///
    /// # Errors
    /// Those of [`encode`](Body::encode) that do not lie in the buffer.
    fn encoded_len(&self, version: i16) -> Result<usize> {
        match self.encode(version, &mut []) {
            Err(Error { kind: ErrorKind::BufferTooSmall { need }, .. }) => Ok(need as usize),
            other => other,
        }
    }
}

pub(crate) fn context(message: &Message, mode: Mode, version: i16) -> Result<Cx> {
    match message.version(version) {
        Some(v) => Ok(Cx::new(v, message.is_flexible(version), mode)),
        None => Err(Error::new(ErrorKind::UnsupportedVersion { version }, 0)),
    }
}

/// Why a reader that has failed, or has left something over, did not read a body.
#[cold]
#[inline(never)]
fn fault(reader: &Reader<'_>, body: &[u8], rest: &[u8]) -> Error {
    if reader.has_failed() {
        return reader.error(body);
    }
    let remaining = rest.len() as u32;
    Error::new(ErrorKind::TrailingBytes { remaining }, body.len() as u32 - remaining)
}

/// What the definition macros need at compile time.
#[doc(hidden)]
pub mod macro_support {
    pub use super::fields::{Reading, Writing};
    pub use super::tags::{TagReader, TagWriter};

    use super::{Cx, Field, FieldId, Reader, Spec, Struct, Type, Wire, Writer};
    use crate::schema::{Row, StructId, Versions};
    use crate::wire::{At, Room};

    /// The table of a structure.
    pub const fn structure(
        id: StructId,
        fields: &'static [Field],
        children: &'static [&'static Struct],
        #[cfg(feature = "names")] names: &'static str,
        #[cfg(feature = "descriptions")] descriptions: &'static [&'static str],
    ) -> Struct {
        Struct {
            id,
            fields,
            children,
            #[cfg(feature = "names")]
            names,
            #[cfg(feature = "descriptions")]
            descriptions,
        }
    }

    /// The table of a structure's type.
    pub const fn body<T: Wire<'static>>() -> &'static Struct {
        match T::TYPE.of {
            Some(of) => of,
            None => &NOTHING,
        }
    }

    /// The first, or else another.
    pub const fn first<T: Copy>(given: &[T], otherwise: T) -> T {
        match given {
            [first, ..] => *first,
            [] => otherwise,
        }
    }

    /// No versions: what `current = none` stands for.
    pub const fn none() -> Versions {
        Versions::NONE
    }

    /// Reads the value of a field that came as a tagged one.
    #[inline]
    pub fn read_tag<'a, T: Wire<'a>>(
        value: &mut T,
        reader: &mut Reader<'a>,
        tags: &mut TagReader<'a>,
        at: At,
        of: &'static Struct,
    ) {
        if let Some(row) = of.row(at.index)
            && let Some(tag) = row.tag()
        {
            let field = of.field_id(at.index);
            *value = T::read(reader, at.cx.of(row), field);
            tags.value(reader, tag, field, value.is_default(row));
        }
    }

    /// Writes a field that comes as a tagged one, if it is not at its default.
    #[inline]
    pub fn write_tag<'a, T: Wire<'a>>(
        value: &T,
        writer: &mut Writer<'_>,
        tags: &mut TagWriter<'_, '_>,
        at: At,
        of: &'static Struct,
    ) {
        let (Some(row), cx) = (of.row(at.index), at.cx) else {
            return;
        };
        if let Some(tag) = row.tag()
            && row.versions().contains(cx.version())
            && !value.is_default(row)
        {
            let cx = cx.of(row);
            tags.field(writer, u32::from(tag), size_of_value(value, cx));
            value.write(writer, cx, of.field_id(at.index));
        }
    }

    /// The encoded size of a tagged field's value.
    #[inline(never)]
    fn size_of_value<'a, T: Wire<'a>>(value: &T, cx: Cx) -> usize {
        let room = Room::of(&[]);
        let mut counter = Writer::new(&mut [], &room);
        value.write(&mut counter, cx, FieldId::NONE);
        counter.position()
    }

    static NOTHING: Struct = Struct {
        id: StructId::new("", ""),
        fields: &[],
        children: &[],
        #[cfg(feature = "names")]
        names: "",
        #[cfg(feature = "descriptions")]
        descriptions: &[],
    };

    /// The row of the field at `index` of the structure whose fields have these types.
    pub const fn row<T: Copy>(types: &[Type], index: usize, spec: &Spec<T>) -> Field {
        let (mut child, mut i) = (0, 0);
        let mut ty = Type { kind: crate::schema::Kind::Bool, array: false, of: None };
        let mut rest = types;
        while let [first, tail @ ..] = rest {
            if i == index {
                ty = *first;
            }
            if i < index && first.of.is_some() {
                child += 1;
            }
            i += 1;
            rest = tail;
        }
        Field::new(Row {
            ty,
            child,
            versions: spec.versions,
            nullable: spec.nullable,
            tag: spec.tag,
            ignorable: spec.ignorable,
            classic: spec.classic,
            default: spec.row_default,
        })
    }

    /// Finds fields that are read and written together.
    pub const fn find_runs<const N: usize>(rows: [Field; N]) -> [Field; N] {
        crate::schema::find_runs(rows)
    }

    /// How many of the types are structures.
    pub const fn count_children(types: &[Type]) -> usize {
        let (mut count, mut rest) = (0, types);
        while let [first, tail @ ..] = rest {
            count += first.of.is_some() as usize;
            rest = tail;
        }
        count
    }

    /// The structures among the types.
    pub const fn children<const N: usize>(types: &[Type]) -> [&'static Struct; N] {
        let mut children = [&NOTHING; N];
        let (mut slots, mut rest): (&mut [&'static Struct], &[Type]) = (&mut children, types);
        while let [first, tail @ ..] = rest {
            if let Some(of) = first.of
                && let [slot, others @ ..] = slots
            {
                *slot = of;
                slots = others;
            }
            rest = tail;
        }
        children
    }

    /// Checks a structure's rows.
    ///
    /// # Panics
    /// At compile time, where a range is empty, a tag is above 31 or tags do not ascend.
    pub const fn check(fields: &[Field]) {
        assert!(fields.len() < 255, "a structure has at most 254 fields");
        let (mut rest, mut last) = (fields, -1);
        while let [field, tail @ ..] = rest {
            assert!(!field.versions().is_empty(), "the versions of a field are an empty range");
            if let Some(tag) = field.tag() {
                assert!(tag < 32, "tags go up to 31");
                assert!(tag as i32 > last, "tagged fields stand in the order of their tags");
                last = tag as i32;
            }
            rest = tail;
        }
    }

    /// Checks a message.
    ///
    /// # Panics
    /// At compile time, where it has no version or nests too deep, or where elements of an array take
    /// no bytes in a version, so that any count of them would fit any message.
    pub const fn check_message(versions: Versions, flexible_since: u8, body: &Struct) {
        assert!(!versions.is_empty() && versions.last < 255, "versions go from 0 to 254");
        assert!(body.depth() <= crate::wire::MAX_DEPTH, "structures nest too deep");
        let mut version = versions.first;
        // With tagged fields there is the count of these at least.
        while version <= versions.last && version < flexible_since {
            assert!(!has_empty_elements(body, version), "the elements of an array take no bytes");
            version += 1;
        }
    }

    /// Whether there are arrays, not flexible ones, of structures without a field of this version.
    const fn has_empty_elements(of: &Struct, version: u8) -> bool {
        let mut rest = of.fields;
        while let [row, tail @ ..] = rest {
            if row.in_line(version)
                && let Some(child) = of.const_child(row)
                && (row.is_array() && is_empty(child, version)
                    || has_empty_elements(child, version))
            {
                return true;
            }
            rest = tail;
        }
        false
    }

    /// Whether a structure that is not flexible takes no bytes.
    const fn is_empty(of: &Struct, version: u8) -> bool {
        let mut rest = of.fields;
        while let [row, tail @ ..] = rest {
            if row.in_line(version) {
                match of.const_child(row) {
                    Some(child)
                        if !row.is_array()
                            && !row.nullable().contains(version)
                            && is_empty(child, version) => {}
                    _ => return false,
                }
            }
            rest = tail;
        }
        true
    }
}
