//! What can go wrong, where, and who is at fault.
//!
//! An [`Error`] is `Copy`, holds no text and fits in 24 bytes: the kind with its numbers, the byte
//! offset in what was decoded or encoded, and the field. Uses `schema` and the error codes.

use crate::ErrorCode;
use crate::schema::FieldId;
#[cfg(feature = "names")]
use crate::schema::Message;
use core::fmt;

/// The result of what can fail here.
pub type Result<T> = core::result::Result<T, Error>;

/// What went wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Error {
    /// What went wrong.
    pub kind: ErrorKind,
    /// The offset, from the first byte of the message or frame, of the value that is at fault.
    pub offset: u32,
    /// The field that is at fault; [`FieldId::NONE`] where it is no field of the schema's.
    pub field: FieldId,
}

const _: () = assert!(size_of::<Error>() <= 24);

/// How bytes, values or bounds break the protocol or their own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ErrorKind {
    /// The message ends inside a value.
    Truncated {
        /// How many bytes the value takes, as far as they are known.
        need: u32,
        /// How many are left.
        remaining: u32,
    },
    /// A string, bytes, records or an unknown tagged field are longer than what is left.
    LengthBeyondEnd {
        /// The length in bytes.
        length: u32,
        /// How many bytes are left after it.
        remaining: u32,
    },
    /// An array or a tag section has more elements than the bytes that are left can hold.
    CountBeyondEnd {
        /// The number of elements.
        count: u32,
        /// How many bytes are left after it.
        remaining: u32,
    },
    /// A length or count below -1, which stands for null.
    NegativeLength {
        /// The length or count.
        length: i32,
    },
    /// A string, array or tag section above the limit that Kafka sets.
    AboveLimit {
        /// The length or count.
        length: u32,
        /// The limit: 32,767 bytes, 1,000,000 elements or 10,000 tags.
        limit: u32,
    },
    /// Null in a field that this version does not allow to be null.
    NullNotAllowed,
    /// A varint that is longer than its type allows, or than it has to be.
    InvalidVarint,
    /// A string that is not UTF-8; the offset is that of the first bad byte.
    InvalidUtf8,
    /// A bool that is neither 0 nor 1.
    InvalidBool {
        /// The byte.
        value: u8,
    },
    /// The byte before a nullable structure is neither 1 nor -1.
    InvalidMarker {
        /// The byte.
        value: u8,
    },
    /// A tagged field that is not above the one before it.
    TagOrder {
        /// The number of the tagged field.
        tag: u32,
    },
    /// A known tagged field whose value is not of the size that it says.
    TagSize {
        /// The number of the tagged field.
        tag: u32,
    },
    /// A tagged field that the structure knows in other versions only.
    TagVersion {
        /// The number of the tagged field.
        tag: u32,
    },
    /// A tagged field at its default, which is not written.
    TagAtDefault {
        /// The number of the tagged field.
        tag: u32,
    },
    /// Bytes after the end of the message.
    TrailingBytes {
        /// How many.
        remaining: u32,
    },
    /// A version that the message is not defined for.
    UnsupportedVersion {
        /// The version.
        version: i16,
    },
    /// An API key that no definition has.
    UnknownApi {
        /// The API key.
        api_key: i16,
    },
    /// A frame whose size is negative or above the limit that the caller sets.
    FrameSize {
        /// The size.
        size: i32,
        /// The limit.
        limit: u32,
    },
    /// The buffer is too small for what is encoded.
    BufferTooSmall {
        /// How many bytes are needed in all.
        need: u32,
    },
    /// A captured field is larger than the bound that its declaration sets.
    CaptureOverflow {
        /// The bound: bytes or elements.
        bound: u32,
        /// What would be needed.
        need: u32,
    },
    /// A value other than the default in a field that this version does not have.
    NotInVersion,
    /// A string, array or tagged field that is too long to be written.
    TooLong {
        /// Its length or count.
        length: u32,
    },
    /// A field that is not the next one of the structure that is being written.
    FieldOrder,
    /// A value of another type than the field's.
    FieldType,
    /// An end without its beginning, a message that goes on after its end, or one that is not
    /// complete.
    Structure,
    /// A record batch that breaks its format.
    Batch(BatchFault),
    /// A session or connection that was used or answered out of turn.
    Session(SessionFault),
}

