//! Frames: a size of four bytes, a header, a body.
//!
//! [`next`] cuts frames off the front of a buffer, [`Encode`] writes them with the size patched in
//! last, [`decode_request_header`] and
//! [`decode_response_header`] take them apart, and [`Incoming`] does so for frames that are
//! larger than any buffer. A *frame* here is what follows the size: offsets of errors count from
//! the first byte of its header, those of encoding from the first byte of the buffer. Which version
//! a header has is a property of the message. Uses `schema`, `error`, `wire`, `typed` and the
//! definitions of the two headers.

mod encode;
mod incoming;

pub use encode::{Encode, encode_request, encode_response};
pub(crate) use encode::{WriteFields, Written, request_message, write_request};
pub use incoming::Incoming;

pub use crate::api::header::request::RequestHeader;
pub use crate::api::header::response::ResponseHeader;

use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Message, Role};
use crate::typed::Body;
use crate::wire::Mode;
use byteorder::{BigEndian, ByteOrder};
use core::ops::Range;

/// Where the size stands: the number of bytes that follow it, an `i32`.
pub const SIZE: Range<usize> = 0..4;

/// Where the parts stand that every version of a request header begins with.
mod fixed {
    use core::ops::Range;

    pub(super) const API_KEY: Range<usize> = 0..2;
    pub(super) const API_VERSION: Range<usize> = API_KEY.end..API_KEY.end + 2;
    pub(super) const CORRELATION_ID: Range<usize> = API_VERSION.end..API_VERSION.end + 4;
}

/// What stands at the front of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Next<'a> {
    /// A whole frame, without its size, and the bytes that follow it.
    Complete {
        /// The header and the body.
        frame: &'a [u8],
        /// What comes after them.
        rest: &'a [u8],
    },
    /// So many bytes are missing of the frame, or of its size as long as that is not known.
    Missing(usize),
}

/// The frame at the front of a buffer, which may be of at most `max` bytes.
///
/// # Errors
/// [`ErrorKind::FrameSize`] for a size that is negative or above `max`. What follows cannot be
/// understood then.
pub fn next(buffer: &[u8], max: u32) -> Result<Next<'_>> {
    let Some((size, after)) = buffer.split_first_chunk() else {
        return Ok(Next::Missing(SIZE.end - buffer.len()));
    };
    let size = check_size(*size, max)? as usize;
    Ok(match after.split_at_checked(size) {
        Some((frame, rest)) => Next::Complete { frame, rest },
        None => Next::Missing(size - after.len()),
    })
}

fn check_size(size: [u8; SIZE.end], max: u32) -> Result<u32> {
    let size = i32::from_be_bytes(size);
    match u32::try_from(size) {
        Ok(n) if n <= max => Ok(n),
        _ => Err(Error::new(ErrorKind::FrameSize { size, limit: max }, 0)),
    }
}

/// What every version of a request header begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RequestIds {
    /// Key of the API.
    pub api_key: i16,
    /// Version of the request.
    pub api_version: i16,
    /// Number that the response has to repeat.
    pub correlation_id: i32,
}

impl RequestIds {
    /// Reads them off a frame, be its API and version known or not: enough to answer that they are
    /// not (KIP-511).
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`].
    pub fn of(frame: &[u8]) -> Result<Self> {
        let Some(front) = frame.first_chunk::<{ fixed::CORRELATION_ID.end }>() else {
            let (need, remaining) = (fixed::CORRELATION_ID.end as u32, frame.len() as u32);
            return Err(Error::new(ErrorKind::Truncated { need, remaining }, 0));
        };
        let part = |range: Range<usize>| front.get(range).unwrap_or(&[0; 4]);
        Ok(Self {
            api_key: BigEndian::read_i16(part(fixed::API_KEY)),
            api_version: BigEndian::read_i16(part(fixed::API_VERSION)),
            correlation_id: BigEndian::read_i32(part(fixed::CORRELATION_ID)),
        })
    }
}

/// A frame that was taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, H> {
    /// The header.
    pub header: H,
    /// What the body is.
    pub message: &'static Message,
    /// The version of the body.
    pub version: i16,
    /// The bytes of the body.
    pub body: &'a [u8],
    /// Where the body begins in the frame.
    pub body_offset: u32,
}

impl<'a, H> Parts<'a, H> {
    /// Decodes the body strictly, as a message of this type.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownApi`] if the body is that of another message; else those of
    /// [`Body::decode`], with offsets in the frame.
    pub fn decode<B: Body<'a>>(&self) -> Result<B> {
        let Message { api_key, role, .. } = *self.message;
        if (api_key, role) != (B::MESSAGE.api_key, B::MESSAGE.role) {
            return Err(Error::new(ErrorKind::UnknownApi { api_key }, 0));
        }
        B::decode(self.version, self.body).map_err(|error| error.at(self.body_offset))
    }
}

