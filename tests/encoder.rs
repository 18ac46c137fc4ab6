//! The encoder checks order, type and version, fills defaults, and patches sizes.

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use kafka_codec::api::describe_configs::request::DescribeConfigsRequest;
use kafka_codec::api::fetch::request::FetchRequest;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::encoder::{Encoder, Value};
use kafka_codec::schema::FieldId;
use kafka_codec::typed::{Body, TaggedField, Tags};
use kafka_codec::{ErrorKind, Result};

/// What `write` makes of a message, which must be the same with more room and need that size.
fn written<'a, B: Body<'a>>(
    version: i16,
    write: impl Fn(&mut Encoder<'_>) -> Result<()>,
) -> Result<Vec<u8>> {
    let message = B::MESSAGE;
    let run = |buffer: &mut [u8]| {
        let mut encoder = Encoder::new(&message, version, buffer)?;
        write(&mut encoder)?;
        encoder.finish()
    };
    let mut buffer = vec![0xa5; 100_000];
    let len = run(&mut buffer)?;
    assert!(buffer[len..].iter().all(|byte| *byte == 0xa5), "nothing is written behind the end");
    for short in (0..len).step_by(1 + len / 50) {
        let error = run(&mut vec![0xa5; short]).expect_err("the buffer is too small");
        assert_eq!(error.needed(), Some(len), "with room for {short}");
    }
    assert_eq!(run(&mut vec![0xa5; len]), Ok(len));
    buffer.truncate(len);
    Ok(buffer)
}

#[test]
fn what_is_left_out_is_at_its_default() {
    let message = FetchRequest::MESSAGE;
    for version in message.versions.iter() {
        let bytes = written::<FetchRequest<'_>>(version, |_| Ok(())).unwrap();
        let default = FetchRequest::default();
        let mut typed = vec![0; default.encoded_len(version).unwrap()];
        default.encode(version, &mut typed).unwrap();
        assert_eq!(bytes, typed, "v{version}");
    }
}

#[test]
fn counts_are_patched_whatever_their_size() {
    for count in [0, 1, 126, 127, 128, 300, 16_383, 16_384] {
        let write = |encoder: &mut Encoder<'_>| {
            encoder.begin_array(ApiVersionsResponse::api_keys.id())?;
            for api_key in 0..count {
                encoder.begin_struct(ApiVersionsResponse::api_keys.id())?;
                encoder.put(ApiVersion::api_key, api_key)?;
                encoder.end_struct()?;
            }
            encoder.end_array()
        };
        let keys: Vec<_> =
            (0..count).map(|api_key| ApiVersion { api_key, ..Default::default() }).collect();
        let typed = ApiVersionsResponse { api_keys: keys[..].into(), ..Default::default() };
        for version in [0, 3] {
            let len = typed.encoded_len(version).unwrap();
            if len > 100_000 {
                continue;
            }
            let mut bytes = vec![0; len];
            typed.encode(version, &mut bytes).unwrap();
            assert_eq!(written::<ApiVersionsResponse<'_>>(version, write).unwrap(), bytes);
        }
    }
}

#[test]
fn a_dropped_element_leaves_no_trace() {
    let bytes = written::<MetadataRequest<'_>>(9, |encoder| {
        encoder.begin_array(MetadataRequest::topics.id())?;
        for name in ["a", "d", "bb"] {
            encoder.begin_struct(MetadataRequest::topics.id())?;
            encoder.put(MetadataRequestTopic::name, name)?;
            if name == "d" {
                encoder.drop_element()?;
            } else {
                encoder.end_struct()?;
            }
        }
        encoder.end_array()
    });
    let topics = ["a", "bb"].map(|n| MetadataRequestTopic { name: Some(n), ..Default::default() });
    let typed = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    let mut expected = [0; 64];
    let len = typed.encode(9, &mut expected).unwrap();
    assert_eq!(bytes.unwrap(), expected[..len]);
}

