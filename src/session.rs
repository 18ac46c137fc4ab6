//! A client's side of one connection, without I/O.
//!
//! A [`Session`] hands out correlation ids, remembers which requests wait for a response, matches
//! the responses to them in order, and chooses versions by what the broker said that it speaks.
//! All of it is in fixed memory, so that blocking, asynchronous and interrupt-driven code share it.
//! [`Link`] adds the caller's two buffers. Uses `schema`, `error`, `wire`, `typed`, `decoder`,
//! `encoder`, `frame` and the definitions of a few messages.

mod in_flight;
mod link;
mod login;
mod negotiation;
mod ranges;
#[cfg(any(feature = "embedded-io", feature = "embedded-io-async"))]
pub(crate) mod tasks;
mod throttle;
mod walk;

pub use link::{Link, Progress, Submitted, Task};
pub use login::{Accepted, Login};
pub use negotiation::{Negotiate, Negotiation, Outcome};
pub use ranges::ApiRanges;
pub use throttle::{throttle_field, throttle_time_ms};
pub use walk::Walk;

use crate::api::api_versions::response::ApiVersionsResponse;
use crate::api::produce::request::ProduceRequest;
use crate::encoder::Encoder;
use crate::error::{Error, ErrorKind, Result, SessionFault};
use crate::frame::{
    Incoming, RequestHeader, ResponseHeader, SIZE, WriteFields, Written, fill_any, request_message,
    write_request,
};
use crate::schema::{FieldId, Message, Role, Versions};
use crate::typed::{Body, context};
use crate::wire::{Mode, Reader, Writer};
use in_flight::{InFlight, Slot};

/// A client's side of one connection with at most `N` requests in flight.
///
/// ```
/// use kafka_codec::api::heartbeat::request::HeartbeatRequest;
/// use kafka_codec::session::Session;
///
/// # fn main() -> kafka_codec::Result<()> {
/// let mut session = Session::<4>::new(16_384);
/// let mut buffer = [0; 64];
/// let request = HeartbeatRequest { group_id: "g", ..Default::default() };
/// let sent = session.encode(0, Some("meter"), &request, &mut buffer)?;
/// // Write `sent.frame`, and read what the broker answers:
/// let mut input: &[u8] = b"\0\0\0\x06\0\0\0\0\0\x1b";
/// let response = session.receive(&mut input)?.expect("all of its header is there");
/// assert_eq!((response.api_key, response.version, response.body_len), (12, 0, 2));
/// assert_eq!(session.body(&mut input), [0, 27]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Session<const N: usize> {
    incoming: Incoming,
    waiting: InFlight<N>,
    next_id: i32,
    throttle_time_ms: i32,
    ranges: ApiRanges,
}

#[cfg(target_pointer_width = "32")]
const _: () = assert!(size_of::<Session<4>>() < 300);

/// A request that is to be written to the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outgoing<'b> {
    /// The frame, with its size.
    pub frame: &'b [u8],
    /// The number that the response will carry.
    pub correlation_id: i32,
    /// Whether there will be a response: there is none to a Produce request with acks 0.
    pub is_answered: bool,
}

/// A response whose body comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Response {
    /// The number of the request that it answers.
    pub correlation_id: i32,
    /// Key of the API.
    pub api_key: i16,
    /// Version of the body, which is that of the request. An ApiVersions response may turn out to
    /// be of version 0, see [`answered_version`](crate::frame::answered_version).
    pub version: i16,
    /// The size of the body in bytes.
    pub body_len: u32,
    /// Where the body begins in the frame.
    pub body_offset: u32,
}

impl<const N: usize> Session<N> {
    /// A session on a new connection, for responses of at most `max` bytes.
    ///
    /// Until [`ranges`](Self::ranges) are known, no version can be chosen.
    pub const fn new(max: u32) -> Self {
        Self {
            incoming: Incoming::new(max),
            waiting: InFlight::new(),
            next_id: 0,
            throttle_time_ms: 0,
            ranges: ApiRanges::NONE,
        }
    }

