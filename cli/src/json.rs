//! JSON in: from the form of Kafka's own `JsonConverter` to a tree of values. Names are lower
//! camel case, bytes and records base64, uuids URL-safe base64 without padding, and
//! `unknownTags: [{tag, hex}]` may stand in any structure. Fields left out are at their defaults.
//! Uses the tables of the core, `names` and `value`.

use crate::value::{self, Object, Value};
use crate::{hex, names};
use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use kafka_codec::schema::{Field, Kind, Message, Struct};
use serde_json::Value as Json;

/// What stands in a structure for the tagged fields that the schema does not know.
const UNKNOWN_TAGS: &str = "unknownTags";

/// The tree that a message's JSON stands for.
///
/// # Errors
/// A name that the message does not know, a value that does not fit its field, or one that is set
/// in a version which has no such field; each with its path.
pub(crate) fn parse(message: &Message, version: i16, json: &Json) -> Result<Object> {
    let Some(version) = message.version(version) else {
        bail!("version {version} is not defined");
    };
    object(message.body, version, json, "")
}

fn object(of: &'static Struct, version: u8, json: &Json, path: &str) -> Result<Object> {
    let Json::Object(members) = json else {
        bail!("{}: an object is expected", if path.is_empty() { of.name() } else { path });
    };
    let mut object = Object::default();
    for (name, json) in members {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if name == UNKNOWN_TAGS {
            object.unknown_tags = unknown_tags(json).with_context(|| path)?;
            continue;
        }
        let Some((index, field)) = names::field_by_json_name(of, name) else {
            bail!("{path}: {} has no field of this name", of.name());
        };
        if !field.versions().contains(version) {
            // What the version lacks may be said, as long as nothing is lost by leaving it out.
            let value = field_value(of, field, true, version, json, &path)?;
            if !field.is_ignorable() && value != value::default(of, index, version) {
                bail!("{path}: version {version} has no such field");
            }
            continue;
        }
        let nullable = field.nullable().contains(version);
        object.set(index, field_value(of, field, nullable, version, json, &path)?);
    }
    Ok(object)
}

fn field_value(
    of: &'static Struct,
    field: &Field,
    nullable: bool,
    version: u8,
    json: &Json,
    path: &str,
) -> Result<Value> {
    match json {
        Json::Null if nullable => Ok(Value::Null),
        Json::Null => bail!("{path}: null is not allowed"),
        Json::Array(elements) if field.is_array() => {
            let element = |(index, json)| {
                single(of.child(field), field.kind(), version, json, &format!("{path}[{index}]"))
            };
            elements.iter().enumerate().map(element).collect::<Result<_>>().map(Value::Array)
        }
        _ if field.is_array() => bail!("{path}: an array is expected"),
        _ => single(of.child(field), field.kind(), version, json, path),
    }
}

fn single(
    of: Option<&'static Struct>,
    kind: Kind,
    version: u8,
    json: &Json,
    path: &str,
) -> Result<Value> {
    let text = || json.as_str().with_context(|| format!("{path}: a {} is expected", kind.name()));
    Ok(match kind {
        Kind::Bool => match json {
            Json::Bool(value) => Value::Bool(*value),
            _ => bail!("{path}: true or false is expected"),
        },
        Kind::I8 => int(json, i8::MIN.into(), i8::MAX.into(), path)?,
        Kind::I16 => int(json, i16::MIN.into(), i16::MAX.into(), path)?,
        Kind::U16 => int(json, 0, u16::MAX.into(), path)?,
        Kind::I32 => int(json, i32::MIN.into(), i32::MAX.into(), path)?,
        Kind::U32 => int(json, 0, u32::MAX.into(), path)?,
        Kind::I64 => int(json, i64::MIN, i64::MAX, path)?,
        Kind::F64 => Value::Float(float(json).with_context(|| format!("{path}: a number"))?),
        Kind::Uuid => {
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(text()?).ok();
            let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
            Value::Uuid(bytes.with_context(|| format!("{path}: 22 characters of base64"))?)
        }
        Kind::Str => Value::Bytes(text()?.into()),
        Kind::Bytes | Kind::Records => {
            let bytes = BASE64_STANDARD.decode(text()?);
            Value::Bytes(bytes.with_context(|| format!("{path}: base64 is expected"))?)
        }
        Kind::Struct => match of {
            Some(of) => Value::Struct(object(of, version, json, path)?),
            None => bail!("{path}: the schema has no structure for it"),
        },
    })
}

fn int(json: &Json, min: i64, max: i64, path: &str) -> Result<Value> {
    match json.as_i64() {
        Some(n) if min <= n && n <= max => Ok(Value::Int(n)),
        _ => bail!("{path}: a whole number from {min} to {max} is expected, not {json}"),
    }
}

/// What is no number is a string in JSON.
fn float(json: &Json) -> Option<f64> {
    match json.as_str() {
        Some("NaN") => Some(value::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        Some(_) => None,
        None => json.as_f64(),
    }
}

/// Tagged fields as the line formats have them: number and hex each.
fn unknown_tags(json: &Json) -> Result<Vec<(u32, Vec<u8>)>> {
    let tag = |json: &Json| {
        let tag = u32::try_from(json.get("tag")?.as_i64()?).ok()?;
        Some((tag, hex::parse(json.get("hex")?.as_str()?.as_bytes())?))
    };
    let tags = json.as_array().and_then(|tags| tags.iter().map(tag).collect());
    tags.context("a list of tag and hex is expected")
}

/// Whether a message has the tagged fields that a line lists: `tag` and `hex` of each, and, of
/// structures below the root, their path `at`. Those below need not be listed.
///
/// # Errors
/// Which one it does not have.
pub(crate) fn check_unknown_tags(of: &'static Struct, root: &Object, json: &Json) -> Result<()> {
    let mut of_root = 0;
    for (json, (tag, data)) in json.as_array().into_iter().flatten().zip(unknown_tags(json)?) {
        let at = json.get("at").and_then(Json::as_str).unwrap_or_default();
        of_root += usize::from(at.is_empty());
        let object = object_at(of, root, at).with_context(|| format!("{at}: no such structure"))?;
        if !object.unknown_tags.contains(&(tag, data)) {
            bail!("{at}: tag {tag} is not there, or is another");
        }
    }
    match root.unknown_tags.len() {
        n if n == of_root => Ok(()),
        n => bail!("{n} of the root, not {of_root}"),
    }
}

/// The object at a path such as `topics[0].partitions[1]`; the root's is empty.
fn object_at<'o>(of: &'static Struct, root: &'o Object, path: &str) -> Option<&'o Object> {
    let (mut of, mut object) = (of, root);
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let (name, index) = match step.split_once('[') {
            Some((name, index)) => (name, Some(index.strip_suffix(']')?.parse::<usize>().ok()?)),
            None => (step, None),
        };
        let (at, field) = names::field_by_json_name(of, name)?;
        of = of.child(field)?;
        object = match (object.get(at)?, index) {
            (Value::Struct(object), None) => object,
            (Value::Array(array), Some(index)) => match array.get(index)? {
                Value::Struct(object) => object,
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(object)
}
