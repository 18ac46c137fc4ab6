//! A session with the caller's two buffers.

use super::{Outgoing, Session, throttle_time_ms};
use crate::encoder::Encoder;
use crate::error::{Error, ErrorKind, Result, SessionFault};
use crate::frame::answered_version;
use crate::schema::{Message, Role};
use crate::typed::Body;

/// A [`Session`] with a buffer for each direction, still without I/O: [`unsent`](Self::unsent)
/// bytes go out, bytes that arrive go into [`space`](Self::space).
///
/// A response is read in two steps: [`response`](Self::response) says which one it is, and then its
/// body is taken whole, with [`take`](Self::take), or in pieces of whatever has arrived, with
/// [`piece`](Self::piece). So the buffer for what comes in has to hold only the bodies that are
/// taken whole. All that has been done is kept here, so that each call can be repeated later.
#[derive(Debug)]
pub struct Link<'b, const N: usize> {
    pub(super) session: Session<N>,
    pub(super) client_id: Option<&'b str>,
    pub(super) arrived: Buffer<'b>,
    pub(super) unsent: Buffer<'b>,
    /// The response whose body has not been taken.
    pub(super) response: Option<super::Response>,
}

/// A request that was put behind the unsent bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Submitted {
    /// The number that the response will carry.
    pub correlation_id: i32,
    /// Whether there will be a response: there is none to a Produce request with acks 0.
    pub is_answered: bool,
}

impl Submitted {
    /// What is known of a request, and the size of its frame.
    const fn of(outgoing: Outgoing<'_>) -> (Self, usize) {
        let Outgoing { frame, correlation_id, is_answered } = outgoing;
        (Self { correlation_id, is_answered }, frame.len())
    }
}

impl<'b, const N: usize> Link<'b, N> {
    /// A link on a new connection. Requests are encoded into `outgoing`; what arrives goes through
    /// `incoming`, which has to hold the largest body that is taken whole.
    pub const fn new(
        session: Session<N>,
        client_id: Option<&'b str>,
        incoming: &'b mut [u8],
        outgoing: &'b mut [u8],
    ) -> Self {
        let (arrived, unsent) = (Buffer::new(incoming), Buffer::new(outgoing));
        Self { session, client_id, arrived, unsent, response: None }
    }

    /// The session.
    pub const fn session(&self) -> &Session<N> {
        &self.session
    }

    /// The session, to narrow versions or to take note of throttling.
    pub const fn session_mut(&mut self) -> &mut Session<N> {
        &mut self.session
    }

    /// Puts a request behind the unsent bytes, in the newest stable version that both sides know.
    ///
    /// # Errors
    /// Those of [`Session::version`] and [`Session::encode`]. The buffer may be too small only
    /// because of unsent bytes.
    pub fn submit<'a, B: Body<'a>>(&mut self, request: &B) -> Result<Submitted> {
        self.submit_as(self.session.version(const { &B::MESSAGE })?, request)
    }

    /// Puts a request of this version behind the unsent bytes.
    ///
    /// # Errors
    /// Those of [`Session::encode`]. The buffer may be too small only because of unsent bytes.
    pub fn submit_as<'a, B: Body<'a>>(&mut self, version: i16, request: &B) -> Result<Submitted> {
        let room = self.unsent.space();
        let outgoing = self.session.encode(version, self.client_id, request, room)?;
        let (submitted, len) = Submitted::of(outgoing);
        self.unsent.fill(len);
        Ok(submitted)
    }

