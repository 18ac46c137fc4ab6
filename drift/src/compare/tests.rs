//! One fact of a schema at a time is made another, and has to be named.

use super::*;
use crate::kafka::Schema;
use crate::release::KafkaError;

/// As the definition has it.
const DESCRIBE_CLUSTER: &str = r#"{
  "apiKey": 60, "type": "response", "name": "DescribeClusterResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "ThrottleTimeMs", "type": "int32", "versions": "0+" },
    { "name": "ErrorCode", "type": "int16", "versions": "0+" },
    { "name": "ErrorMessage", "type": "string", "versions": "0+", "nullableVersions": "0+",
      "default": "null" },
    { "name": "EndpointType", "type": "int8", "versions": "1+", "default": "1" },
    { "name": "ClusterId", "type": "string", "versions": "0+" },
    { "name": "ControllerId", "type": "int32", "versions": "0+", "default": "-1" },
    { "name": "Brokers", "type": "[]DescribeClusterBroker", "versions": "0+", "fields": [
      { "name": "BrokerId", "type": "int32", "versions": "0+" },
      { "name": "Host", "type": "string", "versions": "0+" },
      { "name": "Port", "type": "int32", "versions": "0+" },
      { "name": "Rack", "type": "string", "versions": "0+", "nullableVersions": "0+",
        "default": "null" },
      { "name": "IsFenced", "type": "bool", "versions": "2+" }
    ]},
    { "name": "ClusterAuthorizedOperations", "type": "int32", "versions": "0+",
      "default": "-2147483648" }
  ]
}"#;

/// The differences of the one message of a release.
fn differences(version: &str, schema: &str) -> Vec<Difference> {
    let mut release = Release { version: version.into(), ..Release::default() };
    let (schema, _) = Schema::parse(schema).expect("a schema");
    release.schemas.insert(schema.name.clone(), schema);
    release.headers = (0..=3).map(|version| ((60, version), (2, 1))).collect();
    let mut found = compare(&release, &[]).differences;
    found.retain(|difference| difference.place.starts_with("DescribeClusterResponse"));
    found
}

fn lines(version: &str, schema: &str) -> Vec<String> {
    differences(version, schema).iter().map(|d| d.show(version).to_string()).collect()
}

fn changed(from: &str, to: &str) -> String {
    assert_eq!(DESCRIBE_CLUSTER.matches(from).count(), 1, "{from} is there once");
    DESCRIBE_CLUSTER.replace(from, to)
}

#[test]
fn what_is_the_same_is_no_difference() {
    assert_eq!(lines("4.4.0", DESCRIBE_CLUSTER), [""; 0]);
}

