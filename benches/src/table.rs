//! What was measured, as text. A ratio is ours divided by theirs: 0.50 is half of what the other
//! takes.

use crate::Measured;
use crate::ours::CODEC;

/// Everything, one case a line. Fails where codecs that do the same come to different results.
pub(crate) fn full(results: &[Measured]) -> bool {
    let mut passed = true;
    println!(
        "{:26} {:24} {:>13} {:>6} {:>7} {:>10} {:>6}",
        "message/work", "codec", "instructions", "ratio", "allocs", "time", "ratio"
    );
    for job in jobs(results) {
        let ours = job.iter().find(|one| one.case.codec == CODEC);
        for (index, one) in job.iter().enumerate() {
            let name = if index == 0 { one.case.job() } else { String::new() };
            let ratio = |take: fn(&Measured) -> Option<f64>| match (ours, take(one)) {
                (Some(ours), Some(theirs)) if one.case.codec != CODEC => {
                    take(ours).map_or(String::new(), |ours| format!("{:.2}", ours / theirs))
                }
                _ => String::new(),
            };
            println!(
                "{name:26} {:24} {:>13} {:>6} {:>7} {:>10} {:>6}",
                one.case.codec,
                thousands(one.instructions),
                ratio(|one| Some(one.instructions as f64)),
                thousands(one.allocations),
                time(one.nanoseconds),
                ratio(|one| one.nanoseconds),
            );
            if one.result == 0 || ours.is_some_and(|ours| ours.result != one.result) {
                eprintln!("{}: its result is {:x}", one.case.name(), one.result);
                passed = false;
            }
        }
    }
    passed
}

/// One line for each job: ours and the best of the peers.
pub(crate) fn markdown(results: &[Measured]) -> bool {
    println!(
        "| Message | Bytes | Work | Instructions | Best peer | Ratio | Allocations | Peer | Time | Fastest peer | Ratio |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for job in jobs(results) {
        let Some(ours) = job.iter().find(|one| one.case.codec == CODEC) else {
            continue;
        };
        let peers = || job.iter().filter(|one| one.case.codec != CODEC);
        let best = peers().min_by_key(|one| one.instructions);
        let fastest = peers().min_by(|a, b| {
            a.nanoseconds.partial_cmp(&b.nanoseconds).unwrap_or(std::cmp::Ordering::Equal)
        });
        let or_none = |cell: Option<String>| cell.unwrap_or_default();
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            ours.case.message,
            thousands(ours.case.size as u64),
            ours.case.work,
            thousands(ours.instructions),
            or_none(best.map(|one| format!(
                "{} ({})",
                thousands(one.instructions),
                one.case.codec
            ))),
            or_none(
                best.map(|one| format!(
                    "{:.2}",
                    ours.instructions as f64 / one.instructions as f64
                ))
            ),
            ours.allocations,
            or_none(best.map(|one| thousands(one.allocations))),
            time(ours.nanoseconds),
            or_none(fastest.map(|one| format!("{} ({})", time(one.nanoseconds), one.case.codec))),
            or_none(
                fastest
                    .and_then(|one| Some(format!("{:.2}", ours.nanoseconds? / one.nanoseconds?)))
            ),
        );
    }
    results.iter().all(|one| one.result != 0)
}

/// Cost of each byte as messages grow. Fails where the largest message takes over a tenth more for
/// each byte than one of 10 KB, in instructions.
pub(crate) fn growth(results: &[Measured]) -> bool {
    let mut passed = true;
    println!(
        "{:12} {:10} {:>12} {:>14} {:>17} {:>10}",
        "work", "message", "bytes", "instructions", "instructions/byte", "ns/byte"
    );
    let mut works: Vec<_> = results.iter().map(|one| one.case.work).collect();
    works.dedup();
    works.sort_unstable();
    works.dedup();
    for work in works {
        let points: Vec<_> = results.iter().filter(|one| one.case.work == work).collect();
        for one in &points {
            let size = one.case.size as f64;
            println!(
                "{work:12} {:10} {:>12} {:>14} {:>17.2} {:>10}",
                one.case.message,
                thousands(one.case.size as u64),
                thousands(one.instructions),
                one.instructions as f64 / size,
                one.nanoseconds.map_or(String::new(), |ns| format!("{:.3}", ns / size)),
            );
        }
        let each = |one: &Measured| one.instructions as f64 / one.case.size as f64;
        if let [_, small, .., large] = points[..]
            && each(large) > each(small) * 1.1
        {
            eprintln!(
                "{work}: {} takes more for each byte than {}",
                large.case.message, small.case.message
            );
            passed = false;
        }
    }
    passed
}

/// The results job by job, in the order of their first cases.
fn jobs(results: &[Measured]) -> Vec<Vec<&Measured>> {
    let mut jobs: Vec<Vec<&Measured>> = Vec::new();
    for one in results {
        let same = |job: &&mut Vec<&Measured>| {
            job.first().is_some_and(|first| first.case.job() == one.case.job())
        };
        match jobs.iter_mut().find(same) {
            Some(job) => job.push(one),
            None => jobs.push(vec![one]),
        }
    }
    jobs
}

fn thousands(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn time(nanoseconds: Option<f64>) -> String {
    match nanoseconds {
        None => String::new(),
        Some(ns) if ns < 1e3 => format!("{ns:.0} ns"),
        Some(ns) if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        Some(ns) => format!("{:.2} ms", ns / 1e6),
    }
}
