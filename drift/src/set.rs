//! Sets of versions, written the way Kafka writes ranges. Uses nothing else.

use kafka_codec::schema::Versions;
use std::collections::BTreeSet;

/// The versions of a message, or some of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set(BTreeSet<i16>);

impl Set {
    /// The versions of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }

    /// The versions that the other does not have.
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    /// The versions that lie in a range.
    pub(crate) fn within(&self, range: Versions) -> Self {
        self.0
            .iter()
            .copied()
            .filter(|v| u8::try_from(*v).is_ok_and(|v| range.contains(v)))
            .collect()
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has this version.
    pub(crate) fn contains(&self, version: i16) -> bool {
        self.0.contains(&version)
    }

    /// How many versions there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The versions in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = i16> {
        self.0.iter().copied()
    }

    /// The highest version alone.
    pub(crate) fn highest(&self) -> Self {
        self.0.last().copied().into_iter().collect()
    }

    /// In Kafka's notation: `none`, `3`, `0-3, 5`. With the versions that there are, what goes on to
    /// the highest of them is open: `5+`.
    pub(crate) fn show(&self, of: Option<&Self>) -> String {
        let last = of.and_then(|of| of.0.last());
        let mut runs: Vec<(i16, i16)> = vec![];
        for version in self.iter() {
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == version => *end = version,
                _ => runs.push((version, version)),
            }
        }
        let show = |(first, end): (i16, i16)| match end {
            end if Some(&end) == last => format!("{first}+"),
            end if first == end => first.to_string(),
            _ => format!("{first}-{end}"),
        };
        match runs.is_empty() {
            true => "none".into(),
            false => runs.into_iter().map(show).collect::<Vec<_>>().join(", "),
        }
    }
}

impl FromIterator<i16> for Set {
    fn from_iter<I: IntoIterator<Item = i16>>(versions: I) -> Self {
        Self(versions.into_iter().collect())
    }
}

impl From<Versions> for Set {
    /// All versions of a range that ends.
    fn from(range: Versions) -> Self {
        range.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_runs_and_open_ends() {
        let all: Set = (0..=9).collect();
        let some: Set = [1, 2, 3, 5, 8, 9].into_iter().collect();
        assert_eq!(some.show(None), "1-3, 5, 8-9");
        assert_eq!(some.show(Some(&all)), "1-3, 5, 8+");
        assert_eq!(all.highest().show(Some(&all)), "9+");
        assert_eq!(Set::default().show(Some(&all)), "none");
        assert_eq!(all.within(Versions { first: 7, last: 255 }), (7..=9).collect());
        assert!(all.within(Versions::NONE).is_empty());
    }
}
