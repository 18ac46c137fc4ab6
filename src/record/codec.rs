//! Compression of records, between buffers of the caller's.
//!
//! A codec writes into the buffer that it is given and no further, so that a bomb is an error like
//! any other buffer that is too small. Each codec is a feature; [`Compression::decompress`] and the
//! methods of batches choose by the attributes, and say [`BatchFault::Codec`] where it is off. Uses
//! `batch`, `legacy`, `legacy_builder`, `header` and the codecs below it.

#[cfg(feature = "gzip")]
mod deflate;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "lz4")]
mod lz4;
#[cfg(feature = "snappy")]
mod snappy;
#[cfg(feature = "snappy")]
mod snappy_block;
#[cfg(feature = "zstd")]
mod zstd;

#[cfg(feature = "gzip")]
pub use gzip::Gzip;
#[cfg(feature = "lz4")]
pub use lz4::Lz4;
#[cfg(feature = "snappy")]
pub use snappy::Snappy;
#[cfg(feature = "zstd")]
pub use zstd::Zstd;

use super::batch::fault_at;
use super::builder::{seal, too_small};
use super::field::{self, BATCH_HEADER_LEN};
use super::legacy_builder::write_message;
use super::{
    Attributes, Compression, LegacyMessage, LegacyMessages, Record, RecordBatch, RecordIter,
};
use super::{Batch, Batches};
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// Undoes the compression of records.
pub trait Decompress {
    /// Writes what the input was compressed from to the front of the output, and gives its size.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with a size that is needed at least;
    /// [`BatchFault::Compressed`] where the input is not what such a codec writes, or its checksum
    /// does not match; [`BatchFault::Codec`].
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize>;
}

/// Compresses records.
pub trait Compress {
    /// The codec that this is, for the attributes.
    fn compression(&self) -> Compression;

    /// Compresses the input to the front of the output, and gives the size.
    ///
    /// # Errors
    /// [`ErrorKind::BufferTooSmall`] with a size that is enough, or needed at least.
    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize>;
}

/// The standard codec of each id, for batches of magic 1 and 2.
impl Decompress for Compression {
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        decompress(*self, false, input, output)
    }
}

/// The standard codec of each id, for batches of magic 1 and 2. [`BatchFault::Codec`] where it is
/// off.
impl Compress for Compression {
    fn compression(&self) -> Compression {
        *self
    }

    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        match self {
            Self::None => put(input, output),
            #[cfg(feature = "gzip")]
            Self::Gzip => Gzip.compress(input, output),
            #[cfg(feature = "snappy")]
            Self::Snappy => Snappy::FRAMED.compress(input, output),
            #[cfg(feature = "lz4")]
            Self::Lz4 => Lz4::STANDARD.compress(input, output),
            #[cfg(feature = "zstd")]
            Self::Zstd => Zstd.compress(input, output),
            _ => Err(Error::new(ErrorKind::Batch(BatchFault::Codec), 0)),
        }
    }
}

/// Magic 0 has LZ4 frames of its own.
#[cfg_attr(not(feature = "lz4"), allow(unused_variables))]
fn decompress(
    compression: Compression,
    magic_0: bool,
    input: &[u8],
    output: &mut [u8],
) -> Result<usize> {
    match compression {
        Compression::None => put(input, output),
        #[cfg(feature = "gzip")]
        Compression::Gzip => Gzip.decompress(input, output),
        #[cfg(feature = "snappy")]
        Compression::Snappy => Snappy::FRAMED.decompress(input, output),
        #[cfg(feature = "lz4")]
        Compression::Lz4 => {
            let codec = if magic_0 { Lz4::MAGIC_0 } else { Lz4::STANDARD };
            codec.decompress(input, output)
        }
        #[cfg(feature = "zstd")]
        Compression::Zstd => Zstd.decompress(input, output),
        _ => Err(Error::new(ErrorKind::Batch(BatchFault::Codec), 0)),
    }
}

/// Copies what is not compressed.
fn put(input: &[u8], output: &mut [u8]) -> Result<usize> {
    let room = output.len();
    let Some(output) = output.get_mut(..input.len()) else {
        return Err(too_small(input.len(), room));
    };
    output.copy_from_slice(input);
    Ok(input.len())
}

/// What cannot be read, at this place of the input.
#[cfg(any(feature = "gzip", feature = "snappy", feature = "lz4", feature = "zstd"))]
#[cold]
fn malformed(at: usize) -> Error {
    Error::new(ErrorKind::Batch(BatchFault::Compressed), at as u32)
}

