//! The messages that are measured, as values of this codec and as bytes. Setup may allocate and
//! leak: it is done once and not measured.

use kafka_codec::api::api_versions::response::{ApiVersion, ApiVersionsResponse};
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

/// A batch of so many records with values of this size, without keys or headers, its CRC included.
pub fn batch(count: u32, value: usize) -> &'static [u8] {
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
    batch.extend(0_i64.to_be_bytes());
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

/// The CRC bit by bit: slow, and nobody else's.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ (0x82f6_3b78 & (crc & 1).wrapping_neg())
        })
    })
}