#[test]
fn each_changed_fact_is_named() {
    let port = r#""Port", "type": "int32", "versions": "0+""#;
    for (from, to, line) in [
        (r#""apiKey": 60"#, r#""apiKey": 61"#, ": API key 61 in 4.4.0, 60 here"),
        (r#""response""#, r#""data""#, ": role data in 4.4.0, response here"),
        (
            r#""flexibleVersions": "0+""#,
            r#""flexibleVersions": "1+""#,
            ": flexible 1+ in 4.4.0, 0+ here",
        ),
        (
            r#""validVersions""#,
            r#""latestVersionUnstable": true, "validVersions""#,
            ": unstable 2+ in 4.4.0, none here",
        ),
        (r#""0-2""#, r#""1-2""#, ": versions 1-2 in 4.4.0, 0-2 current here"),
        (r#""ErrorCode""#, r#""Fault""#, ".Fault: versions 0+ in 4.4.0, none here"),
        (
            port,
            r#""Port", "type": "uint16", "versions": "0+""#,
            ".brokers.port: type uint16 in 4.4.0, int32 here",
        ),
        (
            port,
            r#""Port", "type": "[]int32", "versions": "0+""#,
            ".brokers.port: type []int32 in 4.4.0, int32 here",
        ),
        (
            port,
            r#""Port", "type": "int32", "versions": "0-1""#,
            ".brokers.port: versions 0-1 in 4.4.0, 0+ here",
        ),
        (
            port,
            r#""Port", "type": "int32", "versions": "0+", "ignorable": true"#,
            ".brokers.port: ignorable true in 4.4.0, false here",
        ),
        (
            port,
            r#""Port", "type": "int32", "versions": "0+", "default": "0x10""#,
            ".brokers.port: default 16 in 4.4.0, 0 here",
        ),
        (
            port,
            r#""Port", "type": "int32", "versions": "0+", "tag": 3, "taggedVersions": "1+""#,
            ".brokers.port: tag 3 in 4.4.0, none here",
        ),
        (
            r#""Host", "type": "string""#,
            r#""Host", "type": "string", "nullableVersions": "1+""#,
            ".brokers.host: nullable 1+ in 4.4.0, none here",
        ),
        (
            r#""Host", "type": "string""#,
            r#""Host", "type": "string", "flexibleVersions": "none""#,
            ".brokers.host: flexible none in 4.4.0, 0+ here",
        ),
        (
            r#""-2147483648""#,
            "-1",
            ".cluster_authorized_operations: default -1 in 4.4.0, -2147483648 here",
        ),
        (
            "[]DescribeClusterBroker",
            "[]Node",
            ".brokers: type []Node in 4.4.0, []DescribeClusterBroker here",
        ),
    ] {
        let found = lines("4.4.0", &changed(from, to));
        let line = format!("DescribeClusterResponse{line}");
        assert!(found.contains(&line), "{line} is not in {found:#?}");
    }
}

#[test]
fn order_counts() {
    let moved = changed(r#"{ "name": "Port", "type": "int32", "versions": "0+" },"#, "").replace(
        r#"{ "name": "Host","#,
        r#"{ "name": "Port", "type": "int32", "versions": "0+" }, { "name": "Host","#,
    );
    assert_eq!(
        lines("4.4.0", &moved),
        ["DescribeClusterResponse.brokers v0: order broker_id, port, host, rack in 4.4.0, \
         broker_id, host, port, rack here"]
    );
}

#[test]
fn an_older_release_may_have_less() {
    let older = changed(r#""0-2""#, r#""0-1""#).replace(r#""2+""#, r#""3+""#);
    assert_eq!(lines("4.0.0", &older), [""; 0]);
    assert_eq!(
        lines("4.4.0", &older),
        ["DescribeClusterResponse: versions 0-1 in 4.4.0, 0-2 current here"]
    );
}

#[test]
fn what_a_newer_release_adds_is_new() {
    let newer = changed(r#""0-2""#, r#""0-3""#).replace(
        r#"{ "name": "IsFenced""#,
        r#"{ "name": "Zone", "type": "string", "versions": "3+",
            "nullableVersions": "3+" }, { "name": "IsFenced""#,
    );
    let found = differences("4.5.0", &newer);
    let sketches: Vec<_> = found.iter().filter_map(|d| d.new.as_deref()).collect();
    assert_eq!(sketches, ["", "pub zone: Option<&'a str> = since(3).nullable_since(3),"]);
    let found: Vec<_> = found.iter().map(|d| d.show("4.5.0").to_string()).collect();
    assert_eq!(
        found,
        [
            "DescribeClusterResponse: versions 0-3 in 4.5.0, 0-2 here",
            "DescribeClusterResponse.brokers.Zone: versions 3+ in 4.5.0, none here",
        ]
    );
    let message = r#"{ "apiKey": 95, "type": "request", "name": "DescribeClusterResponse2",
        "validVersions": "0-1", "flexibleVersions": "0+", "fields": [] }"#;
    assert_eq!(
        lines("4.5.0", message).last().map(String::as_str),
        Some("DescribeClusterResponse: versions none in 4.5.0, 0-2 current here")
    );
    assert!(differences("4.5.0", message).iter().any(|d| d.theirs == "0-1"
        && d.new.as_deref().is_some_and(|sketch| sketch.starts_with("message! {"))));
}

#[test]
fn headers_and_errors_are_compared() {
    let mut release = Release { version: "4.4.0".into(), ..Release::default() };
    let (schema, _) = Schema::parse(DESCRIBE_CLUSTER).expect("a schema");
    release.schemas.insert(schema.name.clone(), schema);
    release.headers = (0..=2).map(|version| ((60, version), (2, i16::from(version > 0)))).collect();
    let error = |name: &str, is_retriable| KafkaError { name: name.into(), is_retriable };
    release.errors.insert(0, error("NONE", false));
    release.errors.insert(1, error("OFFSET_OUT_OF_RANGE", true));
    release.errors.insert(2, error("BROKEN", true));
    release.errors.insert(1000, error("COLOUR", true));
    let result = compare(&release, &[]);
    let found: Vec<_> = result.differences.iter().map(|d| d.show("4.4.0").to_string()).collect();
    for line in [
        "DescribeClusterResponse v0: header version 0 in 4.4.0, 1 here",
        "error 1: retriable true in 4.4.0, false here",
        "error 2: name BROKEN in 4.4.0, CORRUPT_MESSAGE here",
        "error 1000: name COLOUR (retriable) in 4.4.0, none here",
        "error 136: name none in 4.4.0, CONTROLLER_ID_NOT_REGISTERED here",
    ] {
        assert!(found.iter().any(|found| found == line), "{line} is not in {found:#?}");
    }
    assert_eq!(found.iter().filter(|line| line.contains("header version")).count(), 1);
    assert!(!found.iter().any(|line| line.starts_with("error 0:")));
}
