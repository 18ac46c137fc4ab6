//! The messages that are measured, as values of this codec and as bytes. Setup may allocate and
//! leak: it is done once and not measured.

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
use kafka_codec::api::data::consumer_protocol_subscription::{
    ConsumerProtocolSubscription, TopicPartition,
};
use kafka_codec::api::fetch::response::{FetchResponse, FetchableTopicResponse, PartitionData};
use kafka_codec::api::find_coordinator::response::{Coordinator, FindCoordinatorResponse};
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::typed::{Body, Records, Uuid};

/// Version of the Metadata response.
pub const METADATA: i16 = 12;
/// Version of the ApiVersions response.
pub const API_VERSIONS: i16 = 3;
/// Version of the Produce request.
pub const PRODUCE: i16 = 9;
/// Version of the Fetch response.
pub const FETCH: i16 = 13;
/// Version of the FindCoordinator response.
pub const FIND_COORDINATOR: i16 = 4;
/// Version of the ConsumerProtocolSubscription.
pub const SUBSCRIPTION: i16 = 3;

/// The message that has this name in cases: its version and its bytes.
///
/// # Panics
/// Where no message is called that.
pub fn encoded(message: &str) -> (i16, &'static [u8]) {
    let (version, bytes) = match message {
        "metadata" => (METADATA, bytes(&metadata(10), METADATA)),
        "metadata-100k" => (METADATA, bytes(&metadata(408), METADATA)),
        "api-versions" => (API_VERSIONS, bytes(&api_versions(60), API_VERSIONS)),
        "produce" => (PRODUCE, bytes(&produce(batch(0, 1, 100)), PRODUCE)),
        "produce-1000" => (PRODUCE, bytes(&produce(batch(0, 1_000, 100)), PRODUCE)),
        "find-coordinator" => (FIND_COORDINATOR, bytes(&find_coordinator(), FIND_COORDINATOR)),
        "subscription" => (SUBSCRIPTION, bytes(&subscription(), SUBSCRIPTION)),
        "fetch-100" => (FETCH, bytes(&fetch(100), FETCH)),
        "fetch-1000" => (FETCH, bytes(&fetch(1_000), FETCH)),
        _ => panic!("no message is called {message}"),
    };
    (version, bytes.leak())
}

/// The bytes of a body.
pub fn bytes<'a>(body: &impl Body<'a>, version: i16) -> Vec<u8> {
    let mut buffer = vec![0xa5; body.encoded_len(version).expect("a size")];
    let len = body.encode(version, &mut buffer).expect("an encoding");
    buffer.truncate(len);
    buffer
}

fn leak<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    Vec::leak(items.into_iter().collect())
}

fn text(text: String) -> &'static str {
    text.leak()
}

/// A cluster of 3 brokers in which each topic has 5 partitions with 3 replicas: 2,654 bytes with 10
/// topics.
pub fn metadata(topics: usize) -> MetadataResponse<'static> {
    let brokers = leak((1..=3).map(|id| MetadataResponseBroker {
        node_id: id,
        host: text(format!("broker-{id}.kafka.internal")),
        port: 9092,
        rack: Some(text(format!("rack-{id}"))),
        ..Default::default()
    }));
    let topics = leak((0..topics).map(|topic| {
        MetadataResponseTopic {
            name: Some(text(format!("telemetry-{topic:04}"))),
            topic_id: Uuid((0x6a09_e667_f3bc_c908_u128 * (topic as u128 + 1)).to_be_bytes()),
            partitions: leak((0..5).map(|index| {
                let replicas = leak((0..3).map(|n| (index + n) % 3 + 1));
                MetadataResponsePartition {
                    partition_index: index,
                    leader_id: index % 3 + 1,
                    leader_epoch: 7 + index,
                    replica_nodes: replicas.into(),
                    isr_nodes: replicas.into(),
                    ..Default::default()
                }
            }))
            .into(),
            ..Default::default()
        }
    }));
    MetadataResponse {
        brokers: brokers.into(),
        cluster_id: Some("q1Sh-9_ISia_zwGINzRvyQ"),
        controller_id: 1,
        topics: topics.into(),
        ..Default::default()
    }
}

/// So many APIs.
pub fn api_versions(keys: i16) -> ApiVersionsResponse<'static> {
    let keys = leak((0..keys).map(|key| ApiVersion {
        api_key: key,
        min_version: key % 3,
        max_version: key % 3 + 9,
        ..Default::default()
    }));
    ApiVersionsResponse { api_keys: keys.into(), ..Default::default() }
}

