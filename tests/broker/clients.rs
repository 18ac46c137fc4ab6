//! The examples and Kafka's own client read what the others wrote.

use super::environment;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const CODECS: [&str; 5] = ["none", "gzip", "snappy", "lz4", "zstd"];

/// Runs an example, with text on its standard input: what it prints.
fn example(name: &str, arguments: &[&str], input: &str) -> String {
    let path: PathBuf = std::env::current_exe().expect("is somewhere");
    let path = path.ancestors().nth(2).expect("is in deps").join("examples").join(name);
    let broker = environment("KAFKA_CODEC_BROKER");
    let mut child = Command::new(path)
        .arg(broker)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example has been built");
    child.stdin.take().expect("is piped").write_all(input.as_bytes()).expect("is read");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{name} {arguments:?}");
    String::from_utf8(output.stdout).expect("prints text")
}

fn java(arguments: &[&str]) -> String {
    let output = Command::new("java")
        .args(["-cp", &environment("KAFKA_CODEC_CLASSPATH"), "tests/broker/Interop.java"])
        .arg(environment("KAFKA_CODEC_BROKER"))
        .args(arguments)
        .output()
        .expect("java is there");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("prints text")
}

#[test]
#[ignore = "needs a broker: .ci/broker-tests"]
fn java_reads_what_the_examples_write() {
    let mut expected = vec![];
    for codec in CODECS {
        for options in [&[][..], &["idempotent"]] {
            let values = [format!("{codec} {options:?}"), "x".repeat(2_000), "last".into()];
            let arguments = [&["from-rust", "-1", codec][..], options].concat();
            let printed = example("produce", &arguments, &values.join("\n"));
            assert_eq!(printed, format!("partition 0 offset {}\n", expected.len()));
            expected.extend(values);
        }
    }
    for (acks, printed) in [("0", "sent\n".to_string()), ("1", "partition 0 offset 31\n".into())] {
        let value = format!("acks {acks}");
        assert_eq!(example("produce", &["from-rust", acks], &value), printed);
        expected.push(value);
    }
    let printed = example("async_produce", &["from-rust", "7"], "");
    assert_eq!(printed.lines().last(), Some("partition 0 offset 38"));
    expected.extend((0..7).map(|n| format!("async {n}")));

    let lines = |text: String| text.lines().map(str::to_string).collect::<Vec<_>>();
    let expected: Vec<_> = (0..).zip(&expected).map(|(n, value)| format!("{n} {value}")).collect();
    let count = expected.len().to_string();
    assert_eq!(lines(java(&["from-rust", "consume", &count])), expected);
    assert_eq!(lines(example("consume", &["from-rust", "0", &count], "")), expected);
}

#[test]
#[ignore = "needs a broker: .ci/broker-tests"]
fn the_examples_read_what_java_writes() {
    let mut expected = String::new();
    for (n, codec) in CODECS.into_iter().enumerate() {
        let long = codec.repeat(500);
        java(&["from-java", "produce", codec, codec, &long, "ä"]);
        for (i, value) in [codec, &long, "ä"].into_iter().enumerate() {
            expected += &format!("{} {value}\n", n * 3 + i);
        }
    }
    assert_eq!(example("consume", &["from-java", "0", "15"], ""), expected);
    let printed = example("metadata", &[], "");
    assert!(printed.contains("topic from-java error 0\n"), "{printed}");
}
