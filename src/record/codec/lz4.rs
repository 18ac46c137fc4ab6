//! The frame format of LZ4, by the blocks of `lz4_flex` and the checksums of `twox-hash`; without
//! an allocator.
//!
//! Compressing takes 8 KB of stack for the table of `lz4_flex`, 16 KB from 64 KB of input on.
//! Kafka's frames have blocks of up to 64 KB that do not refer to each other; frames of other
//! writers, whose blocks do, are read too. In magic 0, Kafka computed the checksum of the header
//! over the magic bytes as well (KAFKA-3160).

use super::{Compress, Decompress, malformed};
use crate::error::Result;
use crate::record::Compression;
use crate::record::builder::too_small;
use lz4_flex::block::{DecompressError, compress_into, decompress_into_with_dict};
use twox_hash::xxhash32::Hasher as XxHash32;

/// The LZ4 codec.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lz4 {
    magic_0: bool,
}

impl Lz4 {
    /// Reads and writes frames as they are anywhere else.
    pub const STANDARD: Self = Self { magic_0: false };
    /// Writes the wrong checksum of the header that message sets of magic 0 have. Reads both.
    pub const MAGIC_0: Self = Self { magic_0: true };

    fn header_checksum(self, frame: &[u8]) -> u8 {
        let from = if self.magic_0 { 0 } else { MAGIC.len() };
        (XxHash32::oneshot(0, frame.get(from..).unwrap_or_default()) >> 8) as u8
    }
}

const MAGIC: [u8; 4] = 0x184d_2204u32.to_le_bytes();
/// Magic bytes, flags and block size.
const FRONT_LEN: usize = MAGIC.len() + 2;

const VERSION: u8 = 0b0100_0000;
const VERSION_MASK: u8 = 0b1100_0000;
const INDEPENDENT: u8 = 1 << 5;
const BLOCK_CHECKSUMS: u8 = 1 << 4;
const CONTENT_SIZE: u8 = 1 << 3;
const CONTENT_CHECKSUM: u8 = 1 << 2;
const RESERVED: u8 = 1 << 1;
const DICTIONARY: u8 = 1;
/// The highest bit of a block's size: it is not compressed.
const STORED: u32 = 1 << 31;
/// How far back a block may refer.
const WINDOW: usize = 64 * 1024;
/// What Kafka puts into a block: the size with the code 4.
const BLOCK: usize = 64 * 1024;
const BLOCK_CODE: u8 = 4 << 4;
/// The size of a block, and of checksums.
const WORD: usize = 4;

struct Frame<'a> {
    flags: u8,
    max_block: usize,
    rest: &'a [u8],
}

impl Lz4 {
    /// Reads the header of a frame.
    fn open<'a>(self, input: &'a [u8]) -> Option<Frame<'a>> {
        let (front, rest) = input.split_first_chunk::<FRONT_LEN>()?;
        let [magic @ .., flags, block] = front;
        let right = *magic == MAGIC
            && flags & VERSION_MASK == VERSION
            && flags & (RESERVED | DICTIONARY) == 0
            && block & 0x8f == 0;
        // 64 KB, 256 KB, 1 MB, 4 MB.
        let code = u32::from(block >> 4).checked_sub(4).filter(|_| right)?;
        let max_block = BLOCK << (2 * code);
        let size_len = if flags & CONTENT_SIZE == 0 { 0 } else { size_of::<u64>() };
        let (checksum, rest) = rest.get(size_len..)?.split_first()?;
        let header = input.get(..FRONT_LEN + size_len)?;
        // In magic 0, Java checks nothing here. These are the two that have ever been written.
        let checksums = [Self::STANDARD, Self::MAGIC_0].map(|codec| codec.header_checksum(header));
        let [right, wrong] = checksums;
        if *checksum != right && !(self.magic_0 && *checksum == wrong) {
            return None;
        }
        Some(Frame { flags: *flags, max_block, rest })
    }
}

