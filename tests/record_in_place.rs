//! A batch that is built inside of a Produce request, and read out of it again.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::encoder::Encoder;
use kafka_codec::record::*;
use kafka_codec::typed::{Body, Records};

fn batch(room: &mut [u8]) -> kafka_codec::Result<usize> {
    let mut builder = BatchBuilder::new(room, BatchOptions::default())?;
    for (timestamp, value) in [(1_000, &b"one"[..]), (1_001, b"two")] {
        builder.append(&Record { timestamp, value: Some(value), ..Record::default() })?;
    }
    Ok(builder.finish())
}

fn request(version: i16, buffer: &mut [u8]) -> kafka_codec::Result<usize> {
    let mut encoder = Encoder::new(&ProduceRequest::MESSAGE, version, buffer)?;
    encoder.put(ProduceRequest::acks, 1)?;
    encoder.begin_array(ProduceRequest::topic_data.id())?;
    encoder.begin_struct(ProduceRequest::topic_data.id())?;
    encoder.put(TopicProduceData::name, "topic")?;
    encoder.begin_array(TopicProduceData::partition_data.id())?;
    encoder.begin_struct(TopicProduceData::partition_data.id())?;
    encoder.fill_payload(PartitionProduceData::records.id(), batch)?;
    encoder.end_struct()?;
    encoder.end_array()?;
    encoder.end_struct()?;
    encoder.end_array()?;
    encoder.finish()
}

#[test]
fn a_batch_is_built_in_its_request() {
    for version in [3, 9, 12] {
        let mut alone = [0xa5; 200];
        let size = batch(&mut alone).unwrap();
        let partitions = [PartitionProduceData {
            records: Some(Records(&alone[..size])),
            ..PartitionProduceData::default()
        }];
        let topics = [TopicProduceData {
            name: "topic",
            partition_data: (&partitions).into(),
            ..TopicProduceData::default()
        }];
        let typed =
            ProduceRequest { acks: 1, topic_data: (&topics).into(), ..ProduceRequest::default() };
        let mut expected = [0xa5; 200];
        let len = typed.encode(version, &mut expected).unwrap();

        let mut buffer = [0xa5; 200];
        assert_eq!(request(version, &mut buffer), Ok(len));
        assert_eq!(buffer[..len], expected[..len]);

        let read = ProduceRequest::decode(version, &buffer[..len]).unwrap();
        let topic = read.topic_data.iter().next().unwrap();
        let records = topic.partition_data.iter().next().unwrap().records.unwrap();
        let Some(Ok(Batch::Records(batch))) = Batches::new(records.0).next() else { panic!() };
        batch.verify_crc().unwrap();
        let values = batch.records().unwrap().map(|record| record.unwrap().value.unwrap());
        assert_eq!(values.collect::<Vec<_>>(), [&b"one"[..], b"two"]);

        // Growing the buffer to what is needed leads there.
        let (mut room, mut tries) = (0, 0);
        while let Err(error) = request(version, &mut vec![0; room]) {
            let needed = error.needed().unwrap();
            assert!(needed > room && needed <= len + 5, "{needed} {len}");
            (room, tries) = (needed, tries + 1);
        }
        assert!(tries <= 5, "{tries}");
    }
}
