//! Compares a release with our definitions, and names each difference.
//!
//! A message is compared in the versions that are valid in the release, those that are not defined
//! here among them: the ranges of our fields go on. Uses `release`, `kafka`,
//! `set`, and the tables of kafka-codec.

mod errors;
mod fields;

use crate::intended::Renamed;
use crate::kafka::Schema;
use crate::release::Release;
use crate::set::Set;
use crate::sketch;
use kafka_codec::api::MESSAGES;
use kafka_codec::schema::{Message, Role, Versions};
use std::fmt;

/// The oldest release that the definitions hold whole.
pub(crate) const OLDEST: (u32, u32) = (3, 9);
/// The release that says which versions are current.
pub(crate) const NEWEST: (u32, u32) = (4, 4);

/// One fact that is another in the release than here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// A message, a field or an error code, such as `MetadataResponse.topics.name`.
    pub(crate) place: String,
    /// Which fact, such as `nullable`.
    pub(crate) what: &'static str,
    /// What the release says.
    pub(crate) theirs: String,
    /// What we say.
    pub(crate) ours: String,
    /// Of a message, version, field or error code that is not known here, what to write for it.
    pub(crate) new: Option<String>,
}

impl Difference {
    /// One line that says it all.
    pub(crate) fn show(&self, version: &str) -> impl fmt::Display {
        let Self { place, what, theirs, ours, .. } = self;
        format!("{place}: {what} {theirs} in {version}, {ours} here")
    }
}

/// What was compared, and what came of it.
#[derive(Default)]
pub(crate) struct Comparison {
    /// In the order in which they were found.
    pub(crate) differences: Vec<Difference>,
    /// How many messages were compared.
    pub(crate) messages: usize,
    /// How many versions of messages.
    pub(crate) versions: usize,
    /// How many fields, each in all of its versions.
    pub(crate) fields: usize,
    /// How many error codes.
    pub(crate) errors: usize,
    /// Which names were found under another one: indices of those given.
    pub(crate) renamed: Vec<usize>,
}

/// Compares all that a release says.
pub(crate) fn compare(release: &Release, renames: &'static [Renamed]) -> Comparison {
    let mut check = Check { release, renames, result: Comparison::default() };
    for schema in release.schemas.values() {
        let name = check.name(&schema.name);
        match MESSAGES.iter().find(|message| message.name() == name) {
            Some(message) => check.message(&name, schema, message),
            None => check.unknown(&name, schema),
        }
    }
    for message in MESSAGES {
        check.removed(message);
    }
    check.errors();
    check.result
}

struct Check<'r> {
    release: &'r Release,
    renames: &'static [Renamed],
    result: Comparison,
}

impl<'r> Check<'r> {
    fn report(&mut self, place: &str, what: &'static str, theirs: String, ours: String) {
        self.result.differences.push(Difference {
            place: place.into(),
            what,
            theirs,
            ours,
            new: None,
        });
    }

    fn report_new(&mut self, place: &str, what: &'static str, theirs: String, sketch: String) {
        let (place, ours) = (place.into(), "none".into());
        self.result.differences.push(Difference { place, what, theirs, ours, new: Some(sketch) });
    }

    fn same<T: PartialEq + fmt::Display>(
        &mut self,
        place: &str,
        what: &'static str,
        theirs: T,
        ours: T,
    ) {
        if theirs != ours {
            self.report(place, what, theirs.to_string(), ours.to_string());
        }
    }

    /// Compares two sets out of all versions that there are.
    fn same_set(&mut self, place: &str, what: &'static str, theirs: &Set, ours: &Set, of: &Set) {
        if theirs != ours {
            self.report(place, what, theirs.show(Some(of)), ours.show(Some(of)));
        }
    }

    fn is_newest(&self) -> bool {
        series(&self.release.version) >= Some(NEWEST)
    }

    /// Our name for a message, or for what is at this place.
    fn name(&mut self, theirs: &str) -> String {
        for (index, renamed) in self.renames.iter().enumerate() {
            if renamed.theirs == theirs && renamed.applies_to(&self.release.version) {
                self.result.renamed.push(index);
                return renamed.ours.into();
            }
        }
        theirs.into()
    }

