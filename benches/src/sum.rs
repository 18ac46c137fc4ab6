//! The checksum over every field value that "visit" means here: the same for each codec, so that
//! equal sums show equal work, and cheap, so that the codec is what is measured.

/// Sums values.
#[derive(Clone, Copy, Default)]
pub struct Sum(pub u64);

impl Sum {
    /// A number, or a bool as 0 or 1.
    #[inline(always)]
    pub fn number(&mut self, value: impl Into<i64>) {
        self.0 = self.0.wrapping_add(value.into() as u64);
    }

    /// A string or bytes: the length, the first byte and the last.
    #[inline(always)]
    pub fn bytes(&mut self, bytes: &[u8]) {
        if let (Some(first), Some(last)) = (bytes.first(), bytes.last()) {
            let ends = u64::from(*first) + u64::from(*last);
            self.0 = self.0.wrapping_add(bytes.len() as u64 + ends);
        }
    }

    /// A string that may be null, which counts as 1.
    #[inline(always)]
    pub fn nullable(&mut self, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) => self.bytes(bytes),
            None => self.0 = self.0.wrapping_add(1),
        }
    }

    /// A uuid: both its halves.
    #[inline(always)]
    pub fn uuid(&mut self, uuid: [u8; 16]) {
        let value = u128::from_be_bytes(uuid);
        self.0 = self.0.wrapping_add(value as u64).wrapping_add((value >> 64) as u64);
    }
}
