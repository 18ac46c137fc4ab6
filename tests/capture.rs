//! Bounded capture against typed decoding, in pieces of every size, with every fault.

use heapless::{String, Vec};
use kafka_codec::api::metadata::response::*;
use kafka_codec::capture::{Captured, CapturedTags, First, Prefix};
use kafka_codec::typed::{Body, TaggedField, Tags, Uuid};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind, capture};

capture! {
    /// All of a Metadata response.
    #[derive(Debug, Clone, PartialEq)]
    struct Everything: MetadataResponse {
        throttle_time_ms: i32,
        brokers: Vec<Broker, 3>,
        cluster_id: Option<String<8>>,
        controller_id: i32,
        topics: Vec<Topic, 3>,
        cluster_authorized_operations: i32,
        error_code: i16,
        unknown_tags: CapturedTags<2, 8>,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Broker: MetadataResponseBroker {
        node_id: i32,
        host: String<10>,
        port: i32,
        rack: Option<String<6, u8>>,
        unknown_tags: CapturedTags<1, 4>,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Topic: MetadataResponseTopic {
        error_code: i16,
        name: Option<String<10>>,
        topic_id: Uuid,
        is_internal: bool,
        partitions: Vec<Partition, 2, u8>,
        topic_authorized_operations: i32,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Partition: MetadataResponsePartition {
        error_code: i16,
        partition_index: i32,
        leader_id: i32,
        leader_epoch: i32,
        replica_nodes: Vec<i32, 3>,
        isr_nodes: Vec<i32, 3>,
        offline_replicas: Vec<i32, 3>,
    }
}

/// A response that fits `Everything` exactly; gives it to `with`.
fn with_response<R>(with: impl FnOnce(&MetadataResponse<'_>) -> R) -> R {
    let (nodes, tag) = ([1, 2, 3], [TaggedField { tag: 7, data: b"tag" }]);
    let partitions = [3, 4].map(|partition_index| MetadataResponsePartition {
        partition_index,
        leader_id: 2,
        replica_nodes: (&nodes).into(),
        isr_nodes: (&nodes[..2]).into(),
        ..Default::default()
    });
    let topics = [Some("orders"), Some("zażółć"), Some("")].map(|name| MetadataResponseTopic {
        name,
        is_internal: name == Some(""),
        partitions: (&partitions).into(),
        ..Default::default()
    });
    let brokers =
        [("kafka-1", None), ("käfka-2", Some("rack")), ("", Some(""))].map(|(host, rack)| {
            MetadataResponseBroker {
                node_id: host.len() as i32,
                host,
                port: 9092,
                rack,
                ..Default::default()
            }
        });
    let response = MetadataResponse {
        brokers: (&brokers).into(),
        cluster_id: Some("cluster"),
        controller_id: 7,
        topics: (&topics).into(),
        unknown_tags: Tags::new(&tag),
        ..Default::default()
    };
    with(&response)
}

/// The bytes of a body of this version; tags are left out where it has none.
fn body(version: i16) -> std::vec::Vec<u8> {
    with_response(|response| {
        let flexible = MetadataResponse::MESSAGE.is_flexible(version);
        let unknown_tags = if flexible { response.unknown_tags } else { Tags::NONE };
        encode(&MetadataResponse { unknown_tags, ..*response }, version)
    })
}

fn encode<'a, B: Body<'a>>(body: &B, version: i16) -> std::vec::Vec<u8> {
    let mut bytes = vec![0xa5; body.encoded_len(version).unwrap()];
    body.encode(version, &mut bytes).unwrap();
    bytes
}

/// What comes of a body in pieces of one size.
fn in_pieces<C: Captured + Clone>(
    mode: Mode,
    version: i16,
    body: &[u8],
    piece: usize,
) -> Result<C, Error>
where
    C::Of: Body<'static>,
{
    let mut capturing = C::capture_as(mode, version, body.len() as u32)?;
    for piece in body.chunks(piece) {
        if let Err(error) = capturing.push(piece) {
            assert_eq!(capturing.push(b"more").err(), Some(error));
            assert_eq!(capturing.push(b"").err(), Some(error));
            assert_eq!(capturing.finish().err(), Some(error));
            return Err(error);
        }
    }
    if body.is_empty() {
        capturing.push(&[])?;
    }
    assert_eq!(capturing.remaining(), 0);
    capturing.finish()
}

#[test]
fn everything_is_kept_and_encodes_again_in_pieces_of_every_size() {
    for version in MetadataResponse::MESSAGE.versions.iter() {
        let body = body(version);
        let whole = Everything::from_slice(version, &body).unwrap();
        assert_eq!(whole.topics.len(), 3);
        assert_eq!(whole.topics[1].name.as_deref(), Some("zażółć"));
        assert_eq!(whole.topics[2].partitions[1].isr_nodes, [1, 2]);
        assert_eq!(whole.brokers[1].host, "käfka-2");
        assert_eq!(whole.brokers[1].rack.as_deref(), (version > 0).then_some("rack"));
        // Absent means the default of the definition.
        assert_eq!(whole.controller_id, if version > 0 { 7 } else { -1 });
        for piece in 1..=body.len() {
            assert_eq!(in_pieces(Mode::Strict, version, &body, piece), Ok(whole.clone()));
            assert_eq!(in_pieces(Mode::Lenient, version, &body, piece), Ok(whole.clone()));
        }
        let mut again = vec![0xa5; body.len() + 2];
        assert_eq!(whole.encode(version, &mut again), Ok(body.len()));
        assert_eq!(again[..body.len()], body);
        assert_eq!(again[body.len()..], [0xa5; 2]);
        for short in 0..body.len() {
            let error = whole.encode(version, &mut again[..short]).unwrap_err();
            assert_eq!(error.needed(), Some(body.len()));
        }
    }
}

#[test]
fn every_truncation_fails_as_typed_decoding_does() {
    for version in [0, 8, 13] {
        let body = body(version);
        for len in 0..body.len() {
            let typed = MetadataResponse::decode(version, &body[..len]).unwrap_err();
            assert_eq!(Everything::from_slice(version, &body[..len]), Err(typed), "{len}");
            for piece in [1, 2, 7] {
                let pieces = in_pieces::<Everything>(Mode::Strict, version, &body[..len], piece);
                assert_eq!(pieces, Err(typed), "{len}");
                let pieces = in_pieces::<Little>(Mode::Strict, version, &body[..len], piece);
                assert_eq!(pieces, Err(typed), "{len}");
            }
            assert_eq!(Little::from_slice(version, &body[..len]), Err(typed), "{len}");
        }
    }
}

capture! {
    /// The first of everything.
    #[derive(Debug, Clone, PartialEq)]
    struct Little: MetadataResponse {
        brokers: First<Address, 1>,
        cluster_id: Option<Prefix<4>>,
        topics: First<Name, 2>,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Address: MetadataResponseBroker {
        host: Prefix<3>,
        port: i32,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Name: MetadataResponseTopic {
        partitions: First<Leader, 1>,
    }
    #[derive(Debug, Clone, PartialEq)]
    struct Leader: MetadataResponsePartition {
        leader_id: i32,
        isr_nodes: First<i32, 1>,
        replica_nodes: First<i32, 0>,
    }
    /// Nothing is kept, all is checked.
    #[derive(Debug, Clone, PartialEq)]
    struct Nothing: MetadataResponse {}
}

#[test]
fn the_first_are_kept_and_the_others_counted() {
    for version in [0, 2, 8, 13] {
        let body = body(version);
        let whole = Little::from_slice(version, &body).unwrap();
        assert_eq!((whole.brokers.kept.len(), whole.brokers.total), (1, 3));
        assert!(whole.brokers.is_cut());
        assert_eq!(
            (&*whole.brokers.kept[0].host.kept, whole.brokers.kept[0].host.total),
            ("kaf", 7)
        );
        assert_eq!(whole.cluster_id.as_ref().map(|id| &*id.kept), (version > 1).then_some("clus"));
        assert_eq!((whole.topics.kept.len(), whole.topics.total), (2, 3));
        let partitions = &whole.topics.kept[1].partitions;
        assert_eq!((partitions.kept.len(), partitions.total), (1, 2));
        assert_eq!(partitions.kept[0].leader_id, 2);
        let Leader { isr_nodes, replica_nodes, .. } = &partitions.kept[0];
        assert_eq!((&isr_nodes.kept[..], isr_nodes.total), (&[1][..], 2));
        assert_eq!((&replica_nodes.kept[..], replica_nodes.total), (&[][..], 3));
        for piece in 1..=body.len() {
            assert_eq!(in_pieces(Mode::Strict, version, &body, piece), Ok(whole.clone()));
            assert_eq!(in_pieces(Mode::Lenient, version, &body, piece), Ok(whole.clone()));
            assert_eq!(in_pieces(Mode::Strict, version, &body, piece), Ok(Nothing {}));
        }
    }
}

#[test]
fn what_was_not_captured_encodes_as_its_default() {
    let little = Little::from_slice(13, &body(13)).unwrap();
    let mut buffer = [0xa5; 200];
    let len = little.encode(13, &mut buffer).unwrap();
    let isr = [1];
    let partitions = [MetadataResponsePartition {
        leader_id: 2,
        isr_nodes: (&isr).into(),
        ..Default::default()
    }];
    let topic = MetadataResponseTopic { partitions: (&partitions).into(), ..Default::default() };
    let topics = [topic; 2];
    let brokers = [MetadataResponseBroker { host: "kaf", port: 9092, ..Default::default() }];
    let expected = MetadataResponse {
        brokers: (&brokers).into(),
        cluster_id: Some("clus"),
        topics: (&topics).into(),
        ..Default::default()
    };
    assert_eq!(MetadataResponse::decode(13, &buffer[..len]), Ok(expected));
    // Older versions lack the cluster id, which may be ignored.
    let len = little.encode(0, &mut buffer).unwrap();
    assert_eq!(Little::from_slice(0, &buffer[..len]).unwrap().cluster_id, None);
}

#[test]
fn overflow_names_field_bound_need_and_place() {
    capture! {
        #[derive(Debug, Clone, PartialEq)]
        struct Short: MetadataResponse { cluster_id: Option<String<6>> }
        #[derive(Debug, Clone, PartialEq)]
        struct Few: MetadataResponse { topics: Vec<Parts, 3> }
        #[derive(Debug, Clone, PartialEq)]
        struct Parts: MetadataResponseTopic { partitions: Vec<Isr, 2> }
        #[derive(Debug, Clone, PartialEq)]
        struct Isr: MetadataResponsePartition { replica_nodes: Vec<i32, 2> }
        #[derive(Debug, Clone, PartialEq)]
        struct NoTopics: MetadataResponse { topics: Vec<Parts, 2> }
        #[derive(Debug, Clone, PartialEq)]
        struct FewTags: MetadataResponse { unknown_tags: CapturedTags<0, 9> }
        #[derive(Debug, Clone, PartialEq)]
        struct ShortTags: MetadataResponse { unknown_tags: CapturedTags<1, 2> }
    }
    fn check<C>(body: &[u8], field: kafka_codec::schema::FieldId, bound: u32, need: u32, at: &[u8])
    where
        C: Captured + Clone + std::fmt::Debug + PartialEq,
        C::Of: Body<'static>,
    {
        let place = body.windows(at.len()).position(|window| window == at).unwrap();
        let kind = ErrorKind::CaptureOverflow { bound, need };
        let error = Error { kind, offset: place as u32, field };
        assert_eq!(C::from_slice(13, body), Err(error));
        for piece in 1..=body.len() {
            assert_eq!(in_pieces::<C>(Mode::Strict, 13, body, piece), Err(error), "{piece}");
        }
    }
    let body = body(13);
    check::<Short>(&body, MetadataResponse::cluster_id.id(), 6, 7, b"\x08cluster");
    check::<Few>(
        &body,
        MetadataResponsePartition::replica_nodes.id(),
        2,
        3,
        b"\x04\0\0\0\x01\0\0\0\x02\0\0\0\x03",
    );
    check::<NoTopics>(&body, MetadataResponse::topics.id(), 2, 3, b"\x04\0\0\x07orders");
    let tags = MetadataResponse::MESSAGE.body.field_id(kafka_codec::schema::FieldId::UNKNOWN);
    check::<FewTags>(&body, tags, 0, 1, b"\x07\x03tag");
    check::<ShortTags>(&body, tags, 2, 3, b"\x07\x03tag");
}
