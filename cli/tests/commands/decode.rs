use super::{frame, lines, run, sized, text, unhex};
use serde_json::Value as Json;

const FORMS: [&str; 4] = ["tree", "json", "layout", "events"];

fn response<'a>(form: &'a str, key: &'a str, version: &'a str) -> Vec<&'a str> {
    vec!["decode", "--as", form, "--api", key, "--version", version, "--response"]
}

#[test]
fn captured_frames_decode_in_each_form() {
    for (index, line) in lines("captures.jsonl").iter().enumerate() {
        let (key, version) = (line["api_key"].to_string(), line["api_version"].to_string());
        let form = FORMS[index % FORMS.len()];
        let args = match text(line, "dir") {
            "request" => vec!["decode", "--as", form],
            _ => response(form, &key, &version),
        };
        let shown = run(&args, text(line, "hex").as_bytes());
        match line["trailing_bytes"].as_u64() {
            None => assert_eq!((shown.code, &*shown.err), (Some(0), ""), "{key} v{version} {form}"),
            Some(n) => {
                assert_eq!(shown.code, Some(1));
                let left =
                    if n == 1 { "1 byte is left".into() } else { format!("{n} bytes are left") };
                assert!(shown.err.contains(&left), "{}", shown.err);
            }
        }
        assert!(shown.out.len() > 10, "{key} v{version} {form}");
    }
}

#[test]
fn bodies_give_the_json_of_javas_classes() {
    for line in lines("vectors.jsonl").iter().filter(|line| line["kafka"] == "4.4.0") {
        let Some(expected) = line.get("json") else { continue };
        let (name, version) = (text(line, "message"), line["version"].to_string());
        let args = ["decode", "--as", "json", "--body", name, "--version", &version];
        let shown = run(&args, text(line, "hex").as_bytes());
        assert_eq!((shown.code, &*shown.err), (Some(0), ""), "{name} v{version}");
        let json: Json = serde_json::from_str(&shown.out).expect("JSON");
        assert_eq!(json, *expected, "{name} v{version}");
    }
}

#[test]
fn a_frame_may_come_in_any_form() {
    let (hex, _) = frame(3, "request");
    let expected = run(&["decode", "--as", "json"], hex.as_bytes()).out;
    assert!(expected.contains("\"topics\""));
    let spaced: String = hex.chars().enumerate().fold(String::new(), |mut text, (i, c)| {
        text.push_str(if i % 32 == 0 { "\n 0x" } else { "" });
        text.push_str(if i % 2 == 0 { " " } else { "" });
        text.push(c.to_ascii_uppercase());
        text
    });
    for input in [
        sized(&hex).into_bytes(),
        spaced.into_bytes(),
        unhex(&hex),
        unhex(&sized(&hex)),
        format!("0x{}\r\n", sized(&hex)).into_bytes(),
    ] {
        let shown = run(&["decode", "--as", "json", "-"], &input);
        assert_eq!((&shown.out, shown.code), (&expected, Some(0)), "{input:?}");
    }
}

#[test]
fn a_file_is_read() {
    let (hex, version) = frame(3, "response");
    let file = std::env::temp_dir().join(format!("kafka-codec-decode-{}", std::process::id()));
    std::fs::write(&file, unhex(&sized(&hex))).expect("a file");
    let mut args = response("json", "Metadata", &version);
    args.push(file.to_str().expect("UTF-8"));
    let shown = run(&args, b"");
    std::fs::remove_file(&file).expect("the file");
    assert_eq!(shown.out, run(&response("json", "3", &version), hex.as_bytes()).out);
    assert_eq!(shown.code, Some(0));
}

#[test]
fn what_is_cut_off_shows_what_was_understood() {
    let (hex, version) = frame(3, "response");
    let len = hex.len() / 2;
    let whole = run(&response("events", "3", &version), hex.as_bytes()).out;
    for cut in 1..len {
        // Also with the size that the whole had.
        for (input, base) in
            [(hex[..cut * 2].to_string(), 0), (sized(&hex)[..8 + cut * 2].into(), 4)]
        {
            let shown = run(&response("events", "3", &version), input.as_bytes());
            assert_eq!(shown.code, Some(1), "{cut}");
            let offset = shown.err.split("byte 0x").nth(1).and_then(|rest| rest.get(..4));
            let offset = usize::from_str_radix(offset.expect("an offset"), 16).expect("hex");
            assert!(offset <= base + cut, "{} at {cut}", shown.err);
            assert!(
                shown.err.contains(", field ") || shown.err.contains("Header"),
                "{}",
                shown.err
            );
            if base == 0 {
                assert!(whole.starts_with(&shown.out), "{cut}: {}", shown.out);
            }
        }
    }
}

