//! Compares our definitions with a release of Kafka: `kafka-codec-drift 4.4.0`.
//!
//! Prints each difference that is not on the list of the intended ones, and exits with 1 if there is
//! any. With `--intended` the others are printed too, each with its reason.

mod compare;
mod intended;
mod kafka;
mod release;
mod set;
mod sketch;
mod texts;

use anyhow::{Context, Result};
use compare::{Comparison, NEWEST, series};
use intended::{INTENDED, RENAMED, Sorted};
use release::Release;
use std::path::Path;
use std::process::ExitCode;
use std::{env, iter};

const USAGE: &str =
    "usage: kafka-codec-drift [--intended] VERSION   (of kafka-clients, such as 4.4.0)";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing differs but what is intended.
fn run() -> Result<bool> {
    let (options, versions): (Vec<_>, Vec<_>) =
        env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let shows_intended = options == ["--intended"];
    let ([version], true) = (&versions[..], shows_intended || options.is_empty()) else {
        anyhow::bail!(USAGE);
    };
    series(version).context(USAGE)?;
    let release = Release::fetch(version)?;
    let comparison = compare::compare(&release, RENAMED);
    let sorted = intended::sort(&comparison, version, INTENDED, RENAMED);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let shared = texts::shared(&sources, &release.texts)?;

    if shows_intended {
        for (difference, reason) in &sorted.intended {
            println!("intended: {} ({reason})", difference.show(version));
        }
    }
    print_unintended(&sorted, version);
    for stale in &sorted.stale {
        println!("intended, but not so in {version}: {stale}");
    }
    for shared in &shared {
        println!("src/{}: shares \"{}\" with {}", shared.place, shared.words, shared.file);
    }
    println!("{}", summary(version, &comparison, &sorted, shared.len()));
    Ok(sorted.unintended.is_empty() && sorted.stale.is_empty() && shared.is_empty())
}

/// What is new comes first, each with what to write for it.
fn print_unintended(sorted: &Sorted, version: &str) {
    let (new, other): (Vec<_>, Vec<_>) = sorted.unintended.iter().partition(|d| d.new.is_some());
    let is_unknown = series(version) > Some(NEWEST);
    let head = |title: &str, of: &[_]| match of {
        [] => None,
        _ => is_unknown.then(|| format!("{title} in {version}:")),
    };
    let lines = |of: Vec<&compare::Difference>| -> Vec<String> {
        let lines = of.into_iter().flat_map(|difference| {
            let sketch = difference.new.iter().flat_map(|sketch| sketch.lines());
            let sketch = sketch.map(|line| format!("    {line}"));
            iter::once(difference.show(version).to_string()).chain(sketch)
        });
        lines.collect()
    };
    let (new_head, other_head) = (head("New", &new), head("Changed", &other));
    let all = new_head.into_iter().chain(lines(new)).chain(other_head).chain(lines(other));
    all.for_each(|line| println!("{line}"));
}

fn summary(version: &str, comparison: &Comparison, sorted: &Sorted, shared: usize) -> String {
    let Comparison { messages, versions, fields, errors, renamed, .. } = comparison;
    let counts = [
        (*messages, "messages"),
        (*versions, "versions of messages"),
        (*fields, "fields"),
        (*errors, "error codes"),
    ];
    let compared: Vec<String> = counts.iter().map(|(n, of)| format!("{n} {of}")).collect();
    let faults = [
        (sorted.unintended.len(), "unintended"),
        (sorted.stale.len(), "out of date on the list"),
        (shared, "texts shared"),
    ];
    let faults = faults.iter().filter(|(n, _)| *n > 0).map(|(n, of)| format!("{n} {of}"));
    let intended = format!("{} intended and {} renamed", sorted.intended.len(), renamed.len());
    let results: Vec<String> = iter::once(intended).chain(faults).collect();
    format!("{version}: compared {}; differences: {}", compared.join(", "), results.join(", "))
}
