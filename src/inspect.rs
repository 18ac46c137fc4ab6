//! What a person wants to see of a message: its JSON, tree, byte layout, grammar, schema, and its
//! smallest instance.
//!
//! Everything here reads the same tables and runs the same [`Decoder`] as the rest, prints through
//! `core::fmt` alone and allocates nothing. Bytes that end early or are wrong print as far as they
//! are understood; [`Subject::check`] then says what is wrong. Uses `schema`, `error`, `wire`,
//! `typed`, `decoder`, `event`, `record` and `api`.

mod batch;
mod grammar;
mod json;
mod layout;
mod name;
mod schema;
mod seen;
mod smallest;
mod tree;

pub use grammar::{Grammar, Notation};
pub use json::Json;
pub use layout::{Layout, Paint, Part};
pub use name::{Camel, FieldName};
pub use schema::Schema;
pub use smallest::{smallest, smallest_frame};
pub use tree::{Tree, Unpack};

use crate::api::{self, header};
use crate::decoder::Decoder;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Item;
use crate::schema::{Message, Role};
use crate::typed::Body;
use crate::wire::{Cx, Mode, Reader};
use core::ops::Range;

/// What stands before the body in the bytes of a [`Subject`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Nothing.
    Body,
    /// The header of the request or response.
    Header,
    /// The size, as int32, of all that follows, and the header.
    Size,
}

/// Bytes, and which message they are said to be.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    message: &'a Message,
    version: i16,
    framing: Framing,
    mode: Mode,
    bytes: &'a [u8],
}

impl<'a> Subject<'a> {
    /// Bytes that are read strictly as this message in this version.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`]; [`ErrorKind::UnknownApi`] where a header is said to be
    /// there and the message is no request or response.
    pub fn new(
        message: &'a Message,
        version: i16,
        framing: Framing,
        bytes: &'a [u8],
    ) -> Result<Self> {
        if message.version(version).is_none() {
            return Err(Error::new(ErrorKind::UnsupportedVersion { version }, 0));
        }
        if framing != Framing::Body && message.header_version(version).is_none() {
            return Err(Error::new(ErrorKind::UnknownApi { api_key: message.api_key }, 0));
        }
        Ok(Self { message, version, framing, mode: Mode::Strict, bytes })
    }

    /// The same, read in this mode.
    pub const fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// The message that the bytes are said to be.
    pub const fn message(&self) -> &'a Message {
        self.message
    }

    /// The version that the bytes are said to have.
    pub const fn version(&self) -> i16 {
        self.version
    }

    /// What stands before the body.
    pub const fn framing(&self) -> Framing {
        self.framing
    }

    /// The bytes.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    fn has_size(&self) -> bool {
        self.framing == Framing::Size
    }

    /// The header alone, as a message of its own; none where there is no header, or none whose end
    /// is understood.
    pub fn header(&self) -> Option<Subject<'a>> {
        let sections = self.sections();
        sections.body.and(sections.header).map(|section| section.alone())
    }

    /// The body alone; none where the header is not understood.
    pub fn body(&self) -> Option<Subject<'a>> {
        self.sections().body.map(|section| section.alone())
    }

    /// Reads everything.
    ///
    /// # Errors
    /// The first fault, with its offset in the bytes of the subject: in the header, in the body, or
    /// in the size, where that is negative or not the number of bytes that follow.
    pub fn check(&self) -> Result<()> {
        let sections = self.sections();
        if let Some(section) = &sections.header {
            section.check()?;
        }
        if let Some(section) = &sections.body {
            section.check()?;
        }
        sections.size_fault.map_or(Ok(()), Err)
    }

    pub(crate) fn sections(&self) -> Sections<'a> {
        let mut sections = Sections { size: None, size_fault: None, header: None, body: None };
        let (mut base, mut rest) = (0, self.bytes);
        if self.framing == Framing::Size {
            let Some((size, follows)) = rest.split_first_chunk() else {
                let kind = ErrorKind::Truncated { need: 4, remaining: rest.len() as u32 };
                sections.size_fault = Some(Error::new(kind, 0));
                return sections;
            };
            base = size.len() as u32;
            let size = i32::from_be_bytes(*size);
            sections.size = Some(size);
            (rest, sections.size_fault) = sized(size, follows, base);
        }
        if let (true, Some(version)) =
            (self.framing != Framing::Body, self.message.header_version(self.version))
        {
            let message = header_of(self.message.role);
            let whole = Section { message, version, mode: self.mode, base, bytes: rest };
            let Some((header, follows)) =
                whole.len().and_then(|len| rest.split_at_checked(len as usize))
            else {
                sections.header = Some(whole);
                return sections;
            };
            sections.header = Some(Section { bytes: header, ..whole });
            (base, rest) = (base + header.len() as u32, follows);
        }
        let (message, version) = (self.message, self.version);
        sections.body = Some(Section { message, version, mode: self.mode, base, bytes: rest });
        sections
    }
}

/// The bytes that a size covers, and what is wrong with it.
fn sized(size: i32, follows: &[u8], base: u32) -> (&[u8], Option<Error>) {
    let remaining = follows.len() as u32;
    let Ok(need) = u32::try_from(size) else {
        let kind = ErrorKind::FrameSize { size, limit: i32::MAX as u32 };
        return (follows, Some(Error::new(kind, 0)));
    };
    match follows.split_at_checked(need as usize) {
        Some((all, [])) => (all, None),
        Some((all, over)) => {
            let kind = ErrorKind::TrailingBytes { remaining: over.len() as u32 };
            (all, Some(Error::new(kind, base + need)))
        }
        None => (follows, Some(Error::new(ErrorKind::Truncated { need, remaining }, base))),
    }
}

