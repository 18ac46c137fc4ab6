//! Bounded capture of real messages: larger than memory, wrong, lenient, tagged, nullable.

use heapless::{String, Vec};
use kafka_codec::api::api_versions::response::*;
use kafka_codec::api::describe_cluster::response::*;
use kafka_codec::api::describe_topic_partitions::request as topics;
use kafka_codec::api::fetch::response as fetch;
use kafka_codec::api::find_coordinator::response::*;
use kafka_codec::api::metadata::response::*;
use kafka_codec::capture::{Capture, Captured, CapturedTags, Capturing, First, Prefix};
use kafka_codec::decoder::Decoder;
use kafka_codec::typed::{Array, Body, Records, TaggedField, Tags, Uuid, since};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind, capture};
use proptest::prelude::*;
use std::fmt::Debug;

fn encode<'a, B: Body<'a>>(body: &B, version: i16) -> std::vec::Vec<u8> {
    let mut bytes = vec![0xa5; body.encoded_len(version).unwrap()];
    body.encode(version, &mut bytes).unwrap();
    bytes
}

fn in_pieces<C: Captured>(
    mode: Mode,
    version: i16,
    body: &[u8],
    mut sizes: impl Iterator<Item = usize>,
) -> Result<C, Error>
where
    C::Of: Body<'static>,
{
    let mut capturing = C::capture_as(mode, version, body.len() as u32)?;
    let mut rest = body;
    while !rest.is_empty() || capturing.captured().is_none() {
        let size = sizes.next().unwrap().min(rest.len());
        let (piece, tail) = rest.split_at(size);
        capturing.push(piece)?;
        if tail.is_empty() {
            break;
        }
        rest = tail;
    }
    capturing.finish()
}

/// Whole and in all pieces of one size the same comes out.
fn everywhere<C>(mode: Mode, version: i16, body: &[u8]) -> Result<C, Error>
where
    C: Captured + PartialEq + Debug,
    C::Of: Body<'static>,
{
    let whole = C::from_slice_as(mode, version, body);
    for size in 1..=body.len() {
        let pieces = in_pieces::<C>(mode, version, body, std::iter::repeat(size));
        assert_eq!(pieces, whole, "pieces of {size}");
    }
    whole
}

capture! {
    #[derive(Debug, PartialEq)]
    struct Large: MetadataResponse {
        brokers: First<Node, 3>,
        topics: Vec<Topic, 1>,
    }
    #[derive(Debug, PartialEq)]
    struct Node: MetadataResponseBroker {
        host: String<24>,
        port: i32,
    }
    #[derive(Debug, PartialEq)]
    struct Topic: MetadataResponseTopic {
        name: Option<Prefix<16>>,
        partitions: First<Leader, 16>,
    }
    #[derive(Debug, PartialEq)]
    struct Leader: MetadataResponsePartition {
        partition_index: i32,
        leader_id: i32,
    }
}

