//! gzip (RFC 1952), by `miniz_oxide` without its allocator.
//!
//! Decompressing takes about 10 KB of stack for the tables of the inflater. Compressing is our own
//! (see `deflate`), since `miniz_oxide` needs an allocator for that: it finds repetitions by a
//! small table and writes fixed codes, so that it costs 4 KB of stack and compresses less than zlib
//! does.

use super::super::crc::{Checksum, Crc32};
use super::{Compress, Decompress, deflate, malformed};
use crate::error::Result;
use crate::record::Compression;
use crate::record::builder::too_small;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The gzip codec.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gzip;

/// Identification, method 8, no flags, no time, no extra flags, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// CRC-32 and size of what was compressed.
const TRAILER_LEN: usize = 8;

const HEADER_CRC: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0xe0;

impl Decompress for Gzip {
    /// Reads all members, as Java does.
    fn decompress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (mut rest, mut written) = (input, 0);
        loop {
            let at = input.len() - rest.len();
            let Some(body) = skip_header(rest) else { return Err(malformed(at)) };
            let body_at = input.len() - body.len();
            let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
            // The members do not refer to each other.
            let out = output.get_mut(written..).unwrap_or_default();
            let room = out.len();
            let mut inflater = DecompressorOxide::new();
            let (status, read, size) = decompress(&mut inflater, body, out, 0, flags);
            match status {
                TINFLStatus::Done => {}
                TINFLStatus::HasMoreOutput => {
                    return Err(too_small(written + room + 1, written + room));
                }
                _ => return Err(malformed(body_at + read)),
            }
            let data = out.get(..size).unwrap_or_default();
            let trailer = body.get(read..).and_then(|rest| rest.split_first_chunk());
            let Some((trailer, after)) = trailer else { return Err(malformed(input.len())) };
            if *trailer != self::trailer(data) {
                return Err(malformed(body_at + read));
            }
            written += size;
            if after.is_empty() {
                return Ok(written);
            }
            rest = after;
        }
    }
}

impl Compress for Gzip {
    fn compression(&self) -> Compression {
        Compression::Gzip
    }

    fn compress(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let room = output.len();
        let frame = HEADER.len() + TRAILER_LEN;
        let enough = || too_small(deflate::max_len(input.len()) + frame, room);
        let (header, out) = output.split_first_chunk_mut().ok_or_else(enough)?;
        *header = HEADER;
        let size = deflate::compress(input, out).ok_or_else(enough)?;
        let end = out.get_mut(size..).and_then(|rest| rest.first_chunk_mut());
        *end.ok_or_else(enough)? = trailer(input);
        Ok(frame + size)
    }
}

fn trailer(data: &[u8]) -> [u8; TRAILER_LEN] {
    let mut crc = Crc32::new();
    crc.update(data);
    let both = u64::from(crc.value()) | (data.len() as u64) << 32;
    both.to_le_bytes()
}

/// What follows the header of a member.
fn skip_header(bytes: &[u8]) -> Option<&[u8]> {
    let (header, mut rest) = bytes.split_first_chunk::<{ HEADER.len() }>()?;
    let [0x1f, 0x8b, 8, flags, ..] = *header else { return None };
    if flags & RESERVED != 0 {
        return None;
    }
    if flags & EXTRA != 0 {
        let (length, after) = rest.split_first_chunk()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    if flags & HEADER_CRC != 0 {
        let (crc, after) = rest.split_first_chunk()?;
        let header = bytes.get(..bytes.len() - rest.len())?;
        if u16::from_le_bytes(*crc) != Crc32::of(header) as u16 {
            return None;
        }
        rest = after;
    }
    Some(rest)
}
