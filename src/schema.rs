//! The static description of messages: what each field is, in which versions, and by which name.
//!
//! Everything here is data in read-only memory, made by [`message!`](crate::message!) and
//! [`structure!`](crate::structure!) at compile time. Nothing here reads or writes bytes, and no
//! function here can fail at run time. Uses no other module.

use core::fmt;
use core::marker::PhantomData;

/// An inclusive range of versions; empty when `first > last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The lowest version of the range.
    pub first: u8,
    /// The highest version of the range; 255 stands for "and all later ones".
    pub last: u8,
}

impl Versions {
    /// No version at all.
    pub const NONE: Self = Self { first: 255, last: 0 };

    /// Whether the range holds this version.
    #[inline(always)]
    pub const fn contains(self, version: u8) -> bool {
        self.first <= version && version <= self.last
    }

    /// Whether the range holds no version.
    pub const fn is_empty(self) -> bool {
        self.first > self.last
    }

    /// The versions of the range, in order.
    pub fn iter(self) -> impl Iterator<Item = i16> + Clone {
        i16::from(self.first)..=i16::from(self.last)
    }
}

/// Kafka's notation: `3`, `0-3`, `2+` or `none`.
impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            v if v.is_empty() => f.write_str("none"),
            Self { first, last: 255 } => write!(f, "{first}+"),
            Self { first, last } if first == last => write!(f, "{first}"),
            Self { first, last } => write!(f, "{first}-{last}"),
        }
    }
}

/// What kind of value a field or array element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// One byte, 0 or 1.
    Bool,
    /// Signed, 1 byte.
    I8,
    /// Signed, 2 bytes, big-endian like all numbers of the protocol.
    I16,
    /// Unsigned, 2 bytes.
    U16,
    /// Signed, 4 bytes.
    I32,
    /// Unsigned, 4 bytes.
    U32,
    /// Signed, 8 bytes.
    I64,
    /// IEEE 754, 8 bytes.
    F64,
    /// 16 bytes.
    Uuid,
    /// UTF-8 behind its length: int16, or an unsigned varint of the length plus one.
    Str,
    /// Bytes behind their length: int32, or an unsigned varint of the length plus one.
    Bytes,
    /// Record batches or message sets, as bytes.
    Records,
    /// A structure with fields of its own.
    Struct,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub(crate) const ALL: [Kind; 13] = [
        Kind::Bool,
        Kind::I8,
        Kind::I16,
        Kind::U16,
        Kind::I32,
        Kind::U32,
        Kind::I64,
        Kind::F64,
        Kind::Uuid,
        Kind::Str,
        Kind::Bytes,
        Kind::Records,
        Kind::Struct,
    ];

    /// The encoded size in bytes where it never varies, else 0.
    #[inline(always)]
    pub const fn size(self) -> u8 {
        match self {
            Kind::Bool | Kind::I8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 => 4,
            Kind::I64 | Kind::F64 => 8,
            Kind::Uuid => 16,
            Kind::Str | Kind::Bytes | Kind::Records | Kind::Struct => 0,
        }
    }

    /// The name of the kind in Kafka's schema files; a structure has its own name instead.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::I8 => "int8",
            Kind::I16 => "int16",
            Kind::U16 => "uint16",
            Kind::I32 => "int32",
            Kind::U32 => "uint32",
            Kind::I64 => "int64",
            Kind::F64 => "float64",
            Kind::Uuid => "uuid",
            Kind::Str => "string",
            Kind::Bytes => "bytes",
            Kind::Records => "records",
            Kind::Struct => "struct",
        }
    }
}

/// The wire type of a Rust type: its kind, whether there are many, and their structure.
#[derive(Clone, Copy)]
pub struct Type {
    /// The kind of the value, or of each element.
    pub kind: Kind,
    /// Whether it is an array.
    pub array: bool,
    /// The structure, where the kind is [`Kind::Struct`].
    pub of: Option<&'static Struct>,
}

/// The default of a field, in the one byte that a row has for it.
///
/// Numbers from -100 to 100 stand for themselves; beyond that the minimum and maximum of the
/// field's type, and multiples of 1,000 up to 15,000 and of 10,000 up to 100,000 can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Default(i8);