#[test]
fn a_response_of_a_megabyte_goes_through_512_bytes() {
    let nodes: std::vec::Vec<i32> = (0..7).collect();
    let partitions: std::vec::Vec<_> = (0..10_000)
        .map(|partition_index| MetadataResponsePartition {
            partition_index,
            leader_id: partition_index % 7,
            replica_nodes: nodes.as_slice().into(),
            isr_nodes: nodes.as_slice().into(),
            offline_replicas: nodes.as_slice().into(),
            ..Default::default()
        })
        .collect();
    let brokers = [0, 1, 2, 3, 4, 5, 6].map(|node_id| MetadataResponseBroker {
        node_id,
        host: "broker.example",
        port: 9092 + node_id,
        ..Default::default()
    });
    let topics = [MetadataResponseTopic {
        name: Some("a topic of 10,000 partitions"),
        partitions: partitions.as_slice().into(),
        ..Default::default()
    }];
    let response = MetadataResponse {
        brokers: (&brokers).into(),
        topics: (&topics).into(),
        ..Default::default()
    };
    let body = encode(&response, 12);
    assert!(body.len() > 1_000_000);

    let mut capturing = Large::capture(12, body.len() as u32).unwrap();
    assert!(size_of_val(&capturing) < 1_024 && size_of::<Large>() < 1_024);
    let (mut source, mut buffer) = (body.as_slice(), [0; 512]);
    while capturing.remaining() > 0 {
        let n = std::io::Read::read(&mut source, &mut buffer).unwrap();
        capturing.push(&buffer[..n]).unwrap();
    }
    let large = capturing.finish().unwrap();
    assert_eq!((large.brokers.total, large.brokers.kept[2].port), (7, 9094));
    let topic = &large.topics[0];
    assert_eq!(topic.name.as_ref().unwrap().kept, "a topic of 10,00");
    assert_eq!((topic.partitions.total, topic.partitions.kept.len()), (10_000, 16));
    let leader = Leader { partition_index: 15, leader_id: 1 };
    assert_eq!(topic.partitions.kept[15], leader);
    assert_eq!(Large::from_slice(12, &body), Ok(large));
}

#[test]
fn the_state_beside_the_value_is_the_decoder_and_a_few_bytes() {
    capture! { struct Nothing: MetadataResponse {} }
    assert!(size_of::<Capturing<Nothing>>() <= size_of::<Decoder>() + 8);
}

capture! {
    #[derive(Debug, PartialEq)]
    struct Apis: ApiVersionsResponse {
        error_code: i16,
        api_keys: Vec<Range, 8>,
        throttle_time_ms: i32,
        supported_features: Vec<Feature, 2>,
        finalized_features_epoch: i64,
        zk_migration_ready: bool,
        unknown_tags: CapturedTags<4, 16>,
    }
    #[derive(Debug, PartialEq)]
    struct Range: ApiVersion {
        api_key: i16,
        min_version: i16,
        max_version: i16,
    }
    #[derive(Debug, PartialEq)]
    struct Feature: SupportedFeatureKey {
        name: String<16>,
        min_version: i16,
        max_version: i16,
        unknown_tags: CapturedTags<1, 2>,
    }
}

