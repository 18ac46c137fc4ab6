//! `show`: the page of the reference about an API or a message, as text or JSON.

use crate::apis::{flexible, headers};
use crate::terminal::{self, Color};
use anyhow::{Context as _, Result, bail, ensure};
use kafka_codec::inspect::{
    self, Framing, Grammar, Json as BodyJson, Layout, Schema, Subject, Tree,
};
use kafka_codec::schema::{Message, Role, Versions};
use serde_json::Value as Json;
use std::fmt::Write as _;
use std::process::ExitCode;

/// Shows the reference of an API or message: facts, byte layout, object tree, schema.
///
/// The bytes are those of the smallest legal instance.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// API such as `AlterPartition`, API key such as `56`, or message such as
    /// `AlterPartitionRequest`.
    name: String,
    /// Version of the message [default: the newest that is stable].
    #[arg(long)]
    version: Option<i16>,
    /// The request alone.
    #[arg(long, conflicts_with = "response")]
    request: bool,
    /// The response alone.
    #[arg(long)]
    response: bool,
    /// Print the grammar, and of the rest only what else is asked for.
    #[arg(long)]
    grammar: bool,
    /// Print the schema, and of the rest only what else is asked for.
    #[arg(long)]
    schema: bool,
    /// Print all of it as JSON.
    #[arg(long, conflicts_with_all = ["grammar", "schema"])]
    json: bool,
    /// API key for the frame of a message that has none, such as `ReplicaStatus`.
    #[arg(long, value_name = "N")]
    key: Option<i16>,
    /// When to colour the bytes.
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

/// Runs the command.
///
/// # Errors
/// A name that nothing has, a version that the message lacks, or a key for what has one.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    terminal::print(&text(args)?)
}

/// What the command prints.
fn text(args: &Args) -> Result<String> {
    let mut messages: Vec<Message> = inspect::find(&args.name)
        .filter(|message| match message.role {
            Role::Request => !args.response,
            Role::Response => !args.request,
            Role::Header | Role::Data => !args.request && !args.response,
        })
        .copied()
        .collect();
    ensure!(!messages.is_empty(), unknown(args));
    if let Some(key) = args.key {
        ensure!(key >= 0, "an API key is not negative");
        for message in &mut messages {
            if message.api_key >= 0 {
                bail!("{} has the API key {} already", message.name(), message.api_key);
            }
            ensure!(
                message.header_version(message.latest_stable()).is_some(),
                "{} is no request or response, and so has no frame",
                message.name()
            );
            message.api_key = key;
        }
    }
    let shown: Vec<_> =
        messages.iter().map(|message| Shown::new(message, args.version)).collect::<Result<_>>()?;
    if args.json {
        return json_page(&shown);
    }
    if args.grammar || args.schema {
        return parts(&shown, args);
    }
    page(&shown, args.color.is_on())
}

/// What is said of a name that nothing has.
fn unknown(args: &Args) -> String {
    let name = &args.name;
    let lower = name.to_lowercase();
    let is_near = |message: &&Message| {
        let other = message.name().to_lowercase();
        let stem = lower.trim_end_matches("request").trim_end_matches("response");
        stem.len() >= 3 && (other.contains(stem) || lower.contains(other.as_str()))
    };
    let mut near: Vec<_> =
        inspect::messages().filter(is_near).map(|m| inspect::api_name(m)).collect();
    near.dedup();
    near.truncate(8);
    let exists = inspect::find(name).next().is_some();
    match near.as_slice() {
        _ if exists => format!("{name} is no API with a request and a response"),
        [] => format!("no API or message is called {name}; `apis` lists them"),
        near => format!("no API or message is called {name}; there is {}", near.join(", ")),
    }
}

/// A message, its version and its smallest instance.
struct Shown<'a> {
    message: &'a Message,
    version: i16,
    framing: Framing,
    bytes: Vec<u8>,
}

impl<'a> Shown<'a> {
    fn new(message: &'a Message, version: Option<i16>) -> Result<Self> {
        let version = version.unwrap_or_else(|| message.latest_stable());
        let name = message.name();
        let has_frame = message.api_key >= 0 && message.header_version(version).is_some();
        let (framing, encode): (_, fn(&Message, i16, &mut [u8]) -> _) = match has_frame {
            true => (Framing::Size, inspect::smallest_frame),
            false => (Framing::Body, inspect::smallest),
        };
        ensure!(
            message.version(version).is_some(),
            "{name} has no version {version}, but {}",
            message.versions
        );
        let needed = encode(message, version, &mut []);
        let mut bytes =
            vec![0; needed.map_err(|error| error.needed()).err().flatten().unwrap_or(0)];
        encode(message, version, &mut bytes).context(name)?;
        Ok(Self { message, version, framing, bytes })
    }

