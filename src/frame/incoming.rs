//! Reading the front of a response from pieces, so that its body can be read so too.

use super::{SIZE, check_size};
use crate::error::{Error, ErrorKind, Result};
use crate::wire::check_tag_count;

/// Reads responses from pieces of any size: size and header here, the body by the caller.
///
/// The order of calls is [`front`](Self::front) until it gives the correlation id,
/// [`header`](Self::header) until it gives the size of the body, [`body`](Self::body) until nothing
/// of it is [`left`](Self::left), and again. Each takes from the front of its input what it used,
/// and `None` says that it needs more. After an error each call gives the same one.
///
/// ```
/// use kafka_codec::frame::Incoming;
///
/// # fn main() -> kafka_codec::Result<()> {
/// let mut incoming = Incoming::new(1_000);
/// let mut input: &[u8] = b"\0\0\0\x07\0\0\0\x2aabc";
/// let correlation_id = incoming.front(&mut input)?;
/// let body_len = incoming.header(&mut input, 0)?;
/// assert_eq!((correlation_id, body_len), (Some(42), Some(3)));
/// assert_eq!(incoming.body(&mut input), b"abc");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Incoming {
    state: State,
    /// The size of the frame.
    size: u32,
    /// How much of it has not been read.
    left: u32,
    max: u32,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Size and correlation id, as far as they have come.
    Front {
        bytes: [u8; FRONT],
        have: u8,
    },
    Header(Tags),
    Body,
    Failed(Error),
}

/// The size and the correlation id, with which both versions of the header begin.
const FRONT: usize = SIZE.end + size_of::<i32>();
/// What a frame has at least.
const LEAST: u32 = size_of::<i32>() as u32;

/// How far a tag section has been read. Kafka has defined no tagged field of this header, so they
/// are checked and passed over.
#[derive(Clone, Copy, Debug)]
struct Tags {
    expects: Expects,
    /// Of the varint that is being read.
    shift: u8,
    /// Tagged fields that have not ended.
    count: u16,
    /// The varint as far as it was read, or what is left of the tagged field.
    value: u32,
    /// Where the varint begins in the frame.
    at: u32,
    /// The least that the next tag may be.
    least: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expects {
    Count,
    Tag,
    Size,
    Value,
    Nothing,
}

impl State {
    const FRONT: Self = Self::Front { bytes: [0; FRONT], have: 0 };
    const TAGS: Self = Self::Header(Tags {
        expects: Expects::Count,
        shift: 0,
        count: 0,
        value: 0,
        at: LEAST,
        least: 0,
    });
}

impl Tags {
    /// Goes on with one byte, behind which so many are left of the frame.
    fn push(&mut self, byte: u8, remaining: u32) -> core::result::Result<(), ErrorKind> {
        let padded = self.shift > 0 && byte == 0;
        if padded || self.shift == VARINT_LAST && byte > 0x0f {
            return Err(ErrorKind::InvalidVarint);
        }
        self.value |= u32::from(byte & 0x7f) << self.shift;
        self.shift += 7;
        if byte < 0x80 {
            let value = self.value;
            (self.value, self.shift) = (0, 0);
            self.number(value, remaining)?;
        }
        Ok(())
    }

    fn number(&mut self, value: u32, remaining: u32) -> core::result::Result<(), ErrorKind> {
        self.expects = match self.expects {
            Expects::Count => {
                check_tag_count(value, remaining)?;
                self.count = value as u16;
                self.after_value()
            }
            Expects::Tag if value < self.least => return Err(ErrorKind::TagOrder { tag: value }),
            Expects::Tag => {
                self.least = value.saturating_add(1);
                Expects::Size
            }
            _ if value > remaining => {
                return Err(ErrorKind::LengthBeyondEnd { length: value, remaining });
            }
            _ => {
                self.count -= 1;
                self.value = value;
                Expects::Value
            }
        };
        Ok(())
    }

    const fn after_value(&self) -> Expects {
        if self.count == 0 { Expects::Nothing } else { Expects::Tag }
    }
}

/// The shift of a varint's fifth byte.
const VARINT_LAST: u8 = 28;

impl Incoming {
    /// Reads frames of at most `max` bytes, their size not counted.
    pub const fn new(max: u32) -> Self {
        Self { state: State::FRONT, size: 0, left: 0, max }
    }

