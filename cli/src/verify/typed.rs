//! Typed decoding and encoding of a message that is known by name only at run time.

use kafka_codec::api::kip_179;
use kafka_codec::schema::{Message, StructId};
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
    macro_rules! table { ($($key:literal, $role:ident, $body:path;)*) => { &[$((
        <$body as Body<'static>>::MESSAGE.body.id(),
        |mode, version, bytes, out| round_trip::<$body>(mode, version, bytes, out),
    )),*] } }
    static REGISTRY: &[(StructId, RoundTrip)] = for_each_message!(table);
    static KIP_179: &[(StructId, RoundTrip)] = table! {
        -1, Request, kip_179::alter_topics::request::AlterTopicsRequest;
        -1, Response, kip_179::alter_topics::response::AlterTopicsResponse;
        -1, Request, kip_179::replica_status::request::ReplicaStatusRequest;
        -1, Response, kip_179::replica_status::response::ReplicaStatusResponse;
    };
    let mut all = REGISTRY.iter().chain(KIP_179);
    all.find(|(id, _)| *id == message.body.id()).map(|(_, round_trip)| *round_trip)
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
