//! Reading a response as events, of which no more than a piece has to be in memory.

use super::link::checked;
use super::{Link, Progress, Response, Task, throttle_field};
use crate::decoder::Decoder;
use crate::error::Result;
use crate::event::{Event, Item};
use crate::frame::answered_version;
use crate::schema::Message;

/// Reads the next response, which has to be one of a message, as events: each goes to a function.
///
/// The response may be larger than the buffer. How long the broker asks to wait is taken note of.
pub struct Walk<'m, F> {
    message: &'m Message,
    on_event: F,
    reading: Option<(Response, Decoder)>,
}

impl<'m, F: FnMut(&Event<'_, '_>) -> Result<()>> Walk<'m, F> {
    /// Calls a function with each event of a response of this message, without
    /// [`NeedInput`](Item::NeedInput) and [`Done`](Item::Done).
    ///
    /// Where the function fails, so does the task; the rest of the response can be
    /// [passed over](Link::skip).
    pub const fn new(message: &'m Message, on_event: F) -> Self {
        Self { message, on_event, reading: None }
    }
}

impl<F: FnMut(&Event<'_, '_>) -> Result<()>> Task for Walk<'_, F> {
    type Output = Response;

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<Response>> {
        let (response, decoder) = match &mut self.reading {
            Some(reading) => reading,
            None => {
                let Some(mut response) = link.response()? else { return Ok(Progress::Pending) };
                checked(Some(response), self.message)?;
                let Response { api_key, version, body_len, .. } = response;
                // The first bytes decide the version of an ApiVersions response.
                let Some(front) = link.peek(2) else { return Ok(Progress::Pending) };
                response.version = answered_version(api_key, version, front);
                let decoder = Decoder::new(self.message, response.version, body_len)?;
                self.reading.insert((response, decoder))
            }
        };
        let throttle = throttle_field(response.api_key);
        while let Some((mut piece, session)) = link.piece_and_session() {
            loop {
                let event = decoder.next(&mut piece).map_err(|e| e.at(response.body_offset))?;
                if let Some(time_ms) = throttle.and_then(|field| event.get(field)) {
                    session.throttle(time_ms);
                }
                match event.item {
                    Item::NeedInput => break,
                    Item::Done => return Ok(Progress::Done(*response)),
                    _ => (self.on_event)(&event)?,
                }
            }
        }
        Ok(Progress::Pending)
    }
}
