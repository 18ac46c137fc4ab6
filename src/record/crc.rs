//! The checksums: CRC-32C of batches, CRC-32 (IEEE) of message sets and of gzip.
//!
//! Bitwise without a table unless a feature says otherwise: `crc-table-small` takes 1 KB of
//! read-only memory for each of the two that is used, `crc-table-large` 16 KB, and `crc-hardware`,
//! which needs `std`, the instructions of x86_64 and aarch64 that the machine turns out to have.
//! The fastest one that is on is used; all give the same results. Uses no other module.

/// A checksum over bytes that come one after another.
pub(super) trait Checksum {
    /// Adds bytes.
    fn update(&mut self, bytes: &[u8]);
    /// The checksum of what was added.
    fn value(&self) -> u32;
}

/// CRC-32C (Castagnoli), as batches of magic 2 have it.
#[derive(Clone, Debug)]
pub(super) struct Crc32c(imp::Crc32c);

/// CRC-32 of IEEE 802.3, as message sets and gzip have it.
#[derive(Clone, Debug)]
pub(super) struct Crc32(imp::Crc32);

macro_rules! checksums { ($($name:ident)*) => { $(
    impl $name {
        pub(super) fn new() -> Self {
            Self(imp::$name::new())
        }

        /// The checksum of these bytes.
        pub(super) fn of(bytes: &[u8]) -> u32 {
            let mut crc = Self::new();
            crc.update(bytes);
            crc.value()
        }
    }

    impl Checksum for $name {
        fn update(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }

        fn value(&self) -> u32 {
            self.0.value()
        }
    }
)* } }
checksums! { Crc32c Crc32 }

#[cfg(feature = "crc-hardware")]
use hardware as imp;
#[cfg(not(feature = "crc-hardware"))]
use table as imp;

#[cfg(feature = "crc-hardware")]
mod hardware {
    use crc_fast::{CrcAlgorithm, Digest};

    macro_rules! digests { ($($name:ident: $algorithm:ident;)*) => { $(
        /// The state of the digest, which is large itself.
        #[derive(Clone, Debug)]
        pub(super) struct $name(u64);

        impl $name {
            pub(super) fn new() -> Self {
                Self(Digest::new(CrcAlgorithm::$algorithm).get_state())
            }

            fn digest(&self) -> Digest {
                Digest::new_with_init_state(CrcAlgorithm::$algorithm, self.0)
            }

            pub(super) fn update(&mut self, bytes: &[u8]) {
                let mut digest = self.digest();
                digest.update(bytes);
                self.0 = digest.get_state();
            }

            pub(super) fn value(&self) -> u32 {
                self.digest().finalize() as u32
            }
        }
    )* } }
    digests! {
        Crc32c: Crc32Iscsi;
        Crc32: Crc32IsoHdlc;
    }
}

#[cfg(any(test, not(feature = "crc-hardware")))]
mod table {
    use core::fmt;
    use crc::{Crc, Digest, Table};

    const LANES: usize = if cfg!(feature = "crc-table-large") {
        16
    } else if cfg!(feature = "crc-table-small") {
        1
    } else {
        0
    };

    macro_rules! tables { ($($name:ident: $algorithm:ident;)*) => { $(
        #[derive(Clone)]
        pub(super) struct $name(Digest<'static, u32, Table<LANES>>);

        impl $name {
            pub(super) fn new() -> Self {
                static CRC: Crc<u32, Table<LANES>> = Crc::<u32, Table<LANES>>::new(&crc::$algorithm);
                Self(CRC.digest())
            }

            pub(super) fn update(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }

            pub(super) fn value(&self) -> u32 {
                self.0.clone().finalize()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:08x})", stringify!($name), self.value())
            }
        }
    )* } }
    tables! {
        Crc32c: CRC_32_ISCSI;
        Crc32: CRC_32_ISO_HDLC;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crc::{CRC_32_ISCSI, CRC_32_ISO_HDLC, Crc, Table};

    #[test]
    fn known_answers() {
        assert_eq!(Crc32c::of(b"123456789"), 0xe306_9283);
        assert_eq!(Crc32::of(b"123456789"), 0xcbf4_3926);
        assert_eq!((Crc32c::of(&[]), Crc32::of(&[])), (0, 0));
    }

    #[test]
    fn all_forms_give_the_same() {
        let mut bytes = [0u8; 1_000];
        let mut state = 1u32;
        for byte in &mut bytes {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (state >> 24) as u8;
        }
        for len in (0..70).chain([255, 256, 257, 999, 1_000]) {
            let bytes = &bytes[..len];
            let mut crc32c = table::Crc32c::new();
            crc32c.update(bytes);
            for other in [
                crc32c.value(),
                Crc::<u32, Table<0>>::new(&CRC_32_ISCSI).checksum(bytes),
                Crc::<u32, Table<1>>::new(&CRC_32_ISCSI).checksum(bytes),
                Crc::<u32, Table<16>>::new(&CRC_32_ISCSI).checksum(bytes),
            ] {
                assert_eq!(Crc32c::of(bytes), other, "{len}");
            }
            let mut crc32 = table::Crc32::new();
            crc32.update(bytes);
            for other in [
                crc32.value(),
                Crc::<u32, Table<0>>::new(&CRC_32_ISO_HDLC).checksum(bytes),
                Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC).checksum(bytes),
                Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC).checksum(bytes),
            ] {
                assert_eq!(Crc32::of(bytes), other, "{len}");
            }
            for cut in 0..len {
                let mut crc = Crc32c::new();
                crc.update(&bytes[..cut]);
                crc.update(&bytes[cut..]);
                assert_eq!(crc.value(), Crc32c::of(bytes));
            }
        }
    }
}