impl<'a> RecordBatch<'a> {
    /// The records of the batch; those of a compressed one by way of the buffer.
    ///
    /// # Errors
    /// Those of [`records_in`](Self::records_in) and of [`Decompress::decompress`], the offset of
    /// which counts from the first byte of the batch.
    pub fn records_with<'b>(&self, buffer: &'b mut [u8]) -> Result<RecordIter<'b>>
    where
        'a: 'b,
    {
        match self.compression() {
            Compression::None => self.records(),
            // As Java does: there need not even be something to decompress.
            _ if self.record_count() == 0 => self.records_in(&[]),
            compression => {
                let result = compression.decompress(self.body(), buffer);
                let size = result.map_err(|error| error.at(BATCH_HEADER_LEN as u32))?;
                self.records_in(buffer.get(..size).unwrap_or_default())
            }
        }
    }

    /// Writes the same batch, compressed, to the front of the output, and gives its size.
    ///
    /// # Errors
    /// [`BatchFault::Codec`] where this batch is compressed already; those of
    /// [`Compress::compress`], the size of a buffer that is too small counted with the header.
    pub fn compress_into(&self, codec: &dyn Compress, output: &mut [u8]) -> Result<usize> {
        if self.compression() != Compression::None {
            return Err(fault_at(BatchFault::Codec, &field::ATTRIBUTES));
        }
        self.rewrite(codec.compression(), output, |body, output| codec.compress(body, output))
    }

    /// Writes the same batch, not compressed, to the front of the output, and gives its size.
    ///
    /// # Errors
    /// Those of [`Decompress::decompress`], the size of a buffer that is too small counted with the
    /// header.
    pub fn decompress_into(&self, output: &mut [u8]) -> Result<usize> {
        let compression = self.compression();
        self.rewrite(Compression::None, output, |body, out| compression.decompress(body, out))
    }

    fn rewrite(
        &self,
        compression: Compression,
        output: &mut [u8],
        convert: impl FnOnce(&[u8], &mut [u8]) -> Result<usize>,
    ) -> Result<usize> {
        let room = output.len();
        let out = output.get_mut(BATCH_HEADER_LEN..).unwrap_or_default();
        let result = convert(self.body(), out);
        let size = BATCH_HEADER_LEN + result.map_err(|error| behind(BATCH_HEADER_LEN, error))?;
        let mut header = self.header();
        header.attributes = header.attributes.with_compression(compression);
        let Some(batch) = output.get_mut(..size) else { return Err(too_small(size, room)) };
        seal(&header, batch);
        Ok(size)
    }
}

/// An error in what follows so many bytes.
fn behind(size: usize, error: Error) -> Error {
    match error.needed() {
        Some(need) => too_small(need.saturating_add(size), error.offset as usize + size),
        None => error.at(size as u32),
    }
}

impl Batch<'_> {
    /// Writes what the records or messages were compressed from to the front of the output, and
    /// gives its size; what is not compressed as it is. Of an incomplete batch there is nothing.
    ///
    /// # Errors
    /// Those of [`Decompress::decompress`].
    pub fn decompress(&self, output: &mut [u8]) -> Result<usize> {
        match self {
            Self::Records(batch) => batch.compression().decompress(batch.body(), output),
            Self::Legacy(message) => {
                let value = message.value.unwrap_or(&[]);
                decompress(message.compression(), message.magic == 0, value, output)
            }
            Self::Incomplete(_) => Ok(0),
        }
    }
}

impl<'a> LegacyMessage<'a> {
    /// The messages of a wrapper by way of the buffer, with their absolute offsets and the
    /// timestamps that hold for them; or the message itself, where it is not compressed.
    ///
    /// # Errors
    /// [`BatchFault::Compressed`] of a wrapper without a value; those of
    /// [`messages_in`](Self::messages_in) and of [`Decompress::decompress`].
    pub fn messages_with<'b>(&self, buffer: &'b mut [u8]) -> Result<LegacyMessages<'b>>
    where
        'a: 'b,
    {
        let compression = self.compression();
        if compression == Compression::None {
            return self.messages();
        }
        let Some(value) = self.value else {
            return Err(fault_at(BatchFault::Compressed, &field::MAGIC));
        };
        let at = self.bytes().len() - value.len();
        let size = decompress(compression, self.magic == 0, value, buffer)
            .map_err(|error| error.at(at as u32))?;
        self.messages_in(buffer.get(..size).unwrap_or_default())
    }

    /// Writes a wrapper around a set of messages to the front of the output, and gives its size.
    ///
    /// The set is that of a [`LegacyBuilder`](super::LegacyBuilder), in magic 1 from offset 0 on.
    /// The wrapper takes its magic and the highest timestamp from the messages; `last_offset` is
    /// the absolute offset of the last one, from producers its place in the set. In magic 0,
    /// compress LZ4 by [`Lz4::MAGIC_0`](Lz4::MAGIC_0).
    ///
    /// # Errors
    /// Those of reading the set; [`BatchFault::Magic`] where it holds no message of magic 0 or 1;
    /// [`BatchFault::Compressed`] where it holds a wrapper; those of [`Compress::compress`].
    #[cfg_attr(not(feature = "lz4"), allow(rustdoc::broken_intra_doc_links))]
    pub fn compress_messages(
        set: &[u8],
        last_offset: i64,
        codec: &dyn Compress,
        output: &mut [u8],
    ) -> Result<usize> {
        let mut last: Option<(i8, Attributes, i64)> = None;
        for batch in Batches::new(set) {
            let message = match batch? {
                Batch::Legacy(message) => message,
                Batch::Records(_) => return Err(fault_at(BatchFault::Magic, &field::MAGIC)),
                Batch::Incomplete(incomplete) => return Err(incomplete.into_error()),
            };
            if message.compression() != Compression::None {
                return Err(fault_at(BatchFault::Compressed, &field::MAGIC));
            }
            let (attributes, highest) = match last {
                Some((magic, ..)) if magic != message.magic => {
                    return Err(fault_at(BatchFault::Magic, &field::MAGIC));
                }
                Some((_, attributes, highest)) => (attributes, message.timestamp.max(highest)),
                None => (message.attributes, message.timestamp),
            };
            last = Some((message.magic, attributes, highest));
        }
        let Some((magic, attributes, timestamp)) = last else {
            return Err(fault_at(BatchFault::Magic, &field::MAGIC));
        };
        // First the wrapper of an empty value, to learn where the value begins.
        let wrapper =
            Record { timestamp, offset: last_offset, value: Some(&[]), ..Record::default() };
        let attributes = attributes.with_compression(codec.compression());
        let front = write_message(output, magic, attributes, &wrapper)?;
        let out = output.get_mut(front..).unwrap_or_default();
        let size = codec.compress(set, out).map_err(|error| behind(front, error))?;
        super::legacy_builder::extend(output, front, size)
    }
}
