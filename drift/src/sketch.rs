//! What to write for a message or field that is not known here yet: definitions without their
//! descriptions, which the compiler then asks for. Uses `kafka`.

use crate::kafka::{Field, Range, Schema};
use std::fmt::Write;

/// The definition of a message and of its structures.
pub(crate) fn message(schema: &Schema) -> String {
    let Range(valid) = schema.valid_versions;
    let mut facts = format!("versions = {}..={}", valid.first, valid.last);
    let Range(flexible) = schema.flexible_versions;
    if !flexible.is_empty() {
        let _ = write!(facts, ", flexible = {}..", flexible.first);
    }
    if schema.latest_version_unstable {
        let _ = write!(facts, ", unstable = {0}..={0}", valid.last);
    }
    let role = upper_first(&schema.role);
    let attribute = match schema.api_key {
        Some(key) => format!("    #[api({key}, {role}, {facts})]\n"),
        None => format!("    #[message({role}, {facts})]\n"),
    };
    let mut structures = vec![(schema.name.as_str(), &schema.fields[..])];
    let mut text = String::new();
    let mut done = 0;
    while let Some((name, fields)) = structures.get(done).copied() {
        let (macro_name, attribute) = match done {
            0 => ("message", attribute.as_str()),
            _ => ("structure", ""),
        };
        let _ = writeln!(text, "{macro_name}! {{\n{attribute}    pub struct {name}<'a> {{");
        for of in fields {
            let _ = writeln!(text, "        {}", field(of));
            let (name, children) = (of.of.trim_start_matches("[]"), schema.fields_of(of));
            if !children.is_empty() && structures.iter().all(|(known, _)| *known != name) {
                structures.push((name, children));
            }
        }
        text.push_str("    }\n}\n");
        done += 1;
    }
    text
}

/// The line of a field.
pub(crate) fn field(field: &Field) -> String {
    let (Range(versions), Range(nullable)) = (field.versions, field.nullable_versions);
    let name = snake_case(&field.name);
    let raw = if ["type", "match"].contains(&name.as_str()) { "r#" } else { "" };
    let mut of = rust_type(field.of.trim_start_matches("[]"));
    if field.of.starts_with("[]") {
        of = format!("Array<'a, {of}>");
    }
    if !nullable.is_empty() {
        of = format!("Option<{of}>");
    }
    let mut spec = match versions.last {
        u8::MAX => format!("since({})", versions.first),
        last => format!("versions({}, {last})", versions.first),
    };
    match nullable.last {
        _ if nullable.is_empty() => {}
        u8::MAX => spec += &format!(".nullable_since({})", nullable.first),
        last => spec += &format!(".nullable({}, {last})", nullable.first),
    }
    if let Some(tag) = field.tag.as_ref().filter(|_| !field.tagged_versions.0.is_empty()) {
        spec += &format!(".tagged({})", tag.text());
    }
    match field.default.as_ref().map(|default| default.text()).as_deref() {
        None | Some("" | "0" | "false") => {}
        Some("null") => spec += ".default(None)",
        Some(default) => spec += &format!(".default({default})"),
    }
    if field.is_ignorable() {
        spec += ".ignorable()";
    }
    if field.flexible_versions.is_some_and(|Range(own)| own.is_empty()) {
        spec += ".classic()";
    }
    format!("pub {raw}{name}: {of} = {spec},")
}

/// The line of an error code.
pub(crate) fn error(code: i16, name: &str, is_retriable: bool) -> String {
    let variant: String = name.split('_').map(|word| upper_first(&word.to_lowercase())).collect();
    let retriable = if is_retriable { " retriable" } else { "" };
    format!("{code} {variant} \"{name}\"{retriable}, \"\";")
}

fn rust_type(of: &str) -> String {
    match of {
        "bool" => "bool".into(),
        "int8" => "i8".into(),
        "int16" => "i16".into(),
        "uint16" => "u16".into(),
        "int32" => "i32".into(),
        "uint32" => "u32".into(),
        "int64" => "i64".into(),
        "float64" => "f64".into(),
        "uuid" => "Uuid".into(),
        "string" => "&'a str".into(),
        "bytes" => "&'a [u8]".into(),
        "records" => "Records<'a>".into(),
        structure => format!("{structure}<'a>"),
    }
}

fn upper_first(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// `ThrottleTimeMs` as `throttle_time_ms`, `IsKRaftController` as `is_k_raft_controller`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(at + 1);
        let begins_word = match before {
            Some(before) if before.is_ascii_uppercase() => {
                after.is_some_and(|after| after.is_ascii_lowercase())
            }
            Some(_) => true,
            None => false,
        };
        if letter.is_ascii_uppercase() && begins_word {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_before_capitals() {
        for (kafka, ours) in [
            ("ThrottleTimeMs", "throttle_time_ms"),
            ("isKRaftController", "is_k_raft_controller"),
            ("V3AndBelowTopics", "v3_and_below_topics"),
            ("Enable2Pc", "enable2_pc"),
            ("LastKnownELR", "last_known_elr"),
            ("ZkVersion", "zk_version"),
        ] {
            assert_eq!(snake_case(kafka), ours);
        }
    }

    #[test]
    fn a_message_is_written_as_its_definition() {
        let (schema, _) = Schema::parse(
            r#"{ "apiKey": 95, "type": "request", "name": "PaintRequest",
              "validVersions": "0-1", "flexibleVersions": "1+", "latestVersionUnstable": true,
              "fields": [
                { "name": "Type", "type": "int8", "versions": "0", "default": "-1" },
                { "name": "Coats", "type": "[]Coat", "versions": "0+", "nullableVersions": "1+",
                  "default": "null", "fields": [
                    { "name": "Colour", "type": "string", "versions": "0+" },
                    { "name": "Shine", "type": "float64", "versions": "1+", "tag": 0,
                      "taggedVersions": "1+", "ignorable": true }
                ]}
              ] }"#,
        )
        .expect("a schema");
        let expected = "\
message! {
    #[api(95, Request, versions = 0..=1, flexible = 1.., unstable = 1..=1)]
    pub struct PaintRequest<'a> {
        pub r#type: i8 = versions(0, 0).default(-1),
        pub coats: Option<Array<'a, Coat<'a>>> = since(0).nullable_since(1).default(None),
    }
}
structure! {
    pub struct Coat<'a> {
        pub colour: &'a str = since(0),
        pub shine: f64 = since(1).tagged(0).ignorable(),
    }
}
";
        assert_eq!(message(&schema), expected);
        assert_eq!(error(95, "NO_COLOUR", true), "95 NoColour \"NO_COLOUR\" retriable, \"\";");
    }
}
