//! Budgets: the instructions that each job of ours may take, so that a change that slows one down
//! fails where it is made. They hold for the toolchain that the file names.

use crate::Measured;
use std::collections::BTreeMap;
use std::fs;

/// How far above its budget a count may lie; and how far below until the budget is out of date.
const TOLERANCE: f64 = 0.03;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/budgets.toml");

const HEAD: &str = "\
# Instructions of one call that each job may take, 3 % of tolerance apart.
# cargo run --release -p kafka-codec-benches -- --check           compares
# cargo run --release -p kafka-codec-benches -- --write-budgets   makes what is measured the budget
";

/// Compares with the budgets, and says what differs.
pub(crate) fn check(results: &[Measured]) -> bool {
    let Ok(text) = fs::read_to_string(PATH) else {
        eprintln!("{PATH} cannot be read");
        return false;
    };
    let mut budgets = parse(&text);
    let (mut passed, mut failed) = (0, 0);
    for one in results {
        let (job, count) = (one.case.job(), one.instructions as f64);
        let fault = match budgets.remove(&job) {
            _ if one.result == 0 => Some("does not work".to_owned()),
            _ if one.allocations != 0 => Some(format!("allocates {} times", one.allocations)),
            None => Some("has no budget: --write-budgets".to_owned()),
            Some(budget) if count > budget as f64 * (1.0 + TOLERANCE) => {
                Some(format!("takes {count} instructions; its budget is {budget}"))
            }
            Some(budget) if count < budget as f64 * (1.0 - TOLERANCE) => {
                println!("{job}: takes {count} instructions; lower its budget of {budget}");
                None
            }
            Some(_) => None,
        };
        match fault {
            Some(fault) => {
                println!("{job}: {fault}");
                failed += 1;
            }
            None => passed += 1,
        }
    }
    println!("{passed} passed, {failed} failed");
    failed == 0 && passed > 0
}

/// Makes what was measured the budgets; those of other jobs stay.
pub(crate) fn write(results: &[Measured]) -> bool {
    let mut budgets = fs::read_to_string(PATH).map_or(BTreeMap::new(), |text| parse(&text));
    budgets.extend(results.iter().map(|one| (one.case.job(), one.instructions)));
    let lines = budgets.iter().map(|(job, budget)| format!("\"{job}\" = {budget}\n"));
    let text = HEAD.to_owned() + &lines.collect::<String>();
    fs::write(PATH, text).is_ok()
}

/// Lines of the form `"job" = number`.
fn parse(text: &str) -> BTreeMap<String, u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    pairs
        .filter_map(|(job, budget)| Some((job.trim_matches('"').to_owned(), budget.parse().ok()?)))
        .collect()
}
