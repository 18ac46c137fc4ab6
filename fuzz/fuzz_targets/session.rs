//! A session whose peer sends anything: what comes of it does not depend on the pieces in which the
//! bytes come, responses are matched in the order of the requests, and nothing panics.
//!
//! The input is a task, a number of requests, a count of piece sizes and these, and what the peer
//! sends.
#![no_main]

use kafka_codec::Error;
use kafka_codec::api::heartbeat::request::HeartbeatRequest;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::sasl::Plain;
use kafka_codec::session::{Link, Login, Negotiate, Progress, Response, Session, Task, Walk};
use kafka_codec::typed::Body;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [task, requests, count, rest @ ..] = input else { return };
    let Some((sizes, stream)) = rest.split_at_checked(usize::from(count % 16)) else { return };
    match task % 4 {
        0 => {
            let whole = heartbeats(*requests, stream, &[]);
            let ids = whole.0.iter().map(|(response, _)| response.correlation_id);
            assert!(ids.eq(0..whole.0.len() as i32), "matched out of order");
            assert_eq!(whole, heartbeats(*requests, stream, sizes), "in pieces");
        }
        1 => assert_eq!(negotiate(stream, &[]), negotiate(stream, sizes), "in pieces"),
        2 => assert_eq!(login(stream, &[]), login(stream, sizes), "in pieces"),
        _ => assert_eq!(walk(stream, &[]), walk(stream, sizes), "in pieces"),
    }
});

/// The largest frame.
const MAX: u32 = 1_000;

/// The stream in pieces of these sizes, over and over; in one if there are none.
fn pieces<'s>(mut stream: &'s [u8], sizes: &[u8]) -> impl Iterator<Item = &'s [u8]> {
    let mut sizes = sizes.iter().cycle();
    std::iter::from_fn(move || {
        let size = sizes.next().map_or(stream.len(), |size| 1 + usize::from(*size % 32));
        let (piece, rest) = stream.split_at(size.min(stream.len()));
        stream = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

type Heard = (Vec<(Response, Vec<u8>)>, Result<(), Error>);

fn heartbeats(requests: u8, stream: &[u8], sizes: &[u8]) -> Heard {
    let mut session = Session::<8>::new(MAX);
    for n in 0..requests % 9 {
        // Both versions of the response's header.
        let version = if n % 2 == 0 { 3 } else { 4 };
        let mut buffer = [0; 64];
        let sent = session.encode(version, None, &HeartbeatRequest::default(), &mut buffer);
        assert!(sent.is_ok_and(|sent| sent.is_answered));
    }
    let (mut heard, mut body, mut current) = (vec![], vec![], None);
    for mut piece in pieces(stream, sizes) {
        loop {
            if let Some(response) = current {
                body.extend(session.body(&mut piece));
                if session.body_left() > 0 {
                    break;
                }
                heard.push((response, std::mem::take(&mut body)));
            }
            current = match session.receive(&mut piece) {
                Ok(response) => response,
                Err(error) => return (heard, Err(error)),
            };
            if current.is_none() {
                break;
            }
        }
    }
    (heard, session.end_of_input())
}

/// How a task ends; with `Ok(None)` where it waits for more than the peer sends.
fn run<T: Task>(
    task: &mut T,
    link: &mut Link<'_, 4>,
    stream: &[u8],
    sizes: &[u8],
) -> Result<Option<T::Output>, Error> {
    let mut pieces = pieces(stream, sizes);
    let mut piece: &[u8] = &[];
    loop {
        if let Progress::Done(output) = task.step(link)? {
            return Ok(Some(output));
        }
        let unsent = link.unsent().len();
        if unsent > 0 {
            link.sent(unsent);
            continue;
        }
        if piece.is_empty() {
            let Some(next) = pieces.next() else { return Ok(None) };
            piece = next;
        }
        let space = link.space();
        let len = space.len().min(piece.len());
        assert_ne!(len, 0, "bytes are not used, and there is no room for more");
        let (now, later) = piece.split_at(len);
        space[..len].copy_from_slice(now);
        link.received(len);
        piece = later;
    }
}

/// The versions that a peer speaks, and how that was found out.
fn negotiate(stream: &[u8], sizes: &[u8]) -> (Vec<(i16, String)>, Result<Option<()>, Error>) {
    let (mut incoming, mut outgoing) = ([0; 64], [0; 256]);
    let mut link = Link::new(Session::new(MAX), None, &mut incoming, &mut outgoing);
    let result = run(&mut Negotiate::new(), &mut link, stream, sizes);
    let ranges = link.session().ranges().iter();
    (ranges.map(|(key, versions)| (key, versions.to_string())).collect(), result)
}

fn login(stream: &[u8], sizes: &[u8]) -> Result<Option<i64>, Error> {
    let (mut incoming, mut outgoing) = ([0; MAX as usize], [0; 256]);
    let mut link = Link::new(Session::new(MAX), None, &mut incoming, &mut outgoing);
    link.session_mut().ranges_mut().set(17, 0, 1);
    link.session_mut().ranges_mut().set(36, 0, 2);
    let mut plain = Plain { username: "user", password: "secret" };
    let accepted = run(&mut Login::new(&mut plain), &mut link, stream, sizes)?;
    Ok(accepted.map(|accepted| accepted.session_lifetime_ms))
}

/// How many events there are, and how long the peer asks to wait.
fn walk(stream: &[u8], sizes: &[u8]) -> (usize, i32, Result<Option<Response>, Error>) {
    let (mut incoming, mut outgoing) = ([0; 64], [0; 256]);
    let mut link = Link::new(Session::new(MAX), None, &mut incoming, &mut outgoing);
    let submitted = link.submit_as(12, &MetadataRequest::default());
    assert!(submitted.is_ok());
    let mut events = 0;
    let mut walk = Walk::new(const { &MetadataResponse::MESSAGE }, |event| {
        // A string may come in several parts: only where something begins is the same.
        let is_rest = match event.item {
            kafka_codec::event::Item::Str(_, chunk)
            | kafka_codec::event::Item::Bytes(_, chunk)
            | kafka_codec::event::Item::Records(_, chunk)
            | kafka_codec::event::Item::Tag(_, chunk) => !chunk.is_first,
            _ => false,
        };
        events += usize::from(!is_rest);
        Ok(())
    });
    let result = run(&mut walk, &mut link, stream, sizes);
    // The parts of a string that is malformed further on depend on the pieces.
    let events = if result.is_ok() { events } else { 0 };
    (events, link.session().throttle_time_ms(), result)
}
