//! Each fault in the bytes has its own error, at the right offset and field, whichever way they are
//! read: typed, as events of the whole, and as events byte by byte.

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use kafka_codec::api::elect_leaders::request::{ElectLeadersRequest, TopicPartitions};
use kafka_codec::api::fetch::request::FetchRequest;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::api::update_raft_voter::response::UpdateRaftVoterResponse;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::schema::FieldId;
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

/// The error of decoding these bytes, the same in every way.
fn fault<'a, B: Body<'a>>(version: i16, body: &'a [u8]) -> Error {
    let typed = B::decode(version, body).map(|_| ()).expect_err("typed decoding fails");
    for piece in [usize::MAX, 1, 3] {
        assert_eq!(events::<B>(version, body, piece, false), Err(typed), "pieces of {piece}");
    }
    // What is skipped is checked too.
    assert_eq!(events::<B>(version, body, usize::MAX, true), Err(typed), "skipped");
    assert_eq!(events::<B>(version, body, 2, true), Err(typed), "skipped in pieces");
    typed
}

fn events<'a, B: Body<'a>>(
    version: i16,
    body: &'a [u8],
    piece: usize,
    skip: bool,
) -> Result<(), Error> {
    let mut decoder = Decoder::with_mode(Mode::Strict, &B::MESSAGE, version, body.len() as u32)?;
    let mut pieces = body.chunks(piece);
    let mut input: &[u8] = &[];
    loop {
        let item = decoder.next(&mut input).map(|event| event.item);
        match item {
            Ok(Item::NeedInput) => input = pieces.next().expect("there is more"),
            Ok(Item::Done) => return Ok(()),
            Ok(Item::Array(..)) if skip => decoder.skip(),
            Ok(_) => {}
            Err(error) => {
                assert_eq!(decoder.next(&mut input).map(|_| ()), Err(error), "it stays failed");
                assert_eq!(decoder.error(), Some(error));
                return Err(error);
            }
        }
    }
}

fn error(kind: ErrorKind, offset: u32, field: FieldId) -> Error {
    Error { kind, offset, field }
}

#[test]
fn ends_inside_a_number() {
    let got = fault::<ApiVersionsResponse<'_>>(0, &[0, 0, 0, 0, 0, 1, 0, 18, 0]);
    let kind = ErrorKind::Truncated { need: 2, remaining: 1 };
    assert_eq!(got, error(kind, 8, ApiVersion::min_version.id()));
}

#[test]
fn string_beyond_the_end() {
    let got = fault::<MetadataRequest<'_>>(0, &[0, 0, 0, 1, 0, 5, b'a', b'b']);
    let kind = ErrorKind::LengthBeyondEnd { length: 5, remaining: 2 };
    assert_eq!(got, error(kind, 4, MetadataRequestTopic::name.id()));
    // Compact, with the length plus one in two bytes.
    let got = fault::<ProduceRequest<'_>>(9, &[0x80, 0x02, b'x']);
    let kind = ErrorKind::LengthBeyondEnd { length: 255, remaining: 1 };
    assert_eq!(got, error(kind, 0, ProduceRequest::transactional_id.id()));
}

