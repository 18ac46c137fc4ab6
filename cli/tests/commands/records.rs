use super::{data, lines, run, text, unhex};
use serde_json::{Value as Json, json};

const FORMS: [&str; 4] = ["tree", "json", "layout", "events"];

fn decode(form: &str, bytes: &[u8]) -> super::Run {
    run(&["decode", "--records", "--as", form], bytes)
}

#[test]
fn batches_decode_in_each_form() {
    for line in lines("batches.jsonl") {
        let bytes = unhex(text(&line, "hex"));
        for form in FORMS {
            let shown = decode(form, &bytes);
            assert_eq!((shown.code, &*shown.err), (Some(0), ""), "{line} {form}");
            assert!(!shown.out.contains("not understood"), "{}", shown.out);
        }
        let tree = decode("tree", &bytes).out;
        assert!(!tree.contains("(wrong"), "{tree}");
        let json: Json = serde_json::from_str(&decode("json", &bytes).out).expect("JSON");
        let (batches, kinds) =
            (json.as_array().expect("all"), line["kinds"].as_array().expect("k"));
        assert_eq!(batches.len(), kinds.len());
        for (batch, kind) in batches.iter().zip(kinds) {
            let said = format!("m{}/{}", batch["magic"], text(batch, "compression"));
            assert!(kind.as_str().expect("a kind").starts_with(&said), "{kind} {said}");
            assert_eq!(batch["isCrcRight"], true);
            assert!(batch.get("fault").is_none(), "{batch}");
            if let Some(records) = batch["records"].as_array() {
                assert_eq!(records.len() as u64, batch["recordCount"].as_u64().expect("a count"));
            }
        }
    }
}

#[test]
fn a_segment_of_a_broker_is_read() {
    let path = data("segment.log");
    let args = |form| ["decode", "--records", "--as", form, path.to_str().expect("UTF-8")];
    let json = run(&args("json"), b"");
    assert_eq!((json.code, &*json.err), (Some(0), ""));
    let json: Json = serde_json::from_str(&json.out).expect("JSON");
    let mut next = 0;
    for batch in json.as_array().expect("batches") {
        for record in batch["records"].as_array().expect("records") {
            assert_eq!(record["offset"], next);
            next += 1;
        }
    }
    assert!(next > 5);
    let tree = run(&args("tree"), b"").out;
    assert_eq!(tree.matches("+-- Record[").count(), next, "{tree}");
    let events = run(&args("events"), b"").out;
    assert_eq!(events.matches("end of record").count(), next, "{events}");
    let layout = run(&args("layout"), b"").out;
    let compressed = tree.matches("The records, compressed together").count();
    assert_eq!(layout.matches("decompressed from the batch at").count(), compressed);
    assert!(compressed > 0);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let bytes = std::fs::read(data("segment.log")).expect("a file");
    for form in FORMS {
        let cut = decode(form, &bytes[..bytes.len() - 1]);
        assert_eq!(cut.code, Some(1));
        assert!(cut.err.starts_with("records, byte 0x"), "{}", cut.err);
    }
    let mut flipped = bytes.clone();
    flipped[70] ^= 1;
    let shown = decode("tree", &flipped);
    assert_eq!(
        (shown.code, &*shown.err),
        (Some(1), "records, byte 0x0011: record batch: checksum does not match\n")
    );
    assert!(shown.out.contains("(wrong: it is 0x"), "{}", shown.out);
    let mut magic = bytes;
    magic[16] = 3;
    let shown = decode("events", &magic);
    assert_eq!(shown.code, Some(1));
    assert!(shown.err.starts_with("records, byte 0x0010: "), "{}", shown.err);
    assert_eq!(run(&["decode", "--records", "--api", "3", "--version", "1"], b"").code, Some(2));
    assert_eq!(decode("json", b"").out, "[]\n");
}

#[test]
fn frames_show_their_batches() {
    let all = lines("captures.jsonl");
    let compressed = |line: &&Json| {
        line["api_key"] == 0 && line["batches"].as_array().is_some_and(|b| b[0] == "m2/gzip/idem")
    };
    let line = all.iter().find(compressed).expect("a request");
    for (form, has) in [
        ("tree", "+-- Record[0]"),
        ("layout", "decompressed from the batch at 0x"),
        ("events", "end of record"),
    ] {
        let shown = run(&["decode", "--as", form], text(line, "hex").as_bytes());
        assert_eq!((shown.code, &*shown.err), (Some(0), ""));
        assert!(shown.out.contains(has), "{}", shown.out);
    }
}

#[test]
fn batches_that_are_not_as_said_fail() {
    let mut line = lines("captures.jsonl")
        .into_iter()
        .find(|line| line["batches"] == json!(["m1/gzip"]))
        .expect("a request");
    let good = line.clone();
    let failure = |line: &Json| {
        let path = std::env::temp_dir().join(format!("kafka-codec-records-{}", std::process::id()));
        std::fs::write(&path, line.to_string()).expect("a file");
        let shown = run(&["verify", path.to_str().expect("UTF-8")], b"");
        std::fs::remove_file(&path).expect("the file");
        (shown.code, shown.out)
    };
    assert_eq!(failure(&good).0, Some(0));
    line["batches"] = json!(["m2/none", "m2/brotli"]);
    let (code, out) = failure(&line);
    assert!(code == Some(1) && out.contains("the batches are {"), "{out}");
    line.as_object_mut().expect("an object").remove("batches");
    let (code, out) = failure(&line);
    assert!(code == Some(1) && out.contains("says nothing of the batches"), "{out}");
    // The records of this version end the frame.
    line = good;
    let hex = text(&line, "hex");
    let (front, last) = hex.split_at(hex.len() - 1);
    line["hex"] = json!(format!("{front}{}", if last == "0" { "1" } else { "0" }));
    let (code, out) = failure(&line);
    assert!(code == Some(1) && out.contains("checksum does not match"), "{out}");
}
