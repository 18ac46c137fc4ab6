//! Records and their headers, borrowed from a batch or given by the caller.
//!
//! The same types serve both directions: what a batch yields can be appended to another. The bytes
//! of [`Headers`] are checked before they get here, so that walking them cannot fail. Uses `varint`
//! and `error`.

use super::varint;
use crate::error::{BatchFault, ErrorKind};
use core::{fmt, slice};

/// A record.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Record<'a> {
    /// No bit has a meaning yet; written as it is.
    pub attributes: i8,
    /// In milliseconds since 1970; -1 for none.
    pub timestamp: i64,
    /// Absolute offset. A builder counts offsets itself, unless it is told to keep them.
    pub offset: i64,
    /// The key.
    pub key: Option<&'a [u8]>,
    /// The value; null is a tombstone in compacted topics.
    pub value: Option<&'a [u8]>,
    /// Headers, in order; the same key may occur more than once.
    pub headers: Headers<'a>,
}

/// A header of a record (KIP-82).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RecordHeader<'a> {
    /// The key: UTF-8 where Java wrote it, which nothing here checks.
    pub key: &'a [u8],
    /// The value.
    pub value: Option<&'a [u8]>,
}

/// The headers of a record.
#[derive(Clone, Copy)]
pub struct Headers<'a> {
    count: usize,
    source: Source<'a>,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    /// Checked: they walk to the end of the bytes.
    Encoded(&'a [u8]),
    Given(&'a [RecordHeader<'a>]),
}

/// A header takes at least the two lengths.
pub(super) const MIN_HEADER_LEN: usize = 2;

impl<'a> Headers<'a> {
    /// No headers.
    pub const NONE: Self = Self { count: 0, source: Source::Given(&[]) };

    /// Reads the count and the headers that fill the bytes.
    #[inline(always)]
    pub(super) fn read(bytes: &'a [u8]) -> Checked<Self> {
        match bytes {
            [0] => Ok(Self::NONE),
            _ => Self::read_some(bytes),
        }
    }

    #[inline(never)]
    fn read_some(bytes: &'a [u8]) -> Checked<Self> {
        let fault = |kind, at: &[u8]| (kind, at.len());
        let Some((raw, encoded)) = varint::split_u32(bytes) else {
            return Err(fault(varint::fault(bytes, varint::MAX_32), bytes));
        };
        let count = raw >> 1;
        if raw & 1 != 0 {
            return Err(fault(ErrorKind::Batch(BatchFault::Headers), bytes));
        }
        if count as usize > encoded.len() / MIN_HEADER_LEN {
            let remaining = encoded.len() as u32;
            return Err(fault(ErrorKind::CountBeyondEnd { count, remaining }, bytes));
        }
        let mut rest = encoded;
        for _ in 0..count {
            for is_key in [true, false] {
                let Some((raw, after)) = varint::split_u32(rest) else {
                    return Err(fault(varint::fault(rest, varint::MAX_32), rest));
                };
                rest = match length_of(raw) {
                    Some(length) => match after.get(length..) {
                        Some(after) => after,
                        None => return Err(fault(beyond(length, after.len()), rest)),
                    },
                    None if is_key => {
                        return Err(fault(ErrorKind::Batch(BatchFault::Headers), rest));
                    }
                    None if raw == NULL => after,
                    None => return Err(fault(negative(raw), rest)),
                };
            }
        }
        if !rest.is_empty() {
            return Err(fault(ErrorKind::Batch(BatchFault::Length), rest));
        }
        Ok(Self { count: count as usize, source: Source::Encoded(encoded) })
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The headers, in order.
    pub fn iter(&self) -> HeaderIter<'a> {
        match self.source {
            Source::Encoded(bytes) => HeaderIter(IterSource::Encoded { bytes, left: self.count }),
            Source::Given(headers) => HeaderIter(IterSource::Given(headers.iter())),
        }
    }

    /// The value of the last header with this key, as Java's `lastHeader`.
    pub fn last(&self, key: &[u8]) -> Option<RecordHeader<'a>> {
        self.iter().filter(|header| header.key == key).last()
    }

    /// The size of the count and the headers, in bytes.
    #[inline(always)]
    pub(super) fn encoded_len(&self) -> usize {
        if self.is_empty() {
            return 1;
        }
        match self.source {
            Source::Encoded(bytes) => varint::length_len(self.count) + bytes.len(),
            Source::Given(headers) => given_len(headers),
        }
    }

    /// Writes the count and the headers to the front, and gives what follows.
    #[inline(always)]
    pub(super) fn put<'b>(&self, out: &'b mut [u8]) -> Option<&'b mut [u8]> {
        let out = varint::put(out, (self.count as u64) << 1)?;
        match self.source {
            Source::Encoded(bytes) => put_bytes(out, bytes),
            Source::Given(headers) => put_given(out, headers),
        }
    }
}