/// The parts of a subject that are there.
pub(crate) struct Sections<'a> {
    pub(crate) size: Option<i32>,
    size_fault: Option<Error>,
    /// The header; all that follows the size, where its end is not understood.
    pub(crate) header: Option<Section<'a>>,
    pub(crate) body: Option<Section<'a>>,
}

/// A header or a body, and where it begins.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) message: &'a Message,
    pub(crate) version: i16,
    mode: Mode,
    pub(crate) base: u32,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Section<'a> {
    /// A decoder of the section. The version has been checked.
    pub(crate) fn decoder(&self) -> Result<Decoder> {
        Decoder::with_mode(self.mode, self.message, self.version, self.bytes.len() as u32)
    }

    /// How many bytes the structure takes, if it is understood.
    fn len(&self) -> Option<u32> {
        let mut decoder = self.decoder().ok()?;
        let mut input = self.bytes;
        decoder.next(&mut input).ok()?;
        decoder.skip();
        match decoder.next(&mut input).ok()?.item {
            Item::StructEnd(_) => Some(decoder.position()),
            _ => None,
        }
    }

    fn check(&self) -> Result<()> {
        let mut decoder = self.decoder()?;
        let mut input = self.bytes;
        loop {
            match decoder.next(&mut input) {
                Ok(event) if event.item == Item::Done => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(error.at(self.base)),
            }
        }
    }

    /// The number and size of the tagged field that begins at an offset in the section.
    fn tag_at(&self, offset: u32) -> Option<TagAt> {
        let bytes = self.bytes.get(offset as usize..)?;
        // What is padded has been refused before, if it is to be.
        let cx = Cx::new(0, true, Mode::Lenient);
        let mut reader = Reader::new(bytes);
        let number = reader.uvarint(cx).ok()?;
        let size_at = self.len_before(&reader);
        let size = reader.uvarint(cx).ok()?;
        let start = self.len_before(&reader);
        let end = start.checked_add(size)?.min(self.bytes.len() as u32);
        Some(TagAt { number, size_at, value: start..end })
    }

    /// Where a reader of the section's end stands.
    fn len_before(&self, reader: &Reader<'_>) -> u32 {
        (self.bytes.len() - reader.remaining()) as u32
    }

    fn alone(&self) -> Subject<'a> {
        let Section { message, version, mode, bytes, .. } = *self;
        Subject { message, version, framing: Framing::Body, mode, bytes }
    }
}

/// Where the parts of a tagged field lie in its section.
struct TagAt {
    number: u32,
    size_at: u32,
    value: Range<u32>,
}

/// The header that goes before a request or response.
fn header_of(role: Role) -> &'static Message {
    static REQUEST: Message = header::request::RequestHeader::MESSAGE;
    static RESPONSE: Message = header::response::ResponseHeader::MESSAGE;
    if role == Role::Response { &RESPONSE } else { &REQUEST }
}

/// The messages that KIP-179 proposed: known by name, but of no API key.
static KIP_179: [Message; 4] = {
    use crate::api::kip_179::{alter_topics, replica_status};
    [
        alter_topics::request::AlterTopicsRequest::MESSAGE,
        alter_topics::response::AlterTopicsResponse::MESSAGE,
        replica_status::request::ReplicaStatusRequest::MESSAGE,
        replica_status::response::ReplicaStatusResponse::MESSAGE,
    ]
};

/// All messages: those of the registry, then those that KIP-179 proposed.
pub fn messages() -> impl Iterator<Item = &'static Message> + Clone {
    api::MESSAGES.iter().chain(&KIP_179)
}

/// The messages that this names: an API key, an API such as `AlterPartition`, or a message such as
/// `AlterPartitionRequest`, in letters of either case. Of an API the request comes first.
///
/// Names of Kafka 3.9 that 4.4 changed are known too.
pub fn find(name: &str) -> impl Iterator<Item = &'static Message> + Clone {
    const OLD: &str = "ListClientMetricsResources";
    const NEW: &str = "ListConfigResources";
    let key = name.parse::<i16>().ok().filter(|key| *key >= 0);
    let (stem, suffix) = match name.split_at_checked(OLD.len()) {
        Some((old, suffix)) if old.eq_ignore_ascii_case(OLD) => (NEW, suffix),
        _ => (name, ""),
    };
    messages().filter(move |message| {
        if let Some(key) = key {
            return message.api_key == key;
        }
        let is = |whole: &str| {
            whole.split_at_checked(stem.len()).is_some_and(|(front, back)| {
                front.eq_ignore_ascii_case(stem) && back.eq_ignore_ascii_case(suffix)
            })
        };
        is(message.name()) || is(api_name(message))
    })
}

/// The name of the API that a request or response belongs to: its own without the role. Other
/// messages have their own.
pub fn api_name(message: &Message) -> &'static str {
    let name = message.name();
    let suffix = match message.role {
        Role::Request => "Request",
        Role::Response => "Response",
        Role::Header | Role::Data => "",
    };
    name.strip_suffix(suffix).unwrap_or(name)
}
