//! Every beginning of a length or count, in front of few bytes and of many: typed decoding, events and
//! stepping over it say the same of it.

use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::typed::{Array, Body, Records, since};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

macro_rules! messages { ($($name:ident<$a:lifetime>: $ty:ty = [$($spec:tt)*];)*) => {
    $(kafka_codec::message! {
        /// One value, with and without compact lengths.
        #[message(Data, versions = 0..=1, flexible = 1..)]
        pub struct $name<$a> {
            /// The value.
            pub value: $ty = $($spec)*,
            /// What lies behind it.
            pub end: Array<$a, End<$a>> = since(0),
        }
    })*

    /// Every message's verdicts, typed and by events.
    fn verdicts(mode: Mode, version: i16, body: &[u8]) {
        $(
            let typed = $name::decode_as(mode, version, body).map(|body| body.end.len());
            let message = &$name::MESSAGE;
            for skips in [false, true] {
                let events = events(mode, message, version, body, skips);
                assert!(same(mode, &typed, &events), concat!(
                    stringify!($name), " {:?} v{}, {:x?} of {}: typed {:?}, events {:?}",
                ), mode, version, &body[..body.len().min(6)], body.len(), typed, events);
            }
        )*
    }
} }
messages! {
    OfBytes<'a>: &'a [u8] = [since(0)];
    OfBytesOrNull<'a>: Option<&'a [u8]> = [since(0).nullable_since(0)];
    OfText<'a>: &'a str = [since(0)];
    OfTextOrNull<'a>: Option<&'a str> = [since(0).nullable_since(0)];
    OfRecords<'a>: Records<'a> = [since(0)];
    OfRecordsOrNull<'a>: Option<Records<'a>> = [since(0).nullable_since(0)];
    OfClassicText<'a>: Option<&'a str> = [since(0).nullable_since(0).classic()];
    OfNumbers<'a>: Array<'a, i32> = [since(0)];
    OfNumbersOrNull<'a>: Option<Array<'a, i32>> = [since(0).nullable_since(0)];
    OfFlags<'a>: Array<'a, bool> = [since(0)];
    OfTexts<'a>: Array<'a, &'a str> = [since(0)];
    OfStructs<'a>: Option<Array<'a, End<'a>>> = [since(0).nullable_since(0)];
}
kafka_codec::structure! {
    /// An element.
    pub struct End<'a> {
        /// A value.
        pub text: &'a str = since(0),
    }
}

/// How many elements the array at the end has, once nothing is left.
fn events(
    mode: Mode,
    message: &kafka_codec::schema::Message,
    version: i16,
    body: &[u8],
    skips: bool,
) -> Result<usize, Error> {
    let mut decoder = Decoder::with_mode(mode, message, version, body.len() as u32)?;
    let (mut input, mut count) = (body, 0);
    loop {
        match decoder.next(&mut input)?.item {
            Item::Done => return Ok(count),
            Item::Array(_, elements) => {
                count = elements as usize;
                if skips {
                    decoder.skip();
                }
            }
            _ => {}
        }
    }
}

/// Leniently, events give the bytes of text that is not such, and go on.
fn same(mode: Mode, typed: &Result<usize, Error>, events: &Result<usize, Error>) -> bool {
    match (typed, events) {
        (Ok(typed), Ok(events)) => typed == events,
        (Err(Error { kind: ErrorKind::InvalidUtf8, .. }), _) if mode == Mode::Lenient => true,
        (typed, events) => typed == events,
    }
}

#[test]
fn beginnings_of_lengths() {
    const FEW: [u8; 9] = [0, 1, 2, 3, 0x7e, 0x7f, 0x80, 0x81, 0xff];
    let tails = [vec![], vec![0; 3], vec![1; 150], vec![1; 33_000]];
    for a in 0..=0xff {
        for b in FEW {
            for c in FEW {
                let is_long = matches!((a, c), (0 | 0x80 | 0x81, 0..=2));
                let tails = if is_long { &tails[..] } else { &tails[..3] };
                for tail in tails {
                    let body = [&[a, b, c], &tail[..]].concat();
                    for (mode, version) in
                        [(Mode::Strict, 1), (Mode::Lenient, 1), (Mode::Strict, 0)]
                    {
                        verdicts(mode, version, &body);
                    }
                }
            }
        }
    }
}
