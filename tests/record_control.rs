//! Control records by the definitions of their values.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::api::data::end_txn_marker::EndTxnMarker;
use kafka_codec::api::data::leader_change_message::{LeaderChangeMessage, Voter};
use kafka_codec::api::data::snapshot_footer_record::SnapshotFooterRecord;
use kafka_codec::error::ErrorKind;
use kafka_codec::record::*;
use kafka_codec::typed::{Body, Uuid};

fn control(control_type: ControlType, value: &[u8]) -> kafka_codec::Result<String> {
    let key = control_type.key();
    let record = Record { key: Some(&key), value: Some(value), ..Record::default() };
    ControlRecord::decode(&record)?.decode_value().map(|value| format!("{value:?}"))
}

#[test]
fn markers_that_brokers_wrote() {
    let mut seen = vec![];
    for line in include_str!("data/batches.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let hex = line["hex"].as_str().unwrap();
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        for batch in Batches::new(&bytes) {
            let Ok(Batch::Records(batch)) = batch else { continue };
            if !batch.attributes().is_control() {
                continue;
            }
            for record in batch.records().unwrap() {
                let record = ControlRecord::decode(&record.unwrap()).unwrap();
                match record.decode_value().unwrap() {
                    ControlValue::Abort(marker) | ControlValue::Commit(marker) => {
                        assert!(marker.coordinator_epoch >= 0);
                    }
                    ControlValue::LeaderChange(message) => {
                        assert_eq!(message.version, record.value_version);
                        assert!(!message.voters.is_empty());
                    }
                    other => panic!("{other:?}"),
                }
                seen.push(record.control_type);
            }
        }
    }
    for control_type in [ControlType::Abort, ControlType::Commit, ControlType::LeaderChange] {
        assert!(seen.contains(&control_type), "{control_type:?}");
    }
}

#[test]
fn values_are_decoded_by_their_version() {
    let mut buffer = [0xa5; 200];
    let voters = [Voter { voter_id: 3, voter_directory_id: Uuid([7; 16]), ..Voter::default() }];
    for version in [0, 1] {
        let directory = if version == 0 { Uuid::ZERO } else { Uuid([7; 16]) };
        let voters = [Voter { voter_directory_id: directory, ..voters[0] }];
        let message = LeaderChangeMessage {
            version,
            leader_id: 3,
            voters: (&voters).into(),
            granting_voters: (&voters).into(),
            ..LeaderChangeMessage::default()
        };
        let size = message.encode(version, &mut buffer).unwrap();
        let text = control(ControlType::LeaderChange, &buffer[..size]).unwrap();
        assert!(text.contains("leader_id: 3") && text.contains("voter_id: 3"), "{text}");
    }
    let size = SnapshotFooterRecord::default().encode(0, &mut buffer).unwrap();
    assert!(control(ControlType::SnapshotFooter, &buffer[..size]).is_ok());
    let marker = EndTxnMarker { coordinator_epoch: 258, ..EndTxnMarker::default() };
    let size = 2 + marker.encode(0, &mut buffer[2..]).unwrap();
    buffer[..2].fill(0);
    let expected = format!("{:?}", ControlValue::Commit(marker));
    assert_eq!(control(ControlType::Commit, &buffer[..size]), Ok(expected.clone()));
    // A later version, with more behind it.
    buffer[1] = 9;
    assert_eq!(control(ControlType::Commit, &buffer[..size + 3]), Ok(expected));
    let error = control(ControlType::Abort, &buffer[..size - 1]).unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::Truncated { need: 4, remaining: 3 }, 2));
    let error = control(ControlType::KRaftVersion, &[0, 9, 0, 0]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::UnsupportedVersion { version: 9 });
    let unknown = control(ControlType::Unknown(77), &[0, 1, 2]).unwrap();
    assert_eq!(unknown, format!("{:?}", ControlValue::Unknown(77, &[0, 1, 2])));
}
