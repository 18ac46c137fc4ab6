//! Which versions of each API the broker speaks.

use crate::api::api_versions::response::ApiVersionsResponse;
use crate::schema::Versions;
use core::fmt;

/// The versions of each of Kafka's APIs that one broker speaks, in two bytes for each.
#[derive(Clone)]
pub struct ApiRanges([Range; APIS]);

/// Versions up to but without `end`: none is zeros, which take no room in the image.
#[derive(Clone, Copy)]
struct Range {
    first: u8,
    end: u8,
}

impl Range {
    const NONE: Self = Self { first: 0, end: 0 };

    const fn of(Versions { first, last }: Versions) -> Self {
        if first <= last { Self { first, end: last + 1 } } else { Self::NONE }
    }

    const fn versions(self) -> Versions {
        if self.end == 0 {
            return Versions::NONE;
        }
        Versions { first: self.first, last: self.end - 1 }
    }
}

/// The number of API keys, which have no gap.
const APIS: usize = {
    macro_rules! count { ($($key:literal, $role:ident, $body:path;)*) => {
        0 $(+ matches!(crate::schema::Role::$role, crate::schema::Role::Request) as usize)*
    } }
    crate::for_each_message!(count)
};

impl ApiRanges {
    /// Nothing is known.
    pub const NONE: Self = Self([Range::NONE; APIS]);

    /// The versions of an API; [`Versions::NONE`] if the broker does not have it, or has not said so.
    pub fn get(&self, api_key: i16) -> Versions {
        let place = usize::try_from(api_key).ok().and_then(|key| self.0.get(key));
        place.map_or(Versions::NONE, |range| range.versions())
    }

    /// Notes what the broker says of an API. Keys that Kafka 4.4 does not have are ignored, and so
    /// are versions that no definition can have.
    pub fn set(&mut self, api_key: i16, first: i16, last: i16) {
        if let Some(place) = self.place(api_key) {
            *place = match (first.clamp(0, LAST + 1), last.clamp(-1, LAST)) {
                (first, last) if first <= last => {
                    Range::of(Versions { first: first as u8, last: last as u8 })
                }
                _ => Range::NONE,
            };
        }
    }

    /// Keeps of an API only these versions.
    pub fn narrow(&mut self, api_key: i16, bounds: Versions) {
        if let Some(place) = self.place(api_key) {
            *place = Range::of(common(place.versions(), bounds));
        }
    }

    /// The API keys that the broker has, with their versions.
    pub fn iter(&self) -> impl Iterator<Item = (i16, Versions)> {
        let ranges = self.0.iter().enumerate();
        let all = ranges.map(|(key, range)| (key as i16, range.versions()));
        all.filter(|(_, versions)| !versions.is_empty())
    }

    fn place(&mut self, api_key: i16) -> Option<&mut Range> {
        self.0.get_mut(usize::try_from(api_key).ok()?)
    }
}

/// The versions that both ranges hold.
pub(super) fn common(a: Versions, b: Versions) -> Versions {
    Versions { first: a.first.max(b.first), last: a.last.min(b.last) }
}

/// The highest version that a [`Versions`] can name on its own.
const LAST: i16 = u8::MAX as i16 - 1;

impl Default for ApiRanges {
    fn default() -> Self {
        Self::NONE
    }
}

impl From<&ApiVersionsResponse<'_>> for ApiRanges {
    fn from(response: &ApiVersionsResponse<'_>) -> Self {
        let mut ranges = Self::NONE;
        for api in response.api_keys {
            ranges.set(api.api_key, api.min_version, api.max_version);
        }
        ranges
    }
}

impl fmt::Debug for ApiRanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_any_numbers_are_kept_within_a_byte() {
        let mut ranges = ApiRanges::NONE;
        assert_eq!(APIS, 95);
        for (first, last, expected) in [
            (0, 3, (0, 3)),
            (2, 2, (2, 2)),
            (-5, 3, (0, 3)),
            (0, i16::MAX, (0, 254)),
            (254, 255, (254, 254)),
        ] {
            ranges.set(94, first, last);
            let expected = Versions { first: expected.0, last: expected.1 };
            assert_eq!(ranges.get(94), expected, "{first}-{last}");
        }
        for (first, last) in
            [(3, 2), (255, 255), (i16::MAX, i16::MAX), (i16::MIN, -1), (0, i16::MIN)]
        {
            ranges.set(94, first, last);
            assert!(ranges.get(94).is_empty(), "{first}-{last}");
        }
        ranges.set(95, 0, 1);
        ranges.set(-1, 0, 1);
        ranges.set(i16::MIN, 0, 1);
        assert_eq!(ranges.iter().count(), 0);
        ranges.set(3, 4, 9);
        ranges.narrow(3, Versions { first: 5, last: 255 });
        ranges.narrow(4, Versions { first: 0, last: 255 });
        assert_eq!(std::format!("{ranges:?}"), "{3: Versions { first: 5, last: 9 }}");
        ranges.narrow(3, Versions { first: 0, last: 4 });
        assert!(ranges.get(3).is_empty());
    }
}
