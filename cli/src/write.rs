//! Trees of values and events to bytes, through the core's [`Encoder`]. Uses `value`.

use crate::value::{Object, Value};
use kafka_codec::encoder::{Encoder, Value as Put};
use kafka_codec::schema::{FieldId, Kind, Message, Struct};
use kafka_codec::typed::Uuid;
use kafka_codec::{Error, ErrorKind};

/// The bytes of a body.
///
/// # Errors
/// What the encoder says of a value that the version cannot hold.
pub(crate) fn body(message: &Message, version: i16, body: &Object) -> Result<Vec<u8>, Error> {
    to_vec(1 << 12, |buffer| {
        let mut encoder = Encoder::new(message, version, buffer)?;
        object(&mut encoder, message.body, body)?;
        encoder.finish()
    })
}

/// What `fill` writes, in a buffer that is as large as it asks for.
///
/// # Errors
/// Those of `fill` that have another reason than the buffer.
pub(crate) fn to_vec(
    room: usize,
    mut fill: impl FnMut(&mut [u8]) -> Result<usize, Error>,
) -> Result<Vec<u8>, Error> {
    let mut buffer = vec![0; room];
    loop {
        match fill(&mut buffer) {
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
            Err(error) => match error.needed() {
                Some(need) if need > buffer.len() => buffer.resize(need, 0),
                _ => return Err(error),
            },
        }
    }
}

fn object(encoder: &mut Encoder<'_>, of: &'static Struct, object: &Object) -> Result<(), Error> {
    let is_tagged =
        |index: u8| of.fields().get(usize::from(index)).is_some_and(|field| field.tag().is_some());
    for (index, value) in object.fields.iter().filter(|(index, _)| !is_tagged(*index)) {
        field(encoder, of, *index, value)?;
    }
    for (tag, data) in &object.unknown_tags {
        encoder.put_tag(*tag, data)?;
    }
    for (index, value) in object.fields.iter().filter(|(index, _)| is_tagged(*index)) {
        field(encoder, of, *index, value)?;
    }
    Ok(())
}

fn field(
    encoder: &mut Encoder<'_>,
    of: &'static Struct,
    index: u8,
    value: &Value,
) -> Result<(), Error> {
    let id = of.field_id(index);
    let Some(row) = of.fields().get(usize::from(index)) else {
        return Err(wrong_type(encoder, id));
    };
    let (child, kind) = (of.child(row), row.kind());
    match value {
        Value::Array(elements) => {
            encoder.begin_array(id)?;
            for element in elements {
                single(encoder, child, id, kind, element)?;
            }
            encoder.end_array()
        }
        value => single(encoder, child, id, kind, value),
    }
}

fn single(
    encoder: &mut Encoder<'_>,
    child: Option<&'static Struct>,
    id: FieldId,
    kind: Kind,
    value: &Value,
) -> Result<(), Error> {
    let put = match (value, kind, child) {
        (Value::Null, ..) => return encoder.put_null(id),
        (Value::Bytes(bytes), ..) => {
            // A string that was read leniently need not be UTF-8.
            encoder.begin_payload(id, bytes.len() as u32)?;
            return encoder.push(bytes);
        }
        (Value::Struct(value), _, Some(child)) => {
            encoder.begin_struct(id)?;
            object(encoder, child, value)?;
            return encoder.end_struct();
        }
        (Value::Bool(value), ..) => Some(Put::Bool(*value)),
        (Value::Float(x), ..) => Some(Put::F64(*x)),
        (Value::Uuid(bytes), ..) => Some(Put::Uuid(Uuid(*bytes))),
        (Value::Int(n), Kind::I8, _) => (*n).try_into().ok().map(Put::I8),
        (Value::Int(n), Kind::I16, _) => (*n).try_into().ok().map(Put::I16),
        (Value::Int(n), Kind::U16, _) => (*n).try_into().ok().map(Put::U16),
        (Value::Int(n), Kind::I32, _) => (*n).try_into().ok().map(Put::I32),
        (Value::Int(n), Kind::U32, _) => (*n).try_into().ok().map(Put::U32),
        (Value::Int(n), Kind::I64, _) => Some(Put::I64(*n)),
        (Value::Int(_) | Value::Array(_) | Value::Struct(_), ..) => None,
    };
    match put {
        Some(put) => encoder.put_value(id, put),
        None => Err(wrong_type(encoder, id)),
    }
}

fn wrong_type(encoder: &Encoder<'_>, field: FieldId) -> Error {
    Error { kind: ErrorKind::FieldType, offset: encoder.position() as u32, field }
}
