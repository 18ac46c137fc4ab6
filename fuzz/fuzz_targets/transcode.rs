//! Copying a message with any edits: it ends, what comes of it does not depend on the pieces nor on
//! the size of the buffer, and is what strict decoding accepts. Without edits, what strict decoding
//! accepts stays the same.
//!
//! After message and version come: the mode, a count of piece sizes and these, a count of edits and
//! these, the size of a buffer in two bytes.
#![no_main]

use kafka_codec::event::Event;
use kafka_codec::schema::Message;
use kafka_codec::transcode::{Edit, Transcoder, transcode};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};
use kafka_codec_fuzz::{edit, events, select, take};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [message, version, mode, rest @ ..] = input else { return };
    let (_, message, version) = select(*message, *version);
    let mode = if mode % 2 == 0 { Mode::Strict } else { Mode::Lenient };
    let Some((sizes, rest)) = take(rest) else { return };
    let Some((count, rest)) = rest.split_first() else { return };
    let Some((edits, rest)) = rest.split_at_checked(usize::from(count % 32)) else { return };
    let [high, low, body @ ..] = rest else { return };
    let room = usize::from(u16::from_be_bytes([*high, *low]));

    let case = Case { message, version, mode, body };
    case.unchanged();
    let Ok(bytes) = case.sized(edits, &[]) else {
        let pieces = case.run(edits, sizes, &mut vec![0xa5; room]);
        assert!(pieces.is_err(), "an error in one piece, {pieces:?} in several");
        return;
    };
    for sizes in [&[], sizes] {
        assert_eq!(case.sized(edits, sizes).as_ref(), Ok(&bytes), "in pieces of {sizes:?}");
        for room in [room, bytes.len(), bytes.len().saturating_sub(1)] {
            case.in_room(edits, sizes, room, &bytes);
        }
    }
    let strict = events(message, Mode::Strict, version, &bytes, &[], &[]).end;
    match strict {
        Some(Ok(())) => {}
        // The bytes of a string that is not UTF-8 are copied.
        Some(Err(error)) if mode == Mode::Lenient && error.kind == ErrorKind::InvalidUtf8 => {}
        end => panic!("what was copied ends in {end:?}"),
    }
});

struct Case<'c> {
    message: &'static Message,
    version: i16,
    mode: Mode,
    body: &'c [u8],
}

impl Case<'_> {
    /// The result is in the front of the buffer, or an error.
    fn run(&self, edits: &[u8], sizes: &[u8], buffer: &mut [u8]) -> Result<usize, Error> {
        let len = self.body.len() as u32;
        let mut edit = edit(edits);
        let mut transcoder = Transcoder::new(self.mode, self.message, self.version, len, buffer)?;
        let (mut sizes, mut rest) = (sizes.iter().cycle(), self.body);
        loop {
            let size = sizes.next().map_or(rest.len(), |size| usize::from(*size).min(rest.len()));
            let (piece, tail) = rest.split_at(size);
            rest = tail;
            if transcoder.push(piece, &mut edit)? {
                assert!(rest.is_empty(), "complete before the end");
                return transcoder.finish();
            }
            assert!(!rest.is_empty(), "not complete at the end");
        }
    }

    /// The result in a buffer of the size that is asked for.
    fn sized(&self, edits: &[u8], sizes: &[u8]) -> Result<Vec<u8>, Error> {
        let mut buffer = vec![];
        loop {
            match self.run(edits, sizes, &mut buffer) {
                Ok(len) => {
                    buffer.truncate(len);
                    return Ok(buffer);
                }
                Err(Error { kind: ErrorKind::BufferTooSmall { need }, .. }) => {
                    assert!(buffer.is_empty(), "the size that was asked for is not enough");
                    buffer = vec![0xa5; need as usize];
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// In a buffer of this size the same comes out, or a size that is enough.
    fn in_room(&self, edits: &[u8], sizes: &[u8], room: usize, bytes: &[u8]) {
        let mut buffer = vec![0xa5; room];
        let len = match self.run(edits, sizes, &mut buffer) {
            Ok(len) => len,
            Err(error) => {
                let need = error.needed().expect("the buffer is too small");
                assert!(need > room && need >= bytes.len(), "{need} in place of {room} bytes");
                buffer = vec![0xa5; need];
                self.run(edits, sizes, &mut buffer).expect("the buffer is large enough")
            }
        };
        assert_eq!(buffer[..len], *bytes, "with room for {room}");
    }

    /// Without edits the events' own verdict comes out, and what strict decoding accepts is copied.
    fn unchanged(&self) {
        let Self { message, version, mode, body } = *self;
        let end = events(message, mode, version, body, &[], &[]).end;
        let mut buffer = vec![0xa5; 2 * body.len() + 1_000];
        let keep = |_: &Event<'_, '_>| Edit::Keep;
        let copied = transcode(mode, message, version, body, &mut buffer, keep);
        match (end, copied) {
            (Some(Err(error)), copied) if mode == Mode::Strict => assert_eq!(copied, Err(error)),
            (Some(Err(_)), copied) => assert!(copied.is_err()),
            (_, Ok(len)) if mode == Mode::Strict => {
                assert_eq!(buffer[..len], *body);
                let exact = transcode(mode, message, version, body, &mut buffer[..len], keep);
                assert_eq!(exact, Ok(len));
            }
            (_, Ok(_)) => {}
            // Unknown tags out of order have no place.
            (_, Err(error)) if mode == Mode::Lenient => {
                assert!(matches!(error.kind, ErrorKind::TagOrder { .. }), "{error:?}");
            }
            (end, copied) => panic!("{copied:?} of what ends in {end:?}"),
        }
    }
}
