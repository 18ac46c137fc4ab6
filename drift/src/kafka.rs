//! Kafka's schema files: JSON with comments, one message a file.
//!
//! A property that is not listed here is an error, since what it means has to be looked at before it
//! can be ignored. Uses `schema::Versions` for ranges.

use anyhow::{Context, Result};
use kafka_codec::schema::Versions;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// One message of a release.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Schema {
    /// None for headers and data.
    pub(crate) api_key: Option<i16>,
    /// `request`, `response`, `header` or `data`.
    #[serde(rename = "type")]
    pub(crate) role: String,
    /// Such as `MetadataRequest`.
    pub(crate) name: String,
    /// None for a message that the release has removed.
    pub(crate) valid_versions: Range,
    /// None is said for messages that never became flexible.
    #[serde(default)]
    pub(crate) flexible_versions: Range,
    /// Whether the highest version is not released yet; requests say it for their responses too.
    #[serde(default)]
    pub(crate) latest_version_unstable: bool,
    /// In the order of the wire.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
    /// Structures that more than one field has.
    #[serde(default)]
    pub(crate) common_structs: Vec<CommonStruct>,
    #[serde(default, rename = "listeners")]
    _listeners: Option<IgnoredAny>,
    #[serde(default, rename = "deprecatedVersions")]
    _deprecated_versions: Option<IgnoredAny>,
}

/// A structure that fields name as their type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CommonStruct {
    /// Its name.
    pub(crate) name: String,
    /// In the order of the wire.
    pub(crate) fields: Vec<Field>,
    #[serde(default)]
    about: String,
    #[serde(default, rename = "versions")]
    _versions: Option<IgnoredAny>,
}

/// One field.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Field {
    /// Such as `TopicId`.
    pub(crate) name: String,
    /// `[]` goes before the type of the elements.
    #[serde(rename = "type")]
    pub(crate) of: String,
    /// The versions that carry it.
    pub(crate) versions: Range,
    /// The versions in which it may be null.
    #[serde(default)]
    pub(crate) nullable_versions: Range,
    /// The number of the tagged field.
    pub(crate) tag: Option<Scalar>,
    /// The versions in which it is a tagged field.
    #[serde(default)]
    pub(crate) tagged_versions: Range,
    /// The versions in which it has the compact form; those of the message if it does not say.
    pub(crate) flexible_versions: Option<Range>,
    /// The value where nothing is said; that of the type if it does not say.
    pub(crate) default: Option<Scalar>,
    /// Whether a value may be dropped where the version has no such field.
    ignorable: Option<Scalar>,
    /// Of its structure, or of that of its elements.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
    #[serde(default)]
    about: String,
    #[serde(default, rename = "mapKey")]
    _map_key: Option<IgnoredAny>,
    #[serde(default, rename = "entityType")]
    _entity_type: Option<IgnoredAny>,
    #[serde(default, rename = "zeroCopy")]
    _zero_copy: Option<IgnoredAny>,
}

impl Schema {
    /// Reads a schema file, and what people wrote in it: comments and descriptions.
    ///
    /// # Errors
    /// JSON that is none, or a property that is not known.
    pub(crate) fn parse(text: &str) -> Result<(Self, Vec<String>)> {
        let (json, mut texts) = split_comments(text);
        // Some files say a property twice; of a JSON value the last counts, as in Java.
        let value: serde_json::Value = serde_json::from_str(&json)?;
        let schema: Self = serde_json::from_value(value)?;
        add_abouts(&schema.fields, &mut texts);
        for common in &schema.common_structs {
            texts.push(common.about.clone());
            add_abouts(&common.fields, &mut texts);
        }
        Ok((schema, texts))
    }

    /// The fields of the structure that a field is or holds.
    pub(crate) fn fields_of<'s>(&'s self, field: &'s Field) -> &'s [Field] {
        let name = field.of.trim_start_matches("[]");
        let common = self.common_structs.iter().find(|common| common.name == name);
        common.map_or(&field.fields, |common| &common.fields)
    }
}

