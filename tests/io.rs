//! Connections with a scripted broker: short reads and writes, blocking, ends, garbage, dropped
//! futures. Whatever the transport does, the conversation is the same, or ends with an error.
#![cfg(all(
    feature = "names",
    feature = "registry",
    feature = "scram",
    feature = "embedded-io",
    feature = "embedded-io-async"
))]

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use kafka_codec::api::heartbeat::request::HeartbeatRequest;
use kafka_codec::api::heartbeat::response::HeartbeatResponse;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::api::produce::response::ProduceResponse;
use kafka_codec::api::sasl_authenticate::request::SaslAuthenticateRequest;
use kafka_codec::api::sasl_authenticate::response::SaslAuthenticateResponse;
use kafka_codec::api::sasl_handshake::response::SaslHandshakeResponse;
use kafka_codec::error::SessionFault;
use kafka_codec::event::Item;
use kafka_codec::frame::{self, Encode, Next, RequestIds, ResponseHeader};
use kafka_codec::io::{AsyncConnection, Connection, Error};
use kafka_codec::sasl::{Plain, Scram, Sha256};
use kafka_codec::session::{Link, Login, Negotiate, Session, Walk};
use kafka_codec::typed::Body;
use kafka_codec::{ErrorCode, ErrorKind};
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// A broker on the other end of a transport that misbehaves.
#[derive(Clone, Debug)]
struct Peer {
    /// What has come of a request.
    inbox: Vec<u8>,
    /// What has not been read of the responses, and how many bytes have been.
    outbox: Vec<u8>,
    read: usize,
    /// The most bytes of a read or write.
    chunk: usize,
    /// Whether every other read and write fails or has to wait.
    blocks: bool,
    is_blocked: bool,
    /// The stream ends after so many bytes.
    end: usize,
    /// This byte of the responses becomes another.
    garbage: Option<(usize, u8)>,
    /// The highest version of ApiVersions.
    api_versions: i16,
    /// The place in the login.
    login: usize,
    /// Whether it answers.
    is_mute: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    WouldBlock,
    Interrupted,
    /// Nothing more will come.
    Stalled,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Fault {}

impl embedded_io::Error for Fault {
    fn kind(&self) -> embedded_io::ErrorKind {
        match self {
            Self::Interrupted => embedded_io::ErrorKind::Interrupted,
            Self::WouldBlock | Self::Stalled => embedded_io::ErrorKind::Other,
        }
    }
}

/// The place in the login where it is over PLAIN; before are the two steps of SCRAM.
const PLAIN: usize = 2;
const SERVER_FIRST: &str =
    "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
const SERVER_FINAL: &str = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";
const RANDOM: [u8; 15] =
    [0xac, 0xea, 0x6b, 0x34, 0x67, 0xf0, 0x11, 0xb7, 0x91, 0x5a, 0x06, 0xcd, 0x12, 0x4a, 0x8e];

impl Peer {
    fn new() -> Self {
        Self {
            inbox: vec![],
            outbox: vec![],
            read: 0,
            chunk: usize::MAX,
            blocks: false,
            is_blocked: false,
            end: usize::MAX,
            garbage: None,
            api_versions: 4,
            login: PLAIN,
            is_mute: false,
        }
    }

    fn answer<'a, B: Body<'a>>(&mut self, to: RequestIds, version: i16, body: &B) {
        let header = ResponseHeader { correlation_id: to.correlation_id, ..Default::default() };
        let mut buffer = [0; 512];
        let frame = body.encode_response_frame(version, &header, &mut buffer).expect("fits");
        self.outbox.extend(frame);
    }

