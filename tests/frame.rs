//! Frames: known bytes, every truncation and split, hostile sizes and tag sections.
#![cfg(all(feature = "names", feature = "registry"))]

use kafka_codec::api::api_versions::response::ApiVersionsResponse;
use kafka_codec::api::controlled_shutdown::request::ControlledShutdownRequest;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::encoder::Encoder;
use kafka_codec::frame::{self, Encode, Incoming, Next, RequestHeader, RequestIds, ResponseHeader};
use kafka_codec::schema::Message;
use kafka_codec::typed::Body;
use kafka_codec::{Error, ErrorKind};
use proptest::prelude::*;

static METADATA: Message = MetadataResponse::MESSAGE;
static API_VERSIONS: Message = ApiVersionsResponse::MESSAGE;

fn request(version: i16, buffer: &mut [u8]) -> Result<&[u8], Error> {
    let topics = [MetadataRequestTopic { name: Some("t"), ..Default::default() }];
    let request = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    let header = RequestHeader::of(&MetadataRequest::MESSAGE, version, 0x0102_0304, Some("id"));
    request.encode_frame(&header, buffer)
}

const CLASSIC: &[u8] = b"\0\0\0\x14\0\x03\0\x05\x01\x02\x03\x04\0\x02id\0\0\0\x01\0\x01t\x01";
const FLEXIBLE: &[u8] = b"\0\0\0\x15\0\x03\0\x09\x01\x02\x03\x04\0\x02id\0\x02\x02t\0\x01\0\0\0";

#[test]
fn requests_have_known_bytes() {
    for (version, expected) in [(5, CLASSIC), (9, FLEXIBLE)] {
        let mut buffer = [0xa5; 40];
        let frame = request(version, &mut buffer).expect("fits");
        assert_eq!(frame, expected);
        let len = frame.len();
        assert!(buffer[len..].iter().all(|byte| *byte == 0xa5));

        let Ok(Next::Complete { frame, rest }) = frame::next(&buffer, 40) else { panic!() };
        assert_eq!((frame, rest), (&expected[4..], &buffer[len..]));
        let parts = frame::decode_request_header(frame).expect("decodes");
        assert_eq!(parts.header.client_id, Some("id"));
        assert_eq!(parts.header.correlation_id, 0x0102_0304);
        assert_eq!((parts.message.name(), parts.version), ("MetadataRequest", version));
        assert_eq!(frame.len(), parts.body_offset as usize + parts.body.len());
        let body: MetadataRequest = parts.decode().expect("decodes");
        assert_eq!(body.topics.map(|topics| topics.len()), Some(1));
        let wrong = parts.decode::<MetadataResponse>();
        assert_eq!(wrong.map_err(|e| e.kind), Err(ErrorKind::UnknownApi { api_key: 3 }));
    }
}

#[test]
fn a_failed_request_leaves_no_size() {
    for (version, expected) in [(5, CLASSIC), (9, FLEXIBLE)] {
        for room in 0..expected.len() {
            let mut buffer = vec![0xa5; room];
            let error = request(version, &mut buffer).expect_err("is too small");
            assert_eq!(error.needed(), Some(expected.len()));
            assert!(buffer.iter().take(4).all(|byte| *byte == if room < 4 { 0xa5 } else { 0 }));
        }
    }
    let mut buffer = [0xa5; 40];
    let late = MetadataRequest { include_topic_authorized_operations: true, ..Default::default() };
    let header = RequestHeader::of(&MetadataRequest::MESSAGE, 7, 1, None);
    let error = late.encode_frame(&header, &mut buffer).expect_err("is not in the version");
    assert_eq!(error.kind, ErrorKind::NotInVersion);
    assert_eq!(error.field, MetadataRequest::include_topic_authorized_operations.id());
    assert_eq!(buffer[..4], [0; 4]);

    let header = RequestHeader { request_api_key: 4, ..header };
    let error = late.encode_frame(&header, &mut buffer).expect_err("is of another key");
    assert_eq!(error.kind, ErrorKind::UnknownApi { api_key: 4 });
    let header = RequestHeader::of(&MetadataRequest::MESSAGE, 99, 1, None);
    let error = late.encode_frame(&header, &mut buffer).expect_err("is of no version");
    assert_eq!(error.kind, ErrorKind::UnsupportedVersion { version: 99 });
}

