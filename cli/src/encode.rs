//! `encode`: JSON to the bytes of a message, as hex. Uses `json`, `names` and `write`.

use crate::terminal::print;
use crate::{hex, json, names, write};
use anyhow::{Context as _, Result, anyhow, bail};
use kafka_codec::api::header::{request::RequestHeader, response::ResponseHeader};
use kafka_codec::schema::{Message, Role};
use kafka_codec::typed::Body;
use std::io;
use std::process::ExitCode;

/// Turns JSON on standard input into the bytes of a message, as hex.
///
/// The JSON is what `decode --as json` prints: a body. Fields that are left out are at their
/// defaults; `unknownTags: [{"tag": N, "hex": "..."}]` may stand in any structure.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Message, such as `MetadataRequest`; an API's name or key stands for its request.
    name: String,
    /// Version of the message.
    #[arg(long, value_name = "N")]
    version: i16,
    /// Only the body, without size and header.
    #[arg(long)]
    body: bool,
    /// The message is the response of the API.
    #[arg(long)]
    response: bool,
    /// Client id in the header of a request.
    #[arg(long, value_name = "ID", default_value = "")]
    client_id: String,
    /// Correlation id in the header.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    correlation_id: i32,
}

/// Runs the command.
///
/// # Errors
/// Where the JSON does not fit the message.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let role = if args.response { Role::Response } else { Role::Request };
    let (name, version) = (&args.name, args.version);
    let message = names::message(name, role);
    let message = message.with_context(|| format!("{name}: no message of this name or key"))?;
    if message.version(version).is_none() {
        let versions = message.versions;
        bail!("{}: version {version} is not defined ({versions})", message.name());
    }
    let mut bytes = if args.body { Vec::new() } else { header(args, message)? };
    let json = serde_json::from_reader(io::stdin().lock()).context("standard input")?;
    let tree = json::parse(message, version, &json)?;
    let body = write::body(message, version, &tree);
    bytes.extend(body.map_err(|error| anyhow!("{}", error.in_message(message, version)))?);
    if !args.body {
        let size = i32::try_from(bytes.len()).context("the frame is too large")?;
        bytes.splice(0..0, size.to_be_bytes());
    }
    print(&(hex::print(&bytes) + "\n"))
}

fn header(args: &Args, message: &'static Message) -> Result<Vec<u8>> {
    let version = args.version;
    let Some(header_version) = message.header_version(version) else {
        bail!("{}: has no header: say --body", message.name());
    };
    if message.api_key < 0 {
        bail!("{}: has no API key for a header: say --body", message.name());
    }
    let correlation_id = args.correlation_id;
    let bytes = if message.role == Role::Request {
        let header = RequestHeader {
            request_api_key: message.api_key,
            request_api_version: version,
            correlation_id,
            client_id: Some(&args.client_id),
            ..Default::default()
        };
        write::to_vec(64, |buffer| header.encode(header_version, buffer))
    } else {
        let header = ResponseHeader { correlation_id, ..Default::default() };
        write::to_vec(64, |buffer| header.encode(header_version, buffer))
    };
    bytes.map_err(|error| anyhow!("header: {error}"))
}
