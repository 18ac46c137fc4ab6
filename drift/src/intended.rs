//! The differences that are meant to be, each with its reason.
//!
//! An entry that finds nothing any more is an error itself, so this list never holds more than what
//! is so. Uses `compare` for what a difference is.

mod list;

pub(crate) use list::{INTENDED, RENAMED};

use crate::compare::{Comparison, Difference, NEWEST, series};

/// Differences with one reason.
pub(crate) struct Intended {
    /// The releases that they are found in, without the patch number.
    pub(crate) releases: &'static [(u32, u32)],
    /// Why it is as it is here.
    pub(crate) reason: &'static str,
    /// Place, fact, what the release says, what we say.
    pub(crate) facts: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

/// A message or field that a release calls otherwise.
pub(crate) struct Renamed {
    /// The releases that have the old name, without the patch number.
    pub(crate) releases: &'static [(u32, u32)],
    /// Kafka's name: of a message, or, behind our name of the place, of a field.
    pub(crate) theirs: &'static str,
    /// Our name.
    pub(crate) ours: &'static str,
    /// Why it is called so here.
    pub(crate) reason: &'static str,
}

impl Renamed {
    /// Whether this version has the old name.
    pub(crate) fn applies_to(&self, version: &str) -> bool {
        applies_to(self.releases, version)
    }
}

/// Whether a version is of one of these releases. A release newer than what the definitions stand
/// for is expected to differ where the newest of those does.
fn applies_to(releases: &[(u32, u32)], version: &str) -> bool {
    series(version).is_some_and(|series| releases.contains(&series.min(NEWEST)))
}

/// Differences told apart.
#[derive(Default)]
pub(crate) struct Sorted {
    /// Those that the list has, with their reasons.
    pub(crate) intended: Vec<(Difference, &'static str)>,
    /// Those that it lacks.
    pub(crate) unintended: Vec<Difference>,
    /// What the list has and nothing differs in.
    pub(crate) stale: Vec<String>,
}

/// Tells the intended differences from the others.
pub(crate) fn sort(
    comparison: &Comparison,
    version: &str,
    intended: &[Intended],
    renames: &[Renamed],
) -> Sorted {
    let mut facts: Vec<_> = intended
        .iter()
        .filter(|intended| applies_to(intended.releases, version))
        .flat_map(|intended| intended.facts.iter().map(|fact| (*fact, intended.reason)))
        .collect();
    let mut sorted = Sorted::default();
    for difference in &comparison.differences {
        let Difference { place, what, theirs, ours, .. } = difference;
        let fact = (place.as_str(), *what, theirs.as_str(), ours.as_str());
        match facts.iter().position(|(intended, _)| *intended == fact) {
            Some(index) => sorted.intended.push((difference.clone(), facts.swap_remove(index).1)),
            None => sorted.unintended.push(difference.clone()),
        }
    }
    for ((place, what, ..), reason) in facts {
        sorted.stale.push(format!("{place}: {what} ({reason})"));
    }
    for (index, renamed) in renames.iter().enumerate() {
        if renamed.applies_to(version) && !comparison.renamed.contains(&index) {
            let Renamed { theirs, ours, reason, .. } = renamed;
            sorted.stale.push(format!("{theirs}: called {ours} ({reason})"));
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Intended] = &[Intended {
        releases: &[(4, 4)],
        reason: "because",
        facts: &[("A.b", "type", "int8", "int16"), ("A.c", "type", "int8", "int16")],
    }];
    const NAMES: &[Renamed] =
        &[Renamed { releases: &[(4, 4)], theirs: "X", ours: "Y", reason: "because" }];

    fn difference(place: &str) -> Difference {
        let (theirs, ours) = ("int8".into(), "int16".into());
        Difference { place: place.into(), what: "type", theirs, ours, new: None }
    }

    #[test]
    fn an_entry_that_finds_nothing_is_stale() {
        let differences = vec![difference("A.b"), difference("B.b")];
        let comparison = Comparison { differences, ..Comparison::default() };
        let sorted = sort(&comparison, "4.4.1", LIST, NAMES);
        assert_eq!(sorted.intended, [(difference("A.b"), "because")]);
        assert_eq!(sorted.unintended, [difference("B.b")]);
        assert_eq!(sorted.stale, ["A.c: type (because)", "X: called Y (because)"]);
    }

    #[test]
    fn entries_hold_for_their_releases_and_beyond_the_newest() {
        let differences = vec![difference("A.b")];
        let comparison = Comparison { differences, renamed: vec![0], ..Comparison::default() };
        let sorted = sort(&comparison, "4.5.0", LIST, NAMES);
        assert_eq!((sorted.intended.len(), sorted.unintended.len(), sorted.stale.len()), (1, 0, 1));
        let sorted = sort(&comparison, "4.3.0", LIST, NAMES);
        assert_eq!((sorted.intended.len(), sorted.unintended.len(), sorted.stale.len()), (0, 1, 0));
    }
}
