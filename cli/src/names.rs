//! How messages and fields are called outside of the definitions: Kafka's names, and those that
//! another Kafka gave to the same bytes. Uses the tables of the core and `inspect`.

use kafka_codec::inspect::{self, Camel};
use kafka_codec::schema::{Field, Message, Role, Struct};

/// The message of this name, such as `MetadataResponse`; or of this API, such as `Metadata` or `3`,
/// and this role.
pub(crate) fn message(name: &str, role: Role) -> Option<&'static Message> {
    let mut found = inspect::find(name);
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => inspect::find(name).find(|message| message.role == role),
    }
}

/// A field's name in JSON: lower camel case.
pub(crate) fn json_name(of: &Struct, index: u8) -> String {
    Camel(of.field_name(index).unwrap_or_default()).to_string()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, role: Role) -> &'static str {
        message(name, role).map_or("", Message::name)
    }

    #[test]
    fn names_and_keys_find_their_message() {
        assert_eq!(found("MetadataResponse", Role::Request), "MetadataResponse");
        assert_eq!(found("metadata", Role::Request), "MetadataRequest");
        assert_eq!(found("Metadata", Role::Response), "MetadataResponse");
        assert_eq!(found("3", Role::Response), "MetadataResponse");
        assert_eq!(
            found("ListClientMetricsResources", Role::Response),
            "ListConfigResourcesResponse"
        );
        assert_eq!(found("VotersRecord", Role::Request), "VotersRecord");
        assert_eq!(found("ResponseHeader", Role::Request), "ResponseHeader");
        assert_eq!(found("AlterTopics", Role::Response), "AlterTopicsResponse");
        assert_eq!(found("ControlRecordTypeSchema", Role::Response), "ControlRecordTypeSchema");
        assert_eq!(found("95", Role::Request), "");
        assert_eq!(found("-1", Role::Request), "");
        assert_eq!(found("", Role::Request), "");
    }

    #[test]
    fn every_alias_stands_for_a_field() {
        fn has(of: &'static Struct, alias: &Alias) -> bool {
            let here = of.name() == alias.of
                && field_by_json_name(of, alias.other).is_some()
                && field_by_json_name(of, alias.other).map(|(index, _)| index)
                    == field_by_json_name(of, alias.name).map(|(index, _)| index);
            here || of.fields().iter().any(|field| of.child(field).is_some_and(|of| has(of, alias)))
        }
        for alias in ALIASES {
            assert!(inspect::messages().any(|message| has(message.body, alias)), "{}", alias.other);
        }
    }
}
