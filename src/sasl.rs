//! What a client says to log in over SASL, without allocation.
//!
//! A [`Mechanism`] answers one challenge after the other; [`Login`](crate::session::Login) carries
//! the answers. [`Plain`] sends a password in the clear, `Scram` (feature `scram`) proves that it
//! knows it. Uses `error` alone.

#[cfg(feature = "scram")]
mod scram;
#[cfg(feature = "scram")]
pub use scram::{Hash, Scram, Sha256, Sha512};

#[cfg(feature = "scram")]
use crate::error::SessionFault;
use crate::error::{Error, ErrorKind, Result};

/// One side of a SASL exchange.
pub trait Mechanism {
    /// The name by which brokers know it, such as `PLAIN`.
    fn name(&self) -> &str;

    /// Answers a challenge of the broker's, with bytes in the front of `out`. At first there is
    /// none.
    ///
    /// # Errors
    /// [Failed authentication](crate::error::SessionFault::Authentication) for a challenge that breaks
    /// the rules of the mechanism, or that shows that the broker does not know the secret; [`ErrorKind::BufferTooSmall`].
    fn respond(&mut self, challenge: Option<&[u8]>, out: &mut [u8]) -> Result<Step>;
}

/// What a [`Mechanism`] does with a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Step {
    /// It answers with so many bytes.
    Send(usize),
    /// It is content, and has nothing more to say.
    Done,
}

/// User name and password in the clear (RFC 4616), for connections that nobody else can read.
#[derive(Clone, Copy)]
pub struct Plain<'a> {
    /// The user's name, without NUL.
    pub username: &'a str,
    /// The user's password, without NUL.
    pub password: &'a str,
}

impl Mechanism for Plain<'_> {
    fn name(&self) -> &str {
        "PLAIN"
    }

    fn respond(&mut self, challenge: Option<&[u8]>, out: &mut [u8]) -> Result<Step> {
        if challenge.is_some() {
            return Ok(Step::Done);
        }
        let mut out = Text::new(out);
        // The empty part in front would be the user to act for.
        for part in ["\0", self.username, "\0", self.password] {
            out.push(part);
        }
        out.end().map(Step::Send)
    }
}

/// Text that is put together in a buffer; what does not fit is counted.
struct Text<'b> {
    buffer: &'b mut [u8],
    len: usize,
}

impl<'b> Text<'b> {
    const fn new(buffer: &'b mut [u8]) -> Self {
        Self { buffer, len: 0 }
    }

    fn push(&mut self, part: &str) {
        let end = self.len + part.len();
        if let Some(place) = self.buffer.get_mut(self.len..end) {
            place.copy_from_slice(part.as_bytes());
        }
        self.len = end;
    }

    fn end(self) -> Result<usize> {
        if self.len <= self.buffer.len() {
            return Ok(self.len);
        }
        let kind = ErrorKind::BufferTooSmall { need: self.len as u32 };
        Err(Error::new(kind, self.buffer.len() as u32))
    }
}

#[cfg(feature = "scram")]
/// The broker did not keep to the mechanism, at this offset of its challenge.
const fn broken(offset: usize) -> Error {
    Error::new(ErrorKind::Session(SessionFault::Authentication), offset as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_has_known_bytes_and_tells_its_size() {
        let mut plain = Plain { username: "user", password: "päss" };
        let expected = "\0user\0päss".as_bytes();
        for room in 0..expected.len() {
            let error = plain.respond(None, &mut [0; 32][..room]).expect_err("is too small");
            assert_eq!(error.needed(), Some(expected.len()));
        }
        let mut out = [0xa5; 16];
        assert_eq!(plain.respond(None, &mut out), Ok(Step::Send(expected.len())));
        assert_eq!(&out[..expected.len()], expected);
        assert!(out[expected.len()..].iter().all(|byte| *byte == 0xa5));
        assert_eq!(plain.respond(Some(b""), &mut out), Ok(Step::Done));
    }
}
