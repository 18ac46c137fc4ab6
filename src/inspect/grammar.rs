//! The grammar of one version of a message, in the notation of Kafka's protocol guide or in that of
//! the proposals (KIPs) from before the guide had compact types.

use super::{KIP_179, api_name};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Field, Kind, Message, Role, Struct};
use core::fmt::{self, Write};

/// Prints the grammar of one version.
///
/// Each line defines what the line above it names: `brokers => node_id host port`. Arrays are named
/// in brackets. Tagged fields are not part of the sequence that `TAG_BUFFER` ends; they are defined
/// last, with their number: `cluster_id <tag: 0> => COMPACT_NULLABLE_STRING`.
#[derive(Clone, Copy, Debug)]
pub struct Grammar<'a> {
    message: &'a Message,
    version: u8,
    flexible: bool,
    notation: Notation,
}

/// How a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As in Kafka's protocol guide: `Metadata Request (Version: 12) => [topics] ...`.
    Guide,
    /// As in the older proposals: `AlterTopicsRequest => [alter_topic_requests] ...`, arrays of
    /// numbers as `[INT32]`, and descriptions behind semicolons.
    Proposal,
}

impl<'a> Grammar<'a> {
    /// The grammar of a version, in the notation that is usual of the message.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    pub fn new(message: &'a Message, version: i16) -> Result<Self> {
        let Some(v) = message.version(version) else {
            return Err(Error::new(ErrorKind::UnsupportedVersion { version }, 0));
        };
        let is_proposed = KIP_179.iter().any(|kip| kip.body.id() == message.body.id());
        let notation = if is_proposed { Notation::Proposal } else { Notation::Guide };
        Ok(Self { message, version: v, flexible: message.is_flexible(version), notation })
    }

    /// The same in this notation.
    pub const fn in_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    fn title(&self, out: &mut dyn Write) -> fmt::Result {
        let role = match self.message.role {
            _ if self.notation == Notation::Proposal => {
                return write!(out, "{} =>", self.message.name());
            }
            Role::Request => " Request",
            Role::Response => " Response",
            Role::Header | Role::Data => "",
        };
        write!(out, "{}{role} (Version: {}) =>", api_name(self.message), self.version)
    }
}

impl fmt::Display for Grammar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut width = 0;
        let mut measure = Lines { grammar: self, f: None, width: &mut width };
        measure.structure(self.message.body, 1)?;
        self.title(f)?;
        let mut lines = Lines { grammar: self, f: Some(f), width: &mut width };
        lines.sequence(self.message.body)?;
        lines.end("")?;
        lines.structure(self.message.body, 1)
    }
}

/// Measures the lines that have a description, or prints all.
struct Lines<'g, 'f, 'b> {
    grammar: &'g Grammar<'g>,
    f: Option<&'g mut fmt::Formatter<'b>>,
    /// The widest line with a description.
    width: &'f mut usize,
}

impl Lines<'_, '_, '_> {
    /// The lines of what a structure's own line names. Goes as deep as the tables nest.
    fn structure(&mut self, of: &Struct, depth: usize) -> fmt::Result {
        let rows = || of.fields().iter().zip(0..);
        let in_line = rows().filter(|(row, _)| row.tag().is_none());
        for (row, index) in in_line.chain(rows().filter(|(row, _)| row.tag().is_some())) {
            if !row.versions().contains(self.grammar.version) {
                continue;
            }
            let name = of.field_name(index).unwrap_or("");
            let line = Line { depth, name, row };
            match of.child(row) {
                Some(child) => {
                    if let Some(f) = &mut self.f {
                        write!(f, "{line}")?;
                    }
                    self.sequence(child)?;
                    self.end("")?;
                    self.structure(child, depth + 1)?;
                }
                None => {
                    let ty = TypeName { grammar: self.grammar, row };
                    self.leaf(format_args!("{line} {ty}"), of.field_description(index))?;
                }
            }
        }
        Ok(())
    }

    fn leaf(&mut self, line: fmt::Arguments<'_>, about: &str) -> fmt::Result {
        let mut counter = Counter(0);
        write!(counter, "{line}")?;
        let Some(f) = &mut self.f else {
            *self.width = counter.0.max(*self.width);
            return Ok(());
        };
        write!(f, "{line}")?;
        if self.grammar.notation == Notation::Guide {
            return self.end("");
        }
        let gap = self.width.saturating_sub(counter.0) + 1;
        write!(f, "{:gap$}; ", "")?;
        self.end(about)
    }

    /// What a structure consists of, each with a space before it.
    fn sequence(&mut self, of: &Struct) -> fmt::Result {
        let Some(f) = &mut self.f else { return Ok(()) };
        let grammar = self.grammar;
        for (row, index) in of.fields().iter().zip(0..) {
            if !row.in_line(grammar.version) {
                continue;
            }
            let name = of.field_name(index).unwrap_or("");
            // A proposal says of numbers at their type that there are many.
            let says_type = grammar.notation == Notation::Proposal && row.kind() != Kind::Struct;
            if row.is_array() && !says_type {
                write!(f, " [{name}]")?;
            } else {
                write!(f, " {name}")?;
            }
        }
        f.write_str(if grammar.flexible { " TAG_BUFFER" } else { "" })
    }

    fn end(&mut self, text: &str) -> fmt::Result {
        self.f.as_mut().map_or(Ok(()), |f| writeln!(f, "{text}"))
    }
}

/// What stands on the left of a line.
struct Line<'g> {
    depth: usize,
    name: &'static str,
    row: &'g Field,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, name, row } = self;
        let indent = depth * 2;
        write!(f, "{:indent$}", "")?;
        match row.tag() {
            Some(tag) if row.is_array() => write!(f, "[{name}] <tag: {tag}> =>"),
            Some(tag) => write!(f, "{name} <tag: {tag}> =>"),
            None => write!(f, "{name} =>"),
        }
    }
}

/// The name of a type in capitals.
struct TypeName<'g> {
    grammar: &'g Grammar<'g>,
    row: &'g Field,
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { grammar, row } = self;
        let is_list = row.is_array() && grammar.notation == Notation::Proposal;
        let has_length = matches!(row.kind(), Kind::Str | Kind::Bytes | Kind::Records);
        let nullable = row.nullable().contains(grammar.version) && !row.is_array();
        f.write_str(if is_list { "[" } else { "" })?;
        if has_length {
            let compact = grammar.flexible && !row.is_classic();
            f.write_str(if compact { "COMPACT_" } else { "" })?;
            // The guide has no other name for records that may be null.
            let says_nullable = nullable && row.kind() != Kind::Records;
            f.write_str(if says_nullable { "NULLABLE_" } else { "" })?;
        }
        if row.kind() == Kind::Bool {
            f.write_str("BOOLEAN")?;
        } else {
            for c in row.kind().name().chars() {
                f.write_char(c.to_ascii_uppercase())?;
            }
        }
        f.write_str(if is_list { "]" } else { "" })
    }
}

/// Counts characters.
struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}
