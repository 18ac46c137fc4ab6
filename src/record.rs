//! Records: batches of magic 2, and the messages of magic 0 and 1 from before them.
//!
//! What is read borrows the bytes, is checked once and costs work linear in them; what is written
//! goes straight into the caller's buffer. Nothing here allocates, but for codecs that say so.
//! Uses `error`, `wire`, and, for the values of control records, `typed` and `api`.
//!
//! ```
//! use kafka_codec::record::{Batch, BatchBuilder, BatchOptions, Batches, Record};
//!
//! # fn main() -> kafka_codec::Result<()> {
//! let mut buffer = [0; 256];
//! let mut builder = BatchBuilder::new(&mut buffer, BatchOptions::default())?;
//! let value = Some(&b"20.5"[..]);
//! builder.append(&Record { timestamp: 1_700_000_000_000, value, ..Record::default() })?;
//! let len = builder.finish();
//!
//! for batch in Batches::new(&buffer[..len]) {
//!     if let Batch::Records(batch) = batch? {
//!         batch.verify_crc()?;
//!         for record in batch.records()? {
//!             assert_eq!(record?.value, Some(&b"20.5"[..]));
//!         }
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! | to read | |
//! |---|---|
//! | what a `records` field holds | [`Batches`] gives [`RecordBatch`], [`LegacyMessage`] and, at a cut, [`Incomplete`] |
//! | records of a batch, also a compressed one | [`RecordBatch::records`], [`RecordBatch::records_with`] |
//! | batches that come in pieces or are larger than memory | [`RecordDecoder`] |
//! | markers of transactions and of KRaft | [`ControlRecord`], [`ControlValue`] |
//! | only what was committed | [`AbortedFilter`] |
//!
//! | to write | |
//! |---|---|
//! | a batch | [`BatchBuilder`], in the room that [`Encoder::fill_payload`](crate::encoder::Encoder::fill_payload) gives inside of a request |
//! | a compressed one | [`RecordBatch::compress_into`] another buffer |
//! | messages of magic 0 and 1 | [`LegacyBuilder`], [`LegacyMessage::compress_messages`] |

mod aborted;
mod batch;
mod batches;
mod builder;
mod codec;
mod control;
mod control_value;
mod crc;
mod decoder;
mod event;
mod field;
mod header;
mod item;
mod iter;
mod legacy;
mod legacy_builder;
mod plain;
mod varint;

pub use aborted::{AbortedFilter, Verdict};
pub use batch::{RecordBatch, RecordBatchMut};
pub use batches::{Batch, Batches, Incomplete};
pub use builder::{BatchBuilder, BatchOptions};
#[cfg(feature = "gzip")]
pub use codec::Gzip;
#[cfg(feature = "lz4")]
pub use codec::Lz4;
#[cfg(feature = "snappy")]
pub use codec::Snappy;
#[cfg(feature = "zstd")]
pub use codec::Zstd;
pub use codec::{Compress, Decompress};
pub use control::{ControlRecord, ControlType};
pub use control_value::ControlValue;
pub use decoder::RecordDecoder;
pub use event::{CrcVerdict, Part, RecordBegin, RecordEvent};
pub use field::BATCH_HEADER_LEN;
pub use header::{Attributes, BatchHeader, Compression, TimestampType};
pub use item::{HeaderIter, Headers, Record, RecordHeader};
pub use iter::RecordIter;
pub use legacy::{LegacyMessage, LegacyMessages};
pub use legacy_builder::{LegacyBuilder, LegacyOptions};