    fn serve(&mut self, request: &[u8]) {
        let to = RequestIds::of(request).expect("is a request");
        match to.api_key {
            18 if to.api_version > self.api_versions => {
                let own = [ApiVersion {
                    api_key: 18,
                    max_version: self.api_versions,
                    ..Default::default()
                }];
                // Brokers before KIP-511 list nothing.
                let api_keys = if self.api_versions == 0 { &[][..] } else { &own[..] }.into();
                let body = ApiVersionsResponse { error_code: 35, api_keys, ..Default::default() };
                self.answer(to, 0, &body);
            }
            18 => {
                let range = |api_key, max_version| ApiVersion {
                    api_key,
                    max_version,
                    ..Default::default()
                };
                let ranges = [
                    range(0, 9),
                    range(3, 9),
                    range(12, 3),
                    range(17, 1),
                    range(18, 4),
                    range(36, 2),
                ];
                let body = ApiVersionsResponse { api_keys: (&ranges).into(), ..Default::default() };
                self.answer(to, to.api_version, &body);
            }
            17 => {
                let mechanisms = ["PLAIN", "SCRAM-SHA-256"];
                let body = SaslHandshakeResponse {
                    mechanisms: (&mechanisms).into(),
                    ..Default::default()
                };
                self.answer(to, 1, &body);
            }
            36 => {
                let request: SaslAuthenticateRequest<'_> = frame::decode_request_header(request)
                    .expect("is right")
                    .decode()
                    .expect("is right");
                let last = "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,\
                     p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
                let (expected, answer) = match self.login {
                    0 => ("n,,n=user,r=rOprNGfwEbeRWgbNEkqO", SERVER_FIRST),
                    1 => (last, SERVER_FINAL),
                    _ => ("\0user\0pencil", ""),
                };
                self.login += 1;
                let is_right = request.auth_bytes == expected.as_bytes();
                let body = SaslAuthenticateResponse {
                    error_code: if is_right { 0 } else { 58 },
                    auth_bytes: answer.as_bytes(),
                    session_lifetime_ms: 1_000 * self.login as i64,
                    ..Default::default()
                };
                self.answer(to, 2, &body);
            }
            3 => {
                let broker = MetadataResponseBroker {
                    host: "broker.example",
                    port: 9092,
                    ..Default::default()
                };
                let brokers = [broker; 5];
                let body = MetadataResponse {
                    throttle_time_ms: 11,
                    brokers: (&brokers).into(),
                    ..Default::default()
                };
                self.answer(to, to.api_version, &body);
            }
            12 => {
                let body = HeartbeatResponse {
                    error_code: to.correlation_id as i16,
                    ..Default::default()
                };
                self.answer(to, to.api_version, &body);
            }
            // Acks 0: no answer.
            0 => {}
            key => panic!("unexpected request {key}"),
        }
    }

    fn is_blocking(&mut self) -> bool {
        self.is_blocked = self.blocks && !self.is_blocked;
        self.is_blocked
    }

    fn take(&mut self, buffer: &mut [u8]) -> Result<usize, Fault> {
        assert!(!buffer.is_empty(), "a read into nothing looks like the end");
        let left = self.end.saturating_sub(self.read);
        if left > 0 && (self.outbox.is_empty() || self.is_mute) {
            return Err(Fault::Stalled);
        }
        let len = buffer.len().min(self.chunk).min(left).min(self.outbox.len());
        for (place, byte) in buffer.iter_mut().zip(self.outbox.drain(..len)) {
            *place = byte;
        }
        if let Some((at, byte)) = self.garbage
            && let Some(place) = at.checked_sub(self.read)
            && place < len
        {
            buffer[place] = byte;
        }
        self.read += len;
        Ok(len)
    }

    fn give(&mut self, bytes: &[u8]) -> usize {
        let len = bytes.len().min(self.chunk);
        self.inbox.extend(&bytes[..len]);
        loop {
            let inbox = std::mem::take(&mut self.inbox);
            match frame::next(&inbox, 10_000).expect("has a right size") {
                Next::Complete { frame, rest } => {
                    self.serve(frame);
                    self.inbox = rest.to_vec();
                }
                Next::Missing(_) => {
                    self.inbox = inbox;
                    return len;
                }
            }
        }
    }
}

impl embedded_io::ErrorType for Peer {
    type Error = Fault;
}

impl embedded_io::Read for Peer {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Fault> {
        if self.is_blocking() { Err(Fault::WouldBlock) } else { self.take(buffer) }
    }
}

impl embedded_io::Write for Peer {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        if self.is_blocking() { Err(Fault::WouldBlock) } else { Ok(self.give(bytes)) }
    }