    fn subject(&self) -> Result<Subject<'_>> {
        let Self { message, version, framing, bytes } = self;
        Ok(Subject::new(message, *version, *framing, bytes)?)
    }

    /// `AlterPartitionRequest v3, request header v2, 75 bytes on the wire`.
    fn headline(&self) -> String {
        let Self { message, version, framing, bytes } = self;
        let header = match (message.role, message.header_version(*version), framing) {
            (Role::Request, Some(header), Framing::Size) => format!("request header v{header}, "),
            (_, Some(header), Framing::Size) => format!("response header v{header}, "),
            _ => "no header, ".to_owned(),
        };
        let len = bytes.len();
        format!("{} v{version}, {header}{} on the wire", message.name(), count(len))
    }
}

fn count(bytes: usize) -> String {
    format!("{bytes} byte{}", if bytes == 1 { "" } else { "s" })
}

/// Only what was asked for.
fn parts(shown: &[Shown<'_>], args: &Args) -> Result<String> {
    let mut out = String::new();
    for one in shown {
        if args.grammar {
            if !out.is_empty() {
                out.push('\n');
            }
            write!(out, "{}", Grammar::new(one.message, one.version)?)?;
        }
        if args.schema {
            if !out.is_empty() {
                out.push('\n');
            }
            write!(out, "{}", Schema::new(one.message))?;
        }
    }
    Ok(out)
}

/// The page as text.
fn page(shown: &[Shown<'_>], color: bool) -> Result<String> {
    let Some(first) = shown.first() else { bail!("nothing to show") };
    let mut out = String::new();
    writeln!(out, "{}\n", inspect::api_name(first.message))?;
    writeln!(
        out,
        "The bytes below are the smallest legal instance: numbers are 0, strings and bytes are\n\
         empty, each array has one element, records are one empty batch of 61 bytes. Sizes count\n\
         the int32 in front of a frame.\n"
    )?;
    let facts = facts(shown);
    let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in &facts {
        writeln!(out, "{name:width$}  {value}")?;
    }
    for one in shown {
        let heading = match one.message.role {
            Role::Request => "Request",
            Role::Response => "Response",
            Role::Header => "Header",
            Role::Data => "Data",
        };
        writeln!(out, "\n{heading}\n\n{}", one.headline())?;
        writeln!(out, "{}\n", one.message.body.description())?;
        let subject = one.subject()?;
        writeln!(out, "byte layout ({}, 16 bytes per row)\n", count(one.bytes.len()))?;
        let layout = Layout::new(subject);
        let layout = if color { layout.painted(terminal::paint) } else { layout };
        writeln!(out, "{layout}")?;
        writeln!(out, "object tree\n\n{}", Tree::new(subject))?;
        if is_proposed(one.message) {
            let grammar = Grammar::new(one.message, one.version)?;
            writeln!(out, "grammar (of KIP-179)\n\n{grammar}")?;
        }
        write!(out, "kafka message schema (.json)\n\n{}", Schema::new(one.message))?;
    }
    Ok(out)
}

/// Whether only a KIP has the message: then it has no key of Kafka's.
fn is_proposed(message: &Message) -> bool {
    let name = message.name();
    let own = inspect::find(name).next();
    own.is_some_and(|own| own.api_key < 0 && own.header_version(own.latest_stable()).is_some())
}

/// What is known of an API or message, by name.
fn facts(shown: &[Shown<'_>]) -> Vec<(&'static str, String)> {
    let Some(first) = shown.first() else { return vec![] };
    let mut facts = vec![];
    if first.message.api_key >= 0 {
        let note = if is_proposed(first.message) { " (not Kafka's)" } else { "" };
        facts.push(("API key", format!("{}{note}", first.message.api_key)));
    } else if first.message.header_version(first.version).is_some() {
        facts.push(("API key", "none".to_owned()));
    }
    facts.push(("Encoded at", format!("v{}", first.version)));
    facts.push(("Flexible versions", flexible(first.message).to_string()));
    let of = |role| shown.iter().find(|one| one.message.role == role);
    match (of(Role::Request), of(Role::Response)) {
        (Some(request), Some(response)) => {
            let headers = headers(request.message, response.message, request.version);
            facts.push(("Headers", headers));
        }
        (Some(one), None) | (None, Some(one)) => {
            let version = one.message.header_version(one.version);
            facts.extend(version.map(|version| ("Header", format!("v{version}"))));
        }
        (None, None) => {}
    }
    for one in shown {
        facts.push(match one.message.role {
            Role::Request => ("Request versions", versions(one.message)),
            Role::Response => ("Response versions", versions(one.message)),
            Role::Header | Role::Data => ("Versions", versions(one.message)),
        });
    }
    for one in shown {
        facts.push(match one.message.role {
            Role::Request => ("Request size", count(one.bytes.len())),
            Role::Response => ("Response size", count(one.bytes.len())),
            Role::Header | Role::Data => ("Size", count(one.bytes.len())),
        });
    }
    facts
}

/// The versions that Kafka 4.4 accepts, and those that only 3.9 had.
fn versions(message: &Message) -> String {
    let Message { versions, current, unstable, .. } = message;
    let mut out = current.to_string();
    let last_old = if current.is_empty() { versions.last } else { current.first.wrapping_sub(1) };
    let old = Versions { first: versions.first, last: last_old };
    if current.is_empty() || current.first > versions.first {
        out += &format!(", and {old} of Kafka 3.9");
    }
    if !unstable.is_empty() {
        out += &format!(", of which {unstable} is not stable");
    }
    out
}

/// The page as JSON. Schemas keep the order of their keys, which a parsed value would not.
fn json_page(shown: &[Shown<'_>]) -> Result<String> {
    let Some(first) = shown.first() else { bail!("nothing to show") };
    let quoted = |text: &str| Json::from(text).to_string();
    let mut out = format!("{{\n\"name\": {}", quoted(inspect::api_name(first.message)));
    if first.message.api_key >= 0 {
        write!(out, ",\n\"apiKey\": {}", first.message.api_key)?;
    }
    for one in shown {
        let role = match one.message.role {
            Role::Request => "request",
            Role::Response => "response",
            Role::Header => "header",
            Role::Data => "data",
        };
        let subject = one.subject()?;
        let header = match one.framing {
            Framing::Size => one.message.header_version(one.version),
            _ => None,
        };
        let hex: String = one.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let grammar = Grammar::new(one.message, one.version)?.to_string();
        write!(out, ",\n\"{role}\": {{\n\"message\": {},\n", quoted(one.message.name()))?;
        writeln!(out, "\"version\": {},", one.version)?;
        writeln!(out, "\"headerVersion\": {},", Json::from(header))?;
        writeln!(out, "\"size\": {},\n\"hex\": \"{hex}\",", one.bytes.len())?;
        writeln!(out, "\"body\": {},", BodyJson::new(subject))?;
        writeln!(out, "\"tree\": {},", quoted(&Tree::new(subject).to_string()))?;
        writeln!(out, "\"grammar\": {},", quoted(&grammar))?;
        write!(out, "\"schema\": {}}}", Schema::new(one.message))?;
    }
    out += "\n}\n";
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    fn show(line: &str) -> String {
        let words = ["show"].into_iter().chain(line.split(' '));
        text(&Command::try_parse_from(words).expect(line).args).expect(line)
    }

    fn refused(line: &str) -> String {
        let words = ["show"].into_iter().chain(line.split(' '));
        text(&Command::try_parse_from(words).expect(line).args).expect_err(line).to_string()
    }

    /// The value of a fact on the page.
    fn fact<'p>(page: &'p str, name: &str) -> &'p str {
        let line = page.lines().find(|line| line.starts_with(&format!("{name}  "))).expect(page);
        line[name.len()..].trim()
    }

    #[test]
    fn facts_are_those_of_the_pages() {
        let page = show("AlterConfigs");
        assert!(page.starts_with("AlterConfigs\n\n"));
        for (name, value) in [
            ("API key", "33"),
            ("Encoded at", "v2"),
            ("Flexible versions", "2+"),
            ("Headers", "req v2, resp v1"),
            ("Request versions", "0-2"),
            ("Response versions", "0-2"),
            ("Request size", "25 bytes"),
            ("Response size", "21 bytes"),
        ] {
            assert_eq!(fact(&page, name), value);
        }
        for line in [
            "Request",
            "AlterConfigsRequest v2, request header v2, 25 bytes on the wire",
            "byte layout (25 bytes, 16 bytes per row)",
            "object tree",
            "kafka message schema (.json)",
            "Response",
            "AlterConfigsResponse v2, response header v1, 21 bytes on the wire",
        ] {
            assert!(page.lines().any(|other| other == line), "{line}");
        }
        let page = show("alterpartition");
        assert_eq!(fact(&page, "Request versions"), "2-3, and 0-1 of Kafka 3.9");
        assert_eq!(fact(&page, "Request size"), "75 bytes");
        assert_eq!(fact(&page, "Response size"), "60 bytes");
        assert!(!page.contains('\u{1b}'));
        assert_eq!(page, show("56"));
    }

    #[test]
    fn each_message_has_its_pages() {
        for message in inspect::messages() {
            for version in message.versions.iter() {
                let line = format!("{} --version {version}", message.name());
                assert!(
                    show(&line).contains(&format!("\nEncoded at         v{version}\n")),
                    "{line}"
                );
                let json = show(&format!("{line} --json"));
                serde_json::from_str::<Json>(&json).expect(&json);
            }
        }
    }

    #[test]
    fn the_newest_stable_version_is_shown() {
        let page = show("InitProducerId");
        assert_eq!(fact(&page, "Encoded at"), "v5");
        assert_eq!(fact(&page, "Request versions"), "0-6, of which 6 is not stable");
        let page = show("LeaderAndIsr");
        assert_eq!(fact(&page, "Encoded at"), "v7");
        assert_eq!(fact(&page, "Request versions"), "none, and 0-7 of Kafka 3.9");
    }

    #[test]
    fn one_of_both_can_be_asked_for() {
        let page = show("AlterPartition --request --version 2");
        assert!(page.contains("\nRequest\n") && !page.contains("\nResponse\n"));
        assert_eq!(fact(&page, "Header"), "v2");
        let page = show("AlterPartition --response");
        assert!(!page.contains("\nRequest\n") && page.contains("\nResponse\n"));
        let schema = show("AlterPartition --response --schema");
        let schema: Json = serde_json::from_str(&schema).expect("JSON");
        assert_eq!(schema["name"], "AlterPartitionResponse");
        let grammar = show("Metadata --version 12 --request --grammar");
        assert!(grammar.starts_with("Metadata Request (Version: 12) => [topics] "));
        assert_eq!(show("Metadata --grammar").matches("(Version: 13)").count(), 2);
    }

    #[test]
    fn a_proposal_has_a_frame_once_it_has_a_key() {
        let page = show("AlterTopics");
        assert_eq!(fact(&page, "API key"), "none");
        assert!(page.contains("\nAlterTopicsRequest => [alter_topic_requests] validate_only\n"));
        assert!(!page.contains("+-- Frame"));
        let page = show("AlterTopics --key 1000");
        assert_eq!(fact(&page, "API key"), "1000 (not Kafka's)");
        assert!(page.contains("= 1000 (AlterTopics)"));
        assert!(page.contains("+-- Frame"));
        assert!(refused("Metadata --key 5").contains("has the API key 3 already"));
        assert!(refused("VotersRecord --key 5").contains("no request or response"));
    }

    #[test]
    fn colours_only_add_codes() {
        let plain = show("Produce --color never");
        let coloured = show("Produce --color always");
        assert!(coloured.contains("\u{1b}[35m00\u{1b}[0m"));
        let stripped: String = coloured
            .split('\u{1b}')
            .enumerate()
            .map(|(n, part)| if n == 0 { part } else { part.split_once('m').expect("a code").1 })
            .collect();
        assert_eq!(stripped, plain);
    }

    #[test]
    fn what_is_unknown_is_named() {
        assert!(refused("AlterPartitio").contains("AlterPartition"));
        assert!(refused("Nothing").contains("Nothing"));
        assert!(refused("95").contains("95"));
        let error = refused("Metadata --version 14");
        assert_eq!(error, "MetadataRequest has no version 14, but 0-13");
        assert!(refused("VotersRecord --request").contains("no API with a request"));
    }

    #[test]
    fn json_has_the_bytes_and_their_meaning() {
        let page: Json = serde_json::from_str(&show("AlterConfigs --json")).expect("JSON");
        assert_eq!((&page["name"], &page["apiKey"]), (&"AlterConfigs".into(), &33.into()));
        let request = &page["request"];
        assert_eq!(request["hex"], "00000015002100020000000000000002000102010100000000".to_owned());
        assert_eq!(request["body"]["resources"][0]["configs"][0]["name"], "");
        assert_eq!(request["schema"]["name"], "AlterConfigsRequest");
        assert_eq!(page["response"]["size"], 21);
    }
}