/// Takes the frame of a request apart, whatever request of Kafka's it is.
///
/// # Errors
/// [`ErrorKind::UnknownApi`], [`ErrorKind::UnsupportedVersion`], or what is wrong with the header.
#[cfg(feature = "registry")]
pub fn decode_request_header(frame: &[u8]) -> Result<Parts<'_, RequestHeader<'_>>> {
    decode_request_header_with(frame, |api_key| crate::api::find(api_key, Role::Request))
}

/// Takes the frame of a request apart, if `find` knows the message of its API key.
///
/// # Errors
/// [`ErrorKind::UnknownApi`], [`ErrorKind::UnsupportedVersion`], or what is wrong with the header.
pub fn decode_request_header_with(
    frame: &[u8],
    find: impl FnOnce(i16) -> Option<&'static Message>,
) -> Result<Parts<'_, RequestHeader<'_>>> {
    let RequestIds { api_key, api_version: version, .. } = RequestIds::of(frame)?;
    let Some(message) = find(api_key).filter(|message| message.role == Role::Request) else {
        let field = RequestHeader::request_api_key.id();
        return Err(Error { kind: ErrorKind::UnknownApi { api_key }, offset: 0, field });
    };
    let Some(header_version) = message.header_version(version) else {
        let offset = fixed::API_VERSION.start as u32;
        let field = RequestHeader::request_api_version.id();
        return Err(Error { kind: ErrorKind::UnsupportedVersion { version }, offset, field });
    };
    split(frame, header_version, message, version)
}

/// Takes the frame of a response apart. That it is one of this message and version is known from
/// the request that it answers; an ApiVersions response may turn out to be of version 0, see
/// [`answered_version`].
///
/// # Errors
/// [`ErrorKind::UnsupportedVersion`], or what is wrong with the header.
pub fn decode_response_header<'a>(
    message: &'static Message,
    version: i16,
    frame: &'a [u8],
) -> Result<Parts<'a, ResponseHeader<'a>>> {
    match message.header_version(version) {
        Some(header_version) if message.role == Role::Response => {
            let parts = split(frame, header_version, message, version)?;
            Ok(Parts { version: answered_version(message.api_key, version, parts.body), ..parts })
        }
        _ => Err(Error::new(ErrorKind::UnsupportedVersion { version }, 0)),
    }
}

fn split<'a, H: Body<'a>>(
    frame: &'a [u8],
    header_version: i16,
    message: &'static Message,
    version: i16,
) -> Result<Parts<'a, H>> {
    let (header, body) = H::decode_prefix(Mode::Strict, header_version, frame)?;
    let body_offset = (frame.len() - body.len()) as u32;
    Ok(Parts { header, message, version, body, body_offset })
}

/// The API key of ApiVersions.
pub(crate) const API_VERSIONS: i16 = 18;

/// The version of a response's body, by its first two bytes, to a request of this version.
///
/// It is another one only where a broker does not know the version of an ApiVersions request: it
/// then answers in version 0 with UNSUPPORTED_VERSION (KIP-511).
pub fn answered_version(api_key: i16, version: i16, body: &[u8]) -> i16 {
    const UNSUPPORTED: [u8; 2] = crate::ErrorCode::UnsupportedVersion.code().to_be_bytes();
    if api_key == API_VERSIONS && body.starts_with(&UNSUPPORTED) { 0 } else { version }
}
