//! Typed decoding and encoding of a message that is known by name only at run time.

use kafka_codec::schema::Message;
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, for_each_message};

/// What became of a body.
pub(crate) struct Typed {
    /// How many bytes the body took; others may follow it.
    pub(crate) consumed: usize,
    /// How many bytes it takes when it is encoded again, and what it says of that beforehand.
    pub(crate) encoded: Result<(usize, usize), Error>,
}

/// Decodes a body and encodes it again, to the front of the buffer.
pub(crate) type RoundTrip = fn(Mode, i16, &[u8], &mut [u8]) -> Result<Typed, Error>;

/// The typed form of a message.
pub(crate) fn of(message: &Message) -> Option<RoundTrip> {
    let name = message.name();
    macro_rules! by_name { ($($key:literal, $role:ident, $body:path;)*) => { [
        $(<$body as Body<'static>>::MESSAGE.name()),*
    ].iter().position(|n| *n == name) } }
    macro_rules! all { ($($key:literal, $role:ident, $body:path;)*) => { [
        $(|mode, version, bytes, out| round_trip::<$body>(mode, version, bytes, out)),*
    ] } }
    static ALL: &[RoundTrip] = &for_each_message!(all);
    ALL.get(for_each_message!(by_name)?).copied()
}

fn round_trip<'a, B: Body<'a>>(
    mode: Mode,
    version: i16,
    bytes: &'a [u8],
    out: &mut [u8],
) -> Result<Typed, Error> {
    let (body, rest) = B::decode_prefix(mode, version, bytes)?;
    let encoded = match (body.encode(version, out), body.encoded_len(version)) {
        (Ok(len), Ok(need)) => Ok((len, need)),
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    Ok(Typed { consumed: bytes.len() - rest.len(), encoded })
}