impl Default {
    /// 0, false, "" or empty.
    pub const ZERO: Self = Self(0);
    /// Null.
    pub const NULL: Self = Self(i8::MIN);
    const MIN: i8 = -127;
    const MAX: i8 = 127;
    const LITERAL: i64 = 100;
    const THOUSANDS: i8 = 101;
    const TEN_THOUSANDS: i8 = 116;

    /// The shortest form of a number; `min` and `max` are those of its type.
    ///
    /// # Panics
    /// At compile time, where the number has no such form.
    pub const fn number(value: i64, min: i64, max: i64) -> Self {
        if -Self::LITERAL <= value && value <= Self::LITERAL {
            Self(value as i8)
        } else if value == max {
            Self(Self::MAX)
        } else if value == min {
            Self(Self::MIN)
        } else if value % 10_000 == 0 && value >= 10_000 && value <= 100_000 {
            Self(Self::TEN_THOUSANDS + (value / 10_000 - 1) as i8)
        } else {
            assert!(
                value % 1_000 == 0 && value >= 1_000 && value <= 15_000,
                "this default has no compact form: see schema::Default"
            );
            Self(Self::THOUSANDS + (value / 1_000 - 1) as i8)
        }
    }

    /// Whether the default is null.
    pub const fn is_null(self) -> bool {
        self.0 == Self::NULL.0
    }

    /// The number whose low bytes, and the sign of which, are those of the default, but for bits in the
    /// first byte that are to be flipped.
    // Without numbers of 64 bits, which cost much on small processors.
    fn low_bytes(self, kind: Kind) -> (i32, u8) {
        let sign = if matches!(kind, Kind::U16 | Kind::U32) { 0 } else { 0x80 };
        match self.0 {
            i8::MIN => (0, 0),
            Self::MIN => (0, sign),
            Self::MAX => (-1, sign),
            Self::TEN_THOUSANDS.. => (i32::from(self.0 - Self::TEN_THOUSANDS + 1) * 10_000, 0),
            Self::THOUSANDS.. => (i32::from(self.0 - Self::THOUSANDS + 1) * 1_000, 0),
            small => (i32::from(small), 0),
        }
    }

    /// Puts the bytes of the default into as many as the kind takes; those of null are 0.
    pub(crate) fn put_number(self, out: &mut [u8], kind: Kind) {
        let (mut number, flip) = self.low_bytes(kind);
        for byte in out.iter_mut().rev() {
            *byte = number as u8;
            number >>= 8;
        }
        if let Some(first) = out.first_mut() {
            *first ^= flip;
        }
    }

    /// Whether these bytes, as many as the kind takes, are the default; null counts as 0.
    pub(crate) fn is_number(self, bytes: &[u8], kind: Kind) -> bool {
        let (mut number, flip) = self.low_bytes(kind);
        let [first, rest @ ..] = bytes else { return false };
        for byte in rest.iter().rev() {
            if *byte != number as u8 {
                return false;
            }
            number >>= 8;
        }
        *first == number as u8 ^ flip
    }

    /// The default of a field of this kind as a number; null counts as 0.
    pub const fn as_i64(self, kind: Kind) -> i64 {
        let (min, max) = match kind {
            Kind::I8 => (i8::MIN as i64, i8::MAX as i64),
            Kind::I16 => (i16::MIN as i64, i16::MAX as i64),
            Kind::U16 => (0, u16::MAX as i64),
            Kind::I32 => (i32::MIN as i64, i32::MAX as i64),
            Kind::U32 => (0, u32::MAX as i64),
            _ => (i64::MIN, i64::MAX),
        };
        match self.0 {
            i8::MIN => 0,
            Self::MIN => min,
            Self::MAX => max,
            Self::TEN_THOUSANDS.. => (self.0 - Self::TEN_THOUSANDS + 1) as i64 * 10_000,
            Self::THOUSANDS.. => (self.0 - Self::THOUSANDS + 1) as i64 * 1_000,
            small => small as i64,
        }
    }
}

/// One row of the schema table: a field of a structure. 8 bytes on every target.
#[derive(Clone, Copy)]
pub struct Field {
    /// The kind in the low four bits, flags above.
    shape: u8,
    /// Which of the structure's children, where the kind is [`Kind::Struct`]. Of what has a fixed size:
    /// how many bytes the fields take that follow one another from this one on, see [`RUN_GOES_ON`].
    child: u8,
    tag: u8,
    versions: Versions,
    nullable: Versions,
    default: Default,
}

