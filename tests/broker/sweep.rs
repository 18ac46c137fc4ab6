//! Every API in every version that the broker lists: the smallest legal request, and an answer that
//! decodes to its last byte.

use super::{connect, environment, open};
use kafka_codec::api;
use kafka_codec::api::create_acls::request::{AclCreation, CreateAclsRequest};
use kafka_codec::api::delete_acls::request::{DeleteAclsFilter, DeleteAclsRequest};
use kafka_codec::api::describe_acls::request::DescribeAclsRequest;
use kafka_codec::api::fetch::request::FetchRequest;
use kafka_codec::api::produce::request::ProduceRequest;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::Item;
use kafka_codec::frame::{self, Encode, Next, RequestHeader};
use kafka_codec::inspect;
use kafka_codec::schema::{Message, Role};
use kafka_codec::typed::Body;
use std::io::{Read, Write};
use std::net::TcpStream;

/// The largest answer.
const MAX: u32 = 1 << 20;

#[test]
#[ignore = "needs a broker: .ci/broker-tests"]
fn every_version_of_every_api_is_answered() {
    let kafka = connect("KAFKA_CODEC_BROKER");
    let (mut swept, mut closed, mut unknown, mut broken) = (0, vec![], vec![], vec![]);
    for (key, theirs) in kafka.link().session().ranges().iter() {
        let request = api::find(key, Role::Request).expect("keys have no gap");
        let response = api::find(key, Role::Response).expect("keys have no gap");
        let mut answered = vec![];
        for version in theirs.iter() {
            if request.version(version).is_none() {
                unknown.push(format!("{} {version}", request.name()));
                continue;
            }
            let mut stream = open(&environment("KAFKA_CODEC_BROKER"));
            stream.write_all(&smallest(request, version)).expect("is read");
            match read(&mut stream) {
                None => closed.push(format!("{} {version}", request.name())),
                Some(frame) => match decode(response, version, &frame) {
                    Ok(()) => {
                        swept += 1;
                        answered.push(version.to_string());
                    }
                    Err(error) => broken.push(format!("{} {version}: {error}", response.name())),
                },
            }
        }
        println!("{key:3} {:40} {}", request.name(), answered.join(" "));
    }
    println!("{swept} versions swept; closed: {closed:?}");
    assert_eq!((unknown, broken), (vec![], vec![]));
    // Kafka 4 lists Produce 0 to 2 for clients that look for them, but takes them no more (KIP-896):
    // it closes the connection.
    let is_listed_only =
        kafka.link().session().ranges().get(FetchRequest::MESSAGE.api_key).first > 0;
    let listed_only = ["ProduceRequest 0", "ProduceRequest 1", "ProduceRequest 2"];
    assert_eq!(closed, if is_listed_only { &listed_only[..] } else { &[] });
    assert!(swept > 250);
}

/// The smallest request that the broker can answer, as a frame with its size.
fn smallest(message: &Message, version: i16) -> Vec<u8> {
    let mut buffer = [0; 1_024];
    let header = RequestHeader::of(message, version, 0, Some(""));
    let mut frame = [0; 1_024];
    let frame = match message.api_key {
        0 => {
            // To acks 0 there is no answer.
            let len = inspect::smallest(message, version, &mut buffer).expect("fits");
            let smallest = ProduceRequest::decode(version, &buffer[..len]).expect("is right");
            ProduceRequest { acks: 1, ..smallest }.encode_frame(&header, &mut frame)
        }
        // Of these enums the broker knows 0 as "unknown", and closes the connection: ANY is 1.
        29 => DescribeAclsRequest {
            resource_type_filter: 1,
            operation: 1,
            permission_type: 1,
            ..Default::default()
        }
        .encode_frame(&header, &mut frame),
        30 => {
            let creations = [AclCreation {
                resource_type: 2,
                resource_name: "t",
                principal: "User:u",
                host: "*",
                operation: 3,
                permission_type: 3,
                ..Default::default()
            }];
            CreateAclsRequest { creations: (&creations).into(), ..Default::default() }
                .encode_frame(&header, &mut frame)
        }
        31 => {
            let filters = [DeleteAclsFilter {
                resource_type_filter: 1,
                operation: 1,
                permission_type: 1,
                ..Default::default()
            }];
            DeleteAclsRequest { filters: (&filters).into(), ..Default::default() }
                .encode_frame(&header, &mut frame)
        }
        _ => {
            let len = inspect::smallest_frame(message, version, &mut buffer).expect("fits");
            return buffer[..len].to_vec();
        }
    };
    frame.expect("fits").to_vec()
}

/// A frame; `None` if the broker closes the connection instead.
fn read(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    loop {
        match frame::next(&bytes, MAX).expect("has a right size") {
            Next::Complete { frame, rest } => {
                assert!(rest.is_empty());
                return Some(frame.to_vec());
            }
            Next::Missing(missing) => {
                let have = bytes.len();
                bytes.resize(have + missing, 0);
                match stream.read(&mut bytes[have..]) {
                    Ok(0) => {
                        assert_eq!(have, 0, "closed in the middle of an answer");
                        return None;
                    }
                    Ok(len) => bytes.truncate(have + len),
                    Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {
                        return None;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

fn decode(message: &'static Message, version: i16, frame: &[u8]) -> Result<(), String> {
    let shown = |error: kafka_codec::Error| error.in_message(message, version).to_string();
    let parts = frame::decode_response_header(message, version, frame).map_err(shown)?;
    assert_eq!(parts.header.correlation_id, 0);
    let len = parts.body.len() as u32;
    let mut decoder = Decoder::new(message, parts.version, len).map_err(shown)?;
    let mut input = parts.body;
    loop {
        match decoder.next(&mut input).map_err(shown)?.item {
            Item::Done => return Ok(()),
            Item::NeedInput => return Err("ends early".into()),
            _ => {}
        }
    }
}
