//! Zstandard (RFC 8878, KIP-110), by `ruzstd`, which is written in Rust and needs an allocator.
//!
//! Decompressing allocates up to the window that the frame asks for, at most 100 MB, and tables;
//! compressing is about as strong as level 1 of the reference implementation.

use super::{Compress, Decompress, malformed};
use crate::error::Result;
use crate::record::Compression;
use crate::record::builder::too_small;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::encoding::{CompressionLevel, compress};
use ruzstd::io::{self, Write};

/// The Zstandard codec.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zstd;

impl Decompress for Zstd {
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let room = output.len();
        if input.is_empty() {
            return Err(malformed(0));
        }
        FrameDecoder::new().decode_all(input, output).map_err(|error| match error {
            FrameDecoderError::TargetTooSmall => too_small(room + 1, room),
            _ => malformed(0),
        })
    }
}

impl Compress for Zstd {
    fn compression(&self) -> Compression {
        Compression::Zstd
    }

    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let mut sink = Sink { output, size: 0 };
        compress(input, &mut sink, CompressionLevel::Fastest);
        if sink.size > sink.output.len() {
            return Err(too_small(sink.size, sink.output.len()));
        }
        Ok(sink.size)
    }
}

/// Counts what does not fit, since the compressor panics where writing fails.
struct Sink<'b> {
    output: &'b mut [u8],
    size: usize,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> core::result::Result<usize, io::Error> {
        let end = self.size.saturating_add(bytes.len());
        if let Some(out) = self.output.get_mut(self.size..end) {
            out.copy_from_slice(bytes);
        }
        self.size = end;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> core::result::Result<(), io::Error> {
        Ok(())
    }
}