#[inline(never)]
fn given_len(headers: &[RecordHeader<'_>]) -> usize {
    let each = headers.iter().map(|header| bytes_len(Some(header.key)) + bytes_len(header.value));
    varint::length_len(headers.len()) + each.sum::<usize>()
}

#[inline(never)]
fn put_given<'b>(mut out: &'b mut [u8], headers: &[RecordHeader<'_>]) -> Option<&'b mut [u8]> {
    for header in headers {
        out = put_nullable(out, Some(header.key))?;
        out = put_nullable(out, header.value)?;
    }
    Some(out)
}

/// What was read; or what is wrong, and how many bytes were left there.
pub(super) type Checked<T> = Result<T, (ErrorKind, usize)>;

/// A length of -1, in zigzag order.
pub(super) const NULL: u32 = 1;

/// The length that this is in zigzag order, if it is not negative.
#[inline(always)]
pub(super) const fn length_of(raw: u32) -> Option<usize> {
    if raw & 1 == 0 { Some((raw >> 1) as usize) } else { None }
}

#[cold]
pub(super) fn negative(raw: u32) -> ErrorKind {
    ErrorKind::NegativeLength { length: varint::unzigzag_32(raw) }
}

#[cold]
pub(super) fn beyond(length: usize, remaining: usize) -> ErrorKind {
    ErrorKind::LengthBeyondEnd { length: length as u32, remaining: remaining as u32 }
}

/// The size of a length with its bytes.
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
#[cfg_attr(target_pointer_width = "32", inline(never))]
pub(super) fn bytes_len(bytes: Option<&[u8]>) -> usize {
    match bytes {
        Some(bytes) => varint::length_len(bytes.len()) + bytes.len(),
        None => 1,
    }
}

/// Writes a length and its bytes to the front, and gives what follows.
#[cfg_attr(not(target_pointer_width = "32"), inline(always))]
#[cfg_attr(target_pointer_width = "32", inline(never))]
pub(super) fn put_nullable<'b>(out: &'b mut [u8], bytes: Option<&[u8]>) -> Option<&'b mut [u8]> {
    match bytes {
        Some(bytes) => put_bytes(varint::put(out, (bytes.len() as u64) << 1)?, bytes),
        None => varint::put(out, u64::from(NULL)),
    }
}

#[inline(always)]
fn put_bytes<'b>(out: &'b mut [u8], bytes: &[u8]) -> Option<&'b mut [u8]> {
    let (head, rest) = out.split_at_mut_checked(bytes.len())?;
    head.copy_from_slice(bytes);
    Some(rest)
}

impl Default for Headers<'_> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<'a> From<&'a [RecordHeader<'a>]> for Headers<'a> {
    fn from(headers: &'a [RecordHeader<'a>]) -> Self {
        Self { count: headers.len(), source: Source::Given(headers) }
    }
}

impl<'a, const N: usize> From<&'a [RecordHeader<'a>; N]> for Headers<'a> {
    fn from(headers: &'a [RecordHeader<'a>; N]) -> Self {
        Self { count: headers.len(), source: Source::Given(headers) }
    }
}

impl<'a> IntoIterator for Headers<'a> {
    type Item = RecordHeader<'a>;
    type IntoIter = HeaderIter<'a>;

    fn into_iter(self) -> HeaderIter<'a> {
        self.iter()
    }
}

impl PartialEq for Headers<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Headers<'_> {}

impl fmt::Debug for Headers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Walks the headers of a record.
#[derive(Clone)]
pub struct HeaderIter<'a>(IterSource<'a>);

#[derive(Clone)]
enum IterSource<'a> {
    Encoded { bytes: &'a [u8], left: usize },
    Given(slice::Iter<'a, RecordHeader<'a>>),
}

impl<'a> Iterator for HeaderIter<'a> {
    type Item = RecordHeader<'a>;

    fn next(&mut self) -> Option<RecordHeader<'a>> {
        match &mut self.0 {
            IterSource::Given(headers) => headers.next().copied(),
            IterSource::Encoded { bytes, left } => {
                *left = left.checked_sub(1)?;
                let (key, rest) = split_nullable(bytes)?;
                let (value, rest) = split_nullable(rest)?;
                *bytes = rest;
                Some(RecordHeader { key: key?, value })
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            IterSource::Given(headers) => headers.len(),
            IterSource::Encoded { left, .. } => *left,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for HeaderIter<'_> {}

/// The bytes behind their length, which was checked, and what follows them.
fn split_nullable(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let (raw, rest) = varint::split_u32(bytes)?;
    match length_of(raw) {
        Some(length) => {
            let (bytes, rest) = rest.split_at_checked(length)?;
            Some((Some(bytes), rest))
        }
        None => Some((None, rest)),
    }
}

/// Bytes as text where they are, else in hexadecimal.
struct Shown<'a>(&'a [u8]);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(self.0) {
            Ok(text) => write!(f, "{text:?}"),
            Err(_) => {
                f.write_str("0x")?;
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

impl fmt::Debug for RecordHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", Shown(self.key), self.value.map(Shown))
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("attributes", &self.attributes)
            .field("timestamp", &self.timestamp)
            .field("offset", &self.offset)
            .field("key", &self.key.map(Shown))
            .field("value", &self.value.map(Shown))
            .field("headers", &self.headers)
            .finish()
    }
}
