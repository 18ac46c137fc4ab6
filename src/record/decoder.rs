//! Records from bytes that come in pieces of any size, even one byte, of batches of any size.
//!
//! The state is small and fixed: keys, values and headers are handed on as they come, the checksum
//! is computed as bytes pass, and its verdict comes at the end of each batch. Work is linear in the
//! bytes. Uses `event`, `header`, `varint` and `crc`.

use super::batch::{MAGIC, MIN_LENGTH};
use super::crc::{Checksum, Crc32c};
use super::field::{self, BATCH_HEADER_LEN};
use super::item::{MIN_HEADER_LEN, NULL, beyond, length_of, negative};
use super::iter::MIN_RECORD_LEN;
use super::{BatchHeader, Compression, CrcVerdict, Part, RecordBegin, RecordEvent, varint};
use crate::error::{BatchFault, Error, ErrorKind, Result};

/// Reads batches of magic 2, one after another, from pieces of any size.
///
/// A batch that is cut off is no error: [`missing`](Self::missing) says what there is still to
/// come. Offsets of errors count from the first byte of the batch.
///
/// A compressed batch is not decompressed here, which takes more memory than a small device has. It
/// gives [`RecordEvent::Batch`] with the codec, then [`RecordEvent::Compressed`] with the bytes as they
/// come, of which the first part says how many there are, and [`RecordEvent::BatchEnd`] with the
/// checksum's verdict on these; no event for a record. Who has a buffer that holds all of them, and
/// one for what they were compressed from, gets the records by [`RecordBatch::records_with`](super::RecordBatch::records_with) instead.
#[derive(Clone, Debug)]
pub struct RecordDecoder {
    state: State,
    /// The header, as far as it has come.
    header: [u8; BATCH_HEADER_LEN],
    filled: u8,
    /// The varint, as far as it has come.
    number: u64,
    shift: u8,
    attributes: i8,
    timestamp: i64,
    batch: Base,
    crc: Crc32c,
    /// Bytes of the batch behind the record.
    batch_left: u32,
    /// Bytes of the record, of which `part_left` are those of a key or value.
    record_left: u32,
    record_length: u32,
    part_total: Option<u32>,
    part_left: u32,
    records_left: u32,
    headers_left: u32,
    /// Bytes of the batch so far.
    position: u32,
    /// How many bytes that are still to be read are in the checksum already.
    summed: u32,
    failed: Option<Error>,
}

// One per connection may be all that a small device can spare.
const _: () = assert!(size_of::<RecordDecoder>() <= 256);

/// What records are relative to.
#[derive(Clone, Copy, Debug, Default)]
struct Base {
    offset: i64,
    timestamp: i64,
    log_append_time: Option<i64>,
    crc: u32,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    BatchHeader,
    Compressed,
    Length,
    Attributes,
    TimestampDelta,
    OffsetDelta,
    KeyLength,
    Key,
    ValueLength,
    Value,
    HeaderCount,
    HeaderKeyLength,
    HeaderKey,
    HeaderValueLength,
    HeaderValue,
    RecordEnd,
    BatchEnd,
}

/// What a step came to, or what is wrong.
type Step<T> = core::result::Result<T, ErrorKind>;

impl Default for RecordDecoder {
    fn default() -> Self {
        Self::new()
    }
}

impl RecordDecoder {
    /// Begins with the first byte of a batch.
    pub fn new() -> Self {
        Self {
            state: State::BatchHeader,
            header: [0; BATCH_HEADER_LEN],
            filled: 0,
            number: 0,
            shift: 0,
            attributes: 0,
            timestamp: 0,
            batch: Base::default(),
            crc: Crc32c::new(),
            batch_left: 0,
            record_left: 0,
            record_length: 0,
            part_total: None,
            part_left: 0,
            records_left: 0,
            headers_left: 0,
            position: 0,
            summed: 0,
            failed: None,
        }
    }