fn with_apis<R>(with: impl FnOnce(&ApiVersionsResponse<'_>) -> R) -> R {
    let api_keys = [0, 3, 18].map(|api_key| ApiVersion {
        api_key,
        min_version: 1,
        max_version: 12,
        ..Default::default()
    });
    let tag = [TaggedField { tag: 1, data: b"xy" }];
    let features = [SupportedFeatureKey {
        name: "kraft.version",
        max_version: 1,
        unknown_tags: Tags::new(&tag),
        ..Default::default()
    }];
    let tags = [TaggedField { tag: 9, data: b"" }, TaggedField { tag: 200, data: b"unknown" }];
    with(&ApiVersionsResponse {
        api_keys: (&api_keys).into(),
        throttle_time_ms: 5,
        supported_features: (&features).into(),
        finalized_features_epoch: 7,
        zk_migration_ready: true,
        unknown_tags: Tags::new(&tags),
        ..Default::default()
    })
}

#[test]
fn api_versions_agree_with_typed_decoding() {
    for version in 0..=5 {
        let body = with_apis(|response| match version {
            3.. => encode(response, version),
            _ => encode(&ApiVersionsResponse { unknown_tags: Tags::NONE, ..*response }, version),
        });
        let typed = ApiVersionsResponse::decode(version, &body).unwrap();
        let apis = everywhere::<Apis>(Mode::Strict, version, &body).unwrap();
        assert_eq!(apis.error_code, typed.error_code);
        assert_eq!(apis.throttle_time_ms, typed.throttle_time_ms);
        assert_eq!(apis.finalized_features_epoch, typed.finalized_features_epoch);
        assert_eq!(apis.zk_migration_ready, version >= 3);
        assert_eq!(apis.api_keys.len(), typed.api_keys.len());
        for (kept, key) in apis.api_keys.iter().zip(typed.api_keys) {
            let expected = (key.api_key, key.min_version, key.max_version);
            assert_eq!((kept.api_key, kept.min_version, kept.max_version), expected);
        }
        assert!(apis.unknown_tags.iter().eq(typed.unknown_tags.iter()));
        assert_eq!(apis.unknown_tags.len(), if version >= 3 { 2 } else { 0 });
        for (kept, feature) in apis.supported_features.iter().zip(typed.supported_features) {
            assert_eq!(kept.name, feature.name);
            assert!(kept.unknown_tags.iter().eq(feature.unknown_tags.iter()));
        }
        let mut again = vec![0xa5; body.len()];
        assert_eq!(apis.encode(version, &mut again), Ok(body.len()));
        assert_eq!(again, body);
    }
}

#[test]
fn find_coordinator_and_describe_cluster_agree_with_typed_decoding() {
    capture! {
        #[derive(Debug, PartialEq)]
        struct Found: FindCoordinatorResponse {
            error_code: i16,
            host: String<20>,
            port: i32,
            coordinators: Vec<Keyed, 1>,
        }
        #[derive(Debug, PartialEq)]
        struct Keyed: Coordinator {
            key: String<10>,
            host: String<20>,
            error_message: Option<String<8>>,
        }
        #[derive(Debug, PartialEq)]
        struct Brokers: DescribeClusterResponse {
            endpoint_type: i8,
            cluster_id: String<10>,
            brokers: Vec<Host, 2>,
        }
        #[derive(Debug, PartialEq)]
        struct Host: DescribeClusterBroker {
            rack: Option<String<4>>,
            host: String<20>,
            is_fenced: bool,
        }
    }
    for version in 0..=6 {
        let coordinators = [Coordinator {
            key: "group",
            host: "b.example",
            error_message: Some(""),
            ..Default::default()
        }];
        let response = if version < 4 {
            FindCoordinatorResponse { host: "a.example", port: 9, ..Default::default() }
        } else {
            FindCoordinatorResponse { coordinators: (&coordinators).into(), ..Default::default() }
        };
        let body = encode(&response, version);
        let found = everywhere::<Found>(Mode::Strict, version, &body).unwrap();
        assert_eq!((&*found.host, found.port), (response.host, response.port));
        let keys = found.coordinators.iter().map(|kept| (&*kept.key, &*kept.host));
        assert!(keys.eq(response.coordinators.iter().map(|c| (c.key, c.host))));
        if let Some(kept) = found.coordinators.first() {
            assert_eq!(kept.error_message.as_deref(), Some(""));
        }
    }
    for version in 0..=2 {
        let brokers = [None, Some("r")].map(|rack| DescribeClusterBroker {
            host: "c.example",
            rack,
            is_fenced: version == 2,
            ..Default::default()
        });
        let response = DescribeClusterResponse {
            cluster_id: "id",
            brokers: (&brokers).into(),
            ..Default::default()
        };
        let body = encode(&response, version);
        let kept = everywhere::<Brokers>(Mode::Strict, version, &body).unwrap();
        assert_eq!((kept.endpoint_type, &*kept.cluster_id), (1, "id"));
        let hosts = kept.brokers.iter().map(|b| (b.rack.as_deref(), &*b.host, b.is_fenced));
        assert!(hosts.eq(brokers.iter().map(|b| (b.rack, b.host, b.is_fenced))));
    }
}

capture! {
    #[derive(Debug, PartialEq)]
    struct Fetched: fetch::FetchResponse {
        responses: Vec<FetchedTopic, 2>,
        node_endpoints: Vec<Endpoint, 2>,
    }
    #[derive(Debug, PartialEq)]
    struct FetchedTopic: fetch::FetchableTopicResponse {
        topic: String<8>,
        topic_id: Uuid,
        partitions: First<FetchedPartition, 2>,
    }
    #[derive(Debug, PartialEq)]
    struct FetchedPartition: fetch::PartitionData {
        high_watermark: i64,
        current_leader: Leadership,
        aborted_transactions: Option<Vec<Aborted, 1>>,
        records: Option<First<u8, 4>>,
    }
    #[derive(Debug, PartialEq)]
    struct Leadership: fetch::LeaderIdAndEpoch {
        leader_id: i32,
        leader_epoch: i32,
    }
    #[derive(Debug, PartialEq)]
    struct Aborted: fetch::AbortedTransaction {
        producer_id: i64,
    }
    #[derive(Debug, PartialEq)]
    struct Endpoint: fetch::NodeEndpoint {
        node_id: i32,
        host: Prefix<3>,
    }
    #[derive(Debug, PartialEq)]
    struct AllRecords: fetch::FetchResponse { responses: Vec<TopicRecords, 1> }
    #[derive(Debug, PartialEq)]
    struct TopicRecords: fetch::FetchableTopicResponse { partitions: Vec<PartitionRecords, 3> }
    #[derive(Debug, PartialEq)]
    struct PartitionRecords: fetch::PartitionData { records: Option<Vec<u8, 7, u8>> }
}

#[test]
fn tagged_structures_nullable_arrays_and_records_are_kept() {
    let aborted = [fetch::AbortedTransaction { producer_id: 5, ..Default::default() }];
    let partitions = [(None, None), (Some(7), Some(&b"records"[..])), (Some(8), Some(b""))].map(
        |(leader_id, records)| fetch::PartitionData {
            high_watermark: 10,
            current_leader: fetch::LeaderIdAndEpoch {
                leader_id: leader_id.unwrap_or(-1),
                ..Default::default()
            },
            aborted_transactions: leader_id.map(|_| (&aborted).into()),
            records: records.map(Records),
            ..Default::default()
        },
    );
    let topics =
        [fetch::FetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let endpoints = [fetch::NodeEndpoint { node_id: 7, host: "d.example", ..Default::default() }];
    let response = fetch::FetchResponse {
        responses: (&topics).into(),
        node_endpoints: (&endpoints).into(),
        ..Default::default()
    };
    let body = encode(&response, 17);
    let fetched = everywhere::<Fetched>(Mode::Strict, 17, &body).unwrap();
    let First { kept, total } = &fetched.responses[0].partitions;
    assert_eq!((kept.len(), *total), (2, 3));
    assert_eq!((kept[0].current_leader.leader_id, kept[1].current_leader.leader_id), (-1, 7));
    assert_eq!((kept[0].aborted_transactions.as_ref(), kept[0].records.as_ref()), (None, None));
    assert_eq!(kept[1].aborted_transactions.as_ref().unwrap()[0].producer_id, 5);
    let records = kept[1].records.as_ref().unwrap();
    assert_eq!((&*records.kept, records.total), (&b"reco"[..], 7));
    assert_eq!(
        (fetched.node_endpoints[0].node_id, &*fetched.node_endpoints[0].host.kept),
        (7, "d.e")
    );

    // Tagged fields are written behind the others, wherever they are declared.
    let mut again = [0xa5; 400];
    let len = fetched.encode(17, &mut again).unwrap();
    let cut = Fetched::from_slice(17, &again[..len]).unwrap();
    assert_eq!(cut.responses[0].partitions.kept[1].current_leader, kept[1].current_leader);
    assert_eq!(cut.responses[0].partitions.total, 2);
    let typed = fetch::FetchResponse::decode(17, &again[..len]).unwrap();
    assert_eq!(typed.node_endpoints.get(0).map(|endpoint| endpoint.host), Some("d.e"));

    let all = everywhere::<AllRecords>(Mode::Strict, 17, &body).unwrap();
    let kept: std::vec::Vec<_> =
        all.responses[0].partitions.iter().map(|p| p.records.as_deref()).collect();
    assert_eq!(kept, [None, Some(&b"records"[..]), Some(b"")]);
}

#[test]
fn a_nullable_structure_is_kept_in_an_option() {
    capture! {
        #[derive(Debug, PartialEq)]
        struct Page: topics::DescribeTopicPartitionsRequest { cursor: Option<From> }
        #[derive(Debug, PartialEq)]
        struct From: topics::Cursor { partition_index: i32, topic_name: String<8> }
    }
    let cursor = topics::Cursor { topic_name: "t", partition_index: 3, ..Default::default() };
    for cursor in [None, Some(cursor)] {
        let request = topics::DescribeTopicPartitionsRequest { cursor, ..Default::default() };
        let body = encode(&request, 0);
        let page = everywhere::<Page>(Mode::Strict, 0, &body).unwrap();
        assert_eq!(
            page.cursor.as_ref().map(|c| c.partition_index),
            cursor.map(|c| c.partition_index)
        );
        let mut again = vec![0xa5; body.len()];
        assert_eq!(page.encode(0, &mut again), Ok(body.len()));
        assert_eq!(again, body);
    }
}

/// Every wrong byte gives the same as typed decoding: the same error, or a value that encodes alike.
#[test]
fn wrong_bytes_fail_as_in_typed_decoding() {
    let body = with_apis(|response| encode(response, 3));
    for place in 0..body.len() {
        for change in [0x01, 0x80, 0xff, 0x10] {
            let mut wrong = body.clone();
            wrong[place] ^= change;
            let captured = Apis::from_slice(3, &wrong);
            match (ApiVersionsResponse::decode(3, &wrong), &captured) {
                (Err(typed), Err(error)) => {
                    let is_overflow = matches!(error.kind, ErrorKind::CaptureOverflow { .. });
                    assert!(is_overflow || *error == typed, "{error:?} {typed:?}");
                }
                (Ok(typed), Ok(captured)) => {
                    assert_eq!(captured.finalized_features_epoch, typed.finalized_features_epoch);
                    let mut again = vec![0xa5; wrong.len()];
                    // What the tag of the finalized features carries was not asked for.
                    if typed.finalized_features.is_empty() {
                        assert_eq!(captured.encode(3, &mut again), Ok(wrong.len()));
                        assert_eq!(again, wrong);
                    }
                }
                (Ok(_), Err(error)) => {
                    assert!(matches!(error.kind, ErrorKind::CaptureOverflow { .. }), "{error:?}");
                }
                (Err(typed), Ok(_)) => panic!("{place} ^ {change}: {typed:?}"),
            }
            for size in [1, 2, 7] {
                let pieces = in_pieces::<Apis>(Mode::Strict, 3, &wrong, std::iter::repeat(size));
                assert_eq!(pieces, captured, "{place} ^ {change}");
            }
        }
    }
}

#[test]
fn lenient_capture_takes_what_java_takes() {
    capture! {
        #[derive(Debug, PartialEq)]
        struct Text: DescribeClusterResponse { cluster_id: String<9>, unknown_tags: CapturedTags<2, 2> }
        #[derive(Debug, PartialEq)]
        struct Cut: DescribeClusterResponse { cluster_id: Prefix<2> }
        #[derive(Debug, PartialEq)]
        struct Raw: DescribeClusterResponse { cluster_id: Vec<u8, 9> }
    }
    let response = DescribeClusterResponse { cluster_id: "ab\u{7f}?cd", ..Default::default() };
    let mut body = encode(&response, 0);
    let place = body.windows(2).position(|pair| pair == b"\x7f?").unwrap();
    body[place..place + 2].copy_from_slice(b"\xc3(");
    let error = Error {
        kind: ErrorKind::InvalidUtf8,
        offset: place as u32,
        field: DescribeClusterResponse::cluster_id.id(),
    };
    for mode in [Mode::Strict, Mode::Lenient] {
        assert_eq!(everywhere::<Text>(mode, 0, &body), Err(error));
    }
    assert_eq!(DescribeClusterResponse::decode(0, &body), Err(error));
    assert_eq!(everywhere::<Raw>(Mode::Strict, 0, &body), Err(error));
    let raw = everywhere::<Raw>(Mode::Lenient, 0, &body).unwrap();
    assert_eq!(raw.cluster_id, b"ab\xc3(cd");
    let mut again = vec![0xa5; body.len()];
    assert_eq!(raw.encode(0, &mut again), Ok(body.len()));
    assert_eq!(again, body);
    // What does not fit is not looked at, what would is.
    assert_eq!(
        everywhere::<Cut>(Mode::Lenient, 0, &body).map(|cut| cut.cluster_id.total),
        Err(error)
    );

    capture! {
        #[derive(Debug, PartialEq)]
        struct Shorter: DescribeClusterResponse { cluster_id: Prefix<1> }
    }
    let shorter = everywhere::<Shorter>(Mode::Lenient, 0, &body).unwrap();
    assert_eq!((&*shorter.cluster_id.kept, shorter.cluster_id.total), ("a", 6));

    // A character of four bytes whose end is missing.
    let response = DescribeClusterResponse { cluster_id: "abcdefghi", ..Default::default() };
    let mut body = encode(&response, 0);
    let place = body.windows(3).position(|part| part == b"ghi").unwrap();
    body[place..place + 3].copy_from_slice(b"\xf0\x9f\x98");
    assert_eq!(
        everywhere::<Text>(Mode::Lenient, 0, &body),
        Err(Error { offset: place as u32, ..error })
    );

    // Tags out of order, one of them twice, and a padded count.
    let mut body = encode(&DescribeClusterResponse::default(), 0);
    body.pop();
    body.extend([0x82, 0, 9, 1, b'x', 4, 1, b'y']);
    assert!(Text::from_slice(0, &body).is_err());
    let text = everywhere::<Text>(Mode::Lenient, 0, &body).unwrap();
    let tags = [TaggedField { tag: 9, data: b"x" }, TaggedField { tag: 4, data: b"y" }];
    assert!(text.unknown_tags.iter().eq(tags));
}

#[test]
fn of_a_tagged_field_that_comes_twice_the_last_stays() {
    kafka_codec::message! {
        /// A message whose tagged field is a structure with a tagged field.
        #[message(Data, versions = 0..=0, flexible = 0..)]
        pub struct Outer<'a> {
            /// Tagged.
            pub inner: Inner<'a> = since(0).tagged(0),
            /// Tagged.
            pub numbers: Array<'a, i32> = since(0).tagged(1),
        }
    }
    kafka_codec::structure! {
        /// A structure with a tagged field.
        pub struct Inner<'a> {
            /// A number.
            pub number: i8 = since(0),
            /// Tagged.
            pub name: &'a str = since(0).tagged(0),
        }
    }
    capture! {
        #[derive(Debug, PartialEq)]
        struct OuterKept: Outer { inner: InnerKept, numbers: Vec<i32, 2> }
        #[derive(Debug, PartialEq)]
        struct InnerKept: Inner { number: i8, name: String<4>, unknown_tags: CapturedTags<1, 1> }
    }
    let named = [0, 8, 1, 2, 0, 2, 2, b'n', 9, 0];
    let plain = [0, 2, 7, 0];
    let numbers = [1, 5, 2, 0, 0, 0, 3];
    let body = [&[4][..], &named, &plain, &numbers, &[1, 1, 1]].concat();
    let kept = everywhere::<OuterKept>(Mode::Lenient, 0, &body);
    let inner = InnerKept { number: 7, name: String::new(), unknown_tags: CapturedTags::new() };
    assert_eq!(kept, Ok(OuterKept { inner, numbers: Vec::new() }));
    // In its order and once, strict capture takes it too.
    let body = [&[2][..], &named, &numbers].concat();
    let kept = everywhere::<OuterKept>(Mode::Strict, 0, &body).unwrap();
    assert_eq!((kept.inner.number, &*kept.inner.name, kept.inner.unknown_tags.len()), (1, "n", 1));
    assert_eq!(kept.numbers, [3]);
    let mut again = [0xa5; 18];
    assert_eq!(kept.encode(0, &mut again), Ok(18));
    assert_eq!(again[..], body);
    // A skipped tagged field at its default is refused as one that is kept.
    capture! {
        #[derive(Debug, PartialEq)]
        struct Neither: Outer {}
    }
    let body = [1, 0, 2, 0, 0];
    let error = Outer::decode(0, &body).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TagAtDefault { tag: 0 });
    assert_eq!(everywhere::<Neither>(Mode::Strict, 0, &body), Err(error));
    assert_eq!(everywhere::<OuterKept>(Mode::Strict, 0, &body), Err(error));
}

