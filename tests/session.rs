//! Sessions with a scripted peer: matching, version choice, throttling, cuts and garbage.
#![cfg(all(feature = "names", feature = "registry"))]

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use kafka_codec::api::heartbeat::request::HeartbeatRequest;
use kafka_codec::api::init_producer_id::request::InitProducerIdRequest;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::api::produce::response::{
    PartitionProduceResponse, ProduceResponse, TopicProduceResponse,
};
use kafka_codec::decoder::Decoder;
use kafka_codec::encoder::Encoder;
use kafka_codec::error::SessionFault;
use kafka_codec::event::Item;
use kafka_codec::frame::{RequestIds, ResponseHeader};
use kafka_codec::schema::{FieldId, Role, Versions};
use kafka_codec::session::{ApiRanges, Link, Negotiation, Outcome, Response, Session};
use kafka_codec::session::{throttle_field, throttle_time_ms};
use kafka_codec::typed::Body;
use kafka_codec::{Error, ErrorCode, ErrorKind};
use proptest::prelude::*;

fn fault(fault: SessionFault) -> Error {
    Error::new(ErrorKind::Session(fault), 0)
}

fn of_correlation_id(fault: SessionFault) -> Error {
    Error { field: ResponseHeader::correlation_id.id(), ..self::fault(fault) }
}

/// Sends a heartbeat of this version: its correlation id.
fn beat<const N: usize>(session: &mut Session<N>, version: i16) -> Result<i32, Error> {
    let mut buffer = [0; 64];
    let sent = session.encode(version, None, &HeartbeatRequest::default(), &mut buffer)?;
    assert!(sent.is_answered);
    assert_eq!(
        RequestIds::of(&sent.frame[4..]).map(|ids| ids.correlation_id),
        Ok(sent.correlation_id)
    );
    Ok(sent.correlation_id)
}

/// A response frame with this body; flexible versions of Heartbeat begin with 4.
fn answer(correlation_id: i32, version: i16, body: &[u8]) -> Vec<u8> {
    let tags: &[u8] = if version < 4 { &[] } else { &[0] };
    let size = 4 + tags.len() + body.len();
    [&(size as i32).to_be_bytes()[..], &correlation_id.to_be_bytes(), tags, body].concat()
}

#[test]
fn what_is_filled_goes_behind_what_is_unsent() {
    let message = const { &ProduceRequest::MESSAGE };
    let fill = |acks| {
        move |request: &mut Encoder<'_>| {
            request.put(ProduceRequest::acks, acks)?;
            request.put(ProduceRequest::timeout_ms, 7)
        }
    };
    let mut buffers = [[0xa5; 80]; 4];
    let [incoming, outgoing, other_incoming, other_outgoing] = &mut buffers;
    let mut link = Link::new(Session::<4>::new(64), Some("id"), incoming, outgoing);
    let mut other = Link::new(Session::<4>::new(64), Some("id"), other_incoming, other_outgoing);
    for acks in [1, 0, -1] {
        let request = ProduceRequest { acks, timeout_ms: 7, ..Default::default() };
        let submitted = link.fill(message, 9, fill(acks)).expect("fits");
        assert_eq!(Ok(submitted), other.submit_as(9, &request));
        assert_eq!(submitted.is_answered, acks != 0);
        assert_eq!(link.unsent(), other.unsent());
    }
    // There is no room for another, until something was sent.
    let (unsent, one) = (link.unsent().len(), link.unsent().len() / 3);
    let error = link.fill(message, 9, fill(1)).expect_err("is full");
    assert_eq!(error.needed(), Some(one));
    assert_eq!((link.unsent().len(), link.session().in_flight()), (unsent, 2));
    link.sent(one);
    assert!(link.fill(message, 9, fill(1)).is_ok());
    assert_eq!((link.unsent().len(), link.session().in_flight()), (unsent, 3));
}

