//! `apis`: every API on one line.

use crate::terminal;
use anyhow::{Context as _, Result};
use kafka_codec::api;
use kafka_codec::inspect;
use kafka_codec::schema::{Message, Role, Versions};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Lists every API: key, name, versions, flexible versions, headers, smallest sizes.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Print an array of JSON objects.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the standard output takes no more.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    terminal::print(&text(args)?)
}

/// What the command prints.
fn text(args: &Args) -> Result<String> {
    let apis = apis()?;
    if args.json {
        let all: Vec<_> = apis.iter().map(Api::json).collect();
        return Ok(format!("{:#}\n", Json::from(all)));
    }
    let rows: Vec<_> = apis.iter().map(Api::cells).collect();
    Ok(table(&rows))
}

/// The two messages of an API key.
struct Api {
    request: &'static Message,
    response: &'static Message,
}

fn apis() -> Result<Vec<Api>> {
    let requests = api::MESSAGES.iter().filter(|message| message.role == Role::Request);
    requests
        .map(|request| {
            let response = api::find(request.api_key, Role::Response);
            let response = response.with_context(|| format!("{} has none", request.name()))?;
            Ok(Api { request, response })
        })
        .collect()
}

/// The columns, and whether numbers stand in them.
const COLUMNS: [(&str, bool); 8] = [
    ("key", true),
    ("name", false),
    ("versions", false),
    ("Kafka 4.4", false),
    ("flexible", false),
    ("headers", false),
    ("request", true),
    ("response", true),
];

impl Api {
    fn cells(&self) -> [String; COLUMNS.len()] {
        let Self { request, response } = self;
        [
            request.api_key.to_string(),
            inspect::api_name(request).to_owned(),
            request.versions.to_string(),
            request.current.to_string(),
            flexible(request).to_string(),
            headers(request, response, request.latest_stable()),
            frame_len(request, request.latest_stable()).to_string(),
            frame_len(response, response.latest_stable()).to_string(),
        ]
    }

    fn json(&self) -> Json {
        let Self { request, response } = self;
        let version = request.latest_stable();
        json!({
            "key": request.api_key,
            "name": inspect::api_name(request),
            "versions": request.versions.to_string(),
            "currentVersions": request.current.to_string(),
            "unstableVersions": request.unstable.to_string(),
            "flexibleVersions": flexible(request).to_string(),
            "latestVersion": version,
            "requestHeaderVersion": request.header_version(version),
            "responseHeaderVersion": response.header_version(version),
            "requestSize": frame_len(request, version),
            "responseSize": frame_len(response, response.latest_stable()),
        })
    }
}

/// The flexible versions of a message.
pub(crate) fn flexible(message: &Message) -> Versions {
    match message.flexible_since {
        u8::MAX => Versions::NONE,
        first => Versions { first, last: u8::MAX },
    }
}

/// The versions of the headers, as the pages say them.
pub(crate) fn headers(request: &Message, response: &Message, version: i16) -> String {
    let of = |message: &Message| {
        let header = message.header_version(version);
        header.map_or_else(|| "none".to_owned(), |header| format!("v{header}"))
    };
    format!("req {}, resp {}", of(request), of(response))
}

/// The size of the smallest frame in bytes; 0 where there is none.
pub(crate) fn frame_len(message: &Message, version: i16) -> usize {
    match inspect::smallest_frame(message, version, &mut []) {
        Ok(len) => len,
        Err(error) => error.needed().unwrap_or(0),
    }
}

/// Columns as wide as their widest cell.
fn table(rows: &[[String; COLUMNS.len()]]) -> String {
    let titles = COLUMNS.map(|(title, _)| title.to_owned());
    let mut widths = titles.clone().map(|title| title.len());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    let mut out = String::new();
    for row in std::iter::once(&titles).chain(rows) {
        let mut line = String::new();
        for ((cell, width), (_, is_number)) in row.iter().zip(widths).zip(COLUMNS) {
            // Writing to a string gives no error.
            let _ = match is_number {
                true => write!(line, "{cell:>width$}  "),
                false => write!(line, "{cell:width$}  "),
            };
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_api_has_a_line() {
        let printed = text(&Args { json: false }).expect("a table");
        assert_eq!(printed.lines().count(), 96);
        let line = |name: &str| {
            let mut lines = printed.lines();
            let line = lines.find(|line| line.split_whitespace().nth(1) == Some(name));
            line.expect(name).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let alter_partition = "56 AlterPartition 0-3 2-3 0+ req v2, resp v1 75 60";
        assert_eq!(line("AlterPartition"), alter_partition);
        assert_eq!(line("AlterConfigs"), "33 AlterConfigs 0-2 0-2 2+ req v2, resp v1 25 21");
        assert!(line("ApiVersions").contains("req v2, resp v0"));
        assert!(line("LeaderAndIsr").starts_with("4 LeaderAndIsr 0-7 none 4+"));
        assert!(line("SaslHandshake").contains(" none req v1, resp v0 "));
    }

    #[test]
    fn json_says_the_same() {
        let printed = text(&Args { json: true }).expect("JSON");
        let all: Vec<Json> = serde_json::from_str(&printed).expect("an array");
        assert_eq!(all.len(), 95);
        assert_eq!(all[22]["name"], "InitProducerId");
        assert_eq!(
            (&all[22]["latestVersion"], &all[22]["unstableVersions"]),
            (&5.into(), &"6".into())
        );
        assert_eq!(all[56]["requestSize"], 75);
        assert_eq!(all[56]["responseSize"], 60);
        assert!(all.iter().zip(0..).all(|(api, key)| api["key"] == key));
    }
}
