//! Instructions of one call, counted by callgrind, which runs this program once more.
//!
//! Callgrind collects only inside of [`measured`] and writes one file at each of its ends, so that
//! one run under valgrind counts any number of cases. The counts repeat exactly where no allocator
//! and no hash seed is at work.

use crate::case::Case;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// The option that makes this program the one that valgrind runs.
pub(crate) const CHILD: &str = "--under-valgrind";

/// Runs each case once, warm. To be called under valgrind.
pub(crate) fn child(cases: Vec<Case>) {
    for mut case in cases {
        // The first calls bind symbols and grow buffers.
        (case.run)();
        (case.run)();
        measured(&mut *case.run);
    }
}

/// What callgrind knows by its name.
#[inline(never)]
fn measured(run: &mut dyn FnMut() -> u64) {
    std::hint::black_box(run());
}

/// Instructions of one call of each of the cases that the arguments select, in their order.
///
/// # Errors
/// Where valgrind cannot be run or its files not be read.
pub(crate) fn count(args: &[String]) -> io::Result<Vec<u64>> {
    let dir = env::temp_dir().join(format!("kafka-codec-benches-{}", std::process::id()));
    fs::create_dir_all(&dir)?;
    let counts = run(&dir, args);
    fs::remove_dir_all(&dir)?;
    counts
}

fn run(dir: &Path, args: &[String]) -> io::Result<Vec<u64>> {
    let out = dir.join("out");
    let status = Command::new("valgrind")
        .args(["-q", "--tool=callgrind"])
        .arg(concat!("--toggle-collect=", module_path!(), "::measured"))
        .arg(concat!("--dump-after=", module_path!(), "::measured"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(env::current_exe()?)
        .arg(CHILD)
        .args(args)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| io::Error::new(error.kind(), format!("valgrind: {error}")))?;
    if !status.success() {
        return Err(io::Error::other(format!("valgrind: {status}")));
    }
    let mut counts = Vec::new();
    while let Ok(text) = fs::read_to_string(dir.join(format!("out.{}", counts.len() + 1))) {
        let totals = text.lines().find_map(|line| line.strip_prefix("totals: "));
        counts.push(totals.and_then(|n| n.trim().parse().ok()).ok_or(io::ErrorKind::InvalidData)?);
    }
    Ok(counts)
}