#[test]
fn what_is_filled_is_in_flight_as_what_is_encoded() {
    let message = const { &ProduceRequest::MESSAGE };
    for version in message.versions.iter() {
        for (acks, is_answered) in [(-1, true), (0, false), (1, true)] {
            let (mut filled, mut encoded) = ([0xa5; 64], [0xa5; 64]);
            let (mut session, mut other) = (Session::<1>::new(64), Session::<1>::new(64));
            let mut fill = |buffer: &mut [u8; 64]| {
                let sent = session.fill(message, version, Some("id"), buffer, |request| {
                    request.put(ProduceRequest::acks, acks)
                });
                sent.map(|sent| (sent.frame.len(), sent.correlation_id, sent.is_answered))
            };
            let sent = fill(&mut filled);
            let request = ProduceRequest { acks, ..Default::default() };
            let same = other.encode(version, Some("id"), &request, &mut encoded);
            assert_eq!(same.map(|same| (same.frame.len(), 0, is_answered)), sent);
            assert_eq!(filled, encoded);
            // What is not on its way has no size.
            if is_answered {
                assert_eq!(fill(&mut filled), Err(fault(SessionFault::Full)));
                assert_eq!(filled[..4], [0; 4]);
            }
        }
    }
    let mut session = Session::<1>::new(64);
    let mut buffer = [0xa5; 64];
    let failed = session.fill(message, 9, None, &mut buffer, |request| request.end_array());
    assert_eq!(failed.map_err(|error| error.kind), Err(ErrorKind::Structure));
    assert_eq!(beat(&mut session, 0), Ok(0));
}

#[test]
fn responses_are_matched_in_order() {
    let mut session = Session::<3>::new(100);
    assert_eq!((0..3).map(|_| beat(&mut session, 0)).collect::<Vec<_>>(), [Ok(0), Ok(1), Ok(2)]);
    assert_eq!(beat(&mut session, 0), Err(fault(SessionFault::Full)));
    let input = [answer(0, 0, b"a"), answer(1, 0, b"bc")].concat();
    let mut input = &input[..];
    let first = session.receive(&mut input).expect("is right").expect("is all there");
    let expected =
        Response { correlation_id: 0, api_key: 12, version: 0, body_len: 1, body_offset: 4 };
    assert_eq!((first, session.in_flight()), (expected, 2));
    assert_eq!(session.body(&mut input), b"a");
    // A slot is free again.
    assert_eq!(beat(&mut session, 4), Ok(3));
    // A body that is not looked at is passed over.
    assert_eq!(session.receive(&mut input).map(|r| r.map(|r| r.correlation_id)), Ok(Some(1)));
    assert_eq!(session.receive(&mut input), Ok(None));
    let input = [answer(2, 0, b""), answer(3, 4, b"d")].concat();
    let mut input = &input[..];
    assert_eq!(session.receive(&mut input).map(|r| r.map(|r| r.body_len)), Ok(Some(0)));
    let last = session.receive(&mut input).expect("is right").expect("is all there");
    assert_eq!((last.version, last.body_len, last.body_offset), (4, 1, 5));
    assert_eq!(
        session.end_of_input(),
        Err(Error::new(ErrorKind::Session(SessionFault::Closed), 5))
    );
}

#[test]
fn wrong_responses_end_the_session() {
    for (id, kind) in [
        (1, SessionFault::Repeated),
        (3, SessionFault::OutOfOrder),
        (4, SessionFault::Unexpected),
        (-1, SessionFault::Unexpected),
        (i32::MAX, SessionFault::Unexpected),
    ] {
        let mut session = Session::<4>::new(100);
        let asked = (0..4).map(|_| beat(&mut session, 0)).collect::<Vec<_>>();
        assert_eq!(asked, [Ok(0), Ok(1), Ok(2), Ok(3)]);
        for done in 0..2 {
            let response = session.receive(&mut &answer(done, 0, b"")[..]);
            assert_eq!(response.map(|r| r.map(|r| r.correlation_id)), Ok(Some(done)));
        }
        let mut input = &answer(id, 0, b"body")[..];
        assert_eq!(session.receive(&mut input), Err(of_correlation_id(kind)));
        assert!(session.body(&mut input).is_empty());
        // The one that would be right no longer is.
        assert_eq!(session.receive(&mut &answer(2, 0, b"")[..]), Err(of_correlation_id(kind)));
        assert_eq!(session.end_of_input(), Err(of_correlation_id(kind)));
    }
    let mut session = Session::<4>::new(100);
    let unexpected = Err(of_correlation_id(SessionFault::Unexpected));
    assert_eq!(session.receive(&mut &answer(0, 0, b"")[..]), unexpected);
}

