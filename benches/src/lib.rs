//! What kafka-codec costs: instructions, allocations and time of one call, next to other codecs on
//! the same bytes in the same process.
//!
//! `cargo run --release -p kafka-codec-benches` measures this codec alone. The peers are in
//! `peers/`, a workspace of its own, so that what they depend on stays away from this one; the
//! program there puts its cases beside those of this library and calls [`main`] all the same.

#[macro_use]
pub mod visit;

mod allocations;
mod budgets;
pub mod case;
mod instructions;
pub mod ours;
pub mod samples;
mod table;
mod time;

use case::Case;
use std::env;
use std::process::ExitCode;

const HELP: &str = "\
Usage: kafka-codec-benches [OPTION] [FILTER...]

Measures the cases whose name, such as metadata/visit/kafka-codec, contains one of the filters.

  --instructions   instructions only, which takes a second
  --growth         messages of 1 KB to 10 MB: cost for each byte
  --markdown       the table against the best peer, for the README
  --check          fail where this codec takes more than its budget, or allocates
  --write-budgets  make what is measured the budgets
";

/// Measures this codec and the cases of others, as the arguments of the program say.
pub fn main(peers: fn() -> Vec<Case>) -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (options, filters): (Vec<String>, Vec<String>) =
        args.into_iter().partition(|arg| arg.starts_with("--"));
    let has = |name: &str| options.iter().any(|option| option == name);
    if has("--help") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let cases = || {
        let mut cases = if has("--growth") { ours::growth() } else { ours::cases() };
        if !has("--growth") && !has("--check") && !has("--write-budgets") {
            cases.extend(peers());
        }
        let wanted = |name: &str| filters.iter().any(|filter| name.contains(filter.as_str()));
        cases.retain(|case| filters.is_empty() || wanted(&case.name()));
        cases
    };
    if has(instructions::CHILD) {
        instructions::child(cases());
        return ExitCode::SUCCESS;
    }
    let passed_on: Vec<String> = options.iter().chain(&filters).cloned().collect();
    let counts = match instructions::count(&passed_on) {
        Ok(counts) => counts,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let has_time = !has("--instructions") && !has("--check") && !has("--write-budgets");
    let results: Vec<_> = cases()
        .into_iter()
        .zip(counts)
        .map(|(case, instructions)| Measured::new(case, instructions, has_time))
        .collect();
    let passed = if has("--growth") {
        table::growth(&results)
    } else if has("--check") {
        budgets::check(&results)
    } else if has("--write-budgets") {
        budgets::write(&results)
    } else if has("--markdown") {
        table::markdown(&results)
    } else {
        table::full(&results)
    };
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What one case took.
pub(crate) struct Measured {
    pub(crate) case: Case,
    pub(crate) result: u64,
    pub(crate) instructions: u64,
    pub(crate) allocations: u64,
    /// Where time was taken.
    pub(crate) nanoseconds: Option<f64>,
}

impl Measured {
    fn new(mut case: Case, instructions: u64, has_time: bool) -> Self {
        let allocations = allocations::count(&mut *case.run);
        let nanoseconds = has_time.then(|| time::nanoseconds(&mut *case.run));
        let result = (case.run)();
        Self { case, result, instructions, allocations, nanoseconds }
    }
}