/// A little-endian number, and what follows it.
fn word(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (word, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*word), rest))
}

impl Decompress for Lz4 {
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let Some(frame) = self.open(input) else { return Err(malformed(0)) };
        let (mut rest, mut written) = (frame.rest, 0);
        loop {
            let at = input.len() - rest.len();
            let Some((size, after)) = word(rest) else { return Err(malformed(at)) };
            if size == 0 {
                rest = after;
                break;
            }
            let length = (size & !STORED) as usize;
            let Some((block, mut after)) = after.split_at_checked(length) else {
                return Err(malformed(at));
            };
            if frame.flags & BLOCK_CHECKSUMS != 0 {
                match word(after) {
                    Some((checksum, behind)) if checksum == XxHash32::oneshot(0, block) => {
                        after = behind;
                    }
                    _ => return Err(malformed(at)),
                }
            }
            let (before, out) = output.split_at_mut_checked(written).unwrap_or_default();
            let room = out.len();
            let out = out.get_mut(..frame.max_block.min(room)).unwrap_or_default();
            let limit = out.len();
            // At least one byte more than there is room for.
            let full = || match limit < frame.max_block {
                true => too_small(written + room + 1, written + room),
                false => malformed(at),
            };
            written += if size & STORED != 0 {
                out.get_mut(..length).ok_or_else(full)?.copy_from_slice(block);
                length
            } else {
                let window = match frame.flags & INDEPENDENT {
                    0 => before.get(before.len().saturating_sub(WINDOW)..).unwrap_or_default(),
                    _ => &[],
                };
                decompress_into_with_dict(block, out, window).map_err(|error| match error {
                    DecompressError::OutputTooSmall { .. } => full(),
                    _ => malformed(at),
                })?
            };
            rest = after;
        }
        let data = output.get(..written).unwrap_or_default();
        if frame.flags & CONTENT_CHECKSUM != 0 {
            let at = input.len() - rest.len();
            match word(rest) {
                Some((checksum, after)) if checksum == XxHash32::oneshot(0, data) => rest = after,
                _ => return Err(malformed(at)),
            }
        }
        if !rest.is_empty() {
            return Err(malformed(input.len() - rest.len()));
        }
        Ok(written)
    }
}

impl Compress for Lz4 {
    fn compression(&self) -> Compression {
        Compression::Lz4
    }

    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let room = output.len();
        let enough = || {
            let blocks = input.len().div_ceil(BLOCK);
            too_small(FRONT_LEN + 1 + input.len() + (blocks + 1) * WORD, room)
        };
        let (front, out) =
            output.split_first_chunk_mut::<{ FRONT_LEN + 1 }>().ok_or_else(enough)?;
        let [m0, m1, m2, m3] = MAGIC;
        let header: [u8; FRONT_LEN] = [m0, m1, m2, m3, VERSION | INDEPENDENT, BLOCK_CODE];
        let checksum = self.header_checksum(&header);
        let [m0, m1, m2, m3, flags, block] = header;
        *front = [m0, m1, m2, m3, flags, block, checksum];
        let mut out = out;
        for block in input.chunks(BLOCK) {
            let (size, behind) = out.split_first_chunk_mut().ok_or_else(enough)?;
            // Only what comes out shorter is worth it; the compressor may want more room than that.
            let length = match compress_into(block, behind) {
                Ok(length) if length < block.len() => {
                    *size = (length as u32).to_le_bytes();
                    length
                }
                _ => {
                    let data = behind.get_mut(..block.len()).ok_or_else(enough)?;
                    data.copy_from_slice(block);
                    *size = (block.len() as u32 | STORED).to_le_bytes();
                    block.len()
                }
            };
            out = behind.get_mut(length..).unwrap_or_default();
        }
        let (end, out) = out.split_first_chunk_mut::<WORD>().ok_or_else(enough)?;
        *end = [0; WORD];
        Ok(room - out.len())
    }
}