#[test]
fn unknown_tags_of_any_size() {
    for size in [0, 1, 127, 128, 20_000] {
        let data = vec![7; size];
        let fields = [TaggedField { tag: 3, data: &data }, TaggedField { tag: 200, data: b"x" }];
        let typed = ProduceRequest { unknown_tags: Tags::new(&fields), ..Default::default() };
        let mut expected = vec![0; typed.encoded_len(9).unwrap()];
        typed.encode(9, &mut expected).unwrap();
        let bytes = written::<ProduceRequest<'_>>(9, |encoder| {
            encoder.put_tag(3, &data)?;
            encoder.put_tag(200, b"x")
        });
        assert_eq!(bytes.unwrap(), expected);
        assert_eq!(ProduceRequest::decode(9, &expected), Ok(typed));
    }
    let twice = written::<ProduceRequest<'_>>(9, |encoder| {
        encoder.put_tag(3, b"")?;
        encoder.put_tag(3, b"")
    });
    assert_eq!(twice.unwrap_err().kind, ErrorKind::TagOrder { tag: 3 });
    let classic = written::<ProduceRequest<'_>>(8, |encoder| encoder.put_tag(3, b""));
    assert_eq!(classic.unwrap_err().kind, ErrorKind::NotInVersion);
}

#[test]
fn known_tags_go_where_they_belong() {
    // Behind an unknown one of a higher number, and twice: the last counts.
    let bytes = written_once(|encoder| {
        encoder.put_tag(50, b"u")?;
        encoder.put(FetchRequest::cluster_id, "first")?;
        encoder.put(FetchRequest::cluster_id, "last")
    });
    let tags = [TaggedField { tag: 50, data: b"u" }];
    let typed = FetchRequest {
        cluster_id: Some("last"),
        unknown_tags: Tags::new(&tags),
        ..Default::default()
    };
    let mut expected = vec![0; typed.encoded_len(12).unwrap()];
    typed.encode(12, &mut expected).unwrap();
    assert_eq!(bytes, expected);
    // At its default it is gone again.
    let bytes = written_once(|encoder| {
        encoder.put(FetchRequest::cluster_id, "first")?;
        encoder.put_null(FetchRequest::cluster_id.id())
    });
    assert_eq!(bytes, written_once(|_| Ok(())));

    fn written_once(write: impl Fn(&mut Encoder<'_>) -> Result<()>) -> Vec<u8> {
        let mut buffer = vec![0xa5; 256];
        let mut encoder = Encoder::new(&FetchRequest::MESSAGE, 12, &mut buffer).unwrap();
        write(&mut encoder).unwrap();
        let len = encoder.finish().unwrap();
        buffer.truncate(len);
        buffer
    }
}

#[test]
fn records_are_written_in_place() {
    for size in [0, 1, 100, 127, 128, 20_000] {
        for version in [3, 9] {
            let bytes = written::<ProduceRequest<'_>>(version, |encoder| {
                encoder.put(ProduceRequest::acks, 1)?;
                encoder.begin_array(ProduceRequest::topic_data.id())?;
                encoder.begin_struct(ProduceRequest::topic_data.id())?;
                encoder.put(TopicProduceData::name, "t")?;
                encoder.begin_array(TopicProduceData::partition_data.id())?;
                encoder.begin_struct(TopicProduceData::partition_data.id())?;
                encoder.put(PartitionProduceData::index, 4)?;
                fill(encoder, PartitionProduceData::records.id(), size)?;
                encoder.end_struct()?;
                encoder.end_array()?;
                encoder.end_struct()?;
                encoder.end_array()
            });
            let decoded = bytes.as_deref().unwrap();
            let request = ProduceRequest::decode(version, decoded).unwrap();
            let partition = request.topic_data.get(0).unwrap().partition_data.get(0).unwrap();
            assert_eq!(partition.index, 4);
            assert_eq!(partition.records.unwrap().0, vec![9; size]);
        }
    }
}

/// Records that do not fit stay missing, whatever is taken back behind them.
#[test]
fn what_is_dropped_behind_records_does_not_bring_them_back() {
    for version in [3, 9] {
        let bytes = written::<ProduceRequest<'_>>(version, |encoder| {
            encoder.begin_array(ProduceRequest::topic_data.id())?;
            encoder.begin_struct(ProduceRequest::topic_data.id())?;
            encoder.begin_array(TopicProduceData::partition_data.id())?;
            encoder.begin_struct(TopicProduceData::partition_data.id())?;
            fill(encoder, PartitionProduceData::records.id(), 40)?;
            encoder.end_struct()?;
            encoder.begin_struct(TopicProduceData::partition_data.id())?;
            encoder.drop_element()?;
            encoder.end_array()?;
            encoder.end_struct()?;
            encoder.end_array()
        });
        let bytes = bytes.unwrap();
        let request = ProduceRequest::decode(version, &bytes).unwrap();
        let partitions = request.topic_data.get(0).unwrap().partition_data;
        assert!(partitions.iter().map(|of| of.records.unwrap().0).eq([[9; 40]]), "v{version}");
    }
}

