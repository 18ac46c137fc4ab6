//! A connection that waits by blocking.

use super::{Error, Result, arrived, space, written};
use crate::event::Event;
use crate::sasl::Mechanism;
use crate::schema::Message;
use crate::session::tasks::{NextPiece, NextResponse, WholeBody, WholeResponse, ask};
use crate::session::{Accepted, Link, Login, Negotiate, Progress, Response, Submitted, Task, Walk};
use crate::typed::Body;
use embedded_io::{Error as _, ErrorKind, Read, Write};

/// A connection over a transport that blocks, with at most `N` requests in flight.
///
/// A transport that would rather fail than block, or one with a timeout, gives [`Error::Io`]; call
/// again to go on. What a call had submitted stays submitted, so go on with what is behind it.
#[derive(Debug)]
pub struct Connection<'b, T, const N: usize> {
    io: T,
    link: Link<'b, N>,
    /// Whether bytes were written since the transport was flushed.
    is_dirty: bool,
}

impl<'b, T: Read + Write, const N: usize> Connection<'b, T, N> {
    /// A connection over a transport that has just been opened.
    pub const fn new(io: T, link: Link<'b, N>) -> Self {
        Self { io, link, is_dirty: false }
    }

    /// The link.
    pub const fn link(&self) -> &Link<'b, N> {
        &self.link
    }

    /// The link, to narrow versions, to submit requests, or to take what has arrived.
    pub const fn link_mut(&mut self) -> &mut Link<'b, N> {
        &mut self.link
    }

    /// The transport, to set timeouts for instance.
    pub const fn io_mut(&mut self) -> &mut T {
        &mut self.io
    }

    /// The transport and the link.
    pub fn into_parts(self) -> (T, Link<'b, N>) {
        (self.io, self.link)
    }

    /// Finds out which versions the broker speaks; goes first on a connection.
    ///
    /// # Errors
    /// [`SessionFault::Refused`](crate::error::SessionFault::Refused), or what is wrong with the
    /// response.
    pub fn negotiate(&mut self) -> Result<(), T::Error> {
        self.run(&mut Negotiate::new())
    }

    /// Logs in; goes second on a connection that asks for it.
    ///
    /// # Errors
    /// [`SessionFault::Refused`](crate::error::SessionFault::Refused) if the broker refuses,
    /// [`SessionFault::Authentication`](crate::error::SessionFault::Authentication) if the
    /// mechanism refuses the broker; or what is wrong with the responses.
    pub fn login(&mut self, mechanism: &mut dyn Mechanism) -> Result<Accepted, T::Error> {
        self.run(&mut Login::new(mechanism))
    }

    /// Sends a request and waits for its response, while no other one is waited for.
    ///
    /// # Errors
    /// Those of [`Link::submit`] and [`Link::take`];
    /// [`SessionFault::OutOfOrder`](crate::error::SessionFault::OutOfOrder) if another response is
    /// still to come or to be taken. To a Produce request with acks 0 there is no response, so this
    /// submits it and fails with
    /// [`SessionFault::Unexpected`](crate::error::SessionFault::Unexpected).
    pub fn call<'a, 'r, Q: Body<'a>, R: Body<'r>>(
        &'r mut self,
        request: &Q,
    ) -> Result<R, T::Error> {
        const { assert!(Q::MESSAGE.api_key == R::MESSAGE.api_key, "the response to the request") };
        ask(&mut self.link, request)?;
        self.receive()
    }

    /// Sends a request in the newest stable version that both sides know.
    ///
    /// # Errors
    /// Those of [`Link::submit`]. Once it was submitted, an error of the transport does not undo
    /// that: go on with [`flush`](Self::flush).
    pub fn send<'a, Q: Body<'a>>(&mut self, request: &Q) -> Result<Submitted, T::Error> {
        let submitted = self.link.submit(request)?;
        self.flush()?;
        Ok(submitted)
    }

    /// Waits for the next response's header. Its body comes next; see [`Link`].
    ///
    /// # Errors
    /// Those of [`Link::response`].
    pub fn response(&mut self) -> Result<Response, T::Error> {
        self.run(&mut NextResponse)
    }

    /// Waits for the next response, which has to be one of this type, and decodes it.
    ///
    /// # Errors
    /// Those of [`Link::response`], [`Link::has_body`] and [`Link::take`].
    pub fn receive<'r, R: Body<'r>>(&'r mut self) -> Result<R, T::Error> {
        self.run(&mut WholeResponse(const { &R::MESSAGE }))?;
        Ok(self.link.take()?)
    }

    /// Waits for the next response, which has to be one of this message, and calls a function with
    /// each event of it. It may be larger than any buffer.
    ///
    /// # Errors
    /// Those of [`Link::response`], what is wrong with the body, and those of the function.
    pub fn walk(
        &mut self,
        message: &Message,
        on_event: impl FnMut(&Event<'_, '_>) -> crate::Result<()>,
    ) -> Result<Response, T::Error> {
        self.run(&mut Walk::new(message, on_event))
    }

    /// Waits for what is left of the body of the [`response`](Self::response).
    ///
    /// # Errors
    /// Those of [`Link::has_body`].
    pub fn body(&mut self) -> Result<&[u8], T::Error> {
        self.run(&mut WholeBody)?;
        Ok(self.link.body())
    }

    /// Waits for the next piece of the body of the [`response`](Self::response); empty at its end.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn piece(&mut self) -> Result<&[u8], T::Error> {
        self.run(&mut NextPiece)?;
        Ok(self.link.piece().unwrap_or(&[]))
    }

    /// Does a task to its end.
    ///
    /// # Errors
    /// Those of the task and of the transport. After the latter the same task can be run again to
    /// go on.
    pub fn run<K: Task>(&mut self, task: &mut K) -> Result<K::Output, T::Error> {
        loop {
            if let Progress::Done(output) = task.step(&mut self.link)? {
                return Ok(output);
            }
            if self.is_dirty || !self.link.unsent().is_empty() {
                self.flush()?;
            } else {
                self.fill()?;
            }
        }
    }

    /// Writes all that was submitted.
    ///
    /// # Errors
    /// Those of the transport. Call it again to go on where it stopped.
    pub fn flush(&mut self) -> Result<(), T::Error> {
        while !self.link.unsent().is_empty() {
            match self.io.write(self.link.unsent()) {
                Ok(len) => written(&mut self.link, len)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Io(error)),
            }
            self.is_dirty = true;
        }
        self.io.flush().map_err(Error::Io)?;
        self.is_dirty = false;
        Ok(())
    }

    fn fill(&mut self) -> Result<(), T::Error> {
        match self.io.read(space(&mut self.link)?) {
            Ok(len) => Ok(arrived(&mut self.link, len)?),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(Error::Io(error)),
        }
    }
}