/// These records for one partition.
pub fn produce(records: &'static [u8]) -> ProduceRequest<'static> {
    let partitions = leak([PartitionProduceData {
        index: 3,
        records: Some(Records(records)),
        ..Default::default()
    }]);
    let topics = leak([TopicProduceData {
        name: "telemetry-0001",
        partition_data: partitions.into(),
        ..Default::default()
    }]);
    ProduceRequest { acks: -1, timeout_ms: 5_000, topic_data: topics.into(), ..Default::default() }
}

/// The coordinators of three groups.
pub fn find_coordinator() -> FindCoordinatorResponse<'static> {
    let coordinators = leak((1..=3).map(|id| Coordinator {
        key: text(format!("consumer-group-{id}")),
        node_id: id,
        host: text(format!("broker-{id}.kafka.internal")),
        port: 9092,
        error_message: None,
        ..Default::default()
    }));
    FindCoordinatorResponse { coordinators: coordinators.into(), ..Default::default() }
}

/// Ten topics, of which six partitions each are owned.
pub fn subscription() -> ConsumerProtocolSubscription<'static> {
    let topics = leak((0..10).map(|topic| text(format!("telemetry-{topic:04}"))));
    let owned = leak(topics.iter().map(|topic| TopicPartition {
        topic,
        partitions: leak(0..6).into(),
        ..Default::default()
    }));
    ConsumerProtocolSubscription {
        topics: topics.into(),
        owned_partitions: owned.into(),
        generation_id: 17,
        rack_id: Some("rack-1"),
        ..Default::default()
    }
}

/// One partition with records of at least 1 MiB, whose values have this size, in batches of about
/// 16 KiB, a producer's default.
pub fn fetch(value: usize) -> FetchResponse<'static> {
    let count = (16 * 1024 / value) as u32;
    let mut records = Vec::new();
    let mut offset = 0;
    while records.len() < 1024 * 1024 {
        records.extend(batch(offset, count, value));
        offset += i64::from(count);
    }
    let partitions = leak([PartitionData {
        high_watermark: offset,
        last_stable_offset: offset,
        log_start_offset: 0,
        aborted_transactions: None,
        records: Some(Records(records.leak())),
        ..Default::default()
    }]);
    let responses = leak([FetchableTopicResponse {
        topic_id: Uuid([7; 16]),
        partitions: partitions.into(),
        ..Default::default()
    }]);
    FetchResponse { responses: responses.into(), ..Default::default() }
}

/// A batch of so many records with values of this size, without keys or headers, its CRC included.
///
/// Written by hand, so that no codec's own bytes are what it is measured with.
pub fn batch(base_offset: i64, count: u32, value: usize) -> &'static [u8] {
    let mut records = Vec::new();
    for offset in 0..count {
        let mut body = vec![0];
        zigzag(&mut body, i64::from(offset));
        zigzag(&mut body, i64::from(offset));
        zigzag(&mut body, -1);
        zigzag(&mut body, value as i64);
        body.extend((0..value).map(|at| b'a' + ((at + offset as usize) % 26) as u8));
        zigzag(&mut body, 0);
        zigzag(&mut records, body.len() as i64);
        records.extend(body);
    }
    let base_timestamp: i64 = 1_700_000_000_000;
    let last = count.saturating_sub(1);
    let mut checked = Vec::new();
    checked.extend(0_i16.to_be_bytes());
    checked.extend(last.to_be_bytes());
    checked.extend(base_timestamp.to_be_bytes());
    checked.extend((base_timestamp + i64::from(last)).to_be_bytes());
    checked.extend((-1_i64).to_be_bytes());
    checked.extend((-1_i16).to_be_bytes());
    checked.extend((-1_i32).to_be_bytes());
    checked.extend(count.to_be_bytes());
    checked.extend(records);
    let mut batch = Vec::new();
    batch.extend(base_offset.to_be_bytes());
    batch.extend((checked.len() as u32 + 9).to_be_bytes());
    batch.extend((-1_i32).to_be_bytes());
    batch.push(2);
    batch.extend(crc32c(&checked).to_be_bytes());
    batch.extend(checked);
    batch.leak()
}

fn zigzag(out: &mut Vec<u8>, value: i64) {
    let mut rest = ((value << 1) ^ (value >> 63)) as u64;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// The CRC byte by byte: slow, and nobody's.
fn crc32c(bytes: &[u8]) -> u32 {
    let of_byte = |byte: u32| {
        (0..8).fold(byte, |crc, _| (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg()))
    };
    let table: Vec<u32> = (0..=255).map(of_byte).collect();
    !bytes.iter().fold(u32::MAX, |crc, byte| (crc >> 8) ^ table[usize::from(crc as u8 ^ byte)])
}

/// A batch with one record of about 1 MiB, to take the CRC of.
pub fn large_batch() -> &'static [u8] {
    batch(0, 1, 1024 * 1024)
}

/// The bytes of a batch that its CRC covers.
pub fn crc_covered(batch: &'static [u8]) -> &'static [u8] {
    &batch[21..]
}