#[test]
fn count_beyond_the_end() {
    let got = fault::<MetadataRequest<'_>>(0, &[0x7f, 0xff, 0xff, 0xff, 0, 0]);
    let kind = ErrorKind::CountBeyondEnd { count: 0x7fff_ffff, remaining: 2 };
    assert_eq!(got, error(kind, 0, MetadataRequest::topics.id()));
    // Fewer than the bytes that are left, but not of four bytes each.
    let body = [0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    let got = fault::<ElectLeadersRequest<'_>>(0, &body);
    let kind = ErrorKind::CountBeyondEnd { count: 2, remaining: 7 };
    assert_eq!(got, error(kind, 7, TopicPartitions::partitions.id()));
}

#[test]
fn negative_lengths() {
    let got = fault::<MetadataRequest<'_>>(1, &[0xff, 0xff, 0xff, 0xfe]);
    let kind = ErrorKind::NegativeLength { length: -2 };
    assert_eq!(got, error(kind, 0, MetadataRequest::topics.id()));
}

#[test]
fn null_where_it_is_not_allowed() {
    let got = fault::<MetadataRequest<'_>>(0, &[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(got, error(ErrorKind::NullNotAllowed, 0, MetadataRequest::topics.id()));
    // In version 1 it asks for all topics.
    assert_eq!(MetadataRequest::decode(1, &[0xff; 4]).unwrap().topics, None);
    let got = fault::<MetadataRequest<'_>>(9, &[2, 0]);
    assert_eq!(got, error(ErrorKind::NullNotAllowed, 1, MetadataRequestTopic::name.id()));
}

#[test]
fn bytes_left_over() {
    let got = fault::<MetadataRequest<'_>>(0, &[0, 0, 0, 0, 9, 9]);
    assert_eq!(got, error(ErrorKind::TrailingBytes { remaining: 2 }, 4, FieldId::NONE));
    let (_, rest) = MetadataRequest::decode_prefix(Mode::Strict, 0, &[0, 0, 0, 0, 9, 9]).unwrap();
    assert_eq!(rest, [9, 9]);
}

#[test]
fn version_that_is_not_defined() {
    for version in [-1, 14, 300] {
        let got = fault_of_version(version);
        let kind = ErrorKind::UnsupportedVersion { version };
        assert_eq!(got, error(kind, 0, FieldId::NONE));
    }
    fn fault_of_version(version: i16) -> Error {
        let decoder = Decoder::new(&MetadataRequest::MESSAGE, version, 0).map(|_| ()).unwrap_err();
        assert_eq!(MetadataRequest::decode(version, &[]).unwrap_err(), decoder);
        assert_eq!(MetadataRequest::default().encode(version, &mut [0; 9]).unwrap_err(), decoder);
        decoder
    }
}

#[test]
fn bools_and_markers() {
    let mut body = vec![0; 4];
    body.push(2);
    let got = fault::<MetadataRequest<'_>>(4, &body);
    let kind = ErrorKind::InvalidBool { value: 2 };
    assert_eq!(got, error(kind, 4, MetadataRequest::allow_auto_topic_creation.id()));
    assert!(MetadataRequest::decode_as(Mode::Lenient, 4, &body).unwrap().allow_auto_topic_creation);
}

#[test]
fn strings_that_are_not_utf8() {
    // The offset is that of the first bad byte, in the middle of the string.
    let got = fault::<MetadataRequest<'_>>(0, &[0, 0, 0, 1, 0, 4, b'a', 0xe2, 0x82, b'b']);
    assert_eq!(got, error(ErrorKind::InvalidUtf8, 7, MetadataRequestTopic::name.id()));
    // Cut off at its end.
    let got = fault::<MetadataRequest<'_>>(0, &[0, 0, 0, 1, 0, 3, b'a', 0xe2, 0x82]);
    assert_eq!(got, error(ErrorKind::InvalidUtf8, 7, MetadataRequestTopic::name.id()));
    let got = fault::<ProduceRequest<'_>>(9, &[3, b'a', 0xff, 0, 0]);
    assert_eq!(got, error(ErrorKind::InvalidUtf8, 2, ProduceRequest::transactional_id.id()));
}

#[test]
fn varints() {
    // The length plus one in two bytes, where one is enough.
    let got = fault::<ProduceRequest<'_>>(9, &[0x81, 0x00]);
    assert_eq!(got, error(ErrorKind::InvalidVarint, 0, ProduceRequest::transactional_id.id()));
    // Six bytes.
    let got = fault::<ProduceRequest<'_>>(9, &[0x80, 0x80, 0x80, 0x80, 0x80, 0x01]);
    assert_eq!(got, error(ErrorKind::InvalidVarint, 0, ProduceRequest::transactional_id.id()));
    // Not at its end where the message is.
    let got = fault::<ProduceRequest<'_>>(9, &[0x80, 0x80]);
    let kind = ErrorKind::Truncated { need: 3, remaining: 2 };
    assert_eq!(got, error(kind, 0, ProduceRequest::transactional_id.id()));
}

/// A Produce request without topics up to its tag section.
fn produce_with(section: &[u8]) -> Vec<u8> {
    let mut body = vec![0, 0, 1, 0, 0, 0, 9, 1];
    body.extend(section);
    body
}

#[test]
fn tag_sections() {
    let section = ProduceRequest::acks.id().structure().field(FieldId::UNKNOWN);
    let case = |bytes: &[u8], kind, offset| {
        let got = fault::<ProduceRequest<'_>>(9, &produce_with(bytes));
        assert_eq!(got, error(kind, offset, section));
    };
    case(&[3, 0], ErrorKind::CountBeyondEnd { count: 3, remaining: 1 }, 8);
    case(&[1, 7, 5, 1], ErrorKind::LengthBeyondEnd { length: 5, remaining: 1 }, 10);
    case(&[2, 7, 0, 7, 0], ErrorKind::TagOrder { tag: 7 }, 11);
    case(&[2, 7, 0, 6, 0], ErrorKind::TagOrder { tag: 6 }, 11);
    case(&[1, 0x87, 0, 0], ErrorKind::InvalidVarint, 9);
    let kept = ProduceRequest::decode(9, &produce_with(&[1, 7, 2, 8, 9])).map(|_| ());
    assert_eq!(kept, Ok(()));
}

#[test]
fn known_tags() {
    // Tag 0 of a Fetch request is the cluster id, from version 12.
    let fetch = |section: &[u8]| {
        let request = FetchRequest::default();
        let mut body = vec![0; request.encoded_len(12).unwrap()];
        request.encode(12, &mut body).unwrap();
        assert_eq!(body.pop(), Some(0));
        let len = body.len() as u32;
        body.extend(section);
        (body, len)
    };
    let id = FetchRequest::cluster_id.id();
    let (body, at) = fetch(&[1, 0, 4, 3, b'a', b'b', 0]);
    let got = fault::<FetchRequest<'_>>(12, &body);
    assert_eq!(got, error(ErrorKind::TagSize { tag: 0 }, at + 6, id));
    // The default, null, is not written.
    let (body, at) = fetch(&[1, 0, 1, 0]);
    let got = fault::<FetchRequest<'_>>(12, &body);
    assert_eq!(got, error(ErrorKind::TagAtDefault { tag: 0 }, at + 4, id));
    // Tag 1 belongs to version 15.
    let (body, at) = fetch(&[1, 1, 0]);
    let got = fault::<FetchRequest<'_>>(12, &body);
    let section = id.structure().field(FieldId::UNKNOWN);
    assert_eq!(got, error(ErrorKind::TagVersion { tag: 1 }, at + 1, section));
    let (body, _) = fetch(&[1, 0, 3, 3, b'a', b'b']);
    assert_eq!(FetchRequest::decode(12, &body).unwrap().cluster_id, Some("ab"));
}

#[test]
fn a_known_structure_at_its_default_is_no_tagged_field() {
    // CurrentLeader: its default has -1 twice, an empty host and port 0.
    let leader = [255, 255, 255, 255, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0];
    let mut body = vec![0, 0, 0, 0, 0, 0, 1, 0, leader.len() as u8];
    body.extend(leader);
    let got = fault::<UpdateRaftVoterResponse<'_>>(0, &body);
    let id = UpdateRaftVoterResponse::current_leader.id();
    assert_eq!(got, error(ErrorKind::TagAtDefault { tag: 0 }, body.len() as u32, id));
    body[9] = 0;
    assert!(UpdateRaftVoterResponse::decode(0, &body).is_ok());
}

#[test]
fn limits_of_kafka() {
    let mut body = vec![0; 40_000];
    // 32,768 plus one.
    body[..3].copy_from_slice(&[0x81, 0x80, 0x02]);
    let got = fault::<ProduceRequest<'_>>(9, &body);
    let kind = ErrorKind::AboveLimit { length: 32_768, limit: 32_767 };
    assert_eq!(got, error(kind, 0, ProduceRequest::transactional_id.id()));
    let mut body = produce_with(&[0x91, 0x4e]);
    body.extend([0; 20_002]);
    let got = fault::<ProduceRequest<'_>>(9, &body);
    let kind = ErrorKind::AboveLimit { length: 10_001, limit: 10_000 };
    assert_eq!((got.kind, got.offset), (kind, 8));
}

#[test]
fn a_hostile_count_costs_nothing() {
    // 2^31-1 topics in 12 bytes, and a million empty ones in a megabyte.
    let got = fault::<ProduceRequest<'_>>(9, &[0, 0, 1, 0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff, 0x07]);
    assert!(matches!(got.kind, ErrorKind::CountBeyondEnd { count: 2_147_483_646, remaining: 0 }));
    assert_eq!(got.offset, 7);
    assert_eq!(got.field, ProduceRequest::topic_data.id());
}