    /// The correlation id of the next response, once it has come. What is left of the body before
    /// is passed over.
    ///
    /// # Errors
    /// [`ErrorKind::FrameSize`], also for a frame without room for a correlation id; the error of
    /// an earlier call.
    pub fn front(&mut self, input: &mut &[u8]) -> Result<Option<i32>> {
        loop {
            match &mut self.state {
                State::Failed(error) => return Err(*error),
                State::Front { bytes, have } => {
                    let at = usize::from(*have);
                    let Some((byte, rest)) = input.split_first() else {
                        return Ok(None);
                    };
                    *input = rest;
                    if let Some(place) = bytes.get_mut(at) {
                        *place = *byte;
                    }
                    *have += 1;
                    let [s0, s1, s2, s3, id @ ..] = *bytes;
                    if at + 1 == SIZE.end {
                        let size = [s0, s1, s2, s3];
                        match check_size(size, self.max) {
                            Ok(n) if n >= LEAST => (self.size, self.left) = (n, n),
                            Ok(n) => {
                                let kind = ErrorKind::Truncated { need: LEAST, remaining: n };
                                return Err(self.fail(Error::new(kind, 0)));
                            }
                            Err(error) => return Err(self.fail(error)),
                        }
                    }
                    if at + 1 == FRONT {
                        self.left -= LEAST;
                        self.state = State::TAGS;
                        return Ok(Some(i32::from_be_bytes(id)));
                    }
                }
                State::Header(_) | State::Body => {
                    self.state = State::Body;
                    self.body(input);
                    if self.left > 0 {
                        return Ok(None);
                    }
                    self.state = State::FRONT;
                }
            }
        }
    }

    /// The size of the body, once the rest of the header, which is of this version, has come.
    ///
    /// # Errors
    /// What is wrong with the tagged fields of the header; the error of an earlier call.
    pub fn header(&mut self, input: &mut &[u8], version: i16) -> Result<Option<u32>> {
        let mut tags = match self.state {
            State::Header(tags) if version > 0 => tags,
            State::Failed(error) => return Err(error),
            State::Front { .. } => return Ok(None),
            State::Header(_) | State::Body => {
                self.state = State::Body;
                return Ok(Some(self.left));
            }
        };
        loop {
            match tags.expects {
                Expects::Nothing => {
                    self.state = State::Body;
                    return Ok(Some(self.left));
                }
                Expects::Value => {
                    tags.value -= self.take(input, tags.value).len() as u32;
                    if tags.value == 0 {
                        (tags.expects, tags.at) = (tags.after_value(), self.position());
                        continue;
                    }
                }
                _ if self.left == 0 => {
                    let have = u32::from(tags.shift / 7);
                    let kind = ErrorKind::Truncated { need: have + 1, remaining: have };
                    return Err(self.fail(Error::new(kind, tags.at)));
                }
                _ => {
                    if let Some(byte) = self.take(input, 1).first() {
                        let number = tags.expects;
                        if let Err(kind) = tags.push(*byte, self.left) {
                            return Err(self.fail(Error::new(kind, tags.at)));
                        }
                        if tags.expects != number {
                            tags.at = self.position();
                        }
                        continue;
                    }
                }
            }
            self.state = State::Header(tags);
            return Ok(None);
        }
    }

    /// The next piece of the body: as much of it as the input has.
    pub fn body<'i>(&mut self, input: &mut &'i [u8]) -> &'i [u8] {
        match self.state {
            State::Body => self.take(input, self.left),
            _ => &[],
        }
    }

    /// How many bytes are left of the frame.
    pub const fn left(&self) -> u32 {
        self.left
    }

    /// How many bytes of the frame have been read.
    pub const fn position(&self) -> u32 {
        self.size - self.left
    }

    /// Whether nothing of the next frame has been read, so that the stream may end here.
    pub const fn is_between(&self) -> bool {
        match self.state {
            State::Front { have, .. } => have == 0,
            State::Body => self.left == 0,
            State::Header(_) | State::Failed(_) => false,
        }
    }

    /// Whether bytes of the body can be read.
    pub const fn is_in_body(&self) -> bool {
        matches!(self.state, State::Body)
    }

    /// Whether a response has begun whose header has not ended.
    pub const fn is_in_header(&self) -> bool {
        matches!(self.state, State::Header(_))
    }

    /// Ends reading with an error where it stands, unless one has ended it before.
    #[cold]
    pub(crate) fn fail_here(&mut self, kind: ErrorKind) -> Error {
        match self.state {
            State::Failed(error) => error,
            State::Front { .. } => self.fail(Error::new(kind, 0)),
            State::Header(_) | State::Body => self.fail(Error::new(kind, self.position())),
        }
    }

    /// Ends reading with this error, which each call gives from then on.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) -> Error {
        self.state = State::Failed(error);
        error
    }

    fn take<'i>(&mut self, input: &mut &'i [u8], most: u32) -> &'i [u8] {
        let n = input.len().min(most as usize);
        let (taken, rest) = input.split_at_checked(n).unwrap_or((input, &[]));
        *input = rest;
        self.left -= n as u32;
        taken
    }
}