    fn message(&mut self, name: &str, schema: &'r Schema, message: &'static Message) {
        let all = Set::from(schema.valid_versions.0);
        self.result.messages += usize::from(!all.is_empty());
        self.result.versions += all.len();
        self.same(name, "API key", schema.api_key.unwrap_or(-1), message.api_key);
        self.same(name, "role", schema.role.as_str(), role(message.role));
        self.valid_versions(name, &all, message);

        let unstable = if self.is_latest_unstable(schema) { all.highest() } else { Set::default() };
        self.same_set(name, "unstable", &unstable, &all.within(message.unstable), &all);
        let flexible = Versions { first: message.flexible_since, last: u8::MAX };
        let (theirs, ours) = (all.within(schema.flexible_versions.0), all.within(flexible));
        self.same_set(name, "flexible", &theirs, &ours, &all);
        self.headers(name, message, &all.and(&Set::from(message.versions)));
        self.fields(name, schema, &schema.fields, message, message.body, &all);
    }

    /// What is valid there has to be defined here; and what is defined here has to be valid in one
    /// of the releases that it stands for.
    fn valid_versions(&mut self, name: &str, valid: &Set, message: &Message) {
        let (defined, current) = (Set::from(message.versions), Set::from(message.current));
        if !valid.without(&defined).is_empty() {
            let (theirs, ours) = (valid.show(None), defined.show(None));
            let new = Some(String::new());
            let place = name.into();
            self.result.differences.push(Difference { place, what: "versions", theirs, ours, new });
        } else if self.is_newest() && *valid != current {
            self.report(name, "versions", valid.show(None), current.show(None) + " current");
        } else if series(&self.release.version) == Some(OLDEST) {
            let old = defined.without(&current);
            if !old.without(valid).is_empty() {
                self.report(name, "versions", valid.show(None), old.show(None) + " not current");
            }
        }
    }

    /// Of a message that is not known here.
    fn unknown(&mut self, name: &str, schema: &Schema) {
        let valid = Set::from(schema.valid_versions.0);
        if !valid.is_empty() {
            self.report_new(name, "versions", valid.show(None), sketch::message(schema));
        }
    }

    /// Of a message that is not in the release.
    fn removed(&mut self, message: &'static Message) {
        let is_there = |schema: &Schema| {
            self.renames.iter().any(|renamed| {
                renamed.theirs == schema.name
                    && renamed.ours == message.name()
                    && renamed.applies_to(&self.release.version)
            })
        };
        let schemas = &self.release.schemas;
        if schemas.contains_key(message.name()) || schemas.values().any(is_there) {
            return;
        }
        self.valid_versions(message.name(), &Set::default(), message);
    }

    /// A request says it for its response too.
    fn is_latest_unstable(&self, schema: &Schema) -> bool {
        let request = schema.name.strip_suffix("Response").map(|name| format!("{name}Request"));
        let request = request.and_then(|name| self.release.schemas.get(&name));
        request.unwrap_or(schema).latest_version_unstable
    }

    fn headers(&mut self, name: &str, message: &Message, all: &Set) {
        for version in all.iter() {
            let headers = self.release.headers.get(&(message.api_key, version));
            let theirs = match (message.role, headers) {
                (Role::Request, Some((request, _))) => Some(*request),
                (Role::Response, Some((_, response))) => Some(*response),
                _ => None,
            };
            let ours = message.header_version(version);
            if theirs != ours {
                let show = |header: Option<i16>| header.map_or("none".into(), |v| v.to_string());
                let place = format!("{name} v{version}");
                self.report(&place, "header version", show(theirs), show(ours));
            }
        }
    }
}

/// Major and minor number of a version.
pub(crate) fn series(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(['.', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Request => "request",
        Role::Response => "response",
        Role::Header => "header",
        Role::Data => "data",
    }
}

#[cfg(test)]
mod tests;