    /// Puts a request of this version behind the unsent bytes, whose fields an encoder writes: so that
    /// records are built where they stay.
    ///
    /// # Errors
    /// Those of [`Session::fill`]. The buffer may be too small only because of unsent bytes.
    pub fn fill(
        &mut self,
        message: &'static Message,
        version: i16,
        fill: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<Submitted> {
        let room = self.unsent.space();
        let outgoing = self.session.fill(message, version, self.client_id, room, fill)?;
        let (submitted, len) = Submitted::of(outgoing);
        self.unsent.fill(len);
        Ok(submitted)
    }

    /// What has to be written to the broker.
    pub fn unsent(&self) -> &[u8] {
        self.unsent.bytes()
    }

    /// Says that so many of the [`unsent`](Self::unsent) bytes were written.
    pub fn sent(&mut self, len: usize) {
        self.unsent.drop_front(len);
    }

    /// Where bytes from the broker go. It is empty only where the incoming buffer is full.
    pub fn space(&mut self) -> &mut [u8] {
        self.arrived.space()
    }

    /// Says that so many bytes arrived in [`space`](Self::space).
    pub fn received(&mut self, len: usize) {
        self.arrived.fill(len);
    }

    /// The next response, once all of its header has arrived; the same one until its body is taken
    /// or [passed over](Self::skip).
    ///
    /// # Errors
    /// Those of [`Session::receive`].
    pub fn response(&mut self) -> Result<Option<super::Response>> {
        if self.response.is_none() {
            let mut input = self.arrived.bytes();
            let response = self.session.receive(&mut input);
            let left = input.len();
            self.arrived.keep(left);
            self.response = response?;
        }
        Ok(self.response)
    }

    /// Whether all that is left of the response's body has arrived.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] if the buffer cannot hold it. Nothing is lost: it can still be
    /// read in pieces or passed over.
    pub fn has_body(&self) -> Result<bool> {
        let need = self.session.body_left();
        if need as usize > self.arrived.buffer.len() {
            return Err(Error::new(ErrorKind::BufferTooSmall { need }, 0));
        }
        Ok(self.arrived.len() >= need as usize)
    }

    /// What is left of the response's body, as far as it [has arrived](Self::has_body).
    pub fn body(&mut self) -> &[u8] {
        self.response = None;
        take_body(&mut self.session, &mut self.arrived)
    }

    /// Decodes the response's body, once it [has arrived](Self::has_body), and takes note of how
    /// long the broker asks to wait.
    ///
    /// # Errors
    /// Those of [`Body::decode`], with offsets in the frame; [`ErrorKind::UnknownApi`] if the
    /// response is another one, which can then still be taken.
    pub fn take<'r, R: Body<'r>>(&'r mut self) -> Result<R> {
        take(&mut self.session, &mut self.response, &mut self.arrived)
    }

    /// The next piece of the response's body: what has arrived of it; empty at its end. `None` if
    /// more has to arrive first.
    pub fn piece(&mut self) -> Option<&[u8]> {
        self.piece_and_session().map(|(piece, _)| piece)
    }

    /// Whether a [`piece`](Self::piece) of the body, or its end, has arrived.
    pub fn has_piece(&self) -> bool {
        self.session.body_left() == 0 || self.arrived.len() > 0
    }

    /// Whether no request waits for its response, and no response for its body to be taken.
    pub fn is_idle(&self) -> bool {
        self.session.in_flight() == 0 && self.response.is_none()
    }

    /// The first bytes of the body, or all of a shorter one, once they have arrived.
    pub(super) fn peek(&self, len: usize) -> Option<&[u8]> {
        let len = len.min(self.session.body_left() as usize);
        self.arrived.bytes().get(..len)
    }

    pub(super) fn piece_and_session(&mut self) -> Option<(&[u8], &mut Session<N>)> {
        if !self.has_piece() {
            return None;
        }
        let piece = take_body(&mut self.session, &mut self.arrived);
        if self.session.body_left() == 0 {
            self.response = None;
        }
        Some((piece, &mut self.session))
    }

    /// Passes over what is left of the response's body, also where it has not arrived yet.
    pub fn skip(&mut self) {
        self.response = None;
    }

    /// Says that the broker has closed the connection.
    ///
    /// # Errors
    /// Those of [`Session::end_of_input`].
    pub fn end_of_input(&mut self) -> Result<()> {
        self.session.end_of_input()
    }

    /// The next response, which has to be one of this message, once all of it has arrived.
    pub(super) fn whole(&mut self, message: &Message) -> Result<Option<super::Response>> {
        let response = self.response()?;
        if response.is_some() {
            checked(response, message)?;
            if !self.has_body()? {
                return Ok(None);
            }
        }
        Ok(response)
    }
}

/// What is left of the body, as far as it has arrived.
fn take_body<'r, const N: usize>(
    session: &mut Session<N>,
    arrived: &'r mut Buffer<'_>,
) -> &'r [u8] {
    let mut input = arrived.bytes();
    let len = session.body(&mut input).len();
    arrived.take_front(len)
}