const KIND: u8 = 0x0f;
const ARRAY: u8 = 0x10;
const TAGGED: u8 = 0x20;
const CLASSIC: u8 = 0x40;
const IGNORABLE: u8 = 0x80;

// A row stays small: there are about two thousand.
const _: () = assert!(size_of::<Field>() == 8);

/// The sizes of all kinds, then of the elements of their arrays: of single values, or of what comes
/// behind a length.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time alone")]
const fn sizes(behind_length: bool) -> [u8; 32] {
    let mut sizes = [0; 32];
    let (mut kinds, mut shape): (&[Kind], usize) = (&Kind::ALL, 0);
    while let [kind, rest @ ..] = kinds {
        let is_payload = matches!(kind, Kind::Str | Kind::Bytes | Kind::Records);
        if !behind_length {
            sizes[shape] = kind.size();
        } else if is_payload {
            sizes[shape] = 1;
        } else if !matches!(kind, Kind::Bool) {
            sizes[shape | ARRAY as usize] = kind.size();
        }
        shape += 1;
        kinds = rest;
    }
    sizes
}

/// In place of a run's length: the field is in one that began before.
const RUN_GOES_ON: u8 = u8::MAX;

/// Finds the runs: fields of fixed size and of the same versions that follow one another.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time alone")]
pub(crate) const fn find_runs<const N: usize>(mut rows: [Field; N]) -> [Field; N] {
    let mut begin = 0;
    while begin < N {
        let (first, mut end) = (rows[begin], begin + 1);
        if first.can_run() {
            let mut len = first.fixed_size();
            while end < N
                && rows[end].can_run()
                && rows[end].versions.first == first.versions.first
                && rows[end].versions.last == first.versions.last
                && len < RUN_GOES_ON - Kind::Uuid.size()
            {
                len += rows[end].fixed_size();
                rows[end].child = RUN_GOES_ON;
                end += 1;
            }
            rows[begin].child = len;
        }
        begin = end;
    }
    rows
}

/// What a row is made of.
pub(crate) struct Row {
    pub(crate) ty: Type,
    pub(crate) child: u8,
    pub(crate) versions: Versions,
    pub(crate) nullable: Versions,
    pub(crate) tag: Option<u8>,
    pub(crate) ignorable: bool,
    pub(crate) classic: bool,
    pub(crate) default: Default,
}

impl Field {
    pub(crate) const fn new(row: Row) -> Self {
        const fn flag(set: bool, flag: u8) -> u8 {
            if set { flag } else { 0 }
        }
        let (tagged, tag) = match row.tag {
            Some(tag) => (true, tag),
            None => (false, 255),
        };
        Self {
            shape: row.ty.kind as u8
                | flag(row.ty.array, ARRAY)
                | flag(tagged, TAGGED)
                | flag(row.classic, CLASSIC)
                | flag(row.ignorable, IGNORABLE),
            child: row.child,
            tag,
            versions: row.versions,
            nullable: row.nullable,
            default: row.default,
        }
    }

    /// The kind of the value, or of each element of an array.
    #[inline(always)]
    pub const fn kind(&self) -> Kind {
        match self.shape & KIND {
            0 => Kind::Bool,
            1 => Kind::I8,
            2 => Kind::I16,
            3 => Kind::U16,
            4 => Kind::I32,
            5 => Kind::U32,
            6 => Kind::I64,
            7 => Kind::F64,
            8 => Kind::Uuid,
            9 => Kind::Str,
            10 => Kind::Bytes,
            11 => Kind::Records,
            _ => Kind::Struct,
        }
    }

    /// Whether it is an array.
    #[inline(always)]
    pub const fn is_array(&self) -> bool {
        self.shape & ARRAY != 0
    }

    /// Whether it is neither an array nor of varying size: then its size in bytes, else 0.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
    pub(crate) const fn fixed_size(&self) -> u8 {
        const SIZES: [u8; 32] = sizes(false);
        SIZES[(self.shape & (KIND | ARRAY)) as usize]
    }

    /// The bytes that one of what the length counts takes, where that never varies and they need
    /// not be looked at one by one; else 0.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
    pub(crate) const fn unit(&self) -> u8 {
        const SIZES: [u8; 32] = sizes(true);
        SIZES[(self.shape & (KIND | ARRAY)) as usize]
    }