    /// The next event, for which the input is shortened by what was read of it; `None` where more
    /// input is needed.
    ///
    /// # Errors
    /// The first fault of the batch, and from then on the same again: [`BatchFault::Magic`],
    /// [`BatchFault::Length`], [`BatchFault::Varint`], [`BatchFault::Headers`] of a negative count
    /// or key length, [`BatchFault::RecordCount`], [`ErrorKind::NegativeLength`],
    /// [`ErrorKind::LengthBeyondEnd`], [`ErrorKind::CountBeyondEnd`] and [`ErrorKind::Truncated`]
    /// where a record ends before its fields.
    pub fn next<'a>(&mut self, input: &mut &'a [u8]) -> Result<Option<RecordEvent<'a>>> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let before = input.len();
        self.sum(input);
        let event = self.step(input);
        let read = before - input.len();
        self.summed = self.summed.saturating_sub(read as u32);
        // A batch has no more than 2^31 + 11 bytes.
        self.position += read as u32;
        event.map_err(|kind| *self.failed.insert(Error::new(kind, self.place_of(kind))))
    }

    /// Where a fault is: in the header the field, since that may have come in one piece or in many;
    /// behind it where the decoder stands.
    #[cold]
    fn place_of(&self, kind: ErrorKind) -> u32 {
        let field = match (self.state, kind) {
            (State::BatchHeader, ErrorKind::Batch(BatchFault::Magic)) => field::MAGIC,
            (State::BatchHeader, ErrorKind::Batch(BatchFault::Length)) => field::BATCH_LENGTH,
            (State::BatchHeader, _) => field::RECORD_COUNT,
            _ => return self.position,
        };
        field.start as u32
    }

    /// Adds the input to the checksum, as far as the batch goes: once for all events that come of it.
    #[inline]
    fn sum(&mut self, input: &[u8]) {
        if self.state == State::BatchHeader {
            return;
        }
        let left = self.batch_left as usize + self.record_left as usize;
        let end = input.len().min(left);
        if let Some(fresh) = input.get(self.summed as usize..end)
            && !fresh.is_empty()
        {
            self.crc.update(fresh);
            self.summed = end as u32;
        }
    }

    /// How many bytes are missing to the end of the batch that has begun, as far as is known; 0
    /// between batches.
    pub fn missing(&self) -> usize {
        match (self.state, usize::from(self.filled)) {
            (State::BatchHeader, 0) => 0,
            (State::BatchHeader, filled @ ..field::LENGTH_FROM) => BATCH_HEADER_LEN - filled,
            (State::BatchHeader, filled) => {
                let length: i32 = field::get(&self.header, field::BATCH_LENGTH);
                // A length that does not hold the header is refused once the header is there.
                let length = (length.max(0) as usize).max(MIN_LENGTH);
                (field::LENGTH_FROM + length).saturating_sub(filled)
            }
            _ => self.batch_left as usize + self.record_left as usize,
        }
    }

    /// Steps to the next event.
    fn step<'a>(&mut self, input: &mut &'a [u8]) -> Step<Option<RecordEvent<'a>>> {
        loop {
            match self.state {
                State::BatchHeader => return self.batch_header(input),
                State::Compressed => return Ok(self.compressed(input)),
                State::Length => {
                    let Some(raw) = self.batch_varint(input)? else { return Ok(None) };
                    let length = self.limited(raw, self.batch_left)?.ok_or(negative(raw))?;
                    (self.record_length, self.record_left) = (length, length);
                    self.batch_left -= length;
                    self.state = State::Attributes;
                }
                State::Attributes => {
                    if self.record_left == 0 {
                        return Err(ErrorKind::Truncated { need: 1, remaining: 0 });
                    }
                    let Some((byte, rest)) = input.split_first() else { return Ok(None) };
                    *input = rest;
                    self.attributes = *byte as i8;
                    self.record_left -= 1;
                    self.state = State::TimestampDelta;
                }
                State::TimestampDelta => {
                    let Some(raw) = self.varint(input, varint::MAX_64)? else { return Ok(None) };
                    self.timestamp = self.batch.timestamp.wrapping_add(varint::unzigzag_64(raw));
                    self.state = State::OffsetDelta;
                }
                State::OffsetDelta => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    let delta = i64::from(varint::unzigzag_32(raw));
                    self.state = State::KeyLength;
                    return Ok(Some(RecordEvent::Record(RecordBegin {
                        attributes: self.attributes,
                        timestamp: self.batch.log_append_time.unwrap_or(self.timestamp),
                        offset: self.batch.offset.wrapping_add(delta),
                        length: self.record_length,
                    })));
                }
                State::KeyLength => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    self.begin_part(raw, State::Key)?;
                }
                State::ValueLength => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    self.begin_part(raw, State::Value)?;
                }
                State::HeaderKeyLength => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    length_of(raw).ok_or(ErrorKind::Batch(BatchFault::Headers))?;
                    self.begin_part(raw, State::HeaderKey)?;
                }
                State::HeaderValueLength => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    self.begin_part(raw, State::HeaderValue)?;
                }
                State::Key => {
                    return Ok(self.part(input, State::ValueLength).map(RecordEvent::Key));
                }
                State::Value => {
                    return Ok(self.part(input, State::HeaderCount).map(RecordEvent::Value));
                }
                State::HeaderKey => {
                    let part = self.part(input, State::HeaderValueLength);
                    return Ok(part.map(RecordEvent::HeaderKey));
                }
                State::HeaderValue => {
                    let last = self.headers_left <= 1;
                    let next = if last { State::RecordEnd } else { State::HeaderKeyLength };
                    let part = self.part(input, next);
                    if part.is_some_and(|part| part.is_last()) {
                        self.headers_left -= 1;
                    }
                    return Ok(part.map(RecordEvent::HeaderValue));
                }
                State::HeaderCount => {
                    let Some(raw) = self.varint_32(input)? else { return Ok(None) };
                    let count = length_of(raw).ok_or(ErrorKind::Batch(BatchFault::Headers))? as u32;
                    if count > self.record_left / MIN_HEADER_LEN as u32 {
                        let remaining = self.record_left;
                        return Err(ErrorKind::CountBeyondEnd { count, remaining });
                    }
                    self.headers_left = count;
                    if count > 0 {
                        self.state = State::HeaderKeyLength;
                        return Ok(Some(RecordEvent::Headers { count }));
                    }
                    self.state = State::RecordEnd;
                }
                State::RecordEnd => {
                    if self.record_left > 0 {
                        return Err(ErrorKind::Batch(BatchFault::Length));
                    }
                    self.records_left -= 1;
                    self.state =
                        if self.records_left > 0 { State::Length } else { State::BatchEnd };
                    return Ok(Some(RecordEvent::RecordEnd));
                }
                State::BatchEnd => {
                    if self.batch_left > 0 {
                        return Err(ErrorKind::Batch(BatchFault::RecordCount));
                    }
                    let verdict =
                        CrcVerdict { expected: self.batch.crc, computed: self.crc.value() };
                    (self.state, self.filled, self.position) = (State::BatchHeader, 0, 0);
                    return Ok(Some(RecordEvent::BatchEnd(verdict)));
                }
            }
        }
    }

    /// Takes the bytes of the header, and checks it.
    fn batch_header<'a>(&mut self, input: &mut &'a [u8]) -> Step<Option<RecordEvent<'a>>> {
        let room = self.header.get_mut(usize::from(self.filled)..).unwrap_or_default();
        let (head, rest) = input.split_at_checked(room.len()).unwrap_or((input, &[]));
        for (to, from) in room.iter_mut().zip(head) {
            *to = *from;
        }
        self.filled += head.len() as u8;
        *input = rest;
        let filled = usize::from(self.filled);
        if filled >= field::MAGIC.end && field::get::<i8>(&self.header, field::MAGIC) != MAGIC {
            return Err(ErrorKind::Batch(BatchFault::Magic));
        }
        if filled < BATCH_HEADER_LEN {
            return Ok(None);
        }
        let header = BatchHeader::read(&self.header);
        let left =
            usize::try_from(header.batch_length).ok().and_then(|n| n.checked_sub(MIN_LENGTH));
        self.batch_left = left.ok_or(ErrorKind::Batch(BatchFault::Length))? as u32;
        self.batch = Base {
            offset: header.base_offset,
            timestamp: header.base_timestamp,
            log_append_time: header.log_append_time(),
            crc: header.crc,
        };
        self.crc = Crc32c::new();
        self.crc.update(self.header.get(field::CRC_FROM..).unwrap_or_default());
        self.state = if header.attributes.compression() != Compression::None {
            self.part_total = Some(self.batch_left);
            State::Compressed
        } else {
            let (length, remaining) = (header.record_count, self.batch_left);
            let count = u32::try_from(length).map_err(|_| ErrorKind::NegativeLength { length })?;
            if count > remaining / MIN_RECORD_LEN as u32 {
                return Err(ErrorKind::CountBeyondEnd { count, remaining });
            }
            self.records_left = count;
            if count > 0 { State::Length } else { State::BatchEnd }
        };
        Ok(Some(RecordEvent::Batch(header)))
    }

    fn compressed<'a>(&mut self, input: &mut &'a [u8]) -> Option<RecordEvent<'a>> {
        (self.part_left, self.batch_left) = (self.batch_left, 0);
        self.record_left = self.part_left;
        let part = self.part(input, State::BatchEnd);
        (self.batch_left, self.record_left) = (self.record_left, 0);
        part.map(RecordEvent::Compressed)
    }

    /// The next part, of which the last one leads to the next state.
    fn part<'a>(&mut self, input: &mut &'a [u8], next: State) -> Option<Part<'a>> {
        let left = self.part_left as usize;
        let (bytes, rest) = input.split_at_checked(left).unwrap_or((input, &[]));
        if bytes.is_empty() && left > 0 {
            return None;
        }
        *input = rest;
        self.part_left -= bytes.len() as u32;
        self.record_left -= bytes.len() as u32;
        if self.part_left == 0 {
            self.state = next;
        }
        Some(Part { bytes, total: self.part_total, left: self.part_left })
    }

    fn begin_part(&mut self, raw: u32, state: State) -> Step<()> {
        self.part_total = match self.limited(raw, self.record_left)? {
            None if raw != NULL => return Err(negative(raw)),
            total => total,
        };
        self.part_left = self.part_total.unwrap_or(0);
        self.state = state;
        Ok(())
    }

    /// The length, if it is not negative, of what fits in so many bytes.
    fn limited(&self, raw: u32, left: u32) -> Step<Option<u32>> {
        match length_of(raw) {
            Some(length) if length > left as usize => Err(beyond(length, left as usize)),
            length => Ok(length.map(|length| length as u32)),
        }
    }

    /// A varint between records.
    fn batch_varint(&mut self, input: &mut &[u8]) -> Step<Option<u32>> {
        if self.batch_left == 0 && self.shift == 0 {
            return Err(ErrorKind::Batch(BatchFault::RecordCount));
        }
        (self.record_left, self.batch_left) = (self.batch_left, 0);
        let number = self.varint_32(input);
        (self.batch_left, self.record_left) = (self.record_left, 0);
        number
    }

    fn varint_32(&mut self, input: &mut &[u8]) -> Step<Option<u32>> {
        match self.varint(input, varint::MAX_32)? {
            Some(number) => match u32::try_from(number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(ErrorKind::Batch(BatchFault::Varint)),
            },
            None => Ok(None),
        }
    }

    /// A varint in the record.
    #[inline(always)]
    fn varint(&mut self, input: &mut &[u8], max: usize) -> Step<Option<u64>> {
        if self.shift == 0 {
            match *input {
                [byte @ 0..=0x7f, rest @ ..] if self.record_left > 0 => {
                    *input = rest;
                    self.record_left -= 1;
                    return Ok(Some(u64::from(*byte)));
                }
                [low, high @ 0..=0x7f, rest @ ..] if self.record_left > 1 => {
                    *input = rest;
                    self.record_left -= 2;
                    return Ok(Some(u64::from(*low) & 0x7f | u64::from(*high) << 7));
                }
                _ => {}
            }
        }
        self.long_varint(input, max)
    }

    #[inline(never)]
    fn long_varint(&mut self, input: &mut &[u8], max: usize) -> Step<Option<u64>> {
        loop {
            if self.record_left == 0 {
                return Err(ErrorKind::Truncated { need: 1, remaining: 0 });
            }
            let Some((byte, rest)) = input.split_first() else { return Ok(None) };
            *input = rest;
            self.record_left -= 1;
            let bits = u64::from(byte & 0x7f);
            let last = usize::from(self.shift) == 7 * (max - 1);
            if last && (*byte >= 0x80 || self.shift == 63 && bits > 1) {
                return Err(ErrorKind::Batch(BatchFault::Varint));
            }
            self.number |= bits << self.shift;
            self.shift += 7;
            if *byte < 0x80 {
                let number = self.number;
                (self.number, self.shift) = (0, 0);
                return Ok(Some(number));
            }
        }
    }
}
