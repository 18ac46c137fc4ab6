//! Writing frames.

use super::{RequestHeader, ResponseHeader, SIZE};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::{FieldId, Message, Role};
use crate::typed::{Body, Wire, context};
use crate::wire::{Cx, Mode, Room, Writer};

impl<'a> RequestHeader<'a> {
    /// The header of a request in this version.
    pub fn of(
        message: &Message,
        version: i16,
        correlation_id: i32,
        client_id: Option<&'a str>,
    ) -> Self {
        Self {
            request_api_key: message.api_key,
            request_api_version: version,
            correlation_id,
            client_id,
            ..Self::default()
        }
    }
}

/// Writes a request as a frame with its size: all three into the front of `buffer`.
///
/// The header says the version. It has to have the API key of the request, unless the message was
/// defined without one. The size is zero until all else is written, and stays so on an error.
///
/// # Errors
/// Those of [`Body::encode`], with offsets in the buffer; [`ErrorKind::UnknownApi`] for the header
/// of another request.
pub fn encode_request<'a, 'b, B: Body<'a>>(
    header: &RequestHeader<'_>,
    body: &B,
    buffer: &'b mut [u8],
) -> Result<&'b [u8]> {
    let fields = |writer: &mut Writer<'_>, cx| body.write(writer, cx, FieldId::NONE);
    let written = write_request(request_message::<B>(), header, &fields, buffer)?;
    Ok(buffer.get(..written.len).unwrap_or_default())
}

/// Writes a response in this version as a frame with its size: all three into the front of
/// `buffer`.
///
/// The size is zero until all else is written, and stays so on an error.
///
/// # Errors
/// Those of [`Body::encode`], with offsets in the buffer.
pub fn encode_response<'a, 'b, B: Body<'a>>(
    version: i16,
    header: &ResponseHeader<'_>,
    body: &B,
    buffer: &'b mut [u8],
) -> Result<&'b [u8]> {
    const { assert!(matches!(B::MESSAGE.role, Role::Response), "the body of a response") };
    let header = |writer: &mut Writer<'_>, cx| header.write(writer, cx, FieldId::NONE);
    let fields = |writer: &mut Writer<'_>, cx| body.write(writer, cx, FieldId::NONE);
    let message = const { &B::MESSAGE };
    let written = write(message, version, &header, &ResponseHeader::MESSAGE, &fields, buffer)?;
    Ok(buffer.get(..written.len).unwrap_or_default())
}

/// What is written of a request.
pub(crate) const fn request_message<'a, B: Body<'a>>() -> &'static Message {
    const { assert!(matches!(B::MESSAGE.role, Role::Request), "the body of a request") };
    const { &B::MESSAGE }
}

/// Writes the fields of a structure. By a pointer, as there is one for each message.
pub(crate) type WriteFields<'w> = dyn Fn(&mut Writer<'_>, Cx) + 'w;

/// A frame that was written to the front of a buffer.
pub(crate) struct Written {
    pub(crate) len: usize,
    /// Where the body begins, the size counted.
    pub(crate) body_at: usize,
}

/// What [`encode_request`] does, for all requests.
pub(crate) fn write_request(
    message: &Message,
    header: &RequestHeader<'_>,
    body: &WriteFields<'_>,
    buffer: &mut [u8],
) -> Result<Written> {
    let api_key = header.request_api_key;
    if message.api_key != api_key && message.api_key >= 0 {
        let (kind, field) =
            (ErrorKind::UnknownApi { api_key }, RequestHeader::request_api_key.id());
        return Err(Error { kind, offset: SIZE.end as u32, field });
    }
    let fields = |writer: &mut Writer<'_>, cx| header.write(writer, cx, FieldId::NONE);
    let version = header.request_api_version;
    write(message, version, &fields, &RequestHeader::MESSAGE, body, buffer)
}

/// Writes the place of the size, the header in the version that the message asks for, and the body.
/// The size is patched in when nothing can fail any more.
fn write(
    message: &Message,
    version: i16,
    header: &WriteFields<'_>,
    header_message: &Message,
    body: &WriteFields<'_>,
    buffer: &mut [u8],
) -> Result<Written> {
    let room = Room::of(buffer);
    let mut writer = Writer::new(buffer, &room);
    writer.fixed([0; SIZE.end]);
    let Some(header_version) = message.header_version(version) else {
        return Err(Error::new(ErrorKind::UnsupportedVersion { version }, 0));
    };
    header(&mut writer, context(header_message, Mode::Strict, header_version)?);
    let body_at = writer.position();
    body(&mut writer, context(message, Mode::Strict, version)?);
    let len = writer.finish()?;
    let Ok(size) = i32::try_from(len - SIZE.end) else {
        return Err(Error::new(ErrorKind::TooLong { length: len as u32 }, 0));
    };
    if let Some(place) = buffer.first_chunk_mut() {
        *place = size.to_be_bytes();
    }
    Ok(Written { len, body_at })
}

/// Writing of requests and responses as frames.
pub trait Encode<'a>: Body<'a> {
    /// Writes the request as a frame with its size; see [`encode_request`].
    ///
    /// ```
    /// use kafka_codec::api::metadata::request::MetadataRequest;
    /// use kafka_codec::frame::{Encode, RequestHeader};
    /// use kafka_codec::typed::Body;
    ///
    /// # fn main() -> kafka_codec::Result<()> {
    /// let header = RequestHeader::of(&MetadataRequest::MESSAGE, 12, 7, Some("meter"));
    /// let mut buffer = [0; 64];
    /// let frame = MetadataRequest::default().encode_frame(&header, &mut buffer)?;
    /// assert_eq!(frame[..4], (frame.len() as i32 - 4).to_be_bytes());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`encode_request`].
    fn encode_frame<'b>(
        &self,
        header: &RequestHeader<'_>,
        buffer: &'b mut [u8],
    ) -> Result<&'b [u8]> {
        encode_request(header, self, buffer)
    }

    /// Writes the response as a frame with its size; see [`encode_response`].
    ///
    /// # Errors
    /// Those of [`encode_response`].
    fn encode_response_frame<'b>(
        &self,
        version: i16,
        header: &ResponseHeader<'_>,
        buffer: &'b mut [u8],
    ) -> Result<&'b [u8]> {
        encode_response(version, header, self, buffer)
    }
}

impl<'a, B: Body<'a>> Encode<'a> for B {}