impl Field {
    /// Whether a value may be dropped where the version has no such field.
    pub(crate) fn is_ignorable(&self) -> bool {
        self.ignorable.as_ref().is_some_and(|value| value.text() == "true")
    }
}

fn add_abouts(fields: &[Field], texts: &mut Vec<String>) {
    for field in fields {
        texts.push(field.about.clone());
        add_abouts(&field.fields, texts);
    }
}

/// A value that some files quote and some do not.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Scalar {
    /// `true`
    Bool(bool),
    /// `-1`
    Number(serde_json::Number),
    /// `"-1"`
    Text(String),
}

impl Scalar {
    /// As if quoted.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => value.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }
}

/// A range of versions: `3`, `0-3`, `2+` or `none`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Range(pub Versions);

impl Default for Range {
    fn default() -> Self {
        Self(Versions::NONE)
    }
}

impl TryFrom<String> for Range {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Self> {
        let number = |text: &str| text.trim().parse().with_context(|| format!("versions {text}"));
        let (first, last) = match text.trim() {
            "none" => return Ok(Self::default()),
            text => match (text.strip_suffix('+'), text.split_once('-')) {
                (Some(first), _) => (number(first)?, u8::MAX),
                (None, Some((first, last))) => (number(first)?, number(last)?),
                (None, None) => (number(text)?, number(text)?),
            },
        };
        Ok(Self(Versions { first, last }))
    }
}

/// The JSON without its comments, and the comments; what goes on over several lines is one.
fn split_comments(text: &str) -> (String, Vec<String>) {
    let (mut json, mut comments, mut was_comment) = (String::new(), Vec::<String>::new(), false);
    for line in text.lines() {
        let (code, comment) = split_comment(line);
        json.push_str(code);
        json.push('\n');
        let is_comment = comment.is_some() && code.trim().is_empty();
        match (comment, comments.last_mut()) {
            (Some(comment), Some(last)) if was_comment && is_comment => {
                last.push(' ');
                last.push_str(comment);
            }
            (Some(comment), _) => comments.push(comment.to_owned()),
            (None, _) => {}
        }
        was_comment = comment.is_some();
    }
    (json, comments)
}

/// What is before and after a `//` that is not in a string.
fn split_comment(line: &str) -> (&str, Option<&str>) {
    let (mut in_string, mut is_escaped, mut last_slash) = (false, false, None);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'/' if !in_string && last_slash.is_some_and(|last| last + 1 == at) => {
                let (code, comment) = line.split_at(at - 1);
                return (code, comment.get(2..));
            }
            b'/' if !in_string => last_slash = Some(at),
            _ => {}
        }
    }
    (line, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_descriptions_are_told_apart_from_json() {
        let text = r#"
// One
// comment.
{ "apiKey": 1, "type": "request", "name": "X", // here
  "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [{ "name": "A", "type": "int32", "versions": "1", "tag": "0", "default": -1,
               "ignorable": "true", "about": "See http://x \"// y\"." }] }"#;
        let (schema, texts) = Schema::parse(text).expect("a schema");
        assert_eq!(texts, [" One  comment.", " here", "See http://x \"// y\"."]);
        assert_eq!(schema.valid_versions.0, Versions { first: 0, last: 3 });
        assert_eq!(schema.flexible_versions.0, Versions { first: 2, last: 255 });
        let [field] = &schema.fields[..] else { panic!("one field") };
        assert_eq!(field.versions.0, Versions { first: 1, last: 1 });
        assert!(field.is_ignorable() && field.nullable_versions.0.is_empty());
        assert_eq!(field.default.as_ref().map(Scalar::text).as_deref(), Some("-1"));
        assert_eq!(field.tag.as_ref().map(Scalar::text).as_deref(), Some("0"));
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let head = r#"{ "type": "data", "name": "X", "validVersions": "#;
        assert!(Schema::parse(&format!(r#"{head}"none" }}"#)).is_ok());
        assert!(Schema::parse(&format!(r#"{head}"none", "colour": 1 }}"#)).is_err());
        assert!(Schema::parse(&format!(r#"{head}"some" }}"#)).is_err());
    }
}
