//! A message as a tree of values: what JSON and events are compared and encoded as. Holds only the
//! fields that were there, so that what was left out shows. Uses the core's events and tables.

use kafka_codec::Error;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Event, Item};
use kafka_codec::schema::{Kind, Struct};

/// One value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// A number of any size but a float.
    Int(i64),
    Float(f64),
    Uuid([u8; 16]),
    /// A string, which need not be UTF-8, bytes or records.
    Bytes(Vec<u8>),
    Array(Vec<Value>),
    Struct(Object),
}

/// A structure.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object {
    /// Index and value of each field that was there, in the order of the schema.
    pub(crate) fields: Vec<(u8, Value)>,
    /// Tagged fields that the schema does not know, in the order in which they came.
    pub(crate) unknown_tags: Vec<(u32, Vec<u8>)>,
}

impl Object {
    /// Sets a field; what it was before is gone.
    pub(crate) fn set(&mut self, index: u8, value: Value) {
        match self.fields.binary_search_by_key(&index, |(index, _)| *index) {
            Ok(at) => {
                if let Some(field) = self.fields.get_mut(at) {
                    field.1 = value;
                }
            }
            Err(at) => self.fields.insert(at, (index, value)),
        }
    }

    /// The value of a field, if it was there.
    pub(crate) fn get(&self, index: u8) -> Option<&Value> {
        self.fields.iter().find(|(at, _)| *at == index).map(|(_, value)| value)
    }
}

/// Floats are equal bit for bit, but that one NaN is as good as another.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
            (Self::Uuid(a), Self::Uuid(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Struct(a), Self::Struct(b)) => a == b,
            _ => false,
        }
    }
}

impl Object {
    /// Leaves out the tagged fields that the schema does not know, here and below.
    pub(crate) fn drop_unknown_tags(&mut self) {
        self.unknown_tags.clear();
        for value in self.fields.iter_mut().flat_map(|(_, value)| value.objects()) {
            value.drop_unknown_tags();
        }
    }

    /// Takes the tagged fields that the schema does not know from a tree of the same shape.
    pub(crate) fn take_unknown_tags(&mut self, from: &mut Self) {
        self.unknown_tags.append(&mut from.unknown_tags);
        for ((_, to), (_, from)) in self.fields.iter_mut().zip(&mut from.fields) {
            for (to, from) in to.objects().zip(from.objects()) {
                to.take_unknown_tags(from);
            }
        }
    }

    /// Makes every NaN the one that Java writes; whether one was another.
    pub(crate) fn unify_nans(&mut self) -> bool {
        self.fields.iter_mut().fold(false, |odd, (_, value)| value.unify_nans() | odd)
    }
}

impl Value {
    /// The structures that it is or holds.
    fn objects(&mut self) -> impl Iterator<Item = &mut Object> {
        let values = match self {
            Self::Array(values) => values.as_mut_slice(),
            value => std::slice::from_mut(value),
        };
        values.iter_mut().filter_map(|value| match value {
            Self::Struct(object) => Some(object),
            _ => None,
        })
    }

    fn unify_nans(&mut self) -> bool {
        match self {
            Self::Float(x) if x.is_nan() => {
                let odd = x.to_bits() != NAN.to_bits();
                *x = NAN;
                odd
            }
            Self::Array(values) => values.iter_mut().fold(false, |odd, v| v.unify_nans() | odd),
            Self::Struct(object) => object.unify_nans(),
            _ => false,
        }
    }
}

/// The one that Java writes.
pub(crate) const NAN: f64 = f64::from_bits(0x7ff8 << 48);

/// What is open while a tree is built.
enum Open {
    Struct(Object),
    Array(Vec<Value>),
}

/// Builds the tree of a message from its events.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<(u8, Open)>,
    /// The string, bytes, records or tagged field of which parts are still to come.
    part: Vec<u8>,
    done: Option<Object>,
}

impl Builder {
    /// Takes the next event. Events of a decoder come in an order that fits; others are passed
    /// over.
    pub(crate) fn add(&mut self, event: &Event<'_, '_>) {
        let index = event.field().index();
        let value = match event.item {
            Item::Struct(_) => return self.open.push((index, Open::Struct(Object::default()))),
            Item::Array(..) => return self.open.push((index, Open::Array(Vec::new()))),
            Item::StructEnd(_) | Item::ArrayEnd(_) => match self.open.pop() {
                Some((_, Open::Array(array))) => Value::Array(array),
                Some((_, Open::Struct(object))) => Value::Struct(object),
                None => return,
            },
            Item::Null(_) => Value::Null,
            Item::Bool(_, value) => Value::Bool(value),
            Item::I8(_, n) => Value::Int(n.into()),
            Item::I16(_, n) => Value::Int(n.into()),
            Item::U16(_, n) => Value::Int(n.into()),
            Item::I32(_, n) => Value::Int(n.into()),
            Item::U32(_, n) => Value::Int(n.into()),
            Item::I64(_, n) => Value::Int(n),
            Item::F64(_, x) => Value::Float(x),
            Item::Uuid(_, uuid) => Value::Uuid(uuid.0),
            Item::Str(_, chunk)
            | Item::Bytes(_, chunk)
            | Item::Records(_, chunk)
            | Item::Tag(_, chunk) => {
                self.part.extend_from_slice(chunk.bytes);
                if !chunk.is_last() {
                    return;
                }
                let all = std::mem::take(&mut self.part);
                if let Item::Tag(tag, _) = event.item {
                    if let Some((_, Open::Struct(object))) = self.open.last_mut() {
                        object.unknown_tags.push((tag, all));
                    }
                    return;
                }
                Value::Bytes(all)
            }
            Item::Tags(_) | Item::NeedInput | Item::Done => return,
        };
        match (self.open.last_mut(), value) {
            (Some((_, Open::Struct(object))), value) => object.set(index, value),
            (Some((_, Open::Array(array))), value) => array.push(value),
            (None, Value::Struct(object)) => self.done = Some(object),
            (None, _) => {}
        }
    }