#[test]
fn a_failed_request_waits_for_nothing() {
    let mut session = Session::<1>::new(100);
    let request =
        MetadataRequest { include_topic_authorized_operations: true, ..Default::default() };
    for version in [0, 99] {
        assert!(session.encode(version, None, &request, &mut [0; 64]).is_err());
        assert!(session.encode(12, None, &request, &mut [0; 8]).is_err());
    }
    assert_eq!(session.in_flight(), 0);
    assert_eq!(session.encode(12, None, &request, &mut [0; 64]).map(|o| o.correlation_id), Ok(0));
}

#[test]
fn produce_without_acks_takes_no_slot() {
    let message = &ProduceRequest::MESSAGE;
    for version in message.versions.iter() {
        for transactional_id in [None, Some("t")] {
            if transactional_id.is_some() && version < 3 {
                continue;
            }
            let mut session = Session::<1>::new(100);
            for (acks, in_flight) in [(0, 0), (1, 1), (0, 1)] {
                let request = ProduceRequest { acks, transactional_id, ..Default::default() };
                let mut buffer = [0; 64];
                let sent =
                    session.encode(version, Some("id"), &request, &mut buffer).expect("fits");
                assert_eq!(sent.is_answered, acks != 0, "version {version}");
                assert_eq!(session.in_flight(), in_flight);
            }
            let request = ProduceRequest { acks: -1, transactional_id, ..Default::default() };
            let mut buffer = [0xa5; 64];
            let full = session.encode(version, None, &request, &mut buffer);
            assert_eq!(full, Err(fault(SessionFault::Full)));
            assert_eq!(buffer[..4], [0; 4]);
            // What was not answered gets no answer.
            assert_eq!(
                session.receive(&mut &answer(0, 0, b"")[..]),
                Err(of_correlation_id(SessionFault::Repeated)),
            );
        }
    }
}

#[test]
fn versions_are_what_all_sides_know() {
    let mut session = Session::<1>::new(100);
    let message = &MetadataRequest::MESSAGE;
    let none = Err(fault(SessionFault::NoVersion));
    assert_eq!(session.version(message), none);
    for (first, last, expected) in
        [(0, 3, Ok(3)), (5, 99, Ok(13)), (13, 13, Ok(13)), (14, 20, none), (3, 2, none)]
    {
        session.ranges_mut().set(3, first, last);
        assert_eq!(session.version(message), expected, "{first}-{last}");
    }
    session.ranges_mut().set(3, 2, 9);
    for (first, last, expected) in
        [(0, 255, Ok(9)), (0, 5, Ok(5)), (0, 1, none), (9, 12, Ok(9)), (10, 255, none)]
    {
        assert_eq!(session.version_in(message, Versions { first, last }), expected);
    }
    session.ranges_mut().narrow(3, Versions { first: 0, last: 7 });
    assert_eq!(session.version(message), Ok(7));

    // Unstable versions are chosen only where they are asked for.
    let message = &InitProducerIdRequest::MESSAGE;
    session.ranges_mut().set(22, 0, 6);
    assert_eq!(session.version(message), Ok(5));
    assert_eq!(session.version_in(message, Versions { first: 0, last: 255 }), Ok(6));
}

fn hex(text: &str) -> Vec<u8> {
    let text = text.trim();
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex"))
        .collect()
}

/// Feeds a body in pieces.
fn negotiate(asked: i16, body: &[u8], piece: usize) -> (Result<Option<Outcome>, Error>, ApiRanges) {
    let mut ranges = ApiRanges::NONE;
    ranges.set(0, 0, 1);
    let mut reading = Negotiation::new(asked, body.len() as u32);
    let mut outcome = Ok(None);
    for piece in body.chunks(piece) {
        assert_eq!(outcome, Ok(None));
        outcome = reading.feed(piece, &mut ranges);
        if outcome.is_err() {
            break;
        }
    }
    (outcome, ranges)
}