/// Decodes a body that has arrived, with nothing but its bytes borrowed.
pub(super) fn take<'r, R: Body<'r>, const N: usize>(
    session: &mut Session<N>,
    response: &mut Option<super::Response>,
    arrived: &'r mut Buffer<'_>,
) -> Result<R> {
    const { assert!(matches!(R::MESSAGE.role, Role::Response), "the body of a response") };
    let expected = const { &R::MESSAGE };
    let (version, body_offset) = checked(*response, expected)?;
    *response = None;
    let body = take_body(session, arrived);
    let version = answered_version(expected.api_key, version, body);
    session.throttle(throttle_time_ms(expected, version, body));
    R::decode(version, body).map_err(|error| error.at(body_offset))
}

pub(super) fn checked(response: Option<super::Response>, expected: &Message) -> Result<(i16, u32)> {
    match response {
        Some(response) if response.api_key == expected.api_key => {
            Ok((response.version, response.body_offset))
        }
        Some(super::Response { api_key, .. }) => {
            Err(Error::new(ErrorKind::UnknownApi { api_key }, 0))
        }
        None => Err(super::fault(SessionFault::Unexpected)),
    }
}

/// Bytes on their way through a buffer: those between `start` and `end`.
#[derive(Debug)]
pub(super) struct Buffer<'b> {
    buffer: &'b mut [u8],
    start: usize,
    end: usize,
}

impl<'b> Buffer<'b> {
    const fn new(buffer: &'b mut [u8]) -> Self {
        Self { buffer, start: 0, end: 0 }
    }

    const fn len(&self) -> usize {
        self.end - self.start
    }

    fn bytes(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or(&[])
    }

    /// What can be filled: all that holds no bytes, which move to the front first.
    pub(super) fn space(&mut self) -> &mut [u8] {
        if self.start > 0 {
            crate::wire::move_within(self.buffer, self.start..self.end, 0);
            (self.start, self.end) = (0, self.len());
        }
        self.buffer.get_mut(self.end..).unwrap_or_default()
    }

    pub(super) fn fill(&mut self, len: usize) {
        self.end = self.buffer.len().min(self.end + len);
    }

    fn take_front(&mut self, len: usize) -> &[u8] {
        let start = self.start;
        self.start = self.end.min(start + len);
        self.buffer.get(start..self.start).unwrap_or(&[])
    }

    fn drop_front(&mut self, len: usize) {
        self.take_front(len);
    }

    /// Keeps the last bytes of this number.
    fn keep(&mut self, len: usize) {
        self.start = self.end - len.min(self.len());
    }
}

/// Something to be done over a link in steps, between which bytes go out and come in.
///
/// What drives it calls [`step`](Self::step), and while that is pending writes all unsent bytes or,
/// if there are none, reads some.
pub trait Task {
    /// What it gives in the end.
    type Output;

    /// Goes on as far as is possible without I/O.
    ///
    /// # Errors
    /// Those of what is done; then it cannot go on.
    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<Self::Output>>;
}

/// How far a [`Task`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Progress<T> {
    /// Bytes have to go out or come in.
    Pending,
    /// It is done.
    Done(T),
}
