//! The proxy's job: hosts and ports rewritten, a topic dropped, at every version.

use kafka_codec::api::describe_cluster::response::{
    DescribeClusterBroker, DescribeClusterResponse,
};
use kafka_codec::api::find_coordinator::response::{Coordinator, FindCoordinatorResponse};
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_codec::encoder::Value;
use kafka_codec::event::{Event, Item};
use kafka_codec::transcode::{Edit, Transcoder};
use kafka_codec::typed::{Body, TaggedField, Tags};
use kafka_codec::wire::Mode;

const HOST: &str = "a.proxy.that.stands.in.front.of.them";

/// Encodes, sends through a transcoder in pieces, and gives the result.
fn through<'x, B: Body<'x>>(
    body: &B,
    version: i16,
    piece: usize,
    edit: impl Fn(&Event<'_, '_>) -> Edit<'static>,
) -> Vec<u8> {
    let mut bytes = vec![0xa5; body.encoded_len(version).unwrap()];
    assert_eq!(body.encode(version, &mut bytes), Ok(bytes.len()));
    let mut out = vec![0xa5; 4096];
    let len = bytes.len() as u32;
    let mut transcoder =
        Transcoder::new(Mode::Strict, &B::MESSAGE, version, len, &mut out).unwrap();
    let mut done = false;
    for piece in bytes.chunks(piece) {
        assert!(!done);
        done = transcoder.push(piece, &edit).unwrap();
    }
    assert!(done);
    let len = transcoder.finish().unwrap();
    out.truncate(len);
    out
}

#[test]
fn metadata() {
    let edit = |event: &Event<'_, '_>| match event.item {
        Item::Str(MetadataResponseBroker::host, _) => Edit::Replace(Value::Str(HOST)),
        Item::I32(MetadataResponseBroker::port, port) => Edit::Replace(Value::I32(port + 1)),
        // In small pieces the first part of a name is empty, so here topics are told by its length.
        Item::Str(MetadataResponseTopic::name, chunk) if chunk.is_first && chunk.total() != 6 => {
            Edit::DropElement
        }
        _ => Edit::Keep,
    };
    let tags = [TaggedField { tag: 77, data: b"kept" }];
    for version in MetadataResponse::MESSAGE.versions.iter() {
        let unknown = if MetadataResponse::MESSAGE.is_flexible(version) { &tags[..] } else { &[] };
        let isr = [1, 2, 3];
        let partitions = [0, 1].map(|partition_index| MetadataResponsePartition {
            partition_index,
            isr_nodes: (&isr).into(),
            unknown_tags: Tags::new(unknown),
            ..Default::default()
        });
        let make = |topics: &[&str], host: &str, port: i32| {
            let topics: Vec<_> = topics
                .iter()
                .map(|name| MetadataResponseTopic {
                    name: Some(name),
                    partitions: (&partitions).into(),
                    ..Default::default()
                })
                .collect();
            let brokers: Vec<_> = [1, 2]
                .map(|node_id| MetadataResponseBroker { node_id, host, port, ..Default::default() })
                .into();
            let response = MetadataResponse {
                brokers: brokers[..].into(),
                topics: topics[..].into(),
                ..Default::default()
            };
            for piece in [1, 3, 64, 4096] {
                let kept = through(&response, version, piece, |_| Edit::Keep);
                assert_eq!(MetadataResponse::decode(version, &kept), Ok(response));
            }
            let mut changed = vec![];
            if port == 9092 {
                changed = through(&response, version, 4096, edit);
                for piece in [1, 3, 64] {
                    assert_eq!(through(&response, version, piece, edit), changed, "v{version}");
                }
            }
            let mut bytes = vec![0xa5; response.encoded_len(version).unwrap()];
            response.encode(version, &mut bytes).unwrap();
            (changed, bytes)
        };
        let (changed, _) = make(&["__consumer_offsets", "orders", "_s"], "broker", 9092);
        let (_, expected) = make(&["orders"], HOST, 9093);
        assert_eq!(changed, expected, "v{version}");
    }
}

#[test]
fn coordinators_and_clusters() {
    let edit = |event: &Event<'_, '_>| match event.item {
        Item::Str(FindCoordinatorResponse::host | Coordinator::host, _)
        | Item::Str(DescribeClusterBroker::host, _) => Edit::Replace(Value::Str(HOST)),
        Item::I32(
            FindCoordinatorResponse::port | Coordinator::port | DescribeClusterBroker::port,
            _,
        ) => Edit::Replace(Value::I32(7)),
        _ => Edit::Keep,
    };
    for version in FindCoordinatorResponse::MESSAGE.versions.iter() {
        let make = |host, port| {
            let coordinators = [Coordinator { key: "k", host, port, ..Default::default() }];
            let mut response = FindCoordinatorResponse::default();
            if version < 4 {
                (response.host, response.port) = (host, port);
            } else {
                response.coordinators = (&coordinators).into();
            }
            let mut bytes = vec![0xa5; response.encoded_len(version).unwrap()];
            response.encode(version, &mut bytes).unwrap();
            (through(&response, version, 2, edit), bytes)
        };
        assert_eq!(make("b", 1).0, make(HOST, 7).1, "v{version}");
    }
    for version in DescribeClusterResponse::MESSAGE.versions.iter() {
        let make = |host, port| {
            let brokers = [DescribeClusterBroker { host, port, ..Default::default() }];
            let response =
                DescribeClusterResponse { brokers: (&brokers).into(), ..Default::default() };
            let mut bytes = vec![0xa5; response.encoded_len(version).unwrap()];
            response.encode(version, &mut bytes).unwrap();
            (through(&response, version, 2, edit), bytes)
        };
        assert_eq!(make("b", 1).0, make(HOST, 7).1, "v{version}");
    }
}
