//! Batches as events, one a line: the bytes, and what was read there.

use super::{batches, decompress};
use crate::hex;
use kafka_codec::record::{
    Batch, Compression, LegacyMessage, RecordBatch, RecordDecoder, RecordEvent,
};
use std::fmt::{self, Write as _};

/// The places of what was decompressed are in braces: they count from its first byte.
struct Lines<'o> {
    out: &'o mut String,
    base: usize,
    indent: usize,
    is_inner: bool,
}

/// Writes the events of batches whose first byte has the place `base`.
pub(crate) fn events(bytes: &[u8], base: usize, indent: usize, out: &mut String) -> fmt::Result {
    let mut lines = Lines { out, base, indent, is_inner: false };
    for (start, batch) in batches(bytes) {
        let bytes = bytes.get(start..).unwrap_or(&[]);
        lines.base = base + start;
        match batch {
            Batch::Records(batch) => lines.batch(&batch)?,
            Batch::Legacy(message) => lines.message(&message)?,
            Batch::Incomplete(incomplete) => {
                let missing = incomplete.missing;
                let text = format!("incomplete batch: {missing} bytes are missing");
                lines.line(0..bytes.len(), 0, &text)?;
            }
            _ => {}
        }
    }
    Ok(())
}

impl Lines<'_> {
    fn line(&mut self, at: std::ops::Range<usize>, more: usize, text: &str) -> fmt::Result {
        let (start, end) = (at.start + self.base, at.end + self.base);
        let indent = self.indent + more;
        match self.is_inner {
            true => write!(self.out, "{{0x{start:04x}..0x{end:04x}}}")?,
            false => write!(self.out, "0x{start:04x}..0x{end:04x}  ")?,
        }
        writeln!(self.out, "{:indent$}{text}", "")
    }

    fn batch(&mut self, batch: &RecordBatch<'_>) -> fmt::Result {
        self.walk(batch.bytes())?;
        if batch.compression() == Compression::None {
            return Ok(());
        }
        match decompress(&Batch::Records(*batch)) {
            Ok(inner) => self.inner(batch, &inner),
            Err(error) => self.line(0..0, 2, &format!("not decompressed: {error}")),
        }
    }

    /// The records that a batch was compressed from.
    fn inner(&mut self, batch: &RecordBatch<'_>, inner: &[u8]) -> fmt::Result {
        // The same header, which says that nothing is compressed.
        let mut plain = vec![0; batch.bytes().len() - batch.body().len() + inner.len()];
        let Ok(len) = batch.decompress_into(&mut plain) else { return Ok(()) };
        plain.truncate(len);
        let mut lines = Lines { out: self.out, base: 0, indent: self.indent + 2, is_inner: true };
        lines.walk(&plain)
    }

    /// Writes what the record decoder says; of a batch that was decompressed, the records alone.
    fn walk(&mut self, bytes: &[u8]) -> fmt::Result {
        let header_len = kafka_codec::record::BATCH_HEADER_LEN;
        let (mut decoder, mut input) = (RecordDecoder::new(), bytes);
        loop {
            let start = bytes.len() - input.len();
            let event = decoder.next(&mut input);
            let mut at = start..bytes.len() - input.len();
            if self.is_inner {
                at = at.start.saturating_sub(header_len)..at.end.saturating_sub(header_len);
            }
            match event {
                Ok(Some(RecordEvent::Batch(_) | RecordEvent::BatchEnd(_))) if self.is_inner => {}
                Ok(Some(event)) => {
                    let (more, text) = shown(&event, bytes);
                    self.line(at, more, &text)?;
                }
                Ok(None) => return Ok(()),
                Err(error) => return self.line(at, 2, &format!("fault: {}", error.kind)),
            }
        }
    }

    fn message(&mut self, message: &LegacyMessage<'_>) -> fmt::Result {
        let verdict = if message.verify_crc().is_ok() { "right" } else { "wrong" };
        let text = format!("{}, crc {verdict}", message_text(message));
        self.line(0..message.bytes().len(), 0, &text)?;
        if message.compression() == Compression::None {
            return Ok(());
        }
        let inner = match decompress(&Batch::Legacy(*message)) {
            Ok(inner) => inner,
            Err(error) => return self.line(0..0, 2, &format!("not decompressed: {error}")),
        };
        let mut at = 0;
        let mut lines = Lines { out: self.out, base: 0, indent: self.indent + 2, is_inner: true };
        for result in message.messages_in(&inner).into_iter().flatten() {
            match result {
                Ok(message) => {
                    let end = at + message.bytes().len();
                    lines.line(at..end, 0, &message_text(&message))?;
                    at = end;
                }
                Err(error) => return lines.line(at..at, 0, &format!("fault: {error}")),
            }
        }
        Ok(())
    }
}

fn message_text(message: &LegacyMessage<'_>) -> String {
    let LegacyMessage { magic, offset, timestamp, key, value, .. } = message;
    let codec = match message.compression() {
        Compression::None => String::new(),
        codec => format!(" {codec}"),
    };
    let (key, value) = (bytes(*key), bytes(*value));
    format!("message magic {magic}{codec} offset {offset} time {timestamp} key {key} value {value}")
}

/// The depth below the batch, and the text.
fn shown(event: &RecordEvent<'_>, batch: &[u8]) -> (usize, String) {
    match event {
        RecordEvent::Batch(_) => match RecordBatch::decode(batch) {
            Ok(batch) => (0, batch.to_string()),
            Err(_) => (0, "batch".into()),
        },
        RecordEvent::Compressed(part) => (2, format!("compressed {}", part.bytes.len())),
        RecordEvent::Record(record) => {
            (2, format!("record {} time {}", record.offset, record.timestamp))
        }
        RecordEvent::Key(part) => (4, format!("key {}", of_part(part.total, part.bytes))),
        RecordEvent::Value(part) => (4, format!("value {}", of_part(part.total, part.bytes))),
        RecordEvent::Headers { count } => (4, format!("headers: {count}")),
        RecordEvent::HeaderKey(part) => {
            (6, format!("key {:?}", String::from_utf8_lossy(part.bytes)))
        }
        RecordEvent::HeaderValue(part) => (6, format!("value {}", of_part(part.total, part.bytes))),
        RecordEvent::RecordEnd => (2, "end of record".into()),
        RecordEvent::BatchEnd(verdict) => match verdict.check() {
            Ok(()) => (0, format!("end of batch: crc 0x{:08x} right", verdict.expected)),
            Err(_) => (
                0,
                format!(
                    "end of batch: crc 0x{:08x} wrong, it is 0x{:08x}",
                    verdict.expected, verdict.computed
                ),
            ),
        },
        other => (0, format!("{other:?}")),
    }
}

fn of_part(total: Option<u32>, part: &[u8]) -> String {
    bytes(total.map(|_| part))
}

fn bytes(bytes: Option<&[u8]>) -> String {
    bytes.map_or("null".into(), |bytes| match bytes {
        [] => "empty".into(),
        bytes => hex::print(bytes),
    })
}
