//! What is measured: some work on some message, done by some codec.

/// One thing to measure.
pub struct Case {
    /// The message, for names: `metadata`.
    pub message: &'static str,
    /// What is done with it: `visit`.
    pub work: &'static str,
    /// The codec that does it.
    pub codec: &'static str,
    /// How many bytes the message has.
    pub size: usize,
    /// Does it once. The result shows that it was done: the sum of all values, or the bytes that
    /// were written, or the number of events; 0 where it failed.
    pub run: Box<dyn FnMut() -> u64>,
}

impl Case {
    /// Its name without the codec, as budgets have it: `metadata/visit`.
    pub fn job(&self) -> String {
        format!("{}/{}", self.message, self.work)
    }

    /// Its name: `metadata/visit/kafka-codec`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.message, self.work, self.codec)
    }
}

/// The cases of one codec on one message, as they are put together.
pub struct Cases<'a> {
    /// Where they go.
    pub all: &'a mut Vec<Case>,
    /// The codec.
    pub codec: &'static str,
    /// The message.
    pub message: &'static str,
    /// Its size in bytes.
    pub size: usize,
}

impl Cases<'_> {
    /// Adds one.
    pub fn add(&mut self, work: &'static str, run: impl FnMut() -> u64 + 'static) {
        let Self { codec, message, size, .. } = *self;
        self.all.push(Case { message, work, codec, size, run: Box::new(run) });
    }
}

/// Decode, and look at nothing; the result is the size.
pub const DECODE: &str = "decode";
/// Decode, and sum every field value. For records: check the CRC, go through all, sum them.
pub const VISIT: &str = "visit";
/// Encode from values; the result is the number of bytes.
pub const ENCODE: &str = "encode";
/// Build a batch of records; the result is the number of bytes.
pub const BUILD: &str = "build";
/// Only the CRC of what is there; of one batch, the result is the CRC.
pub const CRC: &str = "crc";