#[test]
fn a_broker_tells_its_versions_in_any_pieces() {
    let frame = hex(include_str!("data/api_versions_5.hex"));
    let body = &frame[4..];
    let typed = ApiVersionsResponse::decode(5, body).expect("is right");
    let expected: Vec<_> = ApiRanges::from(&typed).iter().collect();
    assert!(expected.len() > 60);
    for piece in 1..=body.len() {
        let (outcome, ranges) = negotiate(5, body, piece);
        assert_eq!(outcome, Ok(Some(Outcome::Agreed)));
        assert_eq!(ranges.iter().collect::<Vec<_>>(), expected);
    }
    for cut in 1..body.len() {
        // The size says that more is to come: it waits.
        let mut reading = Negotiation::new(5, body.len() as u32);
        assert_eq!(reading.feed(&body[..cut], &mut ApiRanges::NONE.clone()), Ok(None));
        // The size says that this is all: it is an error.
        assert!(negotiate(5, &body[..cut], cut).0.is_err());
    }
}

#[test]
fn old_brokers_are_asked_again() {
    let range = |first, last| ApiVersion {
        api_key: 18,
        min_version: first,
        max_version: last,
        ..Default::default()
    };
    let again = |version| Ok(Some(Outcome::Again { version }));
    let refused = |code| {
        let kind = ErrorKind::Session(SessionFault::Refused(ErrorCode::from_code(code)));
        Err(Error { kind, offset: 0, field: ApiVersionsResponse::error_code.id() })
    };
    for (code, ranges, asked, expected) in [
        (35, &[range(0, 4)][..], 5, again(4)),
        (35, &[range(0, 0)], 5, again(0)),
        (35, &[], 5, again(0)),
        // Says that it knows the version, yet refuses it.
        (35, &[range(0, 9)], 5, again(4)),
        (35, &[range(7, 9)], 5, again(0)),
        (35, &[range(0, 4)], 0, refused(35)),
        (41, &[], 0, refused(41)),
    ] {
        let response =
            ApiVersionsResponse { error_code: code, api_keys: ranges.into(), ..Default::default() };
        let mut buffer = [0; 64];
        let len = response.encode(0, &mut buffer).expect("fits");
        for piece in 1..=len {
            assert_eq!(negotiate(asked, &buffer[..len], piece).0, expected, "{code} {ranges:?}");
        }
    }
    // Other errors come in the version that was asked for.
    let response = ApiVersionsResponse { error_code: 42, ..Default::default() };
    let mut buffer = [0; 64];
    let len = response.encode(5, &mut buffer).expect("fits");
    assert_eq!(negotiate(5, &buffer[..len], 1).0, refused(42));
    assert!(negotiate(5, b"\0", 1).0.is_err());
    assert!(Negotiation::new(5, 0).feed(b"", &mut ApiRanges::NONE.clone()).is_err());
}

#[test]
fn every_response_tells_its_throttling() {
    let mut with = 0;
    macro_rules! go { ($($key:literal, $role:ident, $body:path;)*) => { $(
        if Role::$role == Role::Response {
            with += throttling::<$body>();
        }
    )* } }
    kafka_codec::for_each_message!(go);
    // All but 17, most of them between brokers.
    assert_eq!(with, 95 - 17);
    assert_eq!(throttle_field(-1), None);

    // Behind an array of structures.
    let partitions = [PartitionProduceResponse { base_offset: 7, ..Default::default() }; 3];
    let partition_responses = (&partitions).into();
    let topics = [TopicProduceResponse { name: "t", partition_responses, ..Default::default() }; 2];
    let responses = (&topics).into();
    let response = ProduceResponse { responses, throttle_time_ms: 77, ..Default::default() };
    for version in 3..=12 {
        let mut body = [0; 512];
        let len = response.encode(version, &mut body).expect("fits");
        assert_eq!(throttle_time_ms(&ProduceResponse::MESSAGE, version, &body[..len]), 77);
    }
    assert_eq!(throttle_field(95), None);
}

