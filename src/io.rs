//! Connections over anything that reads and writes bytes: [`Connection`] over `embedded-io`,
//! [`AsyncConnection`] over `embedded-io-async`.
//!
//! Both only move the bytes of a [`Link`], which holds all of the logic: what
//! works over one works over the other. Timeouts and the closing of the transport stay the caller's.
//! Uses `error`, `schema`, `typed`, `event`, `sasl` and `session`.

#[cfg(feature = "embedded-io-async")]
mod asynchronous;
#[cfg(feature = "embedded-io")]
mod blocking;

#[cfg(feature = "embedded-io-async")]
pub use asynchronous::AsyncConnection;
#[cfg(feature = "embedded-io")]
pub use blocking::Connection;

use crate::error::{ErrorKind, SessionFault};
use crate::session::Link;
use core::fmt;

/// What went wrong on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Error<E> {
    /// The transport failed. Nothing is lost of what has been read or written: where it can go on,
    /// so can the connection.
    Io(E),
    /// The bytes, a buffer or the call is at fault. The end of the stream is
    /// [`SessionFault::Closed`].
    Kafka(crate::Error),
}

/// The result of what can fail on a connection.
pub type Result<T, E> = core::result::Result<T, Error<E>>;

impl<E> From<crate::Error> for Error<E> {
    fn from(error: crate::Error) -> Self {
        Self::Kafka(error)
    }
}

impl<E: fmt::Debug> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // `embedded-io` asks of its errors no more than `Debug`.
            Self::Io(error) => write!(f, "transport: {error:?}"),
            Self::Kafka(error) => write!(f, "{error}"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for Error<E> {}

/// Where to put what is read, which has to be somewhere.
fn space<'l, const N: usize>(
    link: &'l mut Link<'_, N>,
) -> core::result::Result<&'l mut [u8], crate::Error> {
    match link.space() {
        [] => Err(crate::Error::new(ErrorKind::BufferTooSmall { need: 1 }, 0)),
        space => Ok(space),
    }
}

/// Takes note of what was read. Nothing at all is the end of the stream.
fn arrived<const N: usize>(
    link: &mut Link<'_, N>,
    len: usize,
) -> core::result::Result<(), crate::Error> {
    if len == 0 {
        link.end_of_input()?;
        return Err(closed());
    }
    link.received(len);
    Ok(())
}

/// Takes note of what was written. Nothing at all is the end of the stream.
fn written<const N: usize>(
    link: &mut Link<'_, N>,
    len: usize,
) -> core::result::Result<(), crate::Error> {
    if len == 0 {
        return Err(closed());
    }
    link.sent(len);
    Ok(())
}

#[cold]
const fn closed() -> crate::Error {
    crate::Error::new(ErrorKind::Session(SessionFault::Closed), 0)
}