/// How a record batch breaks its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum BatchFault {
    /// The checksum is not that of the bytes.
    Crc,
    /// A magic byte that no format has.
    Magic,
    /// A length that the header or the record cannot have.
    Length,
    /// Fewer or more records than the header counts.
    RecordCount,
    /// A varint of more than 5 or 10 bytes.
    Varint,
    /// Headers of a record: a count or a key length below 0.
    Headers,
    /// Compressed bytes that their codec cannot read.
    Compressed,
    /// A codec that is unknown, or whose feature is off.
    Codec,
    /// A control record whose key or value is none that is known.
    Control,
    /// A timestamp or offset too far from the base of the batch.
    Delta,
}

/// How a session or connection was used or answered out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum SessionFault {
    /// All slots for requests in flight are taken.
    Full,
    /// A response although no request waits for one.
    Unexpected,
    /// A response to another request than the oldest that waits.
    OutOfOrder,
    /// A response to a request that is answered, or that asked for no answer.
    Repeated,
    /// The peer and the caller have no version in common.
    NoVersion,
    /// The peer answered a login with something that its mechanism does not allow.
    Authentication,
    /// The peer refused a login, or to say which versions it has.
    Refused(ErrorCode),
    /// The connection is closed.
    Closed,
}

/// Who is to blame for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Blame {
    /// The bytes that came from the peer.
    Peer,
    /// The size of a buffer or bound of the caller's: the same with more room succeeds.
    Room,
    /// The values or calls of the caller.
    Caller,
}

impl ErrorKind {
    /// Who is to blame.
    pub const fn blame(&self) -> Blame {
        match self {
            Self::BufferTooSmall { .. } | Self::CaptureOverflow { .. } => Blame::Room,
            Self::Session(SessionFault::Full) => Blame::Room,
            Self::NotInVersion
            | Self::TooLong { .. }
            | Self::FieldOrder
            | Self::FieldType
            | Self::Structure
            | Self::UnsupportedVersion { .. }
            | Self::UnknownApi { .. }
            | Self::Batch(BatchFault::Delta) => Blame::Caller,
            _ => Blame::Peer,
        }
    }
}

impl Error {
    /// An error that is not of one field.
    #[cold]
    pub const fn new(kind: ErrorKind, offset: u32) -> Self {
        Self { kind, offset, field: FieldId::NONE }
    }

    /// The same error, in bytes that begin so many into what the caller knows: its offset, and the size
    /// that a buffer should have.
    pub const fn at(self, base: u32) -> Self {
        let kind = match self.kind {
            ErrorKind::BufferTooSmall { need } => {
                ErrorKind::BufferTooSmall { need: need.saturating_add(base) }
            }
            kind => kind,
        };
        Self { kind, offset: self.offset.saturating_add(base), ..self }
    }

    /// How many bytes the buffer should have, where that is what went wrong.
    pub const fn needed(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::BufferTooSmall { need } => Some(need as usize),
            _ => None,
        }
    }

    /// Prints the error with the names of the message and of the field.
    #[cfg(feature = "names")]
    pub fn in_message(self, message: &'static Message, version: i16) -> impl fmt::Display {
        Named { error: self, message, version }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Truncated { need, remaining } => {
                write!(f, "needs {} ({})", Bytes(need), Remain(remaining, ""))
            }
            Self::LengthBeyondEnd { length, remaining } => {
                write!(f, "length {length} runs past the end ({})", Remain(remaining, " byte"))
            }
            Self::CountBeyondEnd { count, remaining } => {
                write!(f, "count {count} runs past the end ({})", Remain(remaining, " byte"))
            }
            Self::NegativeLength { length } => write!(f, "length {length} is negative"),
            Self::AboveLimit { length, limit } => {
                write!(f, "length {length} is above the limit of {limit}")
            }
            Self::NullNotAllowed => f.write_str("null is not allowed"),
            Self::InvalidVarint => f.write_str("varint is malformed"),
            Self::InvalidUtf8 => f.write_str("string is not UTF-8"),
            Self::InvalidBool { value } => write!(f, "bool is {value}, neither 0 nor 1"),
            Self::InvalidMarker { value } => {
                write!(f, "marker of a nullable struct is {value}, neither 1 nor 255")
            }
            Self::TagOrder { tag } => write!(f, "tag {tag} is not above the one before it"),
            Self::TagSize { tag } => write!(f, "value of tag {tag} is not of its size"),
            Self::TagVersion { tag } => write!(f, "tag {tag} belongs to other versions"),
            Self::TagAtDefault { tag } => write!(f, "tag {tag} is at its default"),
            Self::TrailingBytes { remaining } => {
                let are = if remaining == 1 { "is" } else { "are" };
                write!(f, "{} {are} left after the end", Bytes(remaining))
            }
            Self::UnsupportedVersion { version } => write!(f, "version {version} is not defined"),
            Self::UnknownApi { api_key } => write!(f, "API key {api_key} is not known"),
            Self::FrameSize { size, limit } => {
                write!(f, "frame size {size} is not between 0 and {limit}")
            }
            Self::BufferTooSmall { need } => {
                let are = if need == 1 { "is" } else { "are" };
                write!(f, "buffer is too small: {} {are} needed", Bytes(need))
            }
            Self::CaptureOverflow { bound, need } => {
                write!(f, "bound of {bound} is too small: {need} are needed")
            }
            Self::NotInVersion => f.write_str("value is set, but the version lacks the field"),
            Self::TooLong { length } => write!(f, "length {length} is too long to be written"),
            Self::FieldOrder => f.write_str("field is not the next one of its structure"),
            Self::FieldType => f.write_str("value is of another type than the field"),
            Self::Structure => f.write_str("structure is not complete, or already is"),
            Self::Batch(fault) => write!(f, "record batch: {fault}"),
            Self::Session(fault) => write!(f, "session: {fault}"),
        }
    }
}