    const fn can_run(&self) -> bool {
        self.fixed_size() != 0 && self.shape & TAGGED == 0
    }

    /// How many bytes the fields take that follow one another from this one on, where it has a fixed
    /// size: its own and those of later fields that are there in the same versions. 0 if it follows on
    /// another so itself, or is not such a field.
    #[inline(always)]
    pub(crate) const fn run(&self) -> usize {
        if self.can_run() && self.child != RUN_GOES_ON { self.child as usize } else { 0 }
    }

    /// Whether it is a single string.
    #[inline(always)]
    pub(crate) const fn is_str(&self) -> bool {
        self.shape & (KIND | ARRAY) == Kind::Str as u8
    }

    /// Whether it keeps the classic form of length in flexible versions.
    #[inline(always)]
    pub const fn is_classic(&self) -> bool {
        self.shape & CLASSIC != 0
    }

    /// Whether a value may be dropped where the version lacks the field.
    pub const fn is_ignorable(&self) -> bool {
        self.shape & IGNORABLE != 0
    }

    /// The versions that carry the field.
    pub const fn versions(&self) -> Versions {
        self.versions
    }

    /// The versions in which it may be null.
    pub const fn nullable(&self) -> Versions {
        self.nullable
    }

    /// The number of the field, where it is a tagged one (KIP-482).
    pub const fn tag(&self) -> Option<u8> {
        if self.shape & TAGGED != 0 { Some(self.tag) } else { None }
    }

    /// The value of the field where nothing was said.
    pub const fn default(&self) -> Default {
        self.default
    }

    /// Whether this version carries the field at its place between the others.
    #[inline(always)]
    pub const fn in_line(&self, version: u8) -> bool {
        self.shape & TAGGED == 0 && self.versions.contains(version)
    }

    /// Whether any version carries the field as this tagged one.
    pub(crate) const fn has_tag(&self, tag: u32) -> bool {
        self.shape & TAGGED != 0 && self.tag as u32 == tag
    }
}

/// The table of one structure.
pub struct Struct {
    pub(crate) id: StructId,
    pub(crate) fields: &'static [Field],
    pub(crate) children: &'static [&'static Struct],
    /// The name of the structure and those of its fields, separated by spaces.
    #[cfg(feature = "names")]
    pub(crate) names: &'static str,
    /// The descriptions of the structure and of its fields.
    #[cfg(feature = "descriptions")]
    pub(crate) descriptions: &'static [&'static str],
}

impl Struct {
    /// Names the structure.
    pub const fn id(&self) -> StructId {
        self.id
    }

    /// The rows, in schema order.
    pub const fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The row at an index.
    #[inline(always)]
    pub(crate) fn row(&self, index: u8) -> Option<&'static Field> {
        self.fields.get(usize::from(index))
    }

    /// The structure of a field or of its elements.
    #[inline(always)]
    pub fn child(&self, field: &Field) -> Option<&'static Struct> {
        if field.shape & KIND != Kind::Struct as u8 {
            return None;
        }
        self.children.get(field.child as usize).copied()
    }

    /// The same at compile time.
    pub(crate) const fn const_child(&self, field: &Field) -> Option<&'static Struct> {
        let (mut index, mut rest) = (field.child, self.children);
        while let [child, tail @ ..] = rest {
            if index == 0 && matches!(field.kind(), Kind::Struct) {
                return Some(child);
            }
            index = index.wrapping_sub(1);
            rest = tail;
        }
        None
    }

    /// The field that is this tagged one in any version, and its index.
    pub(crate) fn tagged(&self, tag: u32) -> Option<(u8, &'static Field)> {
        let index = self.fields.iter().position(|row| row.has_tag(tag))?;
        Some((index as u8, self.fields.get(index)?))
    }

    /// The name of a field's place in this structure.
    #[inline]
    pub const fn field_id(&self, index: u8) -> FieldId {
        self.id.field(index)
    }

    /// How deep it nests: the number of structures below this one on the longest way down.
    pub const fn depth(&self) -> usize {
        let (mut deepest, mut children) = (0, self.children);
        while let [child, rest @ ..] = children {
            let depth = 1 + child.depth();
            if depth > deepest {
                deepest = depth;
            }
            children = rest;
        }
        deepest
    }
}

