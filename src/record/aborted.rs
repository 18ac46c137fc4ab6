//! Leaves out the batches of aborted transactions, for consumers that read what is committed
//! (KIP-98).
//!
//! A Fetch response lists the aborted transactions of each partition; the filter holds as many as
//! the caller grants. Uses `batch` and `control`.

use super::{ControlRecord, ControlType, RecordBatch};
use crate::error::{Error, ErrorKind, Result};
use heapless::Vec;

/// What to do with a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Verdict {
    /// Its records are for the user.
    Deliver,
    /// It belongs to a transaction that was aborted.
    Aborted,
    /// It holds control records, which are not for the user.
    Control,
}

/// The aborted transactions of one partition: up to `N` at a time.
#[derive(Clone, Debug, Default)]
pub struct AbortedFilter<const N: usize> {
    transactions: Vec<Transaction, N>,
}

#[derive(Clone, Copy, Debug)]
struct Transaction {
    producer_id: i64,
    first_offset: i64,
}

impl<const N: usize> AbortedFilter<N> {
    /// No aborted transaction.
    pub const fn new() -> Self {
        Self { transactions: Vec::new() }
    }

    /// Adds an entry of `aborted_transactions` of a Fetch response, in any order.
    ///
    /// # Errors
    /// [`ErrorKind::CaptureOverflow`] where `N` are there already.
    pub fn add(&mut self, producer_id: i64, first_offset: i64) -> Result<()> {
        self.transactions.push(Transaction { producer_id, first_offset }).map_err(|_| {
            let (bound, need) = (N as u32, N as u32 + 1);
            Error::new(ErrorKind::CaptureOverflow { bound, need }, 0)
        })
    }

    /// Forgets all transactions: before the next response.
    pub fn clear(&mut self) {
        self.transactions.clear();
    }

    /// Says what to do with the next batch of the partition. Batches are to come in order.
    ///
    /// # Errors
    /// Those of the first record, where the batch is a control batch.
    pub fn verdict(&mut self, batch: &RecordBatch<'_>) -> Result<Verdict> {
        let attributes = batch.attributes();
        let (producer_id, last_offset) = (batch.producer_id(), batch.last_offset());
        // A transaction that begins after this batch is another one of the same producer.
        let is_of = |transaction: &Transaction| {
            transaction.producer_id == producer_id && transaction.first_offset <= last_offset
        };
        if attributes.is_control() {
            // Compaction may leave a control batch without records.
            if let Some(record) = batch.records()?.next() {
                let control = ControlRecord::decode(&record?)?;
                if control.control_type == ControlType::Abort {
                    self.transactions.retain(|transaction| !is_of(transaction));
                }
            }
            return Ok(Verdict::Control);
        }
        let aborted = attributes.is_transactional() && self.transactions.iter().any(is_of);
        Ok(if aborted { Verdict::Aborted } else { Verdict::Deliver })
    }
}
