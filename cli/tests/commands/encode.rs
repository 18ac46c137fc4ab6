use super::{frame, lines, run, text};
use serde_json::{Value as Json, json};

#[test]
fn json_of_javas_classes_gives_their_bytes() {
    for line in lines("vectors.jsonl") {
        let Some(mut json) = line.get("json").cloned() else { continue };
        if let Some(tags) = line.get("unknownTags") {
            json["unknownTags"] = tags.clone();
        }
        let (name, version) = (text(&line, "message"), line["version"].to_string());
        let args = ["encode", name, "--version", &version, "--body"];
        let made = run(&args, json.to_string().as_bytes());
        assert_eq!((made.code, &*made.err), (Some(0), ""), "{name} v{version}");
        assert_eq!(made.out.trim_end(), text(&line, "hex"), "{name} v{version}");
    }
}

#[test]
fn frames_have_their_size_and_header() {
    let json = br#"{"topics": [{"name": "a"}]}"#;
    let request = run(&["encode", "Metadata", "--version", "9"], json);
    // Size; key, version, correlation id, empty client id, tags; topics, three flags, tags.
    assert_eq!(
        request.out,
        "00000013 0003 0009 00000000 0000 00 02026100 01 00 00 00\n".replace(' ', "")
    );
    let named =
        run(&["encode", "3", "--version", "1", "--client-id", "me", "--correlation-id", "7"], json);
    assert_eq!(
        named.out,
        "00000013 0003 0001 00000007 00026d65 00000001 000161\n".replace(' ', "")
    );
    let response =
        run(&["encode", "ApiVersionsResponse", "--version", "3", "--correlation-id", "-1"], b"{}");
    assert_eq!(response.out, "0000000c ffffffff 0000 01 00000000 00\n".replace(' ', ""));
}

#[test]
fn decoded_frames_encode_to_the_same_bytes() {
    for key in [3, 10, 18, 19, 22] {
        let (hex, _) = frame(key, "request");
        let shown = run(&["decode", "--as", "json"], hex.as_bytes());
        let version = i16::from_str_radix(&hex[4..8], 16).expect("hex").to_string();
        let made = run(
            &["encode", &key.to_string(), "--version", &version, "--body"],
            shown.out.as_bytes(),
        );
        assert!(hex.ends_with(made.out.trim_end()), "{key}: {}", made.err);
        assert!(made.out.len() > 2, "{key}");
    }
}

#[test]
fn what_is_left_out_is_at_its_default() {
    let made = run(&["encode", "FetchRequest", "--version", "4", "--body"], b"{}");
    // Replica -1, two numbers, most bytes 2147483647, isolation 0, no topics.
    assert_eq!(made.out, "ffffffff 00000000 00000000 7fffffff 00 00000000\n".replace(' ', ""));
}

#[test]
fn old_names_are_taken_too() {
    let args = ["encode", "ListClientMetricsResourcesResponse", "--version", "0", "--body"];
    let old = run(&args, br#"{"clientMetricsResources": [{"name": "x"}]}"#);
    let new = run(&args, br#"{"configResources": [{"resourceName": "x"}]}"#);
    assert_eq!((old.code, &old.out), (Some(0), &new.out));
}

#[test]
fn json_that_does_not_fit_is_refused_with_its_path() {
    let cases: [(&str, &str, Json, &str); 12] = [
        ("MetadataRequest", "1", json!([]), "an object is expected"),
        ("MetadataRequest", "1", json!({"topic": []}), "topic: MetadataRequest has no field"),
        ("MetadataRequest", "0", json!({"topics": null}), "topics: null"),
        ("MetadataRequest", "1", json!({"topics": [{"name": 3}]}), "topics[0].name: a string"),
        (
            "MetadataRequest",
            "3",
            json!({"allowAutoTopicCreation": false}),
            "allowAutoTopicCreation",
        ),
        ("MetadataRequest", "4", json!({"allowAutoTopicCreation": 1}), "allowAutoTopicCreation"),
        ("FetchRequest", "4", json!({"maxWaitMs": 2_147_483_648_i64}), "maxWaitMs: a whole number"),
        ("FetchRequest", "4", json!({"maxWaitMs": 1.5}), "maxWaitMs: a whole number"),
        ("MetadataRequest", "12", json!({"topics": [{"topicId": "AA"}]}), "topics[0].topicId"),
        ("SaslAuthenticateRequest", "0", json!({"authBytes": "%"}), "authBytes: base64"),
        (
            "MetadataRequest",
            "1",
            json!({"unknownTags": [{"tag": 9, "hex": ""}]}),
            "lacks the field",
        ),
        ("MetadataRequest", "9", json!({"unknownTags": [{"tag": 9}]}), "unknownTags"),
    ];
    for (name, version, json, says) in cases {
        let args = ["encode", name, "--version", version, "--body"];
        let made = run(&args, json.to_string().as_bytes());
        assert_eq!((made.code, &*made.out), (Some(1), ""), "{json}");
        assert!(made.err.contains(says), "{json}: {}", made.err);
    }
    let long = json!({"topics": [{"name": "x".repeat(32_768)}]}).to_string();
    let made = run(&["encode", "MetadataRequest", "--version", "1"], long.as_bytes());
    assert!(made.code == Some(1) && made.err.contains("too long"), "{}", made.err);
    assert_eq!(run(&["encode", "MetadataRequest", "--version", "1"], b"{").code, Some(1));
    assert_eq!(run(&["encode", "MetadataRequest", "--version", "99"], b"{}").code, Some(1));
    assert_eq!(run(&["encode", "NoSuchMessage", "--version", "0"], b"{}").code, Some(1));
    assert_eq!(run(&["encode", "VotersRecord", "--version", "0"], b"{}").code, Some(1));
}

#[test]
fn numbers_keep_all_their_bits() {
    let args = ["encode", "ResponseHeader", "--version", "0", "--body"];
    let made = run(&args, br#"{"correlationId": -2147483648}"#);
    assert_eq!(made.out, "80000000\n");
    let args = ["encode", "EndTxnRequest", "--version", "0", "--body"];
    let made = run(&args, br#"{"producerId": 9223372036854775807}"#);
    assert!(made.out.contains("7fffffffffffffff"), "{}", made.out);
    let quota = |value: &str| {
        let json = format!(
            r#"{{"entries": [{{"entity": [], "ops": [{{"key": "", "value": {value}}}]}}]}}"#
        );
        let args = ["encode", "AlterClientQuotasRequest", "--version", "0", "--body"];
        run(&args, json.as_bytes()).out
    };
    for (value, bits) in [
        ("-0.0", "8000000000000000"),
        ("0.1", "3fb999999999999a"),
        ("2", "4000000000000000"),
        ("\"NaN\"", "7ff8000000000000"),
        ("\"-Infinity\"", "fff0000000000000"),
    ] {
        assert!(quota(value).contains(bits), "{value}: {}", quota(value));
    }
}
