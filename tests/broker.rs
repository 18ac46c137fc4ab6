//! Against a real broker, which `.ci/broker-tests` starts and names in the environment:
//! KAFKA_CODEC_BROKER and KAFKA_CODEC_SASL are its addresses, KAFKA_CODEC_CLASSPATH is where its
//! classes are. Ignored without `--ignored`, since there is nothing that they could test then.
#![cfg(all(
    feature = "inspect",
    feature = "scram",
    feature = "embedded-io",
    feature = "embedded-io-async",
    feature = "gzip",
    feature = "snappy",
    feature = "lz4",
    feature = "zstd"
))]

#[path = "broker/clients.rs"]
mod clients;
#[path = "broker/group.rs"]
mod group;
#[path = "broker/sweep.rs"]
mod sweep;

use embedded_io_adapters::std::FromStd;
use kafka_codec::ErrorCode;
use kafka_codec::ErrorKind;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::error::SessionFault;
use kafka_codec::io::{Connection, Error};
use kafka_codec::sasl::{Mechanism, Plain, Scram, Sha256, Sha512};
use kafka_codec::session::{Link, Session};
use std::net::TcpStream;
use std::time::Duration;

type Kafka = Connection<'static, FromStd<TcpStream>, 4>;

fn environment(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run .ci/broker-tests"))
}

fn open(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the broker is there");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("has timeouts");
    stream
}

/// A connection that knows the broker's versions. Its buffers stay until the test ends.
fn connect(variable: &str) -> Kafka {
    let (incoming, outgoing) = (vec![0; 1 << 16].leak(), vec![0; 1 << 16].leak());
    let link = Link::new(Session::new(1 << 20), Some("tests"), incoming, outgoing);
    let mut kafka = Connection::new(FromStd::new(open(&environment(variable))), link);
    kafka.negotiate().expect("agrees");
    kafka
}

#[test]
#[ignore = "needs a broker: .ci/broker-tests"]
fn logins_are_accepted_and_refused() {
    let (user, right) = ("alice", "alice-secret");
    for password in [right, "wrong"] {
        let mechanisms: [&mut dyn Mechanism; 3] = [
            &mut Plain { username: user, password },
            &mut Scram::<Sha256>::new(user, password, *b"not so random 1"),
            &mut Scram::<Sha512>::new(user, password, *b"not so random 2"),
        ];
        for mechanism in mechanisms {
            let name = mechanism.name().to_string();
            let mut kafka = connect("KAFKA_CODEC_SASL");
            match kafka.login(mechanism) {
                Ok(_) => assert_eq!(password, right, "{name}"),
                Err(Error::Kafka(error)) => {
                    let refused = SessionFault::Refused(ErrorCode::SaslAuthenticationFailed);
                    assert_eq!(error.kind, ErrorKind::Session(refused), "{name}");
                    assert_ne!(password, right, "{name}");
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            }
            let topics = [MetadataRequestTopic { name: Some("none"), ..Default::default() }];
            let request = MetadataRequest {
                topics: Some((&topics).into()),
                allow_auto_topic_creation: false,
                ..Default::default()
            };
            let response: MetadataResponse<'_> = kafka.call(&request).expect("may ask");
            let topic = response.topics.get(0).expect("is there");
            assert_eq!(topic.error_code, ErrorCode::UnknownTopicOrPartition.code());
        }
    }
    // Without a login nothing else is answered.
    let mut kafka = connect("KAFKA_CODEC_SASL");
    let result = kafka.call::<_, MetadataResponse<'_>>(&MetadataRequest::default());
    match result.map(|_| ()) {
        Err(Error::Kafka(error)) => {
            assert_eq!(error.kind, ErrorKind::Session(SessionFault::Closed));
        }
        // The broker ends the connection at once.
        Err(Error::Io(error)) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        Ok(()) => panic!("is answered"),
    }
}
