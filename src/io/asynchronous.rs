//! A connection that waits asynchronously.

use super::{Error, Result, arrived, space, written};
use crate::event::Event;
use crate::sasl::Mechanism;
use crate::schema::Message;
use crate::session::tasks::{NextPiece, NextResponse, WholeBody, WholeResponse, ask};
use crate::session::{Accepted, Link, Login, Negotiate, Progress, Response, Submitted, Task, Walk};
use crate::typed::Body;
use embedded_io_async::{Error as _, ErrorKind, Read, Write};

/// A connection over an asynchronous transport, with at most `N` requests in flight.
///
/// As far as the transport's own `read` and `write` lose nothing when they are dropped, neither do
/// [`response`](Self::response), [`receive`](Self::receive), [`body`](Self::body),
/// [`piece`](Self::piece) and [`flush`](Self::flush): call again to go on. A [`send`](Self::send) or
/// [`call`](Self::call) that is dropped has been submitted at its first poll: go on with `flush` or
/// `receive`. Dropping [`negotiate`](Self::negotiate), [`login`](Self::login) or
/// [`walk`](Self::walk) loses how far they are; keep the task and [`run`](Self::run) it again.
#[derive(Debug)]
pub struct AsyncConnection<'b, T, const N: usize> {
    io: T,
    link: Link<'b, N>,
    /// Whether bytes were written since the transport was flushed.
    is_dirty: bool,
}

impl<'b, T: Read + Write, const N: usize> AsyncConnection<'b, T, N> {
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
    pub async fn negotiate(&mut self) -> Result<(), T::Error> {
        self.run(&mut Negotiate::new()).await
    }

    /// Logs in; goes second on a connection that asks for it.
    ///
    /// # Errors
    /// [`SessionFault::Refused`](crate::error::SessionFault::Refused) if the broker refuses,
    /// [`SessionFault::Authentication`](crate::error::SessionFault::Authentication) if the
    /// mechanism refuses the broker; or what is wrong with the responses.
    pub async fn login(&mut self, mechanism: &mut dyn Mechanism) -> Result<Accepted, T::Error> {
        self.run(&mut Login::new(mechanism)).await
    }

    /// Sends a request and waits for its response, while no other one is waited for.
    ///
    /// # Errors
    /// Those of [`Link::submit`] and [`Link::take`];
    /// [`SessionFault::OutOfOrder`](crate::error::SessionFault::OutOfOrder) if another response is
    /// still to come or to be taken. To a Produce request with acks 0 there is no response, so this
    /// submits it and fails with
    /// [`SessionFault::Unexpected`](crate::error::SessionFault::Unexpected).
    pub async fn call<'a, 'r, Q: Body<'a>, R: Body<'r>>(
        &'r mut self,
        request: &Q,
    ) -> Result<R, T::Error> {
        const { assert!(Q::MESSAGE.api_key == R::MESSAGE.api_key, "the response to the request") };
        ask(&mut self.link, request)?;
        self.receive().await
    }

    /// Sends a request in the newest stable version that both sides know.
    ///
    /// # Errors
    /// Those of [`Link::submit`]. Once it was submitted, an error of the transport does not undo
    /// that: go on with [`flush`](Self::flush).
    pub async fn send<'a, Q: Body<'a>>(&mut self, request: &Q) -> Result<Submitted, T::Error> {
        let submitted = self.link.submit(request)?;
        self.flush().await?;
        Ok(submitted)
    }

    /// Waits for the next response's header. Its body comes next; see [`Link`].
    ///
    /// # Errors
    /// Those of [`Link::response`].
    pub async fn response(&mut self) -> Result<Response, T::Error> {
        self.run(&mut NextResponse).await
    }

    /// Waits for the next response, which has to be one of this type, and decodes it.
    ///
    /// # Errors
    /// Those of [`Link::response`], [`Link::has_body`] and [`Link::take`].
    pub async fn receive<'r, R: Body<'r>>(&'r mut self) -> Result<R, T::Error> {
        self.run(&mut WholeResponse(const { &R::MESSAGE })).await?;
        Ok(self.link.take()?)
    }

    /// Waits for the next response, which has to be one of this message, and calls a function with
    /// each event of it. It may be larger than any buffer.
    ///
    /// # Errors
    /// Those of [`Link::response`], what is wrong with the body, and those of the function.
    pub async fn walk(
        &mut self,
        message: &Message,
        on_event: impl FnMut(&Event<'_, '_>) -> crate::Result<()>,
    ) -> Result<Response, T::Error> {
        self.run(&mut Walk::new(message, on_event)).await
    }

    /// Waits for what is left of the body of the [`response`](Self::response).
    ///
    /// # Errors
    /// Those of [`Link::has_body`].
    pub async fn body(&mut self) -> Result<&[u8], T::Error> {
        self.run(&mut WholeBody).await?;
        Ok(self.link.body())
    }

    /// Waits for the next piece of the body of the [`response`](Self::response); empty at its end.
    ///
    /// # Errors
    /// Those of the transport.
    pub async fn piece(&mut self) -> Result<&[u8], T::Error> {
        self.run(&mut NextPiece).await?;
        Ok(self.link.piece().unwrap_or(&[]))
    }

    /// Does a task to its end.
    ///
    /// # Errors
    /// Those of the task and of the transport. After the latter the same task can be run again to
    /// go on.
    pub async fn run<K: Task>(&mut self, task: &mut K) -> Result<K::Output, T::Error> {
        loop {
            if let Progress::Done(output) = task.step(&mut self.link)? {
                return Ok(output);
            }
            if self.is_dirty || !self.link.unsent().is_empty() {
                self.flush().await?;
            } else {
                self.fill().await?;
            }
        }
    }

    /// Writes all that was submitted.
    ///
    /// # Errors
    /// Those of the transport. Call it again to go on where it stopped.
    pub async fn flush(&mut self) -> Result<(), T::Error> {
        while !self.link.unsent().is_empty() {
            match self.io.write(self.link.unsent()).await {
                Ok(len) => written(&mut self.link, len)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Io(error)),
            }
            self.is_dirty = true;
        }
        self.io.flush().await.map_err(Error::Io)?;
        self.is_dirty = false;
        Ok(())
    }

    async fn fill(&mut self) -> Result<(), T::Error> {
        match self.io.read(space(&mut self.link)?).await {
            Ok(len) => Ok(arrived(&mut self.link, len)?),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
            Err(error) => Err(Error::Io(error)),
        }
    }
}