    fn flush(&mut self) -> Result<(), Fault> {
        if self.is_blocking() { Err(Fault::Interrupted) } else { Ok(()) }
    }
}

/// Is pending once.
async fn pause() {
    let mut is_first = true;
    std::future::poll_fn(|_| {
        if std::mem::take(&mut is_first) { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
}

impl embedded_io_async::Read for Peer {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Fault> {
        if self.is_blocking() {
            pause().await;
        }
        self.take(buffer)
    }
}

impl embedded_io_async::Write for Peer {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        if self.is_blocking() {
            pause().await;
        }
        Ok(self.give(bytes))
    }

    async fn flush(&mut self) -> Result<(), Fault> {
        if self.is_blocking() {
            pause().await;
        }
        Ok(())
    }
}

type Outcome = Result<(), Error<Fault>>;

/// Calls again while the transport would block.
fn blocking<T>(mut call: impl FnMut() -> Result<T, Error<Fault>>) -> Result<T, Error<Fault>> {
    loop {
        match call() {
            Err(Error::Io(Fault::WouldBlock | Fault::Interrupted)) => {}
            result => return result,
        }
    }
}

/// Says what it hears. `$again` does a call until it does not have to wait.
macro_rules! converse {
    ($connection:ident, $out:ident, $again:ident) => {{
        let mut negotiate = Negotiate::new();
        $again!($connection, run(&mut negotiate));
        let mut plain = Plain { username: "user", password: "pencil" };
        let mut login = Login::new(&mut plain);
        let accepted = $again!($connection, run(&mut login));
        $out.push(format!("{accepted:?}"));

        let metadata = MetadataRequest::default();
        $connection.link_mut().submit(&metadata)?;
        for n in 0..3 {
            let request = HeartbeatRequest { generation_id: n, ..Default::default() };
            $connection.link_mut().submit(&request)?;
            let unanswered = ProduceRequest { acks: 0, ..Default::default() };
            assert!(!$connection.link_mut().submit(&unanswered)?.is_answered);
        }
        $again!($connection, flush());
        let brokers = $again!($connection, receive::<MetadataResponse<'_>>(), |m| {
            m.brokers.iter().map(|b| format!("{}:{}", b.host, b.port)).collect::<Vec<_>>()
        });
        $out.push(format!("{brokers:?} {}", $connection.link().session().throttle_time_ms()));
        let heartbeat = $again!($connection, receive::<HeartbeatResponse<'_>>(), |h| h.error_code);
        $out.push(format!("{heartbeat}"));
        // The body of the second is passed over, that of the third read in pieces.
        let second = $again!($connection, response());
        $out.push(format!("{second:?}"));
        $connection.link_mut().skip();
        let third = $again!($connection, response());
        $out.push(format!("{third:?}"));
        let mut body = vec![];
        loop {
            let piece = $again!($connection, piece(), |piece| piece.to_vec());
            if piece.is_empty() {
                break;
            }
            body.extend(piece);
        }
        $out.push(format!("{body:?}"));

        $connection.link_mut().submit(&metadata)?;
        let mut hosts = String::new();
        let mut walk = Walk::new(const { &MetadataResponse::MESSAGE }, |event| {
            if let Item::Str(MetadataResponseBroker::host, chunk) = event.item {
                hosts += std::str::from_utf8(chunk.bytes).expect("is ASCII");
            }
            Ok(())
        });
        let response = $again!($connection, run(&mut walk));
        $out.push(format!("{response:?} {hosts}"));
        Ok(())
    }};
}

fn link<'b>(incoming: &'b mut [u8], outgoing: &'b mut [u8]) -> Link<'b, 4> {
    Link::new(Session::new(1_000), Some("test"), incoming, outgoing)
}

fn talk(peer: Peer) -> (Vec<String>, Outcome, Peer) {
    let (mut incoming, mut outgoing) = ([0; 200], [0; 700]);
    let mut connection = Connection::new(peer, link(&mut incoming, &mut outgoing));
    let mut out = vec![];
    macro_rules! again {
        ($c:ident, $f:ident $(::<$r:ty>)? ($($a:expr)?)) => { again!($c, $f $(::<$r>)? ($($a)?), |x| x) };
        ($c:ident, $f:ident $(::<$r:ty>)? ($($a:expr)?), |$x:ident| $map:expr) => {
            blocking(|| $c.$f$(::<$r>)?($($a)?).map(|$x| $map))?
        };
    }
    let result = (|| converse!(connection, out, again))();
    (out, result, connection.into_parts().0)
}

fn talk_async(peer: Peer, drops: bool) -> (Vec<String>, Outcome, Peer) {
    let (mut incoming, mut outgoing) = ([0; 200], [0; 700]);
    let mut connection = AsyncConnection::new(peer, link(&mut incoming, &mut outgoing));
    let mut out = vec![];
    macro_rules! again {
        ($c:ident, $f:ident $(::<$r:ty>)? ($($a:expr)?)) => { again!($c, $f $(::<$r>)? ($($a)?), |x| x) };
        ($c:ident, $f:ident $(::<$r:ty>)? ($($a:expr)?), |$x:ident| $map:expr) => {{
            let mut context = Context::from_waker(Waker::noop());
            loop {
                let mut future = pin!($c.$f$(::<$r>)?($($a)?));
                let done = loop {
                    match future.as_mut().poll(&mut context) {
                        Poll::Ready(result) => break Some(result.map(|$x| $map)),
                        Poll::Pending if drops => break None,
                        Poll::Pending => {}
                    }
                };
                if let Some(result) = done {
                    break result?;
                }
            }
        }};
    }
    let result = (|| converse!(connection, out, again))();
    (out, result, connection.into_parts().0)
}

fn expected() -> (Vec<String>, usize) {
    let (out, result, peer) = talk(Peer::new());
    assert_eq!(result, Ok(()));
    assert_eq!(out[0], "Accepted { session_lifetime_ms: 3000 }");
    let hosts = "\"broker.example:9092\"";
    assert_eq!(out[1], format!("[{hosts}, {hosts}, {hosts}, {hosts}, {hosts}] 11"));
    assert!(out[6].ends_with(&"broker.example".repeat(5)));
    assert!(peer.outbox.is_empty() && peer.inbox.is_empty());
    (out, peer.read)
}

#[test]
fn short_reads_and_writes_change_nothing() {
    let (expected, _) = expected();
    for chunk in [1, 2, 3, 4, 5, 7, 11, 64, 199] {
        for blocks in [false, true] {
            let peer = Peer { chunk, blocks, ..Peer::new() };
            assert_eq!(talk(peer.clone()).0, expected, "pieces of {chunk}");
            for drops in [false, true] {
                let (out, result, peer) = talk_async(peer.clone(), drops);
                assert_eq!((out, result), (expected.clone(), Ok(())), "pieces of {chunk}");
                assert!(peer.outbox.is_empty() && peer.inbox.is_empty());
            }
        }
    }
}

#[test]
fn old_brokers_are_talked_to_in_their_versions() {
    let (expected, _) = expected();
    for api_versions in 0..=5 {
        let peer = Peer { api_versions, ..Peer::new() };
        let (out, result, _) = talk(peer.clone());
        assert_eq!(result, Ok(()));
        // Correlation ids are one higher where it was asked twice.
        assert_eq!(out[1], expected[1]);
        assert_eq!(talk_async(peer, false).0, out);
    }
}

#[test]
fn an_early_end_is_an_error_at_every_byte() {
    let (expected, len) = expected();
    for end in 0..len {
        for chunk in [1, usize::MAX] {
            let peer = Peer { end, chunk, ..Peer::new() };
            let (out, result, _) = talk(peer.clone());
            let Err(Error::Kafka(error)) = result else { panic!("no error at {end}") };
            assert_eq!(error.kind, ErrorKind::Session(SessionFault::Closed));
            assert!(expected.starts_with(&out));
            assert_eq!(talk_async(peer, false).1, Err(Error::Kafka(error)));
        }
    }
    assert_eq!(talk(Peer { end: len, ..Peer::new() }).1, Ok(()));
}

#[test]
fn garbage_ends_in_an_error_a_wait_or_other_values() {
    let (expected, len) = expected();
    let mut ended = [0; 3];
    for at in 0..len {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let (out, result, _) = talk(Peer { garbage: Some((at, byte)), ..Peer::new() });
            match result {
                Ok(()) => {
                    assert_eq!(out.len(), expected.len());
                    ended[0] += 1;
                }
                Err(Error::Io(fault)) => {
                    assert_eq!(fault, Fault::Stalled);
                    ended[1] += 1;
                }
                Err(Error::Kafka(_)) => ended[2] += 1,
            }
        }
    }
    assert!(ended.iter().all(|count| *count > 10), "{ended:?}");
}

#[test]
fn after_a_stall_it_goes_on() {
    let (mut incoming, mut outgoing) = ([0; 200], [0; 200]);
    let mut connection = Connection::new(Peer::new(), link(&mut incoming, &mut outgoing));
    connection.negotiate().expect("agrees");
    connection.io_mut().is_mute = true;
    connection.send(&HeartbeatRequest::default()).expect("is sent");
    for _ in 0..3 {
        let result = connection.receive::<HeartbeatResponse<'_>>();
        assert_eq!(result.map(|_| ()), Err(Error::Io(Fault::Stalled)));
    }
    // Nothing else can be asked in between.
    let result = connection.call::<_, MetadataResponse<'_>>(&MetadataRequest::default());
    let out_of_order = ErrorKind::Session(SessionFault::OutOfOrder);
    assert_eq!(result.map(|_| ()), Err(Error::Kafka(kafka_codec::Error::new(out_of_order, 0))));
    connection.io_mut().is_mute = false;
    assert!(connection.receive::<HeartbeatResponse<'_>>().is_ok());
    let metadata: MetadataResponse<'_> =
        connection.call(&MetadataRequest::default()).expect("is answered");
    assert_eq!(metadata.brokers.len(), 5);
}

#[test]
fn a_body_that_is_too_large_is_not_lost() {
    let (mut incoming, mut outgoing) = ([0; 32], [0; 200]);
    let mut connection = Connection::new(Peer::new(), link(&mut incoming, &mut outgoing));
    connection.negotiate().expect("agrees, for it reads in pieces");
    connection.send(&MetadataRequest::default()).expect("is sent");
    let Err(Error::Kafka(error)) = connection.receive::<MetadataResponse<'_>>() else { panic!() };
    let need = error.needed().expect("tells the size");
    assert_eq!(connection.body().map(<[u8]>::len), Err(Error::Kafka(error)));
    assert_eq!(connection.response().map(|response| response.body_len as usize), Ok(need));
    let mut brokers = 0;
    let message = const { &MetadataResponse::MESSAGE };
    let walked = connection.walk(message, |event| {
        brokers += u32::from(matches!(event.item, Item::Struct(MetadataResponse::brokers)));
        Ok(())
    });
    assert_eq!(walked.map(|response| response.body_len as usize), Ok(need));
    assert_eq!((brokers, connection.link().session().throttle_time_ms()), (5, 11));

    // It can be passed over too, and another type does not take it.
    connection.send(&MetadataRequest::default()).expect("is sent");
    let Err(Error::Kafka(error)) = connection.receive::<HeartbeatResponse<'_>>() else { panic!() };
    assert_eq!(error.kind, ErrorKind::UnknownApi { api_key: 3 });
    connection.link_mut().skip();
    let heartbeat: HeartbeatResponse<'_> =
        connection.call(&HeartbeatRequest::default()).expect("is answered");
    assert_eq!(heartbeat.throttle_time_ms, 0);

    // A transport with nowhere to put bytes fails, rather than to look like the end.
    let (mut incoming, mut outgoing) = ([0; 0], [0; 200]);
    let mut connection = Connection::new(Peer::new(), link(&mut incoming, &mut outgoing));
    let Err(Error::Kafka(error)) = connection.negotiate() else { panic!() };
    assert_eq!(error.needed(), Some(1));
}

#[test]
fn requests_queue_up_to_the_buffer() {
    let (mut incoming, mut outgoing) = ([0; 100], [0; 64]);
    let mut connection =
        Connection::new(Peer { chunk: 3, ..Peer::new() }, link(&mut incoming, &mut outgoing));
    connection.negotiate().expect("agrees");
    let mut queued = 0;
    let error = loop {
        match connection.link_mut().submit(&HeartbeatRequest::default()) {
            Ok(_) => queued += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((queued, error.needed().is_some()), (2, true));
    connection.flush().expect("is sent");
    assert_eq!(connection.link().session().in_flight(), 2);
    for _ in 0..2 {
        assert!(connection.receive::<HeartbeatResponse<'_>>().is_ok());
    }
    let result = connection.call::<_, ProduceResponse<'_>>(&ProduceRequest::default());
    let unexpected = ErrorKind::Session(SessionFault::Unexpected);
    assert_eq!(result.map(|_| ()), Err(Error::Kafka(kafka_codec::Error::new(unexpected, 0))));
}

#[test]
fn logins_are_accepted_or_refused() {
    for (password, expected) in [("pencil", None), ("wrong", Some(58))] {
        let (mut incoming, mut outgoing) = ([0; 200], [0; 200]);
        let peer = Peer::new();
        let mut connection = Connection::new(peer, link(&mut incoming, &mut outgoing));
        connection.negotiate().expect("agrees");
        match (connection.login(&mut Plain { username: "user", password }), expected) {
            (Ok(accepted), None) => assert_eq!(accepted.session_lifetime_ms, 3_000),
            (Err(Error::Kafka(error)), Some(code)) => {
                let refused = SessionFault::Refused(ErrorCode::from_code(code));
                assert_eq!(error.kind, ErrorKind::Session(refused));
                assert_eq!(error.field, SaslAuthenticateResponse::error_code);
            }
            (result, _) => panic!("{result:?}"),
        }
    }
    for (password, kind) in [
        ("pencil", None),
        ("wrong", Some(SessionFault::Refused(ErrorCode::SaslAuthenticationFailed))),
    ] {
        let (mut incoming, mut outgoing) = ([0; 200], [0; 500]);
        let peer = Peer { login: 0, chunk: 5, ..Peer::new() };
        let mut connection = Connection::new(peer, link(&mut incoming, &mut outgoing));
        connection.negotiate().expect("agrees");
        let result = connection.login(&mut Scram::<Sha256>::new("user", password, RANDOM));
        let kind = kind.map(ErrorKind::Session);
        match result {
            Ok(accepted) => assert_eq!((accepted.session_lifetime_ms, kind), (2_000, None)),
            Err(Error::Kafka(error)) => assert_eq!(Some(error.kind), kind),
            Err(error) => panic!("{error}"),
        }
    }
    // A token that does not fit says how much room it takes, and that much is enough.
    let (mut incoming, mut outgoing) = ([0; 200], [0; 200]);
    let mut room = 80;
    loop {
        let peer = Peer::new();
        let mut connection = Connection::new(peer, link(&mut incoming, &mut outgoing[..room]));
        connection.negotiate().expect("agrees");
        match connection.login(&mut Plain { username: "user", password: "pencil" }) {
            Ok(_) => break,
            Err(Error::Kafka(error)) => {
                let need = error.needed().expect("is too small");
                assert!(need > room);
                room = need;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn errors_print() {
    let error: Error<Infallible> = kafka_codec::Error::new(ErrorKind::InvalidUtf8, 5).into();
    assert_eq!(error.to_string(), "byte 0x0005: string is not UTF-8");
    assert_eq!(Error::Io(Fault::Stalled).to_string(), "transport: Stalled");
}