#[cfg(feature = "names")]
impl Struct {
    /// The name of the structure.
    pub fn name(&self) -> &'static str {
        self.names.split(' ').next().unwrap_or("")
    }

    /// The name of a field, in the snake_case of its definition.
    pub fn field_name(&self, index: u8) -> Option<&'static str> {
        let name = self.names.split(' ').nth(1 + usize::from(index))?;
        Some(name.strip_prefix("r#").unwrap_or(name))
    }

    /// The row of the field with this name in snake_case, and its index.
    pub fn field_by_name(&self, name: &str) -> Option<(u8, &'static Field)> {
        let index = self
            .names
            .split(' ')
            .skip(1)
            .position(|n| n.strip_prefix("r#").unwrap_or(n) == name)?;
        Some((u8::try_from(index).ok()?, self.fields.get(index)?))
    }

    /// The structure and the index of the field that this names, here or further down.
    pub fn find(&'static self, field: FieldId) -> Option<(&'static Struct, u8)> {
        if field.structure() == self.id {
            return Some((self, field.index()));
        }
        self.children.iter().find_map(|child| child.find(field))
    }
}

#[cfg(feature = "descriptions")]
impl Struct {
    /// What the structure is for.
    pub fn description(&self) -> &'static str {
        self.descriptions.first().map_or("", |text| text.trim())
    }

    /// What a field is for.
    pub fn field_description(&self, index: u8) -> &'static str {
        self.descriptions.get(1 + usize::from(index)).map_or("", |text| text.trim())
    }
}

/// Names a structure: a hash of 24 bits, above a byte for the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StructId(u32);

impl StructId {
    /// FNV-1a of the path and the name of the definition.
    pub const fn new(path: &str, name: &str) -> Self {
        const fn add(mut hash: u32, text: &[u8]) -> u32 {
            let mut rest = text;
            while let [byte, tail @ ..] = rest {
                hash = (hash ^ *byte as u32).wrapping_mul(0x0100_0193);
                rest = tail;
            }
            hash
        }
        let hash = add(add(0x811c_9dc5, path.as_bytes()), name.as_bytes());
        let folded = (hash ^ hash >> 24) << 8;
        Self(if folded == 0 { 0x100 } else { folded })
    }

    /// Names a field of the structure.
    #[inline(always)]
    pub const fn field(self, index: u8) -> FieldId {
        FieldId(self.0 | index as u32)
    }
}

impl fmt::Debug for StructId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StructId({:06x})", self.0 >> 8)
    }
}

/// Names a field of a structure, whatever its type. Stable for one build of the definitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FieldId(u32);

impl FieldId {
    /// No field: the message itself, or a part of it that has no name in the schema.
    pub const NONE: Self = Self(0);

    /// The index that stands for no field of a structure: its tag section, or an unknown tag.
    pub const UNKNOWN: u8 = u8::MAX;

    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The structure that the field is in.
    pub const fn structure(self) -> StructId {
        StructId(self.0 & !0xff)
    }

    /// The field's place in its structure, or [`FieldId::UNKNOWN`].
    pub const fn index(self) -> u8 {
        self.0 as u8
    }
}

impl fmt::Debug for FieldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FieldId({:06x}.{})", self.0 >> 8, self.index())
    }
}

/// Names a field whose values, or the elements of whose arrays, are of type `T`.
///
/// Usable as a pattern: `Item::I32(PartitionData::leader_id, id)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle<T>(FieldId, PhantomData<T>);

impl<T> Handle<T> {
    /// The typed name of a field.
    #[inline(always)]
    pub(crate) const fn new(id: FieldId) -> Self {
        Self(id, PhantomData)
    }

    /// For the definition macros alone: nothing checks that `T` is the field's type.
    #[doc(hidden)]
    pub const fn __new(id: FieldId) -> Self {
        Self(id, PhantomData)
    }

    /// The name without the type.
    #[inline(always)]
    pub const fn id(&self) -> FieldId {
        self.0
    }
}

impl<T> PartialEq<Handle<T>> for FieldId {
    #[inline(always)]
    fn eq(&self, handle: &Handle<T>) -> bool {
        *self == handle.0
    }
}

/// The `T` of handles that name structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nested;

/// What a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The body of a request.
    Request,
    /// The body of a response.
    Response,
    /// What goes before a body.
    Header,
    /// What is kept in records or sent inside of other messages.
    Data,
}

