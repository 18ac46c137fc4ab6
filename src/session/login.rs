//! Logging in over SASL (KIP-43, KIP-152).

use super::link::take;
use super::{Link, Progress, Session, Task};
use crate::ErrorCode;
use crate::api::sasl_authenticate::request::SaslAuthenticateRequest;
use crate::api::sasl_authenticate::response::SaslAuthenticateResponse;
use crate::api::sasl_handshake::request::SaslHandshakeRequest;
use crate::api::sasl_handshake::response::SaslHandshakeResponse;
use crate::error::{Error, ErrorKind, Result, SessionFault};
use crate::sasl::{Mechanism, Step};
use crate::schema::{FieldId, Versions};
use crate::typed::Body;

/// Logs in with a mechanism. Goes after [`Negotiate`](super::Negotiate), before anything else.
pub struct Login<'m> {
    mechanism: &'m mut dyn Mechanism,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Propose,
    Handshake,
    Authenticate,
}

/// What the broker says of a login that it accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Accepted {
    /// How long until the client has to log in again, in milliseconds; 0 for no limit (KIP-368).
    pub session_lifetime_ms: i64,
}

impl<'m> Login<'m> {
    /// Logs in with this mechanism, which is at its first step.
    pub const fn new(mechanism: &'m mut dyn Mechanism) -> Self {
        Self { mechanism, state: State::Propose }
    }
}

impl Task for Login<'_> {
    type Output = Accepted;

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<Accepted>> {
        match self.state {
            State::Propose => {
                // Tokens without headers, which follow version 0, are not spoken here.
                let bounds = Versions { first: 1, last: u8::MAX };
                let message = const { &SaslHandshakeRequest::MESSAGE };
                let version = link.session.version_in(message, bounds)?;
                let mechanism = self.mechanism.name();
                link.submit_as(version, &SaslHandshakeRequest { mechanism, ..Default::default() })?;
                self.state = State::Handshake;
            }
            State::Handshake => {
                if link.whole(const { &SaslHandshakeResponse::MESSAGE })?.is_none() {
                    return Ok(Progress::Pending);
                }
                let response: SaslHandshakeResponse<'_> = link.take()?;
                check(response.error_code, SaslHandshakeResponse::error_code.id())?;
                let (session, unsent) = (&mut link.session, link.unsent.space());
                let reply = reply(session, link.client_id, self.mechanism, None, unsent)?;
                link.unsent.fill(reply.unwrap_or(0));
                self.state = State::Authenticate;
            }
            State::Authenticate => {
                if link.whole(const { &SaslAuthenticateResponse::MESSAGE })?.is_none() {
                    return Ok(Progress::Pending);
                }
                // Borrows of the link nothing but the bytes that have arrived.
                let Link { session, response, arrived, unsent, client_id } = link;
                let response: SaslAuthenticateResponse<'_> = take(session, response, arrived)?;
                check(response.error_code, SaslAuthenticateResponse::error_code.id())?;
                let challenge = Some(response.auth_bytes);
                let session_lifetime_ms = response.session_lifetime_ms;
                match reply(session, *client_id, self.mechanism, challenge, unsent.space())? {
                    Some(len) => unsent.fill(len),
                    None => return Ok(Progress::Done(Accepted { session_lifetime_ms })),
                }
            }
        }
        Ok(Progress::Pending)
    }
}

/// Encodes what the mechanism answers into the front of a buffer, whose back holds the token for
/// that time. The size of the frame; `None` if the mechanism is content.
fn reply<const N: usize>(
    session: &mut Session<N>,
    client_id: Option<&str>,
    mechanism: &mut dyn Mechanism,
    challenge: Option<&[u8]>,
    buffer: &mut [u8],
) -> Result<Option<usize>> {
    let version = session.version(const { &SaslAuthenticateRequest::MESSAGE })?;
    let half = buffer.len() / 2;
    let Some((front, back)) = buffer.split_at_mut_checked(half) else { return Ok(None) };
    // The frame is the token and some more, so the smaller half has to hold both.
    let twice = |error: Error| match error.needed() {
        Some(need) => Error { kind: ErrorKind::BufferTooSmall { need: 2 * need as u32 }, ..error },
        None => error,
    };
    let Step::Send(len) = mechanism.respond(challenge, back).map_err(twice)? else {
        return Ok(None);
    };
    let auth_bytes = back.get(..len).unwrap_or(&[]);
    let request = SaslAuthenticateRequest { auth_bytes, ..Default::default() };
    let outgoing = session.encode(version, client_id, &request, front).map_err(twice);
    let len = outgoing.map(|outgoing| outgoing.frame.len());
    back.fill(0);
    len.map(Some)
}

fn check(error_code: i16, field: FieldId) -> Result<()> {
    match ErrorCode::from_code(error_code) {
        ErrorCode::None => Ok(()),
        code => {
            let kind = ErrorKind::Session(SessionFault::Refused(code));
            Err(Error { kind, offset: 0, field })
        }
    }
}