/// Whether the response has the field; checked in every version, with its place found by name.
fn throttling<'a, B: Body<'a>>() -> usize {
    let message = const { &B::MESSAGE };
    let field = throttle_field(message.api_key);
    let named = message.body.field_by_name("throttle_time_ms");
    assert_eq!(field.is_some(), named.is_some(), "{}", message.name());
    for version in message.versions.iter() {
        let mut body = [0; 256];
        let len = B::default().encode(version, &mut body).expect("fits");
        assert_eq!(throttle_time_ms(message, version, &body[..len]), 0);
        let mut place = None;
        let mut decoder = Decoder::new(message, version, len as u32).expect("is defined");
        let mut input = &body[..len];
        loop {
            let event = decoder.next(&mut input).expect("is right");
            match event.item {
                Item::Done => break,
                _ if event.field() == FieldId::NONE => {}
                _ if Some(event.field()) == field.map(|field| field.id()) => {
                    place = Some(event.span())
                }
                _ => {}
            }
        }
        let Some(place) = place else { continue };
        let place = place.start as usize..place.end as usize;
        body[place.clone()].copy_from_slice(&[1, 2, 3, 4]);
        let expected = 0x0102_0304;
        assert_eq!(throttle_time_ms(message, version, &body[..len]), expected);
        assert_eq!(throttle_time_ms(message, version, &body[..place.end - 1]), 0);
    }
    usize::from(field.is_some())
}

type Conversation = (Vec<(Response, Vec<u8>)>, Result<(), Error>);

/// All responses and their bodies, or the error, of a stream that comes in these pieces.
fn converse<'s>(sent: usize, pieces: impl Iterator<Item = &'s [u8]>) -> Conversation {
    let mut session = Session::<8>::new(64);
    for version in [0, 4].into_iter().cycle().take(sent) {
        beat(&mut session, version).expect("has room");
    }
    let (mut out, mut body, mut at) = (vec![], vec![], None);
    for mut piece in pieces {
        loop {
            if let Some(response) = at {
                body.extend(session.body(&mut piece));
                if session.body_left() > 0 {
                    break;
                }
                out.push((response, std::mem::take(&mut body)));
            }
            at = match session.receive(&mut piece) {
                Ok(response) => response,
                Err(error) => return (out, Err(error)),
            };
            if at.is_none() {
                break;
            }
        }
    }
    (out, session.end_of_input())
}

#[test]
fn a_conversation_may_be_cut_anywhere() {
    let stream =
        [answer(0, 0, b"abc"), answer(1, 4, b""), answer(2, 0, b""), answer(3, 4, b"z")].concat();
    let (expected, end) = converse(4, [&stream[..]].into_iter());
    assert_eq!((expected.len(), end), (4, Ok(())));
    for first in 0..=stream.len() {
        for second in first..=stream.len() {
            let pieces = [&stream[..first], &stream[first..second], &stream[second..]];
            assert_eq!(converse(4, pieces.into_iter()), (expected.clone(), Ok(())));
        }
        // The end may not come early.
        let (responses, end) = converse(4, [&stream[..first]].into_iter());
        assert!(expected.starts_with(&responses));
        assert_eq!(end.is_ok(), first == stream.len());
    }
}

proptest! {
    /// Whatever a peer sends: in one piece and in small ones the same responses, with ids in the
    /// order that was asked for, and the same error.
    #[test]
    fn hostile_streams_never_match_wrong(
        sizes in prop::collection::vec((any::<bool>(), 0..9i32, -2..6i32, 0..9usize), 0..6),
        tail in prop::collection::vec(any::<u8>(), 0..9),
        piece in 1..7usize,
    ) {
        let mut stream = vec![];
        for (is_right, size, id, len) in sizes {
            let size = if is_right { 4 + len as i32 } else { size };
            stream.extend(size.to_be_bytes());
            stream.extend(id.to_be_bytes());
            stream.extend(vec![0; len]);
        }
        stream.extend(tail);
        let whole = converse(4, [&stream[..]].into_iter());
        prop_assert!(whole.0.iter().map(|(r, _)| r.correlation_id).eq(0..whole.0.len() as i32));
        prop_assert_eq!(converse(4, stream.chunks(piece)), whole);
    }
}