#[test]
fn faults_name_their_field_with_its_path() {
    let fault = |body: &str, version: &str, hex: &str| {
        let args = ["decode", "--as", "json", "--body", body, "--version", version];
        let shown = run(&args, hex.as_bytes());
        assert_eq!(shown.code, Some(1), "{hex}");
        shown.err.trim().to_string()
    };
    // Topics of a Metadata request: the name of the third runs past the end.
    let id = "00".repeat(16);
    let hex = format!("04 {id} 0261 00 {id} 0262 00 {id} 7f6361");
    assert_eq!(
        fault("MetadataRequest", "12", &hex),
        "MetadataRequest v12, byte 0x0037, field topics[2].name: length 126 runs past the end (2 \
         bytes remain)"
    );
    // The second element of an array of strings.
    assert_eq!(
        fault("DescribeGroupsRequest", "0", "00000003 000161 ffff 000163"),
        "DescribeGroupsRequest v0, byte 0x0007, field groups[1]: null is not allowed"
    );
    // A bool, a tag section, trailing bytes.
    assert_eq!(
        fault("MetadataRequest", "12", "00 02 00 00"),
        "MetadataRequest v12, byte 0x0001, field allowAutoTopicCreation: bool is 2, neither 0 nor 1"
    );
    assert_eq!(
        fault("MetadataRequest", "12", "00 00 00 02 0500 0500"),
        "MetadataRequest v12, byte 0x0006, field tagged_fields: tag 5 is not above the one before \
         it"
    );
    assert_eq!(
        fault("MetadataRequest", "12", "00 00 00 00 ffff"),
        "MetadataRequest v12, byte 0x0004: 2 bytes are left after the end"
    );
    // A structure that is a field, and one inside of a tagged field.
    assert_eq!(
        fault("DescribeTopicPartitionsRequest", "0", "01 00000000 01 0261"),
        "DescribeTopicPartitionsRequest v0, byte 0x0008, field cursor.partitionIndex: needs 4 \
         bytes (0 remain)"
    );
    assert_eq!(
        fault("VoteResponse", "1", "0000 01 01 00 04 02 000000"),
        "VoteResponse v1, byte 0x0007, field nodeEndpoints[0].nodeId: needs 4 bytes (3 remain)"
    );
}

#[test]
fn garbage_is_refused_in_words() {
    for (input, says) in [
        (&b"hello world"[..], "not hex: 'h' at byte 0"),
        (b"0003 0005 0z", "not hex: 'z' at byte 11"),
        (b"0003 000", "odd"),
        (b"0003 0063 00000000 0000", "version 99"),
        (b"7fff 0000 00000000 0000", "requestApiKey: 32767"),
        (b"0003", "needs 2 bytes"),
        (b"", "needs 2 bytes"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff", "is not known"),
    ] {
        let shown = run(&["decode"], input);
        assert_eq!(shown.code, Some(1), "{input:?}");
        assert!(shown.err.contains(says), "{input:?}: {}", shown.err);
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let (hex, version) = frame(3, "response");
    let refused = |args: &[&str]| {
        let shown = run(args, hex.as_bytes());
        assert_ne!(shown.code, Some(0), "{args:?}");
        assert!(!shown.err.is_empty(), "{args:?}");
    };
    refused(&["decode", "--response"]);
    refused(&["decode", "--response", "--version", &version]);
    refused(&["decode", "--api", "Metadata"]);
    refused(&["decode", "--body", "MetadataResponse"]);
    refused(&["decode", "--api", "NoSuchApi", "--version", "0", "--response"]);
    refused(&["decode", "--api", "Metadata", "--version", "99", "--response"]);
    refused(&["decode", "--as", "xml"]);
    refused(&["decode", "no/such/file"]);
    let (request, _) = frame(3, "request");
    let shown = run(&["decode", "--api", "Fetch", "--version", "1"], request.as_bytes());
    assert_eq!(shown.code, Some(1));
    assert!(shown.err.contains("MetadataRequest"), "{}", shown.err);
}
