//! The cells of the columns for type and value.

use crate::error_code::ErrorCode;
use crate::event::Item;
use crate::inspect::json;
use crate::inspect::{api_name, messages};
use crate::schema::{Field, Kind, Message, Role, Struct};
use core::fmt::{self, Write};

/// The most characters of a string that are printed.
const LONGEST: usize = 48;

/// The type of a field, or of the elements of its array.
pub(super) struct TypeName {
    pub(super) of: &'static Struct,
    pub(super) row: &'static Field,
    /// Whether it is about one element.
    pub(super) element: bool,
    /// Whether it is told that a string may be null, as is usual of headers alone.
    pub(super) nullable: bool,
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.row.is_array() && !self.element {
            f.write_str("[]")?;
        } else if self.nullable && self.row.kind() == Kind::Str {
            f.write_str("nullable_")?;
        }
        match self.of.child(self.row) {
            Some(child) => f.write_str(child.name()),
            None => f.write_str(self.row.kind().name()),
        }
    }
}

/// How many there are of something: `1 element`.
pub(super) struct Count(pub(super) u32, pub(super) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, what) = self;
        write!(f, "{count} {what}{}", if *count == 1 { "" } else { "s" })
    }
}

/// The length of a string, bytes or array, as it is written.
pub(super) struct Length {
    pub(super) compact: bool,
    /// None of null.
    pub(super) length: Option<u32>,
}

impl Length {
    pub(super) fn ty(&self) -> &'static str {
        if self.compact { "uvarint" } else { "int32" }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.compact, self.length) {
            (true, length) => {
                write!(f, "{} (compact, n+1)", length.map_or(0, |n| u64::from(n) + 1))
            }
            (false, Some(length)) => write!(f, "{length}"),
            (false, None) => f.write_str("-1"),
        }
    }
}

/// The value of an event.
pub(super) struct Value<'v> {
    pub(super) item: Item<'v>,
    /// The name of the field and its row.
    pub(super) name: &'static str,
    pub(super) row: &'static Field,
    /// Whether it is one element of the array that the field is.
    pub(super) element: bool,
    pub(super) compact: bool,
    /// The message that is looked at, whose key may be none of the registry's.
    pub(super) message: &'v Message,
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item {
            Item::Bool(_, value) => write!(f, "{value}"),
            Item::I8(_, value) => write!(f, "{value}"),
            Item::I16(_, value) => {
                write!(f, "{value}")?;
                self.meaning(value, f)
            }
            Item::U16(_, value) => write!(f, "{value}"),
            Item::I32(_, value) => write!(f, "{value}"),
            Item::U32(_, value) => write!(f, "{value}"),
            Item::I64(_, value) => write!(f, "{value}"),
            Item::F64(_, value) => write!(f, "{value:?}"),
            Item::Uuid(_, value) => write!(f, "{value}"),
            Item::Str(_, chunk) => {
                text(chunk.bytes, f)?;
                self.length(Some(chunk.total()), f)
            }
            Item::Bytes(_, chunk) => {
                bytes(chunk.bytes, f)?;
                self.length(Some(chunk.total()), f)
            }
            Item::Records(_, chunk) => write!(f, "{}", Count(chunk.total(), "byte")),
            Item::Array(_, count) => write!(f, "{}", Count(count, "element")),
            Item::Struct(_) => f.write_str("struct"),
            Item::Null(_) => {
                f.write_str("null")?;
                self.length(None, f)
            }
            Item::StructEnd(_)
            | Item::ArrayEnd(_)
            | Item::Tags(_)
            | Item::Tag(..)
            | Item::NeedInput
            | Item::Done => Ok(()),
        }
    }
}

impl Value<'_> {
    /// What a number stands for, of fields whose name says that.
    fn meaning(&self, value: i16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            "request_api_key" if value == self.message.api_key => {
                write!(f, " ({})", api_name(self.message))
            }
            "request_api_key" | "api_key" => {
                let of_key = |m: &&Message| m.api_key == value && m.role == Role::Request;
                match messages().find(of_key) {
                    Some(message) if value >= 0 => write!(f, " ({})", api_name(message)),
                    _ => Ok(()),
                }
            }
            name if name.ends_with("error_code") => match ErrorCode::from_code(value) {
                ErrorCode::None | ErrorCode::Unknown(_) => Ok(()),
                error => write!(f, " ({})", error.name()),
            },
            _ => Ok(()),
        }
    }

    /// How the length is written.
    fn length(&self, length: Option<u32>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_array = self.row.is_array() && !self.element;
        let plain = match self.row.kind() {
            _ if is_array => "int32 count",
            Kind::Str => "int16 len",
            Kind::Struct => return Ok(()),
            _ => "int32 len",
        };
        let what = if is_array { "n" } else { "len" };
        match (self.compact, length) {
            (true, length) => {
                write!(f, " (compact, {what}+1={})", length.map_or(0, |n| u64::from(n) + 1))
            }
            (false, Some(length)) => write!(f, " ({plain}={length})"),
            (false, None) => write!(f, " ({plain}=-1)"),
        }
    }
}

/// The beginning of a string in quotes.
pub(super) fn text(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut left = LONGEST;
    for chunk in bytes.utf8_chunks() {
        let (valid, bad) = (chunk.valid(), !chunk.invalid().is_empty());
        let end = valid.char_indices().nth(left).map_or(valid.len(), |(at, _)| at);
        let shown = valid.get(..end).unwrap_or("");
        json::escaped(shown, f)?;
        left -= shown.chars().count().min(left);
        if end < valid.len() || bad && left == 0 {
            return f.write_str("\"...");
        }
        if bad {
            f.write_char(char::REPLACEMENT_CHARACTER)?;
            left -= 1;
        }
    }
    f.write_char('"')
}

/// The number of bytes, and the first of them.
pub(super) fn bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const LONGEST: usize = 16;
    write!(f, "{}", Count(bytes.len() as u32, "byte"))?;
    if !bytes.is_empty() {
        f.write_char(' ')?;
    }
    for byte in bytes.iter().take(LONGEST) {
        write!(f, "{byte:02x}")?;
    }
    f.write_str(if bytes.len() > LONGEST { "..." } else { "" })
}