#[test]
fn filled_requests_are_those_that_are_encoded() {
    for (version, expected) in [(5, CLASSIC), (9, FLEXIBLE)] {
        let message = const { &MetadataRequest::MESSAGE };
        let header = RequestHeader::of(message, version, 0x0102_0304, Some("id"));
        let fill = |request: &mut Encoder<'_>| {
            request.begin_array(MetadataRequest::topics.id())?;
            request.begin_struct(MetadataRequest::topics.id())?;
            request.put(MetadataRequestTopic::name, "t")?;
            request.end_struct()?;
            request.end_array()
        };
        let mut buffer = [0xa5; 40];
        assert_eq!(frame::fill_request(&header, message, &mut buffer, fill), Ok(expected));
        assert!(buffer[expected.len()..].iter().all(|byte| *byte == 0xa5));
        for room in 0..expected.len() {
            let mut buffer = vec![0xa5; room];
            let error = frame::fill_request(&header, message, &mut buffer, fill);
            assert_eq!(error.map_err(|error| error.needed()), Err(Some(expected.len())));
            assert!(buffer.iter().take(4).all(|byte| *byte == 0));
        }
        // What the caller gets wrong lies behind the header.
        let mut buffer = [0xa5; 40];
        let wrong =
            frame::fill_request(&header, message, &mut buffer, |request| request.end_array());
        assert_eq!(
            wrong.map_err(|error| (error.kind, error.offset)),
            Err((ErrorKind::Structure, 16 + (version == 9) as u32))
        );
        assert_eq!(buffer[..4], [0; 4]);
        // Responses have another header.
        let mut buffer = [0xa5; 40];
        let wrong = frame::fill_request(&header, &METADATA, &mut buffer, |_| Ok(()));
        assert_eq!(wrong.map_err(|error| error.kind), Err(ErrorKind::UnknownApi { api_key: 3 }));
        assert_eq!(buffer, [0xa5; 40]);
    }
}

#[test]
fn header_versions_have_their_exceptions() {
    // ControlledShutdown 0 has no client id.
    let header = RequestHeader::of(&ControlledShutdownRequest::MESSAGE, 0, 5, Some("dropped"));
    let mut buffer = [0xa5; 40];
    let body = ControlledShutdownRequest { broker_id: 9, ..Default::default() };
    let frame = body.encode_frame(&header, &mut buffer).expect("fits");
    assert_eq!(frame, b"\0\0\0\x0c\0\x07\0\0\0\0\0\x05\0\0\0\x09");
    let parts = frame::decode_request_header(&frame[4..]).expect("decodes");
    assert_eq!((parts.header.client_id, parts.body_offset), (Some(""), 8));

    // ApiVersions responses have no tagged fields in their headers.
    let header = ResponseHeader { correlation_id: 6, ..Default::default() };
    let body = ApiVersionsResponse::default();
    let frame = body.encode_response_frame(3, &header, &mut buffer).expect("fits");
    assert_eq!(frame, b"\0\0\0\x0c\0\0\0\x06\0\0\x01\0\0\0\0\0");
    let parts = frame::decode_response_header(&API_VERSIONS, 3, &frame[4..]).expect("decodes");
    assert_eq!(parts.decode::<ApiVersionsResponse>(), Ok(body));

    // An unsupported version of it is answered in version 0.
    let answer = b"\0\0\0\x06\0\x23\0\0\0\x01\0\x12\0\0\0\x04";
    let parts = frame::decode_response_header(&API_VERSIONS, 5, answer).expect("decodes");
    assert_eq!((parts.version, parts.header.correlation_id), (0, 6));
    let body: ApiVersionsResponse = parts.decode().expect("decodes");
    assert_eq!((body.error_code, body.api_keys.get(0).map(|k| k.max_version)), (35, Some(4)));
}