/// So many bytes.
struct Bytes(u32);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// So many remain, of what has this name.
struct Remain(u32, &'static str);

impl fmt::Display for Remain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(1, what) => write!(f, "1{what} remains"),
            Self(n, "") => write!(f, "{n} remain"),
            Self(n, what) => write!(f, "{n}{what}s remain"),
        }
    }
}

impl fmt::Display for BatchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crc => "checksum does not match",
            Self::Magic => "magic byte is unknown",
            Self::Length => "length is impossible",
            Self::RecordCount => "number of records does not match",
            Self::Varint => "varint is malformed",
            Self::Headers => "record headers are malformed",
            Self::Compressed => "compressed data is malformed",
            Self::Codec => "compression codec is unknown or not enabled",
            Self::Control => "control record is unknown",
            Self::Delta => "offset or timestamp is too far from the base",
        })
    }
}

impl fmt::Display for SessionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "too many requests in flight",
            Self::Unexpected => "response without a request",
            Self::OutOfOrder => "response is not to the oldest request",
            Self::Repeated => "response to a request that is not waiting for one",
            Self::NoVersion => "no version in common",
            Self::Authentication => "authentication failed",
            Self::Refused(code) => return write!(f, "refused with {code}"),
            Self::Closed => "connection is closed",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte 0x{:04x}: {}", self.offset, self.kind)
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "names")]
struct Named {
    error: Error,
    message: &'static Message,
    version: i16,
}

#[cfg(feature = "names")]
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error, message, version } = self;
        write!(f, "{} v{version}, byte 0x{:04x}", message.name(), error.offset)?;
        if let Some((of, index)) = message.body.find(error.field) {
            write!(f, ", field {}.{}", of.name(), of.field_name(index).unwrap_or("tagged_fields"))?;
        }
        write!(f, ": {}", error.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorKind;
    use std::string::ToString;

    #[test]
    fn one_byte_is_not_bytes() {
        let says = |kind: ErrorKind, text| assert_eq!(kind.to_string(), text);
        let remaining = 1;
        says(ErrorKind::TrailingBytes { remaining }, "1 byte is left after the end");
        says(ErrorKind::TrailingBytes { remaining: 2 }, "2 bytes are left after the end");
        says(ErrorKind::Truncated { need: 2, remaining }, "needs 2 bytes (1 remains)");
        says(ErrorKind::Truncated { need: 1, remaining: 0 }, "needs 1 byte (0 remain)");
        let beyond = ErrorKind::LengthBeyondEnd { length: 5, remaining };
        says(beyond, "length 5 runs past the end (1 byte remains)");
        let beyond = ErrorKind::CountBeyondEnd { count: 5, remaining: 96 };
        says(beyond, "count 5 runs past the end (96 bytes remain)");
        let small = ErrorKind::BufferTooSmall { need: 1 };
        says(small, "buffer is too small: 1 byte is needed");
    }
}
