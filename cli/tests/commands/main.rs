//! The commands as a user runs them, on bytes of Java's classes and of real clients and brokers.

mod decode;
mod encode;
mod records;
mod verify;

use serde_json::Value as Json;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a command printed.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs the binary with standard input.
fn run(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kafka-codec"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("an end");
    Run {
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code(),
    }
}

/// The path of a file of the tests' data.
fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name)
}

/// The lines of a file of the tests' data.
fn lines(name: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(data(name)).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text<'j>(line: &'j Json, name: &str) -> &'j str {
    line[name].as_str().expect("a string")
}

/// The first frame of an API and direction, as hex, and its version.
fn frame(api_key: i64, dir: &str) -> (String, String) {
    let lines = lines("captures.jsonl");
    let is_it = |line: &&Json| line["api_key"] == api_key && line["dir"] == dir;
    let line = lines.iter().find(is_it).expect("a frame");
    (text(line, "hex").into(), line["api_version"].to_string())
}

/// The frame with its size in front.
fn sized(hex: &str) -> String {
    format!("{:08x}{hex}", hex.len() / 2)
}

fn unhex(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(digits).collect()
}
