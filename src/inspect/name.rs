//! Names as Kafka's schema files and JSON have them, from the snake_case of the definitions.

use crate::schema::Struct;
use core::fmt::{self, Write};

/// Prints a name in snake_case as Kafka's JSON has it: `timeout_ms` as `timeoutMs`.
#[derive(Clone, Copy, Debug)]
pub struct Camel<'s>(pub &'s str);

impl fmt::Display for Camel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        camel(self.0, false, f)
    }
}

/// Prints the name of a field as Kafka's schema file has it: `timeout_ms` as `TimeoutMs`.
#[derive(Clone, Copy)]
pub struct FieldName {
    /// The structure that the field is in.
    pub of: &'static Struct,
    /// The place of the field in it.
    pub index: u8,
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.of.field_name(self.index).unwrap_or("");
        // These begin with a small letter in the schema files.
        let small = match name {
            "is_k_raft_controller" => true,
            "timeout_ms" => {
                matches!(self.of.name(), "CreateTopicsRequest" | "UpdateFeaturesRequest")
            }
            "validate_only" => self.of.name() == "CreateTopicsRequest",
            _ => false,
        };
        camel(name, !small, f)
    }
}

fn camel(name: &str, first_upper: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut upper = first_upper;
    for c in name.chars() {
        match c {
            '_' => upper = true,
            _ => {
                f.write_char(if upper { c.to_ascii_uppercase() } else { c })?;
                upper = false;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;

    #[test]
    fn names_are_kafkas() {
        assert_eq!(Camel("is_k_raft_controller").to_string(), "isKRaftController");
        assert_eq!(Camel("isr").to_string(), "isr");
        let shown = |message: &str, field: &str| {
            let of = crate::api::find_by_name(message).expect("a message").body;
            let (index, _) = of.field_by_name(field).expect("a field");
            format!("{}", FieldName { of, index })
        };
        assert_eq!(shown("CreateTopicsRequest", "timeout_ms"), "timeoutMs");
        assert_eq!(shown("CreateTopicsRequest", "validate_only"), "validateOnly");
        assert_eq!(shown("UpdateFeaturesRequest", "validate_only"), "ValidateOnly");
        assert_eq!(shown("DeleteTopicsRequest", "timeout_ms"), "TimeoutMs");
        assert_eq!(shown("UpdateMetadataRequest", "is_k_raft_controller"), "isKRaftController");
    }
}