#[test]
fn sizes_are_bounded() {
    for (bytes, size) in [([0xff; 4], -1), ([0x80, 0, 0, 0], i32::MIN), ([0, 0, 0, 101], 101)] {
        let kind = ErrorKind::FrameSize { size, limit: 100 };
        assert_eq!(frame::next(&bytes, 100), Err(Error::new(kind, 0)));
        let mut incoming = Incoming::new(100);
        for _ in 0..2 {
            assert_eq!(incoming.front(&mut &bytes[..]), Err(Error::new(kind, 0)));
            assert_eq!(incoming.header(&mut &bytes[..], 0), Err(Error::new(kind, 0)));
            assert!(incoming.body(&mut &bytes[..]).is_empty());
        }
    }
    assert_eq!(frame::next(&[0, 0, 0, 100], 100), Ok(Next::Missing(100)));
    assert_eq!(frame::next(&[0; 4], 0), Ok(Next::Complete { frame: &[], rest: &[] }));
    for size in 0..4 {
        let kind = ErrorKind::Truncated { need: 4, remaining: u32::from(size) };
        let result = Incoming::new(100).front(&mut &[0, 0, 0, size, 0, 0, 0, 0][..]);
        assert_eq!(result, Err(Error::new(kind, 0)));
    }
}

#[test]
fn every_prefix_tells_what_is_missing() {
    for cut in 0..FLEXIBLE.len() {
        let need = if cut < 4 { 4 } else { FLEXIBLE.len() };
        assert_eq!(frame::next(&FLEXIBLE[..cut], 100), Ok(Next::Missing(need - cut)));
    }
    for cut in 0..FLEXIBLE.len() - 4 {
        // Whatever is cut off, the header or the body says so, at an offset in the frame.
        let frame = &FLEXIBLE[4..4 + cut];
        let result =
            frame::decode_request_header(frame).and_then(|parts| parts.decode::<MetadataRequest>());
        let error = result.expect_err("is cut");
        assert!(error.offset as usize <= cut, "{error} at a cut of {cut}");
    }
}

#[test]
fn unknown_requests_still_tell_their_ids() {
    let frame = b"\x27\x11\0\x02\0\0\0\x2a and more";
    let ids = RequestIds { api_key: 10_001, api_version: 2, correlation_id: 42 };
    assert_eq!(RequestIds::of(frame), Ok(ids));
    let error = frame::decode_request_header(frame).expect_err("is not known");
    assert_eq!(error.kind, ErrorKind::UnknownApi { api_key: 10_001 });
    assert_eq!(error.field, RequestHeader::request_api_key);
    let frame = b"\0\x12\0\x63\0\0\0\x2a and more";
    let error = frame::decode_request_header(frame).expect_err("is not known");
    assert_eq!((error.kind, error.offset), (ErrorKind::UnsupportedVersion { version: 99 }, 2));
    for cut in 0..8 {
        let kind = ErrorKind::Truncated { need: 8, remaining: cut as u32 };
        assert_eq!(RequestIds::of(&frame[..cut]), Err(Error::new(kind, 0)));
    }
}

/// What whole frames give: correlation id, body; or the error.
fn whole(stream: &[u8], version: i16) -> Vec<Result<(i32, Vec<u8>), Error>> {
    let (mut out, mut rest) = (vec![], stream);
    while let Ok(Next::Complete { frame, rest: after }) = frame::next(rest, 1_000) {
        rest = after;
        let parts = frame::decode_response_header(&METADATA, version, frame);
        let failed = parts.is_err();
        out.push(parts.map(|parts| (parts.header.correlation_id, parts.body.to_vec())));
        if failed {
            break;
        }
    }
    out
}