#[test]
fn bytes_behind_the_message_are_an_error_or_left() {
    let body = encode(&DescribeClusterResponse::default(), 0);
    capture! { #[derive(Debug, PartialEq)] struct Id: DescribeClusterResponse { controller_id: i32 } }
    let with_more = [&body[..], b"more"].concat();
    let kind = ErrorKind::TrailingBytes { remaining: 4 };
    let error = Error::new(kind, body.len() as u32);
    let mut capturing = Id::capture(0, body.len() as u32).unwrap();
    assert_eq!(capturing.push(&with_more), Err(error));
    assert_eq!(capturing.push(b""), Err(error));
    assert_eq!(Id::from_slice(0, &with_more), Err(error));

    let mut capturing = Id::capture(0, body.len() as u32).unwrap();
    let mut input = &with_more[..];
    assert_eq!(capturing.push_from(&mut input), Ok(Some(&Id { controller_id: -1 })));
    assert_eq!(input, b"more");
    assert_eq!(capturing.push(b""), Ok(Some(&Id { controller_id: -1 })));
    assert_eq!(
        Id::capture(9, 0).err().map(|e| e.kind),
        Some(ErrorKind::UnsupportedVersion { version: 9 })
    );
    // What is not complete says where it stops.
    let mut capturing = Id::capture(0, body.len() as u32).unwrap();
    assert_eq!(capturing.push(&body[..5]), Ok(None));
    assert_eq!(capturing.finish(), Err(Error::new(ErrorKind::Structure, 5)));
}

#[test]
fn a_value_that_the_version_lacks_is_not_encoded() {
    capture! { #[derive(Clone)] struct Fenced: DescribeClusterResponse { endpoint_type: i8 } }
    let mut fenced = Fenced { endpoint_type: 1 };
    let mut buffer = [0xa5; 64];
    assert!(fenced.encode(0, &mut buffer).is_ok());
    fenced.endpoint_type = 2;
    assert!(fenced.encode(1, &mut buffer).is_ok());
    let error = fenced.encode(0, &mut buffer).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotInVersion);
    assert_eq!(error.field, DescribeClusterResponse::endpoint_type.id());
    assert!(<i8 as Capture<i8>>::absent(3) == 3);
}

proptest! {
    /// Whatever the bytes and the pieces are, they end as the whole does.
    #[test]
    fn pieces_do_not_matter(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        sizes in prop::collection::vec(0..40_usize, 1..20),
        lenient: bool,
    ) {
        let mode = if lenient { Mode::Lenient } else { Mode::Strict };
        let mut body = with_apis(|response| encode(response, 3));
        for (index, byte) in changes {
            let place = index.index(body.len());
            body[place] = byte;
        }
        let whole = Apis::from_slice_as(mode, 3, &body);
        let sizes = sizes.into_iter().chain([1]).cycle();
        match (in_pieces::<Apis>(mode, 3, &body, sizes), &whole) {
            // A string that is too long and not UTF-8: its end may come later than its length.
            (Err(Error { kind: ErrorKind::CaptureOverflow { .. }, .. }), Err(error))
                if error.kind == ErrorKind::InvalidUtf8 => {}
            (pieces, whole) => prop_assert_eq!(&pieces, whole),
        }
    }
}