/// A message: a structure that an API key and a role select.
#[derive(Clone, Copy)]
pub struct Message {
    /// The API key; -1 where the message has none.
    pub api_key: i16,
    /// What it is for.
    pub role: Role,
    /// The versions that are defined: all that Kafka 3.9 or 4.4 has.
    pub versions: Versions,
    /// The first version with compact lengths and tagged fields; 255 if there is none.
    pub flexible_since: u8,
    /// The versions that Kafka 4.4 accepts.
    pub current: Versions,
    /// The versions that the newest Kafka which has them calls unstable.
    pub unstable: Versions,
    /// Versions that break the rule of which header goes before them, and their header's version.
    pub header_exception: (Versions, u8),
    /// The structure of the body.
    pub body: &'static Struct,
}

impl Message {
    /// The version as the tables have it, if it is defined.
    pub const fn version(&self, version: i16) -> Option<u8> {
        if version < 0 || version > u8::MAX as i16 || !self.versions.contains(version as u8) {
            return None;
        }
        Some(version as u8)
    }

    /// Whether this version has compact lengths and tagged fields.
    pub const fn is_flexible(&self, version: i16) -> bool {
        version >= self.flexible_since as i16
    }

    /// The version of the header that goes before this version of a request or response.
    pub const fn header_version(&self, version: i16) -> Option<i16> {
        let Some(v) = self.version(version) else {
            return None;
        };
        let flexible = self.is_flexible(version) as i16;
        match self.role {
            Role::Request | Role::Response if self.header_exception.0.contains(v) => {
                Some(self.header_exception.1 as i16)
            }
            Role::Request => Some(1 + flexible),
            Role::Response => Some(flexible),
            Role::Header | Role::Data => None,
        }
    }

    /// The newest version that is not unstable; the newest of all where each one is.
    pub const fn latest_stable(&self) -> i16 {
        let mut version = self.versions.last;
        while version > self.versions.first && self.unstable.contains(version) {
            version -= 1;
        }
        version as i16
    }

    /// The name of the message, such as `MetadataResponse`.
    #[cfg(feature = "names")]
    pub fn name(&self) -> &'static str {
        self.body.name()
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Message");
        #[cfg(feature = "names")]
        out.field("name", &self.name());
        out.field("api_key", &self.api_key).field("role", &self.role);
        out.field("versions", &self.versions).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_survive_their_row() {
        for kind in Kind::ALL {
            let ty = Type { kind, array: false, of: None };
            let field = Field::new(Row {
                ty,
                child: 0,
                versions: Versions { first: 0, last: 255 },
                nullable: Versions::NONE,
                tag: None,
                ignorable: false,
                classic: false,
                default: Default::ZERO,
            });
            assert_eq!(field.kind(), kind);
            assert_eq!(field.fixed_size(), kind.size());
        }
    }

    #[test]
    fn defaults_survive_their_byte() {
        let (min, max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        for value in (-100..=100)
            .chain((1..=15).map(|n| n * 1_000))
            .chain((1..=10).map(|n| n * 10_000))
            .chain([min, max])
        {
            let default = Default::number(value, min, max);
            assert_eq!(default.as_i64(Kind::I32), value);
            assert!(!default.is_null());
            assert!(default.is_number(&(value as i32).to_be_bytes(), Kind::I32));
            assert!(!default.is_number(&(value as i32 ^ 0x100).to_be_bytes(), Kind::I32));
        }
        assert!(Default::NULL.is_null());
        assert!(Default::NULL.is_number(&[0; 4], Kind::I32));
        let highest = Default::number(i64::from(u16::MAX), 0, i64::from(u16::MAX));
        assert!(highest.is_number(&[0xff; 2], Kind::U16));
        assert!(!highest.is_number(&[0x7f, 0xff], Kind::U16));
        assert_eq!(Default::number(i64::MAX, i64::MIN, i64::MAX).as_i64(Kind::I64), i64::MAX);
    }

    #[test]
    fn versions_print_as_kafka_writes_them() {
        let shown = |first, last| std::format!("{}", Versions { first, last });
        assert_eq!(shown(0, 3), "0-3");
        assert_eq!(shown(2, 255), "2+");
        assert_eq!(shown(4, 4), "4");
        assert_eq!(std::format!("{}", Versions::NONE), "none");
    }
}
