//! The other half of `Oracle.java`: writes batches for Kafka's own classes to read, and reads those
//! that they built.
//!
//! A line has the name of a case, the bytes in hex and what is in them as text, parted by tabs.

use kafka_codec::record::{
    Batch, BatchBuilder, BatchOptions, Batches, Compress, Compression, ControlType, Headers,
    LegacyBuilder, LegacyMessage, LegacyOptions, Lz4, Record, RecordBatch, RecordHeader, Snappy,
    TimestampType,
};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Room for any batch of a case.
const ROOM: usize = 1 << 22;
/// In milliseconds since 1970.
const TIME: i64 = 1_700_000_000_000;

fn main() -> Result<ExitCode> {
    match std::env::args().nth(1).as_deref() {
        Some("write") => {
            let mut out = io::stdout().lock();
            write(&mut |name, bytes| {
                writeln!(out, "{name}\t{}\t{}", hex(bytes), text(bytes)?)?;
                Ok(())
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Some("read") => read(),
        _ => Err("write or read".into()),
    }
}

/// Reads lines, and compares what it finds with what they say.
fn read() -> Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut parts = line.split('\t');
        let (Some(name), Some(hex), Some(said)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("no line of three parts".into());
        };
        let bytes = unhex(hex).ok_or("no hex")?;
        match text(&bytes).and_then(|found| {
            same(&found, said)?;
            same_again(&bytes)
        }) {
            Ok(()) => passed += 1,
            Err(fault) => {
                failed += 1;
                println!("FAILED: {name}: {fault}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn same(ours: &str, java: &str) -> Result<()> {
    let mut both = ours.split(';').zip(java.split(';')).enumerate();
    match both.find(|(_, (ours, java))| ours != java) {
        Some((at, (ours, java))) => Err(format!("entry {at}: Java {java}, we {ours}").into()),
        None if ours != java => Err("one ends before the other".into()),
        None => Ok(()),
    }
}

/// A batch of Java's that is not compressed is built again to the same bytes.
fn same_again(bytes: &[u8]) -> Result<()> {
    let mut out = vec![0xa5; bytes.len()];
    for batch in Batches::new(bytes) {
        let Batch::Records(batch) = batch? else { continue };
        if batch.compression() != Compression::None {
            continue;
        }
        let mut builder = BatchBuilder::new(&mut out, BatchOptions::of(&batch.header()))?;
        for record in batch.records()?.with_own_timestamps() {
            builder.append_with_offset(&record?)?;
        }
        let len = builder.finish();
        if out.get(..len) != Some(batch.bytes()) {
            return Err("built again, the bytes differ".into());
        }
    }
    Ok(())
}

/// What is in the bytes: batches and records, each behind the other.
fn text(bytes: &[u8]) -> Result<String> {
    let mut out = String::new();
    let mut buffer = vec![0xa5; ROOM];
    for batch in Batches::new(bytes) {
        match batch? {
            Batch::Records(batch) => {
                batch.verify_crc()?;
                let attributes = batch.attributes();
                let head = Head {
                    magic: batch.magic(),
                    compression: batch.compression(),
                    append: batch.log_append_time().is_some(),
                    last: batch.last_offset(),
                };
                head.show(&mut out)?;
                write!(out, " producer {} ", batch.producer_id())?;
                write!(out, "{} {}", batch.producer_epoch(), batch.base_sequence())?;
                write!(out, " leader {}", batch.partition_leader_epoch())?;
                out += if attributes.is_transactional() { " txn" } else { "" };
                out += if attributes.is_control() { " control;" } else { ";" };
                for record in batch.records_with(&mut buffer)? {
                    show(&record?, &mut out)?;
                }
            }
            Batch::Legacy(message) => {
                message.verify_crc()?;
                let head = Head {
                    magic: message.magic,
                    compression: message.compression(),
                    append: message.log_append_time().is_some(),
                    last: message.offset,
                };
                head.show(&mut out)?;
                // What Java says of a format that has no such fields.
                out += " producer -1 -1 -1 leader -1;";
                for inner in message.messages_with(&mut buffer)? {
                    let inner = inner?;
                    inner.verify_crc()?;
                    show(&inner.record(), &mut out)?;
                }
            }
            _ => return Err("the batch is not whole".into()),
        }
    }
    Ok(out)
}

/// What batches of all formats have.
struct Head {
    magic: i8,
    compression: Compression,
    append: bool,
    last: i64,
}

impl Head {
    fn show(&self, out: &mut String) -> Result<()> {
        let time = if self.append { "append" } else { "create" };
        Ok(write!(out, "magic {} {} {time} last {}", self.magic, self.compression, self.last)?)
    }
}

fn show(record: &Record<'_>, out: &mut String) -> Result<()> {
    write!(out, "{} {}", record.offset, record.timestamp)?;
    write!(out, " {} {}", bytes(record.key), bytes(record.value))?;
    for header in record.headers {
        write!(out, " {}={}", bytes(Some(header.key)), bytes(header.value))?;
    }
    out.push(';');
    Ok(())
}

/// Their number, the first of them, and the hash that Java's `Arrays.hashCode` gives of all.
fn bytes(bytes: Option<&[u8]>) -> String {
    let Some(bytes) = bytes else { return "null".into() };
    let hash = |hash: i32, byte: &u8| hash.wrapping_mul(31).wrapping_add(i32::from(*byte as i8));
    let first = bytes.get(..16).unwrap_or(bytes);
    format!("{}:{}:{}", bytes.len(), hex(first), bytes.iter().fold(1, hash))
}

type Emit<'e> = &'e mut dyn FnMut(&str, &[u8]) -> Result<()>;

/// All cases: every magic and codec, and what a batch may say besides.
fn write(emit: Emit<'_>) -> Result<()> {
    let mut random = Random(0x5eed_0000_0000_0001);
    for (name, codec) in CODECS {
        let of = |kind: &str| format!("magic 2 {name} {kind}");
        let with = |options: BatchOptions, records: &[Record<'_>]| batch(options, records, *codec);
        emit(&of("odd"), &with(producer(), &odd(true))?)?;
        emit(&of("many"), &with(producer(), &many())?)?;
        let appended = BatchOptions { log_append_time: Some(TIME + 5), ..producer() };
        emit(&of("append"), &with(appended, &odd(true))?)?;
        let txn = BatchOptions { transactional: true, ..producer() };
        emit(&of("txn"), &with(txn, &odd(true))?)?;
        let horizon = BatchOptions { delete_horizon: Some(TIME - 1), ..producer() };
        emit(&of("delete horizon"), &with(horizon, &odd(true))?)?;
        emit(&of("not idempotent"), &with(BatchOptions::default(), &odd(true))?)?;
        for number in 0..20 {
            let made = random.records(true);
            let records: Vec<_> = made.iter().map(Made::record).collect::<Vec<_>>();
            emit(&of(&format!("random {number}")), &with(producer(), &records)?)?;
        }
    }
    for (name, codec) in LEGACY_CODECS {
        for magic in [0, 1] {
            let codec = match (*name, magic) {
                ("lz4", 0) => Some(&Lz4::MAGIC_0 as &dyn Compress),
                _ => *codec,
            };
            let of = |kind: &str| format!("magic {magic} {name} {kind}");
            for kind in [TimestampType::CreateTime, TimestampType::LogAppendTime] {
                if magic == 0 && kind == TimestampType::LogAppendTime {
                    continue;
                }
                emit(&of(&format!("odd {kind:?}")), &messages(magic, kind, &odd(false), codec)?)?;
                emit(&of(&format!("many {kind:?}")), &messages(magic, kind, &many(), codec)?)?;
                for number in 0..20 {
                    let made = random.records(false);
                    let records: Vec<_> = made.iter().map(Made::record).collect::<Vec<_>>();
                    let set = messages(magic, kind, &records, codec)?;
                    emit(&of(&format!("random {number} {kind:?}")), &set)?;
                }
            }
        }
    }
    for kind in [ControlType::Abort, ControlType::Commit] {
        let options = BatchOptions { control: true, transactional: true, ..producer() };
        // Version 0, and the epoch of the coordinator.
        let (key, value) = (kind.key(), [0, 0, 0, 0, 0, 7]);
        let marker =
            Record { timestamp: TIME, key: Some(&key), value: Some(&value), ..Record::default() };
        let options = BatchOptions { base_sequence: -1, ..options };
        emit(&format!("{kind:?}"), &batch(options, &[marker], None)?)?;
    }
    let gaps = [3, 4, 1_000_000].map(|offset| Record { offset, ..Record::default() });
    emit("gaps", &compacted(&gaps)?)?;
    emit("two batches", &[batch(producer(), &odd(true), None)?, compacted(&gaps)?].concat())
}

type Codec = (&'static str, Option<&'static dyn Compress>);

const CODECS: &[Codec] = &[
    ("none", None),
    ("gzip", Some(&Compression::Gzip)),
    ("snappy", Some(&Snappy::FRAMED)),
    ("snappy without frames", Some(&Snappy::BARE)),
    ("lz4", Some(&Lz4::STANDARD)),
    ("zstd", Some(&Compression::Zstd)),
];

/// Magic 0 and 1 have no zstd.
const LEGACY_CODECS: &[Codec] = &[
    ("none", None),
    ("gzip", Some(&Compression::Gzip)),
    ("snappy", Some(&Snappy::FRAMED)),
    ("lz4", Some(&Lz4::STANDARD)),
];

fn producer() -> BatchOptions {
    BatchOptions {
        base_offset: 77,
        partition_leader_epoch: 4,
        producer_id: 5,
        producer_epoch: 1,
        base_sequence: 3,
        ..BatchOptions::default()
    }
}

fn batch(
    options: BatchOptions,
    records: &[Record<'_>],
    codec: Option<&dyn Compress>,
) -> Result<Vec<u8>> {
    let mut out = vec![0xa5; ROOM];
    let mut builder = BatchBuilder::new(&mut out, options)?;
    for record in records {
        builder.append(record)?;
    }
    let len = builder.finish();
    out.truncate(len);
    let Some(codec) = codec else { return Ok(out) };
    let mut compressed = vec![0xa5; ROOM];
    let len = RecordBatch::decode(&out)?.compress_into(codec, &mut compressed)?;
    compressed.truncate(len);
    Ok(compressed)
}

/// A batch whose records keep their offsets.
fn compacted(records: &[Record<'_>]) -> Result<Vec<u8>> {
    let mut out = vec![0xa5; ROOM];
    let mut builder = BatchBuilder::new(&mut out, BatchOptions::default())?;
    for record in records {
        builder.append_with_offset(record)?;
    }
    let len = builder.finish();
    out.truncate(len);
    Ok(out)
}

fn messages(
    magic: i8,
    timestamp_type: TimestampType,
    records: &[Record<'_>],
    codec: Option<&dyn Compress>,
) -> Result<Vec<u8>> {
    let mut out = vec![0xa5; ROOM];
    let mut builder =
        LegacyBuilder::new(&mut out, LegacyOptions { magic, base_offset: 0, timestamp_type })?;
    for record in records {
        builder.append(record)?;
    }
    let len = builder.finish();
    out.truncate(len);
    let Some(codec) = codec else { return Ok(out) };
    let mut wrapper = vec![0xa5; ROOM];
    let last = records.len() as i64 - 1;
    let len = LegacyMessage::compress_messages(&out, last, codec, &mut wrapper)?;
    wrapper.truncate(len);
    Ok(wrapper)
}

/// The keys, values, headers and timestamps at which something may break.
fn odd(has_headers: bool) -> Vec<Record<'static>> {
    const ZEROS: &[u8] = &[0; 8192];
    static TEXT: &[u8] = &[b'x'; 300_000];
    static HEADERS: [RecordHeader<'static>; 4] = [
        RecordHeader { key: b"a", value: Some(b"1") },
        RecordHeader { key: b"a", value: None },
        RecordHeader { key: b"", value: Some(b"") },
        RecordHeader { key: "é".as_bytes(), value: Some(&[7; 200]) },
    ];
    let headers = if has_headers { Headers::from(&HEADERS) } else { Headers::NONE };
    let record = |timestamp, key, value, headers| Record {
        timestamp,
        key,
        value,
        headers,
        ..Record::default()
    };
    let mut records = vec![
        record(TIME, Some(&b"k"[..]), Some(&b"v"[..]), headers),
        record(TIME - 500, None, None, headers),
        record(TIME + 5, Some(b""), Some(b""), Headers::NONE),
        record(0, Some(TEXT), None, headers),
        record(TIME + (1 << 40), Some(NOISE), Some(TEXT), Headers::NONE),
    ];
    for size in [56, 57, 63, 64, 127, 128, 8191, 8192] {
        records.push(record(TIME + size as i64, None, ZEROS.get(..size), Headers::NONE));
    }
    records
}

/// Bytes that do not compress.
static NOISE: &[u8] = &{
    let (mut bytes, mut state, mut at) = ([0; 100_000], 1_u32, 0);
    while at < bytes.len() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes[at] = (state >> 24) as u8;
        at += 1;
    }
    bytes
};

fn many() -> Vec<Record<'static>> {
    let value = Some(&b"20.5"[..]);
    let record = |index| Record { timestamp: TIME + index, value, ..Record::default() };
    (0..10_000).map(record).collect()
}

/// Marsaglia's xorshift: the same numbers in each run.
struct Random(u64);

/// What a random record borrows.
struct Made {
    timestamp: i64,
    key: Option<&'static [u8]>,
    value: Option<&'static [u8]>,
    headers: Vec<RecordHeader<'static>>,
}

impl Made {
    fn record(&self) -> Record<'_> {
        let Self { timestamp, key, value, ref headers } = *self;
        Record { timestamp, key, value, headers: headers.as_slice().into(), ..Record::default() }
    }
}

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn records(&mut self, has_headers: bool) -> Vec<Made> {
        let count = 1 + self.below(50);
        (0..count).map(|_| self.made(has_headers)).collect()
    }

    fn made(&mut self, has_headers: bool) -> Made {
        let shift = self.below(42);
        let timestamp = TIME + (((self.below(1 << 42) as i64) - (1 << 41)) >> shift);
        let count = if has_headers { self.below(4) } else { 0 };
        let header = |random: &mut Self| RecordHeader {
            key: [&b"a"[..], b"b", b""].get(random.below(3) as usize).copied().unwrap_or(b"c"),
            value: random.bytes(),
        };
        let headers = (0..count).map(|_| header(self)).collect();
        Made { timestamp, key: self.bytes(), value: self.bytes(), headers }
    }

    /// Null, or bytes of a random number.
    fn bytes(&mut self) -> Option<&'static [u8]> {
        if self.below(5) == 0 {
            return None;
        }
        let bits = self.below(11);
        let (at, len) = (self.below(50_000) as usize, self.below(1 << bits) as usize);
        NOISE.get(at..at + len)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        // Writing to a string does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { return None };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect()
}
