//! Codecs: what they compress comes back; what they decompress to fits the buffer, and a buffer
//! that is too small by a byte is an error that says so. The first byte of an input selects the
//! codec.
#![no_main]

use kafka_codec::record::{Compress, Decompress, Gzip, Lz4, Snappy, Zstd};
use kafka_codec::{Error, ErrorKind};
use libfuzzer_sys::fuzz_target;

const LIMIT: usize = 1 << 16;

fuzz_target!(|input: &[u8]| {
    let [codec, bytes @ ..] = input else { return };
    match codec % 6 {
        0 => check(&Gzip, bytes),
        1 => check(&Snappy::FRAMED, bytes),
        2 => check(&Snappy::BARE, bytes),
        3 => check(&Lz4::STANDARD, bytes),
        4 => check(&Lz4::MAGIC_0, bytes),
        _ => check(&Zstd, bytes),
    }
});

fn check(codec: &(impl Compress + Decompress), bytes: &[u8]) {
    let mut out = vec![0xa5; LIMIT];
    if let Ok(len) = codec.decompress(bytes, &mut out) {
        let mut exact = vec![0x5a; len];
        assert_eq!(codec.decompress(bytes, &mut exact), Ok(len));
        assert_eq!(exact, out[..len]);
        if len > 0 {
            too_small(codec.decompress(bytes, &mut exact[..len - 1]), len);
        }
    }
    let mut packed = vec![0xa5; bytes.len() * 2 + 1024];
    let len = codec.compress(bytes, &mut packed).expect("room");
    let mut again = vec![0x5a; bytes.len()];
    assert_eq!(codec.decompress(&packed[..len], &mut again), Ok(bytes.len()));
    assert_eq!(again, bytes);
    for room in [0, len / 2, len - 1] {
        if let Err(error) = codec.compress(bytes, &mut packed[..room]) {
            assert!(matches!(error.kind, ErrorKind::BufferTooSmall { .. }), "{error:?}");
        } else {
            panic!("compressed into {room} of {len} bytes");
        }
    }
}

fn too_small(result: Result<usize, Error>, len: usize) {
    match result.map_err(|error| error.needed()) {
        Err(Some(need)) => assert!(need <= len, "needs {need}, not {len}"),
        other => panic!("{other:?} with a byte too few"),
    }
}