    /// The versions that the broker speaks.
    pub const fn ranges(&self) -> &ApiRanges {
        &self.ranges
    }

    /// The versions that the broker speaks, to be filled or narrowed.
    pub const fn ranges_mut(&mut self) -> &mut ApiRanges {
        &mut self.ranges
    }

    /// The newest stable version of a request that both sides know.
    ///
    /// # Errors
    /// [`SessionFault::NoVersion`], also as long as it is not known what the broker speaks.
    pub fn version(&self, message: &Message) -> Result<i16> {
        let last = u8::try_from(message.latest_stable()).unwrap_or(0);
        self.version_in(message, Versions { first: message.versions.first, last })
    }

    /// The newest version of a request that both sides know and that is one of these.
    ///
    /// # Errors
    /// [`SessionFault::NoVersion`], also as long as it is not known what the broker speaks.
    pub fn version_in(&self, message: &Message, bounds: Versions) -> Result<i16> {
        let theirs = self.ranges.get(message.api_key);
        let common = ranges::common(ranges::common(theirs, message.versions), bounds);
        if common.is_empty() { Err(fault(SessionFault::NoVersion)) } else { Ok(common.last.into()) }
    }

    /// Encodes a request into the front of a buffer, and waits for its response from now on.
    ///
    /// The bytes have to reach the broker all, and in the order of the calls.
    ///
    /// # Errors
    /// Those of [`encode_request`](crate::frame::encode_request), and [`SessionFault::Full`].
    /// Nothing is waited for then.
    pub fn encode<'a, 'b, B: Body<'a>>(
        &mut self,
        version: i16,
        client_id: Option<&str>,
        request: &B,
        buffer: &'b mut [u8],
    ) -> Result<Outgoing<'b>> {
        let fields = |writer: &mut Writer<'_>, cx| request.write(writer, cx, FieldId::NONE);
        self.encode_any(request_message::<B>(), version, client_id, &fields, buffer)
    }

    fn encode_any<'b>(
        &mut self,
        message: &'static Message,
        version: i16,
        client_id: Option<&str>,
        request: &WriteFields<'_>,
        buffer: &'b mut [u8],
    ) -> Result<Outgoing<'b>> {
        let header = self.header(message, version, client_id);
        let written = write_request(message, &header, request, buffer)?;
        self.submit(message, &header, written, buffer)
    }

    /// What was written is on its way from here on.
    fn submit<'b>(
        &mut self,
        message: &'static Message,
        header: &RequestHeader<'_>,
        written: Written,
        buffer: &'b mut [u8],
    ) -> Result<Outgoing<'b>> {
        let (version, Written { len, body_at }) = (header.request_api_version, written);
        let frame = buffer.get_mut(..len).unwrap_or_default();
        let is_answered = is_answered(message, version, frame.get(body_at..).unwrap_or_default());
        if let Err(error) = self.sent(message, header, is_answered) {
            // Without its size nobody takes it for a request.
            frame.iter_mut().take(SIZE.end).for_each(|byte| *byte = 0);
            return Err(error);
        }
        Ok(Outgoing { frame, correlation_id: header.correlation_id, is_answered })
    }

    /// Writes a request as a frame into the front of `buffer`, the fields of the body by an
    /// [`Encoder`] that stands at their beginning, so that records are built where they stay.
    ///
    /// ```
    /// use kafka_codec::api::produce::request::{
    ///     PartitionProduceData, ProduceRequest, TopicProduceData,
    /// };
    /// use kafka_codec::record::{BatchBuilder, BatchOptions, Record};
    /// use kafka_codec::session::Session;
    /// use kafka_codec::typed::Body;
    ///
    /// # fn main() -> kafka_codec::Result<()> {
    /// let mut session = Session::<4>::new(16_384);
    /// let mut buffer = [0; 256];
    /// let message = &ProduceRequest::MESSAGE;
    /// let sent = session.fill(message, 9, Some("meter"), &mut buffer, |request| {
    ///     request.put(ProduceRequest::acks, -1)?;
    ///     request.put(ProduceRequest::timeout_ms, 5_000)?;
    ///     request.begin_array(ProduceRequest::topic_data.id())?;
    ///     request.begin_struct(ProduceRequest::topic_data.id())?;
    ///     request.put(TopicProduceData::name, "readings")?;
    ///     request.begin_array(TopicProduceData::partition_data.id())?;
    ///     request.begin_struct(TopicProduceData::partition_data.id())?;
    ///     request.fill_payload(PartitionProduceData::records.id(), |room| {
    ///         let mut batch = BatchBuilder::new(room, BatchOptions::default())?;
    ///         for value in ["20.5", "20.7"] {
    ///             batch.append(&Record { value: Some(value.as_bytes()), ..Default::default() })?;
    ///         }
    ///         Ok(batch.finish())
    ///     })?;
    ///     request.end_struct()?;
    ///     request.end_array()?;
    ///     request.end_struct()?;
    ///     request.end_array()
    /// })?;
    /// assert!(sent.is_answered);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`fill_request`](crate::frame::fill_request), and [`SessionFault::Full`]. Then nothing is
    /// in flight.
    pub fn fill<'b>(
        &mut self,
        message: &'static Message,
        version: i16,
        client_id: Option<&str>,
        buffer: &'b mut [u8],
        fill: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<Outgoing<'b>> {
        let header = self.header(message, version, client_id);
        let written = fill_any(&header, message, buffer, fill)?;
        self.submit(message, &header, written, buffer)
    }

    /// The header of the next request, for one that is encoded in another way than by
    /// [`encode`](Self::encode) or [`fill`](Self::fill). Goes before [`sent`](Self::sent).
    pub fn header<'c>(
        &self,
        message: &Message,
        version: i16,
        client_id: Option<&'c str>,
    ) -> RequestHeader<'c> {
        RequestHeader::of(message, version, self.next_id, client_id)
    }

    /// Says that a request with this [`header`](Self::header) is on its way, and whether there will
    /// be a response.
    ///
    /// # Errors
    /// [`SessionFault::Full`]: the request must not be sent. The message may have no such version,
    /// or be no request.
    pub fn sent(
        &mut self,
        message: &Message,
        header: &RequestHeader<'_>,
        is_answered: bool,
    ) -> Result<()> {
        let version = header.request_api_version;
        let unknown = Error::new(ErrorKind::UnsupportedVersion { version }, 0);
        let (Some(request), Role::Request) = (message.version(version), message.role) else {
            return Err(unknown);
        };
        if is_answered {
            self.waiting.push(Slot {
                correlation_id: header.correlation_id,
                api_key: header.request_api_key,
                version: request,
                header_version: response_header_version(message, version),
            })?;
        }
        self.next_id = header.correlation_id.checked_add(1).unwrap_or(0);
        Ok(())
    }

    /// The next response, once all of its header has come; what is left of the body before is
    /// passed over. Takes from the front of `input` what it used.
    ///
    /// # Errors
    /// What is wrong with the size or the header; [`SessionFault::Unexpected`],
    /// [`SessionFault::OutOfOrder`] or [`SessionFault::Repeated`] for a response that is not to the
    /// oldest request which waits. The connection is of no use any more, and each call gives the
    /// same error.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Response>> {
        if !self.incoming.is_in_header() {
            let Some(correlation_id) = self.incoming.front(input)? else { return Ok(None) };
            if let Err(fault) = self.waiting.check(correlation_id, self.next_id) {
                let kind = ErrorKind::Session(fault);
                let field = ResponseHeader::correlation_id.id();
                return Err(self.incoming.fail(Error { kind, offset: 0, field }));
            }
        }
        let Some(slot) = self.waiting.front() else {
            return Err(fault(SessionFault::Unexpected));
        };
        let Some(body_len) = self.incoming.header(input, slot.header_version.into())? else {
            return Ok(None);
        };
        self.waiting.pop();
        Ok(Some(Response {
            correlation_id: slot.correlation_id,
            api_key: slot.api_key,
            version: slot.version.into(),
            body_len,
            body_offset: self.incoming.position(),
        }))
    }

    /// The next piece of the body: as much of it as the input has.
    pub fn body<'i>(&mut self, input: &mut &'i [u8]) -> &'i [u8] {
        self.incoming.body(input)
    }

    /// How many bytes of the body have not been read.
    pub const fn body_left(&self) -> u32 {
        if self.incoming.is_in_body() { self.incoming.left() } else { 0 }
    }

    /// How many requests wait for their response.
    pub fn in_flight(&self) -> usize {
        self.waiting.len()
    }

    /// Says that the input has ended.
    ///
    /// # Errors
    /// [`SessionFault::Closed`], at the offset in the frame at which it was cut, if a response is
    /// missing or not complete; the error of an earlier call.
    pub fn end_of_input(&mut self) -> Result<()> {
        if self.incoming.is_between() && self.in_flight() == 0 {
            return Ok(());
        }
        let kind = ErrorKind::Session(SessionFault::Closed);
        Err(self.incoming.fail_here(kind))
    }

    /// How long the broker asked to wait when it was asked last, in milliseconds.
    ///
    /// It is known from bodies that a [`Link`] decoded, and from what [`throttle`](Self::throttle)
    /// was told.
    pub const fn throttle_time_ms(&self) -> i32 {
        self.throttle_time_ms
    }

    /// Takes note of how long the broker asks to wait, in milliseconds.
    pub const fn throttle(&mut self, time_ms: i32) {
        self.throttle_time_ms = time_ms;
    }
}