fn pieces(stream: &[u8], version: i16, piece: usize) -> Vec<Result<(i32, Vec<u8>), Error>> {
    let mut incoming = Incoming::new(1_000);
    let (mut out, mut id, mut len, mut body) = (vec![], None, None, vec![]);
    for mut input in stream.chunks(piece) {
        loop {
            let before = (input.len(), id, len);
            let step = match (id, len) {
                (None, _) => incoming.front(&mut input).map(|new| id = new),
                (_, None) => incoming.header(&mut input, version - 8).map(|new| len = new),
                _ => {
                    body.extend(incoming.body(&mut input));
                    Ok(())
                }
            };
            if let Err(error) = step {
                out.push(Err(error));
                return out;
            }
            if let (Some(done), Some(n)) = (id, len)
                && body.len() == n as usize
            {
                out.push(Ok((done, std::mem::take(&mut body))));
                (id, len) = (None, None);
            } else if before == (input.len(), id, len) {
                break;
            }
        }
    }
    out
}

fn frames(version: i16, contents: &[(i32, Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    let mut stream = vec![];
    for (id, tags, body) in contents {
        let tags: &[u8] = if version < 9 { &[] } else { tags };
        let size = 4 + tags.len() + body.len();
        stream.extend((size as i32).to_be_bytes());
        stream.extend(id.to_be_bytes());
        stream.extend(tags);
        stream.extend(body);
    }
    stream
}

#[test]
fn tag_sections_are_passed_over_in_any_pieces() {
    let tags = [&b"\0"[..], b"\x01\x05\0", b"\x02\x80\x01\x02ab\x81\x01\x01c", b"\x01\x0f\x80\x01"];
    let mut contents: Vec<_> =
        (0..).zip(tags).map(|(n, t)| (n, t.to_vec(), b"body".to_vec())).collect();
    contents[3].1.extend([7; 128]);
    contents.push((4, vec![0], vec![]));
    for version in [8, 9] {
        let stream = frames(version, &contents);
        let expected: Vec<_> =
            contents.iter().map(|(id, _, body)| Ok((*id, body.clone()))).collect();
        assert_eq!(whole(&stream, version), expected);
        for piece in 1..=stream.len() {
            assert_eq!(pieces(&stream, version, piece), expected, "pieces of {piece}");
        }
    }
}

#[test]
fn an_unread_body_is_passed_over() {
    let contents = [(1, vec![0], vec![9; 20]), (2, vec![0], vec![])];
    let stream = frames(9, &contents);
    for read in 0..=20 {
        let mut incoming = Incoming::new(100);
        let mut input = &stream[..];
        assert_eq!(incoming.front(&mut input), Ok(Some(1)));
        assert_eq!(incoming.header(&mut input, 1), Ok(Some(20)));
        assert!(incoming.is_in_body());
        assert_eq!(incoming.body(&mut &input[..read]).len(), read);
        input = &input[read..];
        assert_eq!(incoming.left(), 20 - read as u32);
        assert_eq!(incoming.front(&mut input), Ok(Some(2)));
        assert!(!incoming.is_between());
        assert_eq!(incoming.header(&mut input, 1), Ok(Some(0)));
        assert!(incoming.is_between());
    }
}

proptest! {
    /// Pieces and whole frames agree on any tag section, errors included.
    #[test]
    fn pieces_agree_with_whole_frames(
        tags in prop::collection::vec(prop_oneof![0..4u8, Just(0x80), any::<u8>()], 0..12),
        piece in 1..9usize,
    ) {
        let stream = frames(9, &[(7, tags, vec![])]);
        prop_assert_eq!(pieces(&stream, 9, piece), whole(&stream, 9).into_iter()
            .map(|r| r.map_err(|e| Error { field: kafka_codec::schema::FieldId::NONE, ..e }))
            .collect::<Vec<_>>());
    }
}
