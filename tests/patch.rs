//! Patching in place against encoding the changed value.

use kafka_codec::api::api_versions::response::*;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::patch::{Fixed, Place, patch};
use kafka_codec::schema::Handle;
use kafka_codec::typed::{Array, Body, Uuid, since};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

kafka_codec::message! {
    /// A value of each type.
    #[message(Data, versions = 0..=1, flexible = 1..)]
    pub struct Everything<'a> {
        /// Text before the others, so that they do not lie at fixed offsets.
        pub text: &'a str = since(0),
        /// Of 1 byte.
        pub bool: bool = since(0),
        /// Of 1 byte.
        pub i8: i8 = since(0),
        /// Of 2 bytes.
        pub i16: i16 = since(0),
        /// Of 2 bytes.
        pub u16: u16 = since(0),
        /// Of 4 bytes.
        pub i32: i32 = since(0),
        /// Of 4 bytes.
        pub u32: u32 = since(0),
        /// Of 8 bytes.
        pub i64: i64 = since(0),
        /// Of 8 bytes.
        pub f64: f64 = since(0),
        /// Of 16 bytes.
        pub uuid: Uuid = since(0),
        /// Elements.
        pub array: Array<'a, i16> = since(0),
        /// A tagged field.
        pub tagged: i32 = since(1).tagged(3).default(-1),
    }
}

/// The place of a field's value, from pieces of one size.
fn place<T: Fixed>(version: i16, body: &[u8], piece: usize, field: Handle<T>) -> Option<Place<T>> {
    let mut decoder = Decoder::new(&Everything::MESSAGE, version, body.len() as u32).unwrap();
    let (mut pieces, mut input, mut place) = (body.chunks(piece), &[][..], None);
    loop {
        let event = decoder.next(&mut input).unwrap();
        place = Place::of(&event, field).or(place);
        match event.item {
            Item::Done => return place,
            Item::NeedInput => input = pieces.next().unwrap(),
            _ => {}
        }
    }
}

fn encode(value: &Everything<'_>, version: i16) -> Vec<u8> {
    let mut bytes = vec![0xa5; value.encoded_len(version).unwrap()];
    value.encode(version, &mut bytes).unwrap();
    bytes
}

#[test]
fn each_type_is_written_as_encoding_writes_it() {
    let array = [1, 2];
    macro_rules! check { ($before:expr, $version:expr, $($field:ident = $value:expr;)*) => { $(
        let after = encode(&Everything { $field: $value, ..$before }, $version);
        for piece in 1..after.len() {
            let mut body = encode(&$before, $version);
            let place = place($version, &body, piece, Everything::$field).unwrap();
            assert!(place.read(&body).unwrap() == $before.$field);
            place.write(&mut body, $value).unwrap();
            assert_eq!(body, after, stringify!($field));
            assert!(place.read(&body).unwrap() == $value);
            // In a frame, where the message begins later.
            let mut frame = [&[0xa5; 9][..], &encode(&$before, $version)].concat();
            place.at(9).write(&mut frame, $value).unwrap();
            assert_eq!(frame, [&[0xa5; 9][..], &after].concat());
        }
    )* } }
    for (version, tagged) in [(0, -1), (1, 8)] {
        let before =
            Everything { text: "abc", array: (&array).into(), tagged, ..Default::default() };
        check! { before, version,
            bool = true; i8 = -3; i16 = -300; u16 = 60_000; i32 = -70_000; u32 = 4_000_000_000;
            i64 = i64::MIN; f64 = -0.5; uuid = Uuid([7; 16]);
        }
        if version == 1 {
            check! { before, version, tagged = 7; }
        }
    }
}

#[test]
fn the_last_element_is_the_place_that_was_taken() {
    let array = [1, 2];
    let mut body = encode(&Everything { array: (&array).into(), ..Default::default() }, 0);
    place(0, &body, 3, Everything::array).unwrap().write(&mut body, 9).unwrap();
    assert!(Everything::decode(0, &body).unwrap().array.iter().eq([1, 9]));
}

#[test]
fn bounds_are_checked() {
    let mut body = encode(&Everything { text: "abc", ..Default::default() }, 0);
    let place = place(0, &body, 100, Everything::uuid).unwrap();
    let before = body.clone();
    for len in 0..place.range().end {
        let remaining = len.saturating_sub(place.range().start) as u32;
        let kind = ErrorKind::Truncated { need: 16, remaining };
        let offset = place.range().start as u32;
        let error = Error { kind, offset, field: Everything::uuid.id() };
        assert_eq!(place.write(&mut body[..len], Uuid([9; 16])), Err(error));
        assert_eq!(place.read(&body[..len]), Err(error));
        assert_eq!(body, before);
    }
    assert!(place.at(u32::MAX).write(&mut body, Uuid([9; 16])).is_err());
    assert!(place.at(u32::MAX).read(&body).is_err());
    assert_eq!(body, before);
}

#[test]
fn a_tagged_field_is_not_set_to_its_default() {
    let mut body = encode(&Everything { tagged: 5, ..Default::default() }, 1);
    let before = body.clone();
    let place = place(1, &body, 100, Everything::tagged).unwrap();
    let error = place.write(&mut body, -1).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TagAtDefault { tag: 3 });
    assert_eq!(body, before);
    place.write(&mut body, 0).unwrap();
    assert_eq!(Everything::decode(1, &body).unwrap().tagged, 0);
}

#[test]
fn all_elements_are_patched_in_one_pass() {
    for version in 0..=5 {
        let keys =
            [1, 2, 3].map(|api_key| ApiVersion { api_key, max_version: 9, ..Default::default() });
        let response = ApiVersionsResponse { api_keys: (&keys).into(), ..Default::default() };
        let mut body = vec![0xa5; response.encoded_len(version).unwrap()];
        response.encode(version, &mut body).unwrap();
        patch(Mode::Strict, &ApiVersionsResponse::MESSAGE, version, &mut body, |event| {
            let max = ApiVersion::max_version;
            let limit = event.get(max)?.min(4);
            Some(Place::of(event, max)?.with(limit))
        })
        .unwrap();
        let keys = keys.map(|key| ApiVersion { max_version: 4, ..key });
        let expected = ApiVersionsResponse { api_keys: (&keys).into(), ..Default::default() };
        assert_eq!(ApiVersionsResponse::decode(version, &body), Ok(expected));
        body.pop();
        let message = &ApiVersionsResponse::MESSAGE;
        assert_eq!(
            patch(Mode::Strict, message, version, &mut body, |_| None).err(),
            ApiVersionsResponse::decode(version, &body).err(),
        );
    }
}
