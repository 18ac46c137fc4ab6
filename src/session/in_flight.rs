//! Requests that wait for their response, in the order in which they went out.

use crate::error::{Result, SessionFault};
use heapless::Deque;

/// At most `N` requests that wait for their response.
#[derive(Clone, Debug)]
pub(super) struct InFlight<const N: usize>(Deque<Slot, N>);

/// A request that waits for its response.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) correlation_id: i32,
    pub(super) api_key: i16,
    pub(super) version: u8,
    /// The version of the response's header.
    pub(super) header_version: u8,
}

impl<const N: usize> InFlight<N> {
    pub(super) const fn new() -> Self {
        Self(Deque::new())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, slot: Slot) -> Result<()> {
        self.0.push_back(slot).map_err(|_| super::fault(SessionFault::Full))
    }

    pub(super) fn front(&self) -> Option<Slot> {
        self.0.front().copied()
    }

    pub(super) fn pop(&mut self) {
        self.0.pop_front();
    }

    /// Whether a response with this id is the one that comes next, where `next_id` has not gone out.
    pub(super) fn check(
        &self,
        correlation_id: i32,
        next_id: i32,
    ) -> core::result::Result<(), SessionFault> {
        let place = self.0.iter().position(|slot| slot.correlation_id == correlation_id);
        match place {
            Some(0) => Ok(()),
            Some(_) => Err(SessionFault::OutOfOrder),
            None if (0..next_id).contains(&correlation_id) => Err(SessionFault::Repeated),
            None => Err(SessionFault::Unexpected),
        }
    }
}
