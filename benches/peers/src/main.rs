//! Measures kafka-codec and its peers on the same bytes in one process:
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml --ignore-rust-version
//!
//! Each peer is used in the fastest way that its documentation shows: decoding from `Bytes` where
//! that spares copies and from a slice elsewhere, encoding into a buffer that is kept. What it
//! encodes is what it decoded from the same bytes.

/// How the types that a peer has of its own are summed.
macro_rules! visit_own { ($($t:ty: |$sum:ident, $value:ident| $add:expr;)*) => {
    trait VisitOwn {
        fn visit(&self, sum: &mut Sum);
    }
    $( impl VisitOwn for $t {
        #[inline(always)]
        fn visit(&self, $sum: &mut Sum) {
            let $value = self;
            $add
        }
    } )*
} }

mod crc;
mod kafka_protocol;
mod kafka_wire;
mod krabka_borrowed;
mod krabka_owned;
mod odradek;

use kafka_codec_benches::case::Case;
use std::process::ExitCode;

fn main() -> ExitCode {
    kafka_codec_benches::main(cases)
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    kafka_protocol::add(&mut cases);
    krabka_owned::add(&mut cases);
    krabka_borrowed::add(&mut cases);
    kafka_wire::add(&mut cases);
    odradek::add(&mut cases);
    crc::add(&mut cases);
    cases
}
