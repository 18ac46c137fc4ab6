use super::{Run, data, lines, run};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `verify` over lines that are made by the test.
fn verify(options: &[&str], lines: &[String]) -> (Run, String) {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let name = format!("kafka-codec-verify-{}-{number}.jsonl", std::process::id());
    let file: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&file, lines.join("\n")).expect("a file");
    let path = file.to_str().expect("UTF-8").to_string();
    let mut args = vec!["verify"];
    args.extend(options);
    args.push(&path);
    let shown = run(&args, b"");
    std::fs::remove_file(&file).expect("the file");
    (shown, path)
}

fn last(shown: &Run) -> &str {
    shown.out.lines().last().expect("a line")
}

fn of(file: &str, matches: impl Fn(&Json) -> bool) -> Json {
    lines(file).into_iter().find(|line| matches(line)).expect("a line")
}

#[test]
fn all_data_passes() {
    let (vectors, captures) = (data("vectors.jsonl"), data("captures.jsonl"));
    let count = lines("vectors.jsonl").len() + lines("captures.jsonl").len();
    let shown =
        run(&["verify", vectors.to_str().expect("UTF-8"), captures.to_str().expect("UTF-8")], b"");
    assert_eq!(last(&shown), format!("{count} passed, 0 failed, 0 skipped"), "{}", shown.out);
    assert_eq!((shown.code, &*shown.err), (Some(0), ""));
    assert!(shown.out.contains("trailing bytes"), "{}", shown.out);
}

#[test]
fn all_verdicts_pass() {
    let verdicts = data("verdicts.jsonl");
    let shown = run(&["verify", "--verdicts", verdicts.to_str().expect("UTF-8")], b"");
    let count = lines("verdicts.jsonl").len();
    assert_eq!(last(&shown), format!("{count} passed, 0 failed, 0 skipped"), "{}", shown.out);
    assert_eq!(shown.code, Some(0));
    for excuse in ["invalid-utf8", "tag-number", "kafka-3.9"] {
        assert!(shown.out.contains(excuse), "{excuse}: {}", shown.out);
    }
}

/// A line that has to fail, and what is said of it.
fn fails(options: &[&str], line: &Json, says: &str) {
    let good = lines(if options.is_empty() { "vectors.jsonl" } else { "verdicts.jsonl" });
    let (shown, path) = verify(options, &[good[0].to_string(), line.to_string()]);
    assert_eq!(last(&shown), "1 passed, 1 failed, 0 skipped", "{}", shown.out);
    assert_eq!(shown.code, Some(1));
    let failure = shown.out.lines().next().expect("a line");
    let subject = match line.get("message").and_then(Json::as_str) {
        Some(message) => format!("{path}:2: {message} v{}: ", line["version"]),
        None => format!("{path}:2: "),
    };
    assert!(failure.starts_with(&subject), "{failure}");
    assert!(failure.contains(says), "{failure}");
}

#[test]
fn a_wrong_body_fails() {
    let is_metadata = |line: &Json| line["message"] == "MetadataResponse" && line["version"] == 13;
    let good = of("vectors.jsonl", is_metadata);
    let change = |name: &str, value: Json| {
        let mut line = good.clone();
        line[name] = value;
        line
    };
    let hex = good["hex"].as_str().expect("hex");
    fails(&[], &change("hex", json!(format!("{hex}00"))), "of");
    fails(&[], &change("hex", json!(hex[..hex.len() - 2])), "MetadataResponse v13, byte");
    fails(&[], &change("hex", json!(format!("7f{}", &hex[2..]))), "json: throttleTimeMs is");
    fails(&[], &change("hex", json!("0")), "hex is missing or malformed");
    fails(&[], &change("hex", json!(null)), "hex is missing or malformed");
    fails(&[], &change("version", json!(12)), "typed");
    let mut line = good.clone();
    line["json"]["throttleTimeMs"] = json!(1);
    fails(&[], &line, "json: throttleTimeMs is");
    line["json"]["throttleTimeMs"] = json!("1");
    fails(&[], &line, "throttleTimeMs: a whole number");
    line["json"] = json!({});
    fails(&[], &line, "nothing");
    let tags = json!([{"tag": 100, "hex": "00"}]);
    fails(&[], &change("unknownTags", tags), "unknownTags: ");
}

#[test]
fn a_wrong_frame_fails() {
    let good = of("captures.jsonl", |line| line["api_key"] == 3 && line["dir"] == "request");
    let frame = |change: &dyn Fn(&mut Json)| {
        let mut line = good.clone();
        change(&mut line);
        let (shown, _) = verify(&[], &[line.to_string()]);
        assert_eq!(last(&shown), "0 passed, 1 failed, 0 skipped", "{}", shown.out);
        assert_eq!(shown.code, Some(1));
    };
    let hex = good["hex"].as_str().expect("hex").to_string();
    frame(&|line| line["hex"] = json!(format!("{hex}00")));
    frame(&|line| line["hex"] = json!(&hex[..hex.len() - 2]));
    frame(&|line| line["hex"] = json!(&hex[..10]));
    frame(&|line| line["trailing_bytes"] = json!(1));
    frame(&|line| line["dir"] = json!("sideways"));
}

