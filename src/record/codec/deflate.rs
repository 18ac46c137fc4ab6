//! Writes DEFLATE (RFC 1951) without an allocator: one block of fixed codes, with repetitions found
//! by a table of the last place of each hash.
//!
//! Where that would be longer than the input, blocks without compression. Uses no other module.

/// How many places the table holds: 2^10 of four bytes.
const TABLE_BITS: u32 = 10;
const MIN_MATCH: usize = 3;
const MAX_MATCH: usize = 258;
const MAX_DISTANCE: usize = 32_768;
/// The most bytes of a block without compression.
const STORED: usize = 0xffff;
/// The header of such a block: a byte with its kind, and its length twice.
const STORED_HEADER_LEN: usize = 5;

/// The size of input that cannot be compressed.
pub(super) const fn max_len(input: usize) -> usize {
    let blocks = input / STORED + 1;
    input + blocks * STORED_HEADER_LEN
}

/// Writes the input, compressed if that makes it shorter, and gives the size; `None` where it does
/// not fit.
pub(super) fn compress(input: &[u8], out: &mut [u8]) -> Option<usize> {
    // Codes are given up as soon as they are no shorter.
    let limit = max_len(input.len()).min(out.len());
    match fixed(input, out.get_mut(..limit)?) {
        Some(size) => Some(size),
        None => stored(input, out),
    }
}

fn stored(input: &[u8], out: &mut [u8]) -> Option<usize> {
    let room = out.len();
    let (mut rest, mut out) = (input, out);
    loop {
        let (block, after) = rest.split_at_checked(STORED).unwrap_or((rest, &[]));
        let (header, behind) = out.split_first_chunk_mut::<STORED_HEADER_LEN>()?;
        let [low, high] = (block.len() as u16).to_le_bytes();
        *header = [u8::from(after.is_empty()), low, high, !low, !high];
        let (data, behind) = behind.split_at_mut_checked(block.len())?;
        data.copy_from_slice(block);
        (rest, out) = (after, behind);
        if rest.is_empty() {
            return Some(room - out.len());
        }
    }
}

fn fixed(input: &[u8], out: &mut [u8]) -> Option<usize> {
    let mut bits = Bits { out, size: 0, word: 0, count: 0 };
    // The last block, of fixed codes.
    bits.put(0b011, 3)?;
    let mut table = [0u32; 1 << TABLE_BITS];
    let (mut rest, mut at) = (input, 0);
    while let Some((byte, after)) = rest.split_first() {
        let length = match repeated(input, rest, at, &mut table) {
            Some((length, distance)) => {
                bits.length(length)?;
                bits.distance(distance)?;
                length
            }
            None => {
                bits.symbol(u32::from(*byte))?;
                1
            }
        };
        at += length;
        rest = after.get(length - 1..)?;
    }
    bits.symbol(END_OF_BLOCK)?;
    // What is left in the last byte is 0.
    bits.put(0, 7)?;
    Some(bits.size)
}

/// Length and distance of the same bytes before, if the table knows some.
fn repeated(
    input: &[u8],
    rest: &[u8],
    at: usize,
    table: &mut [u32; 1 << TABLE_BITS],
) -> Option<(usize, usize)> {
    let first = u32::from_le_bytes(*rest.first_chunk()?);
    let hash = first.wrapping_mul(0x9e37_79b1) >> (u32::BITS - TABLE_BITS);
    // Places count from 1, 0 is none.
    let place = table.get_mut(hash as usize)?;
    let before = core::mem::replace(place, u32::try_from(at + 1).ok()?);
    let before = usize::try_from(before.checked_sub(1)?).ok()?;
    let distance = at - before;
    if distance > MAX_DISTANCE {
        return None;
    }
    let earlier = input.get(before..)?;
    let same = earlier.iter().zip(rest).take(MAX_MATCH).take_while(|(a, b)| a == b).count();
    (same >= MIN_MATCH).then_some((same, distance))
}

const END_OF_BLOCK: u32 = 256;

/// Bits, written from the lowest of each byte on.
struct Bits<'b> {
    out: &'b mut [u8],
    size: usize,
    word: u32,
    /// How many of the word are used: fewer than 8 between calls.
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, value: u32, count: u32) -> Option<()> {
        self.word |= value << self.count;
        self.count += count;
        while self.count >= u8::BITS {
            *self.out.get_mut(self.size)? = self.word as u8;
            self.size += 1;
            self.word >>= u8::BITS;
            self.count -= u8::BITS;
        }
        Some(())
    }

    /// A code goes out from its highest bit on.
    fn code(&mut self, code: u32, count: u32) -> Option<()> {
        self.put(code.reverse_bits() >> (u32::BITS - count), count)
    }

    /// The fixed code of a literal or a length (RFC 1951, 3.2.6).
    fn symbol(&mut self, symbol: u32) -> Option<()> {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xc0 + symbol - 280, 8),
        }
    }

    fn length(&mut self, length: usize) -> Option<()> {
        if length == MAX_MATCH {
            return self.symbol(285);
        }
        // Four symbols for each number of extra bits, from 3 on; eight without any.
        let (group, extra) = group((length - MIN_MATCH) as u32, 2);
        self.symbol(257 + group)?;
        self.put((length - MIN_MATCH) as u32 & ((1 << extra) - 1), extra)
    }

    fn distance(&mut self, distance: usize) -> Option<()> {
        let (group, extra) = group((distance - 1) as u32, 1);
        self.code(group, 5)?;
        self.put((distance - 1) as u32 & ((1 << extra) - 1), extra)
    }
}

/// The symbol of a number where 2^`bits` symbols share each number of extra bits, and that number.
const fn group(value: u32, bits: u32) -> (u32, u32) {
    let width = u32::BITS - value.leading_zeros();
    if width <= bits + 1 {
        return (value, 0);
    }
    let extra = width - bits - 1;
    ((extra << bits) + (value >> extra), extra)
}
