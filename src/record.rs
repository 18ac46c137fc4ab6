//! Records: batches of magic 2, and the messages of magic 0 and 1 from before them.
//!
//! What is read borrows the bytes, is checked once and costs work linear in them; what is written
//! goes straight into the caller's buffer. Nothing here allocates, but for codecs that say so.
//! Uses `error`, `wire`, and, for the values of control records, `typed` and `api`.

mod aborted;
mod batch;
mod batches;
mod builder;
mod codec;
mod control;
mod control_value;
mod crc;
mod decoder;
mod field;
mod header;
mod item;
mod iter;
mod legacy;
mod legacy_builder;
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
pub use decoder::{CrcVerdict, Part, RecordBegin, RecordDecoder, RecordEvent};
pub use field::BATCH_HEADER_LEN;
pub use header::{Attributes, BatchHeader, Compression, TimestampType};
pub use item::{HeaderIter, Headers, Record, RecordHeader};
pub use iter::RecordIter;
pub use legacy::{LegacyMessage, LegacyMessages};
pub use legacy_builder::{LegacyBuilder, LegacyOptions};