#[test]
fn what_is_no_line_fails() {
    let (shown, path) = verify(&[], &["{".into(), "[]".into(), "{\"hex\":\"\"}".into(), "".into()]);
    assert_eq!(last(&shown), "0 passed, 3 failed, 0 skipped", "{}", shown.out);
    assert!(shown.out.starts_with(&format!("{path}:1: FAILED: no JSON")), "{}", shown.out);
    assert_eq!(run(&["verify", "no/such/file"], b"").code, Some(1));
    assert_ne!(run(&["verify"], b"").code, Some(0));
}

#[test]
fn what_is_not_defined_is_skipped_and_named() {
    let frame = json!({"dir": "request", "api_key": 999, "api_version": 0, "hex": ""});
    let vector = json!({"message": "NoSuchRequest", "version": 3, "hex": ""});
    let version = json!({"message": "MetadataRequest", "version": 99, "hex": ""});
    let all: Vec<_> = [&frame, &vector, &version, &vector].map(Json::to_string).into();
    let (shown, _) = verify(&[], &all);
    assert_eq!(last(&shown), "0 passed, 0 failed, 4 skipped", "{}", shown.out);
    assert_eq!(shown.code, Some(0));
    for name in ["NoSuchRequest v3", "MetadataRequest v99", "Request of API key 999 v0"] {
        assert!(shown.out.contains(name), "{name}: {}", shown.out);
    }
}

#[test]
fn wrong_verdicts_fail() {
    let accepted = of("verdicts.jsonl", |line| {
        let java = &line["java"];
        line["mutation"] == "control" && java["verdict"] == "accept" && !java["reencoded"].is_null()
    });
    let change = |name: &str, value: Json| {
        let mut line = accepted.clone();
        line["java"][name] = value;
        line
    };
    fails(&["--verdicts"], &change("verdict", json!("reject")), "accepts what Java rejects");
    fails(&["--verdicts"], &change("verdict", json!("maybe")), "malformed");
    fails(&["--verdicts"], &change("consumed", json!(0)), "Java 0");
    fails(&["--verdicts"], &change("reencoded", json!("00")), "encoded again");
    fails(&["--verdicts"], &change("reencoded", json!(null)), "encodes again what Java cannot");
    let mut rejected = of("verdicts.jsonl", |line| line["mutation"] == "truncate-1");
    rejected["java"] = json!({"verdict": "accept", "consumed": 1, "reencoded": null});
    fails(&["--verdicts"], &rejected, "rejects what Java accepts");
    // Text that is not UTF-8 is excused only if all but that text is as Java has it.
    let mut text = of("verdicts.jsonl", |line| {
        line["mutation"] == "utf8-surrogate" && !line["java"]["reencoded"].is_null()
    });
    text["java"]["reencoded"] = text["hex"].clone();
    fails(&["--verdicts"], &text, "U+FFFD");
}

/// What Java 4.4.0 does with a tag that comes twice, the first time with unknown tags 5 and 3 in it.
#[test]
fn a_replaced_tag_with_tags_out_of_order_is_excused() {
    let line = |host: &str, reencoded: &str| {
        let hex = format!("00000102000e0200000001026800090205000300000a020000000102{host}000900");
        json!({
            "kafka": "4.4.0", "message": "VoteResponse", "version": 2, "hex": hex,
            "java": {"verdict": "accept", "consumed": 32, "reencoded": reencoded},
        })
    };
    // Where text in it is not UTF-8, that is the kind.
    for (host, reencoded, kind) in [
        ("68", "00000101000a02000000010268000900", "replaced-tag (1 lines)"),
        ("ff", "00000101000c020000000104efbfbd000900", "invalid-utf8 (1 lines)"),
    ] {
        let (shown, _) = verify(&["--verdicts"], &[line(host, reencoded).to_string()]);
        assert_eq!(last(&shown), "1 passed, 0 failed, 0 skipped", "{}", shown.out);
        assert!(shown.out.contains(kind), "{}", shown.out);
    }
    fails(&["--verdicts"], &line("68", "00000101000a02000000020268000900"), "encoded again");
    fails(&["--verdicts"], &line("ff", "00000101000c020000000204efbfbd000900"), "encoded again");
}

#[test]
fn floats_compare_bit_for_bit() {
    // One quota: entity none, one operation with a value; ignore it, or not.
    let line = |bits: &str, json: &str| {
        let hex = format!("00000001 00000000 00000001 000161 {bits} 00 00").replace(' ', "");
        format!(
            r#"{{"message": "AlterClientQuotasRequest", "version": 0, "hex": "{hex}", "json":
            {{"entries": [{{"entity": [], "ops": [{{"key": "a", "value": {json}, "remove": false}}]}}],
            "validateOnly": false}}}}"#
        )
        .replace('\n', " ")
    };
    for (bits, json, passes) in [
        ("3fb999999999999a", "0.1", true),
        ("8000000000000000", "-0.0", true),
        ("8000000000000000", "0.0", false),
        ("0000000000000000", "0", true),
        ("0000000000000001", "4.9E-324", true),
        ("7ff8000000000000", "\"NaN\"", true),
        ("fff8000000000001", "\"NaN\"", true),
        ("7ff0000000000000", "\"Infinity\"", true),
        ("7ff0000000000000", "\"-Infinity\"", false),
    ] {
        let (shown, _) = verify(&[], &[line(bits, json)]);
        let expected = if passes { "1 passed, 0 failed" } else { "0 passed, 1 failed" };
        assert!(last(&shown).starts_with(expected), "{bits} {json}: {}", shown.out);
    }
}
