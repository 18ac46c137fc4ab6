//! Finding out which versions a broker speaks (KIP-35, KIP-511).

use super::{ApiRanges, Link, Progress, Task, ranges};
use crate::ErrorCode;
use crate::api::api_versions::request::ApiVersionsRequest;
use crate::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use crate::decoder::Decoder;
use crate::error::{Error, ErrorKind, Result, SessionFault};
use crate::event::Item;
use crate::frame::answered_version;
use crate::schema::Versions;
use crate::typed::Body;

/// Reads an ApiVersions response from pieces into [`ApiRanges`], whichever version it is in.
#[derive(Clone)]
pub struct Negotiation {
    /// The version of the request.
    asked: i16,
    body_len: u32,
    /// The error code, as far as it has come. It decides the version of the response.
    front: [u8; FRONT],
    have: u8,
    decoder: Option<Decoder>,
    error: i16,
    /// The API whose versions are being read.
    api_key: i16,
    first: i16,
}

const FRONT: usize = size_of::<i16>();

/// What came out of an ApiVersions response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// The versions are known.
    Agreed,
    /// The broker does not know the version that was asked in. This one it does.
    Again {
        /// The version of the next request.
        version: i16,
    },
}

impl Negotiation {
    /// Reads a response of `body_len` bytes to a request in this version.
    pub const fn new(asked: i16, body_len: u32) -> Self {
        let front = [0; FRONT];
        Self { asked, body_len, front, have: 0, decoder: None, error: 0, api_key: 0, first: 0 }
    }

    /// Goes on with a piece of the body: what came out of it, once it is complete.
    ///
    /// # Errors
    /// What is wrong with the body, with offsets in it; [`SessionFault::Refused`] for an error code
    /// other than UNSUPPORTED_VERSION.
    #[inline(never)]
    pub fn feed(&mut self, mut piece: &[u8], ranges: &mut ApiRanges) -> Result<Option<Outcome>> {
        if self.decoder.is_none() {
            let wanted = self.body_len.min(FRONT as u32) as usize;
            while usize::from(self.have) < wanted
                && let Some((byte, rest)) = piece.split_first()
                && let Some(place) = self.front.get_mut(usize::from(self.have))
            {
                (*place, piece) = (*byte, rest);
                self.have += 1;
            }
            if usize::from(self.have) < wanted {
                return Ok(None);
            }
            *ranges = ApiRanges::NONE;
            let message = const { &ApiVersionsResponse::MESSAGE };
            let front = self.front;
            let version = answered_version(message.api_key, self.asked, &front);
            self.decoder = Some(Decoder::new(message, version, self.body_len)?);
            if self.walk(front.get(..wanted).unwrap_or(&[]), ranges) {
                return self.outcome(ranges).map(Some);
            }
        }
        if self.walk(piece, ranges) {
            return self.outcome(ranges).map(Some);
        }
        self.decoder.as_ref().and_then(Decoder::error).map_or(Ok(None), Err)
    }

    /// Whether this piece is the last. If not, there is no more input, or the decoder has an error.
    fn walk(&mut self, mut piece: &[u8], ranges: &mut ApiRanges) -> bool {
        let Some(decoder) = &mut self.decoder else { return false };
        loop {
            match decoder.next_item(&mut piece) {
                Item::NeedInput => return false,
                Item::Done => return true,
                Item::I16(ApiVersionsResponse::error_code, code) => self.error = code,
                Item::I16(ApiVersion::api_key, key) => self.api_key = key,
                Item::I16(ApiVersion::min_version, first) => self.first = first,
                Item::I16(ApiVersion::max_version, last) => {
                    ranges.set(self.api_key, self.first, last);
                }
                _ => {}
            }
        }
    }

    fn outcome(&self, ranges: &ApiRanges) -> Result<Outcome> {
        match ErrorCode::from_code(self.error) {
            ErrorCode::None => Ok(Outcome::Agreed),
            ErrorCode::UnsupportedVersion if self.asked > 0 => {
                let ours = Versions { first: 0, last: self.asked.saturating_sub(1) as u8 };
                let theirs = ranges.get(ApiVersionsRequest::MESSAGE.api_key);
                let common = ranges::common(ours, theirs);
                // Brokers before KIP-511 say nothing of what they know; all know version 0.
                let version = if common.is_empty() { 0 } else { common.last.into() };
                Ok(Outcome::Again { version })
            }
            code => {
                let kind = ErrorKind::Session(SessionFault::Refused(code));
                let field = ApiVersionsResponse::error_code.id();
                Err(Error { kind, offset: 0, field })
            }
        }
    }
}

/// Asks the broker which versions it speaks, and asks again where it has to (KIP-511).
#[derive(Clone)]
pub struct Negotiate<'n> {
    software_name: &'n str,
    software_version: &'n str,
    state: State,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "nothing can be boxed here")]
enum State {
    Ask(i16),
    Wait,
    Read(Negotiation, u32),
}

impl Negotiate<'_> {
    /// Asks in the name of this crate.
    pub const fn new() -> Self {
        Self::named(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    }
}

impl<'n> Negotiate<'n> {
    /// Asks in the name of this software and its version, which the broker shows in its metrics:
    /// letters, digits, dots and dashes, letters or digits at both ends.
    pub const fn named(software_name: &'n str, software_version: &'n str) -> Self {
        let state = State::Ask(ApiVersionsRequest::MESSAGE.latest_stable());
        Self { software_name, software_version, state }
    }
}

impl Default for Negotiate<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Task for Negotiate<'_> {
    type Output = ();

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<()>> {
        loop {
            match &mut self.state {
                State::Ask(version) => {
                    let request = ApiVersionsRequest {
                        client_software_name: self.software_name,
                        client_software_version: self.software_version,
                        ..Default::default()
                    };
                    link.submit_as(*version, &request)?;
                    self.state = State::Wait;
                }
                State::Wait => {
                    let Some(response) = link.response()? else { return Ok(Progress::Pending) };
                    let message = const { &ApiVersionsResponse::MESSAGE };
                    super::link::checked(Some(response), message)?;
                    let reading = Negotiation::new(response.version, response.body_len);
                    self.state = State::Read(reading, response.body_offset);
                }
                State::Read(reading, body_offset) => {
                    let Some((piece, session)) = link.piece_and_session() else {
                        return Ok(Progress::Pending);
                    };
                    match reading
                        .feed(piece, session.ranges_mut())
                        .map_err(|error| error.at(*body_offset))?
                    {
                        None => {}
                        Some(Outcome::Agreed) => return Ok(Progress::Done(())),
                        Some(Outcome::Again { version }) => self.state = State::Ask(version),
                    }
                }
            }
        }
    }
}
