//! `verify`: lines of known bytes through every way that the core has, and what differs.
//!
//! The line formats are those of vectors (a message's body, perhaps with its JSON), of captures (a
//! frame without its size) and, with `--verdicts`, of what Java does with wrong bodies. Uses the
//! core, `json`, `value` and `write`.

mod body;
mod events;
mod excuse;
mod line;
#[cfg(test)]
mod random;
mod records;
mod typed;
mod verdicts;

use crate::terminal::print;
use anyhow::{Context as _, Result};
use excuse::Excuse;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

/// Checks that lines of known bytes decode and encode as they say.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The lines say what Java does with wrong bodies: compare strict and lenient decoding with it.
    #[arg(long)]
    verdicts: bool,
    /// Files of one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The message that a line is of.
#[derive(Default)]
struct Subject {
    message: String,
    version: i16,
}

/// What became of a line.
enum Outcome {
    Passed {
        /// Whether a large body was cut short at some bytes only.
        is_sampled: bool,
        note: Option<String>,
    },
    /// It differs from what the line says in a way that is right.
    Excused(Excuse),
    Failed(String),
    /// The message or version is not defined.
    Skipped,
}

/// Runs the command.
///
/// # Errors
/// Where a file cannot be read. What differs is no error but the exit code.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut files = Vec::new();
    for path in &args.files {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        files.push((path.display().to_string(), text));
    }
    let mut lines = Vec::new();
    for (path, text) in &files {
        let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.extend(numbered.map(|(index, text)| Line { path, number: index + 1, text }));
    }
    let check = if args.verdicts { verdicts::check } else { line::check };
    let (report, code) = report(&lines, check_all(&lines, check))?;
    print(&report)?;
    Ok(code)
}

struct Line<'f> {
    path: &'f str,
    number: usize,
    text: &'f str,
}

type Check = fn(&Json) -> (Subject, Outcome);

/// Checks all lines, on all processors, and gives what became of each.
fn check_all(lines: &[Line<'_>], check: Check) -> Vec<(Subject, Outcome)> {
    let style = "{bar:40} {pos}/{len} lines {wide_msg}";
    let bar = ProgressBar::new(lines.len() as u64);
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(index) else { break };
            let result = check_line(line, check);
            if let Ok(mut results) = results.lock() {
                results.insert(index, result);
            }
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
        work();
    });
    // The hook of a process that ends soon is not worth keeping, but a panic of our own is.
    let _ = panic::take_hook();
    bar.finish_and_clear();
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.into_values().collect()
}

thread_local! {
    /// What the last panic said, and where it was.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

fn check_line(line: &Line<'_>, check: Check) -> (Subject, Outcome) {
    let json = match serde_json::from_str::<Json>(line.text) {
        Ok(json) => json,
        Err(error) => return (Subject::default(), Outcome::Failed(format!("no JSON: {error}"))),
    };
    match panic::catch_unwind(AssertUnwindSafe(|| check(&json))) {
        Ok(result) => result,
        Err(_) => {
            let text = |name| json.get(name).and_then(Json::as_str);
            let message = text("message").or(text("dir")).unwrap_or_default().into();
            let version = json.get("version").or(json.get("api_version"));
            let version = version.and_then(Json::as_i64).unwrap_or_default() as i16;
            (Subject { message, version }, Outcome::Failed(PANIC.take().replace('\n', " ")))
        }
    }
}

/// What differs, and the sums at the end.
fn report(lines: &[Line<'_>], results: Vec<(Subject, Outcome)>) -> Result<(String, ExitCode)> {
    let mut out = String::new();
    let (mut passed, mut failed, mut skipped, mut sampled) = (0, 0, 0, 0);
    let mut excused = BTreeMap::<Excuse, usize>::new();
    let mut unknown = BTreeMap::<String, usize>::new();
    for (Line { path, number, .. }, (Subject { message, version }, outcome)) in
        lines.iter().zip(results)
    {
        let subject = match &*message {
            "" => String::new(),
            _ => format!("{message} v{version}: "),
        };
        match outcome {
            Outcome::Passed { is_sampled, note } => {
                passed += 1;
                sampled += usize::from(is_sampled);
                if let Some(note) = note {
                    writeln!(out, "{path}:{number}: {subject}{note}")?;
                }
            }
            Outcome::Excused(excuse) => {
                passed += 1;
                *excused.entry(excuse).or_default() += 1;
            }
            Outcome::Failed(what) => {
                failed += 1;
                writeln!(out, "{path}:{number}: {subject}FAILED: {what}")?;
            }
            Outcome::Skipped => {
                skipped += 1;
                *unknown.entry(format!("{message} v{version}")).or_default() += 1;
            }
        }
    }
    for (subject, count) in unknown {
        writeln!(out, "skipped: {subject} is not defined ({count} lines)")?;
    }
    for excuse in Excuse::ALL {
        if let Some(count) = excused.get(&excuse) {
            writeln!(out, "excused: {} ({count} lines): {}", excuse.name(), excuse.reason())?;
        }
    }
    if sampled > 0 {
        writeln!(out, "{sampled} large bodies were cut short at some bytes only, not at each")?;
    }
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    Ok((out, if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}
