//! The schema of a message as JSON, in the form of Kafka's own schema files.

use super::json::escaped;
use super::{FieldName, Message, Role};
use crate::schema::{Default, Field, Kind, Struct, Versions};
use core::fmt::{self, Write};

/// Prints the schema of all versions of a message as JSON, with our descriptions as `about`.
///
/// Keys and their order are those of Kafka's schema files, apart from what these tables do not
/// hold (`listeners`, `entityType`, `mapKey`). Structures that are used more than once stand in
/// `commonStructs`.
#[derive(Clone, Copy, Debug)]
pub struct Schema<'a> {
    message: &'a Message,
}

impl<'a> Schema<'a> {
    /// The schema of this message.
    pub const fn new(message: &'a Message) -> Self {
        Self { message }
    }
}

impl fmt::Display for Schema<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message;
        let (key, role) = match message.role {
            Role::Request => (Some(message.api_key), "request"),
            Role::Response => (Some(message.api_key), "response"),
            Role::Header => (None, "header"),
            Role::Data => (None, "data"),
        };
        writeln!(f, "{{")?;
        if let Some(key) = key.filter(|key| *key >= 0) {
            writeln!(f, "  \"apiKey\": {key},")?;
        }
        writeln!(f, "  \"type\": \"{role}\",")?;
        writeln!(f, "  \"name\": \"{}\",", message.name())?;
        writeln!(f, "  \"validVersions\": \"{}\",", message.versions)?;
        let flexible = match message.flexible_since {
            u8::MAX => Versions::NONE,
            first => Versions { first, last: u8::MAX },
        };
        writeln!(f, "  \"flexibleVersions\": \"{flexible}\",")?;
        let about = message.body.description();
        write!(f, "  \"about\": \"")?;
        escaped(about, f)?;
        f.write_str("\",\n")?;
        let mut printer = Printer { root: message.body, f };
        printer.fields(message.body, 2)?;
        printer.common()?;
        f.write_str("\n}\n")
    }
}

struct Printer<'p, 'f> {
    root: &'static Struct,
    f: &'p mut fmt::Formatter<'f>,
}

impl Printer<'_, '_> {
    /// The fields of a structure, and of those in it. Goes as deep as the tables nest.
    fn fields(&mut self, of: &'static Struct, indent: usize) -> fmt::Result {
        let (outer, inner) = (indent, indent + 2);
        if of.fields().is_empty() {
            return write!(self.f, "{:outer$}\"fields\": []", "");
        }
        let mut before = "[\n";
        write!(self.f, "{:outer$}\"fields\": ", "")?;
        for (row, index) in of.fields().iter().zip(0..) {
            write!(self.f, "{before}{:inner$}{{ ", "")?;
            self.field(of, row, index)?;
            let about = of.field_description(index);
            write!(self.f, ",\n{:inner$}  \"about\": \"", "")?;
            escaped(about, self.f)?;
            self.f.write_char('"')?;
            match of.child(row) {
                Some(child) if !self.is_common(child) => {
                    self.f.write_str(",\n")?;
                    self.fields(child, inner + 2)?;
                }
                _ => {}
            }
            self.f.write_str(" }")?;
            before = ",\n";
        }
        write!(self.f, "\n{:outer$}]", "")
    }

    fn field(&mut self, of: &'static Struct, row: &Field, index: u8) -> fmt::Result {
        let f = &mut *self.f;
        write!(f, "\"name\": \"{}\", \"type\": \"", FieldName { of, index })?;
        f.write_str(if row.is_array() { "[]" } else { "" })?;
        f.write_str(of.child(row).map_or(row.kind().name(), Struct::name))?;
        write!(f, "\", \"versions\": \"{}\"", row.versions())?;
        if !row.nullable().is_empty() {
            write!(f, ", \"nullableVersions\": \"{}\"", row.nullable())?;
        }
        if let Some(tag) = row.tag() {
            write!(f, ", \"tag\": {tag}, \"taggedVersions\": \"{}\"", row.versions())?;
        }
        if row.is_classic() {
            f.write_str(", \"flexibleVersions\": \"none\"")?;
        }
        match row.kind() {
            _ if row.default() == Default::ZERO => {}
            _ if row.default().is_null() => f.write_str(", \"default\": \"null\"")?,
            Kind::Bool => f.write_str(", \"default\": \"true\"")?,
            kind => write!(f, ", \"default\": \"{}\"", row.default().as_i64(kind))?,
        }
        f.write_str(if row.is_ignorable() { ", \"ignorable\": true" } else { "" })
    }

    /// The structures that are used more than once.
    fn common(&mut self) -> fmt::Result {
        let mut before = ",\n  \"commonStructs\": [\n";
        let mut number = 0;
        while let Some(of) = self.nth(number) {
            number += 1;
            if !self.is_common(of) || self.first(of) != Some(number - 1) {
                continue;
            }
            let versions = self.versions_of(of);
            write!(self.f, "{before}    {{ \"name\": \"{}\", ", of.name())?;
            writeln!(self.f, "\"versions\": \"{versions}\",")?;
            self.f.write_str("      \"about\": \"")?;
            escaped(of.description(), self.f)?;
            self.f.write_str("\",\n")?;
            self.fields(of, 6)?;
            self.f.write_str(" }")?;
            before = ",\n";
        }
        self.f.write_str(if number > 0 && before == ",\n" { "\n  ]" } else { "" })
    }

    fn is_common(&self, of: &Struct) -> bool {
        let mut uses = 0;
        each_use(self.root, &mut |used, _| uses += u32::from(used.id() == of.id()));
        uses > 1
    }

    /// The structure that is used at this place in the order of the schema.
    fn nth(&self, number: usize) -> Option<&'static Struct> {
        let (mut count, mut found) = (0, None);
        each_use(self.root, &mut |used, _| {
            if count == number {
                found = Some(used);
            }
            count += 1;
        });
        found
    }

    /// The first place at which a structure is used.
    fn first(&self, of: &Struct) -> Option<usize> {
        let (mut count, mut found) = (0, None);
        each_use(self.root, &mut |used, _| {
            if used.id() == of.id() {
                found.get_or_insert(count);
            }
            count += 1;
        });
        found
    }

    /// The versions of the fields that a structure is used in.
    fn versions_of(&self, of: &Struct) -> Versions {
        let mut all = Versions::NONE;
        each_use(self.root, &mut |used, row| {
            if used.id() == of.id() {
                let Versions { first, last } = row.versions();
                all = Versions { first: first.min(all.first), last: last.max(all.last) };
            }
        });
        all
    }
}

/// Visits each use of a structure, as many times as it is used. Goes as deep as the tables nest.
fn each_use(of: &'static Struct, visit: &mut dyn FnMut(&'static Struct, &Field)) {
    for row in of.fields() {
        if let Some(child) = of.child(row) {
            visit(child, row);
            each_use(child, visit);
        }
    }
}
