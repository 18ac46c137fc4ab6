//! Topics, offsets and a consumer group of the classic protocol.

use super::{Kafka, connect};
use kafka_codec::ErrorCode;
use kafka_codec::api::create_topics::request::{CreatableTopic, CreateTopicsRequest};
use kafka_codec::api::create_topics::response::CreateTopicsResponse;
use kafka_codec::api::delete_topics::request::{DeleteTopicState, DeleteTopicsRequest};
use kafka_codec::api::delete_topics::response::DeleteTopicsResponse;
use kafka_codec::api::find_coordinator::request::FindCoordinatorRequest;
use kafka_codec::api::find_coordinator::response::FindCoordinatorResponse;
use kafka_codec::api::heartbeat::request::HeartbeatRequest;
use kafka_codec::api::heartbeat::response::HeartbeatResponse;
use kafka_codec::api::join_group::request::{JoinGroupRequest, JoinGroupRequestProtocol};
use kafka_codec::api::join_group::response::JoinGroupResponse;
use kafka_codec::api::leave_group::request::{LeaveGroupRequest, MemberIdentity};
use kafka_codec::api::leave_group::response::LeaveGroupResponse;
use kafka_codec::api::list_offsets::request::{
    ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic,
};
use kafka_codec::api::list_offsets::response::ListOffsetsResponse;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::api::offset_commit::request::{
    OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use kafka_codec::api::offset_commit::response::OffsetCommitResponse;
use kafka_codec::api::offset_fetch::request::{
    OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics,
};
use kafka_codec::api::offset_fetch::response::OffsetFetchResponse;
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::api::produce::response::ProduceResponse;
use kafka_codec::api::sync_group::request::{SyncGroupRequest, SyncGroupRequestAssignment};
use kafka_codec::api::sync_group::response::SyncGroupResponse;
use kafka_codec::record::{BatchBuilder, BatchOptions, Record};
use kafka_codec::typed::{Records, Uuid};
use std::time::Duration;

const TOPIC: &str = "group-topic";
const GROUP: &str = "group";

/// Does something again while the broker says that it may succeed later.
fn patiently<T>(mut step: impl FnMut() -> Result<T, i16>) -> T {
    for _ in 0..100 {
        match step().map_err(ErrorCode::from_code) {
            Ok(done) => return done,
            Err(error) if error.is_retriable() => std::thread::sleep(Duration::from_millis(100)),
            Err(error) => panic!("{error}"),
        }
    }
    panic!("has not happened after 10 s");
}

fn check(code: i16) -> Result<(), i16> {
    if code == 0 { Ok(()) } else { Err(code) }
}

#[test]
#[ignore = "needs a broker: .ci/broker-tests"]
fn a_group_commits_offsets_of_a_topic() {
    let mut kafka = connect("KAFKA_CODEC_BROKER");
    let topic_id = create(&mut kafka);
    produce(&mut kafka, topic_id);
    assert_eq!(list_offset(&mut kafka, -2), 0);
    assert_eq!(list_offset(&mut kafka, -1), 3);

    find_coordinator(&mut kafka);
    let (member_id, generation) = join(&mut kafka);
    sync(&mut kafka, &member_id, generation);
    heartbeat(&mut kafka, &member_id, generation).expect("is a member");
    commit(&mut kafka, topic_id, &member_id, generation);
    assert_eq!(committed(&mut kafka, topic_id), (2, Some("read two".to_string())));
    leave(&mut kafka, &member_id);
    let gone = heartbeat(&mut kafka, &member_id, generation);
    assert_eq!(gone, Err(ErrorCode::UnknownMemberId.code()));

    delete(&mut kafka);
}

fn create(kafka: &mut Kafka) -> Uuid {
    let topics = [CreatableTopic {
        name: TOPIC,
        num_partitions: 1,
        replication_factor: 1,
        ..Default::default()
    }];
    let request = CreateTopicsRequest { topics: (&topics).into(), ..Default::default() };
    let response: CreateTopicsResponse<'_> = kafka.call(&request).expect("is answered");
    let created = response.topics.get(0).expect("is there");
    assert_eq!((created.name, created.error_code, created.num_partitions), (TOPIC, 0, 1));
    let topic_id = created.topic_id;

    let topics = [MetadataRequestTopic { name: Some(TOPIC), ..Default::default() }];
    let request = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    patiently(|| {
        let response: MetadataResponse<'_> = kafka.call(&request).expect("is answered");
        let topic = response.topics.get(0).expect("is there");
        check(topic.error_code)?;
        assert_eq!(topic.topic_id, topic_id);
        check(topic.partitions.get(0).expect("is there").error_code)
    });
    topic_id
}

fn produce(kafka: &mut Kafka, topic_id: Uuid) {
    let mut batch = [0; 256];
    let mut builder = BatchBuilder::new(&mut batch, BatchOptions::default()).expect("fits");
    for value in [&b"one"[..], b"two", b"three"] {
        builder.append(&Record { value: Some(value), ..Default::default() }).expect("fits");
    }
    let len = builder.finish();
    let records = Some(Records(&batch[..len]));
    let partitions = [PartitionProduceData { records, ..Default::default() }];
    let partition_data = (&partitions).into();
    let topics = [TopicProduceData { name: TOPIC, topic_id, partition_data, ..Default::default() }];
    let topic_data = (&topics).into();
    let request = ProduceRequest { acks: -1, timeout_ms: 5_000, topic_data, ..Default::default() };
    patiently(|| {
        let response: ProduceResponse<'_> = kafka.call(&request).expect("is answered");
        let topic = response.responses.get(0).expect("is there");
        check(topic.partition_responses.get(0).expect("is there").error_code)
    });
}

/// The offset at a timestamp: -2 stands for the first, -1 for the next.
fn list_offset(kafka: &mut Kafka, timestamp: i64) -> i64 {
    let partitions = [ListOffsetsPartition { timestamp, ..Default::default() }];
    let topics =
        [ListOffsetsTopic { name: TOPIC, partitions: (&partitions).into(), ..Default::default() }];
    let request =
        ListOffsetsRequest { replica_id: -1, topics: (&topics).into(), ..Default::default() };
    let response: ListOffsetsResponse<'_> = kafka.call(&request).expect("is answered");
    let partition = response.topics.get(0).and_then(|topic| topic.partitions.get(0));
    let partition = partition.expect("is there");
    assert_eq!(partition.error_code, 0);
    partition.offset
}

fn find_coordinator(kafka: &mut Kafka) {
    let keys = [GROUP];
    let request = FindCoordinatorRequest { coordinator_keys: (&keys).into(), ..Default::default() };
    patiently(|| {
        let response: FindCoordinatorResponse<'_> = kafka.call(&request).expect("is answered");
        let coordinator = response.coordinators.get(0).expect("is there");
        check(coordinator.error_code)?;
        assert_eq!((coordinator.key, coordinator.node_id), (GROUP, 1));
        Ok(())
    });
}

fn join(kafka: &mut Kafka) -> (String, i32) {
    let protocols =
        [JoinGroupRequestProtocol { name: "range", metadata: b"any", ..Default::default() }];
    let mut member_id = String::new();
    patiently(|| {
        let request = JoinGroupRequest {
            group_id: GROUP,
            session_timeout_ms: 10_000,
            rebalance_timeout_ms: 10_000,
            member_id: &member_id,
            protocol_type: "consumer",
            protocols: (&protocols).into(),
            ..Default::default()
        };
        let response: JoinGroupResponse<'_> = kafka.call(&request).expect("is answered");
        let (code, generation) = (response.error_code, response.generation_id);
        let (leader, given) = (response.leader.to_string(), response.member_id.to_string());
        if code == ErrorCode::MemberIdRequired.code() {
            // Joins again under the id that it was given (KIP-394).
            member_id = given;
            return Err(ErrorCode::CoordinatorLoadInProgress.code());
        }
        check(code)?;
        assert_eq!((&leader, response.members.len()), (&given, 1));
        Ok((given, generation))
    })
}

fn sync(kafka: &mut Kafka, member_id: &str, generation_id: i32) {
    let assignments =
        [SyncGroupRequestAssignment { member_id, assignment: b"all", ..Default::default() }];
    let request = SyncGroupRequest {
        group_id: GROUP,
        generation_id,
        member_id,
        protocol_type: Some("consumer"),
        protocol_name: Some("range"),
        assignments: (&assignments).into(),
        ..Default::default()
    };
    let response: SyncGroupResponse<'_> = kafka.call(&request).expect("is answered");
    assert_eq!((response.error_code, response.assignment), (0, &b"all"[..]));
}

fn heartbeat(kafka: &mut Kafka, member_id: &str, generation_id: i32) -> Result<(), i16> {
    let request =
        HeartbeatRequest { group_id: GROUP, generation_id, member_id, ..Default::default() };
    check(kafka.call::<_, HeartbeatResponse<'_>>(&request).expect("is answered").error_code)
}

fn commit(kafka: &mut Kafka, topic_id: Uuid, member_id: &str, generation: i32) {
    let partitions = [OffsetCommitRequestPartition {
        committed_offset: 2,
        committed_metadata: Some("read two"),
        ..Default::default()
    }];
    let topics = [OffsetCommitRequestTopic {
        name: TOPIC,
        topic_id,
        partitions: (&partitions).into(),
        ..Default::default()
    }];
    let request = OffsetCommitRequest {
        group_id: GROUP,
        generation_id_or_member_epoch: generation,
        member_id,
        topics: (&topics).into(),
        ..Default::default()
    };
    let response: OffsetCommitResponse<'_> = kafka.call(&request).expect("is answered");
    let partition = response.topics.get(0).and_then(|topic| topic.partitions.get(0));
    assert_eq!(partition.map(|partition| partition.error_code), Some(0));
}

fn committed(kafka: &mut Kafka, topic_id: Uuid) -> (i64, Option<String>) {
    let topics = [OffsetFetchRequestTopics {
        name: TOPIC,
        topic_id,
        partition_indexes: (&[0]).into(),
        ..Default::default()
    }];
    let groups = [OffsetFetchRequestGroup {
        group_id: GROUP,
        topics: Some((&topics).into()),
        ..Default::default()
    }];
    let request = OffsetFetchRequest { groups: (&groups).into(), ..Default::default() };
    let response: OffsetFetchResponse<'_> = kafka.call(&request).expect("is answered");
    let group = response.groups.get(0).expect("is there");
    assert_eq!((group.group_id, group.error_code), (GROUP, 0));
    let partition = group.topics.get(0).and_then(|topic| topic.partitions.get(0));
    let partition = partition.expect("is there");
    assert_eq!(partition.error_code, 0);
    (partition.committed_offset, partition.metadata.map(str::to_string))
}

fn leave(kafka: &mut Kafka, member_id: &str) {
    let members = [MemberIdentity { member_id, ..Default::default() }];
    let request =
        LeaveGroupRequest { group_id: GROUP, members: (&members).into(), ..Default::default() };
    let response: LeaveGroupResponse<'_> = kafka.call(&request).expect("is answered");
    let member = response.members.get(0).map(|member| (member.member_id, member.error_code));
    assert_eq!((response.error_code, member), (0, Some((member_id, 0))));
}

fn delete(kafka: &mut Kafka) {
    let topics = [DeleteTopicState { name: Some(TOPIC), ..Default::default() }];
    let request =
        DeleteTopicsRequest { topics: (&topics).into(), timeout_ms: 10_000, ..Default::default() };
    let response: DeleteTopicsResponse<'_> = kafka.call(&request).expect("is answered");
    let deleted = response.responses.get(0).map(|topic| (topic.name, topic.error_code));
    assert_eq!(deleted, Some((Some(TOPIC), 0)));
}