/// The size that was asked for is enough also where nothing follows what is filled.
#[test]
fn the_last_field_is_written_in_place() {
    let encode = |size: usize, buffer: &mut [u8]| {
        let mut encoder = Encoder::new(&FetchRequest::MESSAGE, 12, buffer)?;
        fill(&mut encoder, FetchRequest::cluster_id.id(), size)?;
        encoder.finish()
    };
    for size in (0..300).chain(16_370..16_400) {
        let need = encode(size, &mut []).unwrap_err().needed().unwrap();
        let mut buffer = vec![0xa5; need];
        assert_eq!(encode(size, &mut buffer), Ok(need), "{size}");
        let request = FetchRequest::decode(12, &buffer).unwrap();
        assert_eq!(request.cluster_id.map(str::len), Some(size));
    }
}

fn fill(encoder: &mut Encoder<'_>, field: FieldId, size: usize) -> Result<()> {
    encoder.fill_payload(field, |room| {
        if let Some(room) = room.get_mut(..size) {
            room.fill(9);
        }
        Ok(size)
    })
}

#[test]
fn wrong_calls_are_errors() {
    let kind = |write: fn(&mut Encoder<'_>) -> Result<()>| {
        let mut buffer = [0xa5; 256];
        let mut encoder = Encoder::new(&MetadataRequest::MESSAGE, 9, &mut buffer).unwrap();
        let error = write(&mut encoder).and_then(|()| encoder.finish().map(|_| ()));
        error.expect_err("a wrong call").kind
    };
    let topics = MetadataRequest::topics;
    assert_eq!(kind(|e| e.begin_array(MetadataRequest::topics.id())), ErrorKind::Structure);
    assert_eq!(kind(|e| e.end_array()), ErrorKind::Structure);
    assert_eq!(kind(|e| e.end_struct()), ErrorKind::Structure);
    assert_eq!(kind(|e| e.drop_element()), ErrorKind::Structure);
    assert_eq!(kind(|e| e.put(MetadataRequestTopic::name, "x")), ErrorKind::FieldOrder);
    assert_eq!(kind(|e| e.begin_struct(MetadataRequest::topics.id())), ErrorKind::FieldType);
    assert_eq!(
        kind(|e| e.put_value(MetadataRequest::topics.id(), Value::I32(1))),
        ErrorKind::FieldType
    );
    assert_eq!(
        kind(|e| e.put_value(MetadataRequest::allow_auto_topic_creation.id(), Value::I32(1))),
        ErrorKind::FieldType
    );
    assert_eq!(
        kind(|e| {
            e.put(MetadataRequest::allow_auto_topic_creation, true)?;
            e.put_null(MetadataRequest::topics.id())
        }),
        ErrorKind::FieldOrder
    );
    assert_eq!(
        kind(|e| e.put_null(MetadataRequest::allow_auto_topic_creation.id())),
        ErrorKind::NullNotAllowed
    );
    assert_eq!(
        kind(|e| {
            e.begin_array(MetadataRequest::topics.id())?;
            e.begin_struct(MetadataRequest::topics.id())?;
            let long: &str = &"x".repeat(40_000);
            e.put(MetadataRequestTopic::name, long)
        }),
        ErrorKind::TooLong { length: 40_000 }
    );
    // Version 9 has no topic ids; the default is let pass.
    let id = kafka_codec::typed::Uuid([1; 16]);
    let mut buffer = [0; 64];
    let mut encoder = Encoder::new(&MetadataRequest::MESSAGE, 9, &mut buffer).unwrap();
    encoder.begin_array(topics.id()).unwrap();
    encoder.begin_struct(topics.id()).unwrap();
    assert_eq!(encoder.put(MetadataRequestTopic::topic_id, Default::default()), Ok(()));
    assert_eq!(encoder.put(MetadataRequestTopic::topic_id, id), Ok(()), "it is ignorable");
    let field = MetadataRequest::include_topic_authorized_operations;
    encoder.end_struct().unwrap();
    encoder.end_array().unwrap();
    encoder.put(field, true).unwrap();
    assert!(encoder.finish().is_ok());
    let mut encoder = Encoder::new(&DescribeConfigsRequest::MESSAGE, 1, &mut buffer).unwrap();
    let error = encoder.put(DescribeConfigsRequest::include_documentation, true).unwrap_err();
    assert_eq!(error.kind, ErrorKind::NotInVersion);
    assert_eq!(error.field, DescribeConfigsRequest::include_documentation.id());
    assert_eq!(encoder.finish(), Err(error), "it stays failed");
}
