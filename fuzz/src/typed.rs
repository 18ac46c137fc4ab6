//! The typed codec of every message, by its index in the registry.

use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

/// Decodes bytes and encodes what came of it. A fault in the bytes is the outer error, one in what
/// is to be encoded the inner.
pub type Typed = fn(Mode, i16, &[u8]) -> Result<Result<Vec<u8>, Error>, Error>;

macro_rules! table { ($($key:literal, $role:ident, $body:path;)*) => {
    static TABLE: &[Typed] = &[$(|mode, version, bytes| again::<$body>(mode, version, bytes)),*];
} }
kafka_codec::for_each_message!(table);

/// The typed codec of the message at this index.
pub fn typed(index: usize) -> Typed {
    TABLE[index]
}

fn again<'a, B: Body<'a>>(
    mode: Mode,
    version: i16,
    bytes: &'a [u8],
) -> Result<Result<Vec<u8>, Error>, Error> {
    let body = B::decode_as(mode, version, bytes)?;
    let size = match body.encoded_len(version) {
        Ok(size) => size,
        Err(error) => {
            let mut buffer = vec![0xa5; 2 * bytes.len() + 64];
            let again = body.encode(version, &mut buffer).expect_err("it has no size");
            assert_eq!(again.kind, error.kind, "the fault depends on the buffer");
            return Ok(Err(error));
        }
    };
    let mut buffer = vec![0xa5; size + 3];
    assert_eq!(body.encode(version, &mut buffer), Ok(size));
    assert_eq!(buffer[size..], [0xa5; 3], "written beyond the end");
    if let Some(short) = size.checked_sub(1) {
        let error = body.encode(version, &mut vec![0xa5; short]).expect_err("it does not fit");
        assert_eq!(error.kind, ErrorKind::BufferTooSmall { need: size as u32 });
    }
    buffer.truncate(size);
    Ok(Ok(buffer))
}
