//! Schemas and grammars.

use super::message;
use kafka_codec::ErrorKind;
use kafka_codec::inspect::{self, Grammar, Notation, Schema};
use kafka_codec::schema::Role;
use serde_json::Value;

fn schema(name: &str) -> Value {
    let printed = format!("{}", Schema::new(message(name)));
    serde_json::from_str(&printed).expect(&printed)
}

/// Name, type and versions of each field, with those of nested ones behind a dot.
fn fields(of: &Value, before: &str, out: &mut Vec<String>) {
    for field in of["fields"].as_array().into_iter().flatten() {
        let text = |key: &str| field[key].as_str().expect(key);
        let name = format!("{before}{}", text("name"));
        out.push(format!("{name} {} {}", text("type"), text("versions")));
        assert!(!text("about").is_empty(), "{name}");
        fields(field, &format!("{name}."), out);
    }
}

#[test]
fn fields_are_those_of_kafkas_schema() {
    let schema = schema("AlterConfigsRequest");
    assert_eq!(schema["apiKey"], 33);
    assert_eq!(schema["type"], "request");
    assert_eq!(schema["name"], "AlterConfigsRequest");
    assert_eq!(schema["validVersions"], "0-2");
    assert_eq!(schema["flexibleVersions"], "2+");
    let mut out = vec![];
    fields(&schema, "", &mut out);
    assert_eq!(
        out,
        [
            "Resources []AlterConfigsResource 0+",
            "Resources.ResourceType int8 0+",
            "Resources.ResourceName string 0+",
            "Resources.Configs []AlterableConfig 0+",
            "Resources.Configs.Name string 0+",
            "Resources.Configs.Value string 0+",
            "ValidateOnly bool 0+",
        ]
    );
    assert_eq!(schema["fields"][0]["fields"][2]["fields"][1]["nullableVersions"], "0+");
}

#[test]
fn rules_of_a_field_are_told() {
    let fetch = schema("FetchRequest");
    let field = |name: &str| {
        let all = fetch["fields"].as_array().expect("fields");
        all.iter().find(|field| field["name"] == name).expect(name)
    };
    let cluster_id = field("ClusterId");
    assert_eq!((&cluster_id["tag"], &cluster_id["taggedVersions"]), (&0.into(), &"12+".into()));
    assert_eq!(cluster_id["default"], "null");
    assert_eq!(cluster_id["ignorable"], true);
    assert_eq!(field("MaxBytes")["default"], "2147483647");
    assert_eq!(field("ReplicaId")["versions"], "0-14");
    assert!(field("MinBytes")["default"].is_null());
    assert_eq!(schema("RequestHeader")["fields"][3]["flexibleVersions"], "none");
}

#[test]
fn every_schema_is_json_and_describes_everything() {
    for message in inspect::messages() {
        let schema = schema(message.name());
        fields(&schema, "", &mut vec![]);
        assert!(schema["about"].as_str().is_some_and(|about| !about.is_empty()));
        let has_key = matches!(message.role, Role::Request | Role::Response);
        assert_eq!(schema["apiKey"].is_i64(), has_key && message.api_key >= 0);
        for common in schema["commonStructs"].as_array().into_iter().flatten() {
            fields(common, "", &mut vec![]);
        }
    }
}

#[test]
fn structures_that_are_used_twice_are_common() {
    let schema = schema("AddPartitionsToTxnRequest");
    let common = &schema["commonStructs"];
    assert_eq!(common.as_array().map(Vec::len), Some(1));
    assert_eq!(common[0]["name"], "AddPartitionsToTxnTopic");
    assert_eq!(common[0]["versions"], "0+");
    let printed = format!("{schema}");
    assert_eq!(printed.matches("[]AddPartitionsToTxnTopic").count(), 2);
}

#[test]
fn grammar_of_the_guide() {
    let of = |name: &str, version| format!("{}", Grammar::new(message(name), version).expect(name));
    let expected = "\
Metadata Request (Version: 12) => [topics] allow_auto_topic_creation \
include_topic_authorized_operations TAG_BUFFER
  topics => topic_id name TAG_BUFFER
    topic_id => UUID
    name => COMPACT_NULLABLE_STRING
  allow_auto_topic_creation => BOOLEAN
  include_topic_authorized_operations => BOOLEAN
";
    assert_eq!(of("MetadataRequest", 12), expected);
    assert_eq!(
        of("MetadataRequest", 0),
        "Metadata Request (Version: 0) => [topics]\n  topics => name\n    name => STRING\n"
    );
    let fetch = of("FetchResponse", 17);
    assert!(fetch.starts_with("Fetch Response (Version: 17) => throttle_time_ms error_code "));
    assert!(fetch.contains("\n      records => COMPACT_RECORDS\n"), "{fetch}");
    assert!(fetch.contains("\n  [node_endpoints] <tag: 0> => node_id host port rack TAG_BUFFER\n"));
    assert!(of("RequestHeader", 2).contains("  client_id => NULLABLE_STRING\n"));
    assert!(of("RequestHeader", 2).starts_with("RequestHeader (Version: 2) => request_api_key "));
    assert!(of("ProduceRequest", 2).contains("records => RECORDS\n"));
    let error = Grammar::new(message("MetadataRequest"), 14).expect_err("no such version");
    assert_eq!(error.kind, ErrorKind::UnsupportedVersion { version: 14 });
}

#[test]
fn grammar_of_the_proposal() {
    let of = |name: &str| Grammar::new(message(name), 0).expect(name);
    let printed = format!("{}", of("AlterTopicsRequest"));
    let left = |line: &str| line.split(';').next().map(|s| s.trim_end().to_owned()).expect("text");
    let expected = [
        "AlterTopicsRequest => [alter_topic_requests] validate_only",
        "  alter_topic_requests => topic num_partitions replication_factor [partition_assignment]",
        "    topic => STRING",
        "    num_partitions => INT32",
        "    replication_factor => INT16",
        "    partition_assignment => partition_id brokers",
        "      partition_id => INT32",
        "      brokers => [INT32]",
        "  validate_only => BOOLEAN",
    ];
    assert_eq!(printed.lines().map(left).collect::<Vec<_>>(), expected);
    // The descriptions begin in one column.
    let columns: Vec<_> = printed.lines().filter_map(|line| line.find(';')).collect();
    assert!(columns.len() == 6 && columns.iter().all(|column| *column == columns[0]));
    let guide = format!("{}", of("AlterTopicsRequest").in_notation(Notation::Guide));
    assert!(guide.starts_with("AlterTopics Request (Version: 0) => "), "{guide}");
    assert!(guide.contains("partition_id [brokers]\n") && !guide.contains(';'), "{guide}");
    let status = format!("{}", of("ReplicaStatusResponse"));
    let line = "replica_status => topic partition_id broker error_code status_time lag\n";
    assert!(status.contains(line), "{status}");
}