    /// The message, once its last event was added.
    pub(crate) fn finish(self) -> Option<Object> {
        self.done
    }
}

/// Reads all of a message as a tree.
///
/// # Errors
/// That of the decoder. [`Item::NeedInput`] cannot come, unless the decoder was made for more bytes
/// than there are; then there is no tree.
pub(crate) fn read(decoder: &mut Decoder, bytes: &[u8]) -> Result<Option<Object>, Error> {
    let mut builder = Builder::default();
    let mut input = bytes;
    loop {
        let event = decoder.next(&mut input)?;
        match event.item {
            Item::Done => return Ok(builder.finish()),
            Item::NeedInput => return Ok(None),
            _ => builder.add(&event),
        }
    }
}

/// The value of a field where nothing was said.
pub(crate) fn default(of: &'static Struct, index: u8, version: u8) -> Value {
    let Some(field) = of.fields().get(usize::from(index)) else { return Value::Null };
    match field.kind() {
        _ if field.default().is_null() => Value::Null,
        _ if field.is_array() => Value::Array(Vec::new()),
        Kind::Bool => Value::Bool(field.default().as_i64(Kind::Bool) != 0),
        Kind::F64 => Value::Float(field.default().as_i64(Kind::F64) as f64),
        Kind::Uuid => Value::Uuid([0; 16]),
        Kind::Str | Kind::Bytes | Kind::Records => Value::Bytes(Vec::new()),
        Kind::Struct => Value::Struct(match of.child(field) {
            Some(child) => all_default(child, version),
            None => Object::default(),
        }),
        kind => Value::Int(field.default().as_i64(kind)),
    }
}

/// A structure of which nothing was said.
pub(crate) fn all_default(of: &'static Struct, version: u8) -> Object {
    let mut object = Object::default();
    for (index, field) in of.fields().iter().enumerate() {
        if field.in_line(version) {
            object.set(index as u8, default(of, index as u8, version));
        }
    }
    object
}

/// Where two trees differ first: a path such as `topics[2].name`, and what is on each side.
pub(crate) fn difference(
    of: &'static Struct,
    left: &Object,
    right: &Object,
) -> Option<(String, String, String)> {
    let mut path = String::new();
    let (left, right) = object_difference(of, left, right, &mut path)?;
    Some((path, left, right))
}

type Sides = Option<(String, String)>;

fn object_difference(of: &'static Struct, a: &Object, b: &Object, path: &mut String) -> Sides {
    let start = path.len();
    for (index, field) in of.fields().iter().enumerate() {
        let index = index as u8;
        if start > 0 {
            path.push('.');
        }
        path.push_str(&crate::names::json_name(of, index));
        match (a.get(index), b.get(index)) {
            (None, None) => {}
            (Some(a), Some(b)) => {
                if let Some(sides) = value_difference(of.child(field), a, b, path) {
                    return Some(sides);
                }
            }
            (a, b) => return Some((show(a), show(b))),
        }
        path.truncate(start);
    }
    if a.unknown_tags != b.unknown_tags {
        path.push_str(if start > 0 { ".unknownTags" } else { "unknownTags" });
        return Some((format!("{:?}", a.unknown_tags), format!("{:?}", b.unknown_tags)));
    }
    None
}

fn value_difference(of: Option<&'static Struct>, a: &Value, b: &Value, path: &mut String) -> Sides {
    match (a, b, of) {
        (Value::Struct(a), Value::Struct(b), Some(of)) => object_difference(of, a, b, path),
        (Value::Array(x), Value::Array(y), _) if x.len() == y.len() => {
            let start = path.len();
            for (index, (a, b)) in x.iter().zip(y).enumerate() {
                path.push_str(&format!("[{index}]"));
                if let Some(sides) = value_difference(of, a, b, path) {
                    return Some(sides);
                }
                path.truncate(start);
            }
            None
        }
        _ if a == b => None,
        _ => Some((show(Some(a)), show(Some(b)))),
    }
}

fn show(value: Option<&Value>) -> String {
    match value {
        None => "nothing".into(),
        Some(Value::Null) => "null".into(),
        Some(Value::Bool(value)) => value.to_string(),
        Some(Value::Int(n)) => n.to_string(),
        Some(Value::Float(x)) => format!("{x:?} (bits {:016x})", x.to_bits()),
        Some(Value::Uuid(bytes)) => crate::hex::print(bytes),
        Some(Value::Bytes(bytes)) => match std::str::from_utf8(bytes) {
            Ok(text) if bytes.len() <= 80 => format!("{text:?}"),
            _ => format!("{} bytes", bytes.len()),
        },
        Some(Value::Array(array)) => format!("{} elements", array.len()),
        Some(Value::Struct(_)) => "a structure".into(),
    }
}
