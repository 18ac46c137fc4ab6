//! Snappy, in the frames of xerial's Java library or as a bare block; without an allocator.
//!
//! Java writes xerial's frames, which this reads and writes; librdkafka and others write a bare
//! block, which this reads, and writes on demand. The block format is our own (see `snappy_block`).

use super::snappy_block as block;
use super::{Compress, Decompress, malformed};
use crate::error::Result;
use crate::record::Compression;
use crate::record::builder::too_small;

/// The Snappy codec.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snappy {
    bare: bool,
}

impl Snappy {
    /// Writes frames. Reads both.
    pub const FRAMED: Self = Self { bare: false };
    /// Writes a bare block. Reads both.
    pub const BARE: Self = Self { bare: true };
}

/// xerial's magic bytes, its version and the oldest that reads it.
const HEADER: [u8; 16] = *b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01";
/// The part of it that tells a frame.
const MAGIC_LEN: usize = 8;
/// What xerial puts into a block, which Kafka leaves at its default.
const BLOCK: usize = 32 * 1024;
/// The int32 in front of each block.
const LENGTH_LEN: usize = 4;

impl Decompress for Snappy {
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let framed =
            HEADER.first_chunk::<MAGIC_LEN>().is_some_and(|magic| input.starts_with(magic));
        if !framed {
            return block::decompress(input, output);
        }
        let Some(mut rest) = input.get(HEADER.len()..) else { return Err(malformed(input.len())) };
        let mut written = 0;
        while !rest.is_empty() {
            let at = input.len() - rest.len();
            let block = rest.split_first_chunk().and_then(|(length, after)| {
                let length = usize::try_from(i32::from_be_bytes(*length)).ok()?;
                after.split_at_checked(length)
            });
            let Some((block, after)) = block else { return Err(malformed(at)) };
            let out = output.get_mut(written..).unwrap_or_default();
            let size = block::decompress(block, out).map_err(|error| match error.needed() {
                Some(need) => too_small(written.saturating_add(need), written),
                None => error.at((at + LENGTH_LEN) as u32),
            })?;
            written += size;
            rest = after;
        }
        Ok(written)
    }
}

impl Compress for Snappy {
    fn compression(&self) -> Compression {
        Compression::Snappy
    }

    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let room = output.len();
        if self.bare {
            let enough = || too_small(block::max_len(input.len()), room);
            return block::compress(input, output).ok_or_else(enough);
        }
        let blocks = input.len().div_ceil(BLOCK);
        let enough = || {
            let most = block::max_len(BLOCK) + LENGTH_LEN;
            too_small(HEADER.len().saturating_add(blocks.saturating_mul(most)), room)
        };
        let (header, mut out) = output.split_first_chunk_mut().ok_or_else(enough)?;
        *header = HEADER;
        for block in input.chunks(BLOCK) {
            let (length, behind) = out.split_first_chunk_mut().ok_or_else(enough)?;
            let size = block::compress(block, behind).ok_or_else(enough)?;
            *length = (size as i32).to_be_bytes();
            out = behind.get_mut(size..).unwrap_or_default();
        }
        Ok(room - out.len())
    }
}