/// The version of the header in front of the response to this version of a request.
///
/// A response is flexible where its request is. The one whose header breaks the rule says so itself.
const fn response_header_version(request: &Message, version: i16) -> u8 {
    if request.api_key == ApiVersionsResponse::MESSAGE.api_key
        && let Some(exception) = ApiVersionsResponse::MESSAGE.header_version(version)
    {
        return exception as u8;
    }
    request.is_flexible(version) as u8
}

/// Whether the broker answers this request.
fn is_answered(message: &Message, version: i16, body: &[u8]) -> bool {
    message.api_key != ProduceRequest::MESSAGE.api_key || acks(message, version, body) != Some(0)
}

/// The acks of a Produce request that was written, which stand at its front.
fn acks(message: &Message, version: i16, body: &[u8]) -> Option<i16> {
    let cx = context(message, Mode::Strict, version).ok()?;
    let mut reader = Reader::new(body);
    let transactional_id = message.body.row(ProduceRequest::transactional_id.id().index())?;
    if transactional_id.in_line(cx.version()) {
        // Null is a length of -1, which is one less than that of an empty one in both forms.
        let length = if cx.is_flexible() {
            reader.uvarint(cx).ok()?.saturating_sub(1)
        } else {
            u32::try_from(i16::from_be_bytes(reader.array().ok()?)).unwrap_or(0)
        };
        reader.take(length as usize).ok()?;
    }
    reader.array().ok().map(i16::from_be_bytes)
}

const fn fault(fault: SessionFault) -> Error {
    Error::new(ErrorKind::Session(fault), 0)
}

#[cfg(all(test, feature = "registry"))]
mod tests {
    use super::*;
    use crate::api::find;

    #[test]
    fn response_headers_follow_from_requests() {
        for key in 0..=94 {
            let request = find(key, Role::Request).expect("a request");
            let response = find(key, Role::Response).expect("a response");
            assert_eq!(request.versions, response.versions);
            for version in request.versions.iter() {
                let expected = response.header_version(version);
                assert_eq!(Some(response_header_version(request, version).into()), expected);
            }
        }
    }
}
