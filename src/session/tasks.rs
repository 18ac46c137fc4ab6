//! The small tasks that connections are made of.

use super::{Link, Progress, Response, Task};
use crate::error::{Result, SessionFault};
use crate::schema::Message;
use crate::typed::Body;

/// Waits for the header of the next response.
pub(crate) struct NextResponse;

impl Task for NextResponse {
    type Output = Response;

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<Response>> {
        Ok(link.response()?.map_or(Progress::Pending, Progress::Done))
    }
}

/// Waits for all of the next response, which has to be one of this message.
pub(crate) struct WholeResponse<'m>(pub(crate) &'m Message);

impl Task for WholeResponse<'_> {
    type Output = Response;

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<Response>> {
        Ok(link.whole(self.0)?.map_or(Progress::Pending, Progress::Done))
    }
}

/// Waits for what is left of the body.
pub(crate) struct WholeBody;

impl Task for WholeBody {
    type Output = ();

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<()>> {
        Ok(if link.has_body()? { Progress::Done(()) } else { Progress::Pending })
    }
}

/// Waits for a piece of the body.
pub(crate) struct NextPiece;

impl Task for NextPiece {
    type Output = ();

    fn step<const N: usize>(&mut self, link: &mut Link<'_, N>) -> Result<Progress<()>> {
        Ok(if link.has_piece() { Progress::Done(()) } else { Progress::Pending })
    }
}

/// Submits a request whose response is the next one that is read.
pub(crate) fn ask<'a, Q: Body<'a>, const N: usize>(
    link: &mut Link<'_, N>,
    request: &Q,
) -> Result<()> {
    if !link.is_idle() {
        return Err(super::fault(SessionFault::OutOfOrder));
    }
    match link.submit(request)?.is_answered {
        true => Ok(()),
        false => Err(super::fault(SessionFault::Unexpected)),
    }
}
