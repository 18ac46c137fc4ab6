//! How messages and fields are called outside of the definitions: Kafka's names, and the names
//! that another Kafka gave to the same bytes. Uses the tables of the core.

use kafka_codec::api;
use kafka_codec::schema::{Field, Message, Role, Struct};

/// The message of this name, such as `MetadataResponse`; with a role also that of an API's name or
/// key, such as `Metadata` or `3`. Case does not matter.
pub(crate) fn message(name: &str, role: Option<Role>) -> Option<&'static Message> {
    if let Some(message) = api::find_by_name(name) {
        return Some(message);
    }
    let of_api = |role| match name.parse() {
        Ok(key) => api::find(key, role),
        Err(_) => by_name(&format!("{name}{role:?}")),
    };
    by_name(name).or_else(|| role.and_then(of_api))
}

fn by_name(name: &str) -> Option<&'static Message> {
    let mut all = api::MESSAGES.iter();
    let found = all.find(|message| message.name().eq_ignore_ascii_case(name));
    found.or_else(|| api::find_by_name(name))
}

/// A field's name in JSON: lower camel case.
pub(crate) fn json_name(of: &Struct, index: u8) -> String {
    camel(of.field_name(index).unwrap_or_default())
}

fn camel(snake: &str) -> String {
    let mut name = String::with_capacity(snake.len());
    let mut upper = false;
    for c in snake.chars() {
        if c == '_' {
            upper = true;
        } else {
            name.push(if upper { c.to_ascii_uppercase() } else { c });
            upper = false;
        }
    }
    name
}

/// The field of this name in JSON, and its index.
pub(crate) fn field_by_json_name(of: &Struct, name: &str) -> Option<(u8, &'static Field)> {
    let find = |name: &str| {
        let index = (0..of.fields().len()).find(|i| json_name(of, *i as u8) == name)?;
        Some((index as u8, of.fields().get(index)?))
    };
    find(name).or_else(|| {
        let is_here = |alias: &&Alias| alias.of == of.name() && alias.other == name;
        find(ALIASES.iter().find(is_here)?.name)
    })
}

/// What Kafka 3.9 calls a field that has another name in the definitions, with the same bytes.
struct Alias {
    of: &'static str,
    other: &'static str,
    name: &'static str,
}

const fn alias(of: &'static str, other: &'static str, name: &'static str) -> Alias {
    Alias { of, other, name }
}

static ALIASES: &[Alias] = &[
    alias("ListConfigResourcesResponse", "clientMetricsResources", "configResources"),
    alias("ConfigResource", "name", "resourceName"),
    alias("TxnOffsetCommitRequest", "generationId", "generationIdOrMemberEpoch"),
    alias("PartitionData", "candidateEpoch", "replicaEpoch"),
    alias("PartitionData", "candidateId", "replicaId"),
    alias("PartitionData", "candidateDirectoryId", "replicaDirectoryId"),
];
