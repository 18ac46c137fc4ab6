//! `decode`: bytes of a message, in a form that people read.
//!
//! Finds out what the bytes are, prints them as far as they are understood, and says where the
//! first fault is and of which field. Uses the core's `inspect`, `input` and `names`.

mod events;
mod fault;
mod path;

use crate::terminal::{Color, paint, print};
use crate::{input, names, records};
use anyhow::{Context as _, Result, anyhow, bail};
use kafka_codec::api;
use kafka_codec::frame::RequestIds;
use kafka_codec::inspect::{Framing, Json, Layout, Part, Subject, Tree};
use kafka_codec::schema::{Message, Role};
use std::path::PathBuf;
use std::process::ExitCode;

/// Shows what bytes mean: a request frame, or what the options say.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The form in which the message is printed.
    #[arg(long = "as", value_enum, default_value_t = Form::Tree)]
    form: Form,
    /// API of a response, by name or key. Of a request it is checked against the header.
    #[arg(long, value_name = "NAME", requires = "version", conflicts_with = "body")]
    api: Option<String>,
    /// Version of the message.
    #[arg(long, value_name = "N")]
    version: Option<i16>,
    /// The bytes are a response, whose header says neither of which API nor of which version.
    #[arg(long, requires_all = ["api", "version"])]
    response: bool,
    /// The bytes are the body of this message alone, without header and size.
    #[arg(long, value_name = "NAME", requires = "version")]
    body: Option<String>,
    /// The bytes are batches one after another, as in the `.log` files of a broker.
    #[arg(long, conflicts_with_all = ["api", "version", "response", "body"])]
    records: bool,
    /// When to colour a layout.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
    /// Hex or raw bytes, with or without the size in front; standard input without it or for `-`.
    file: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Form {
    /// Every field with its type and value.
    Tree,
    /// The body as Kafka's own tools write it.
    Json,
    /// Every byte with the part that it belongs to.
    Layout,
    /// What the decoder says, one event a line.
    Events,
}

/// Runs the command.
///
/// # Errors
/// Where nothing can be said of the bytes. A fault in them is no error but the exit code.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let bytes = input::read(args.file.as_deref())?;
    let (shown, fault) = if args.records { batches(args, &bytes)? } else { message(args, &bytes)? };
    let mut shown = shown;
    if !shown.is_empty() && !shown.ends_with('\n') {
        shown.push('\n');
    }
    let code = print(&shown)?;
    match fault {
        None => Ok(code),
        Some(fault) => {
            eprintln!("{fault}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What is printed of a message, and what is wrong with it.
fn message(args: &Args, bytes: &[u8]) -> Result<(String, Option<String>)> {
    let framed = framed(args, bytes)?;
    let subject = framed.subject;
    let shown = match args.form {
        Form::Tree => Tree::new(subject).unpacked(records::unpack).to_string(),
        Form::Json => format!("{:#}", Json::new(subject)),
        Form::Layout => {
            let mut shown = layout(Layout::new(subject), args.color);
            for section in fault::sections(&framed) {
                for field in records::fields(&section.subject) {
                    let start = section.base + field.start;
                    shown.push_str(&unpacked(field.bytes, start, args.color));
                }
            }
            shown
        }
        Form::Events => events::show(&framed),
    };
    Ok((shown, fault::find(&framed)))
}

/// What is printed of batches one after another, and what is wrong with them.
fn batches(args: &Args, bytes: &[u8]) -> Result<(String, Option<String>)> {
    let shown = match args.form {
        Form::Tree => Tree::of_batches(bytes).unpacked(records::unpack).to_string(),
        Form::Json => records::json(bytes)?,
        Form::Layout => {
            layout(Layout::of_batches(bytes), args.color) + &unpacked(bytes, 0, args.color)
        }
        Form::Events => {
            let mut shown = String::new();
            records::events(bytes, 0, 0, &mut shown)?;
            shown
        }
    };
    Ok((shown, records::fault(bytes)))
}

fn layout(layout: Layout<'_>, color: Color) -> String {
    if color.is_on() { layout.painted(paint).to_string() } else { layout.to_string() }
}

/// The layouts of what compressed batches hold, each under a line that says where the batch is.
fn unpacked(bytes: &[u8], base: usize, color: Color) -> String {
    let mut shown = String::new();
    for (start, batch) in records::compressed(bytes) {
        let at = base + start;
        match records::decompress(&batch) {
            Ok(inner) => {
                let len = inner.len();
                shown.push_str(&format!(
                    "\ndecompressed from the batch at 0x{at:04x}: {len} bytes\n"
                ));
                shown.push_str(&layout(Layout::of_part(Part::Record, &inner), color));
            }
            Err(error) => {
                shown.push_str(&format!("\nbatch at 0x{at:04x}, not decompressed: {error}\n"));
            }
        }
    }
    shown
}

/// What bytes are, and what stands before the body.
struct Framed<'b> {
    subject: Subject<'b>,
    framing: Framing,
}

fn framed<'b>(args: &Args, bytes: &'b [u8]) -> Result<Framed<'b>> {
    let role = if args.response { Role::Response } else { Role::Request };
    if let Some(name) = &args.body {
        let message = named(name, role)?;
        return new_framed(message, args.version, Framing::Body, bytes);
    }
    if args.response {
        let name = args.api.as_deref().context("of a response the API has to be said: --api")?;
        let message = named(name, Role::Response)?;
        return furthest(bytes, |framing| new_framed(message, args.version, framing, bytes));
    }
    let framed = match furthest(bytes, |framing| request(framing, bytes)) {
        // Too short to say what it is; what there is can still be shown.
        Err(_) if bytes.len() < SHORTEST_REQUEST => {
            let header = named("RequestHeader", Role::Header)?;
            return new_framed(header, Some(1), Framing::Body, bytes);
        }
        other => other?,
    };
    if let (Some(name), Some(version)) = (&args.api, args.version) {
        let message = named(name, Role::Request)?;
        let (found, found_version) = (framed.subject.message(), framed.subject.version());
        if (message.api_key, version) != (found.api_key, found_version) {
            let found = found.name();
            bail!("the header says {found} v{found_version}; of a response say --response");
        }
    }
    Ok(framed)
}

fn named(name: &str, role: Role) -> Result<&'static Message> {
    names::message(name, role).with_context(|| format!("{name}: no message of this name or key"))
}

fn new_framed<'b>(
    message: &'static Message,
    version: Option<i16>,
    framing: Framing,
    bytes: &'b [u8],
) -> Result<Framed<'b>> {
    let version = version.context("--version is missing")?;
    let subject = Subject::new(message, version, framing, bytes)
        .map_err(|error| anyhow!("{}: {} ({})", message.name(), error.kind, message.versions))?;
    Ok(Framed { subject, framing })
}

/// A request says itself what it is.
fn request(framing: Framing, bytes: &[u8]) -> Result<Framed<'_>> {
    let base = if framing == Framing::Size { 4 } else { 0 };
    let ids = RequestIds::of(bytes.get(base..).unwrap_or(&[]));
    let ids = ids.map_err(|error| anyhow!("RequestHeader, {}", error.at(base as u32)))?;
    let message = api::find(ids.api_key, Role::Request).with_context(|| {
        let key = ids.api_key;
        format!("RequestHeader, byte 0x{base:04x}, field requestApiKey: {key} is not known")
    })?;
    new_framed(message, Some(ids.api_version), framing, bytes)
        .with_context(|| format!("RequestHeader, byte 0x{:04x}, field requestApiVersion", base + 2))
}

/// API key, version and correlation id.
const SHORTEST_REQUEST: usize = 8;
/// A correlation id: no frame is smaller.
const SHORTEST: usize = 4;
/// A size above this is none.
const LONGEST: usize = 1 << 30;

/// The reading of a frame that is right: with a size in front, or without.
///
/// A size that is exact is one, unless only without it there is no fault. A frame that was cut
/// short, or that others follow, may have a size too, which is not exact: then that reading is right
/// which gets further.
fn furthest<'b>(
    bytes: &'b [u8],
    read: impl Fn(Framing) -> Result<Framed<'b>>,
) -> Result<Framed<'b>> {
    let size = bytes.first_chunk().map(|size| i32::from_be_bytes(*size));
    let size = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    if !(SHORTEST..LONGEST).contains(&size) {
        return read(Framing::Header);
    }
    let (bare, sized) = match (read(Framing::Header), read(Framing::Size)) {
        (Ok(bare), Ok(sized)) => (bare, sized),
        (Ok(framed), Err(_)) | (Err(_), Ok(framed)) => return Ok(framed),
        (Err(bare), Err(sized)) => return Err(if is_exact(bytes, size) { sized } else { bare }),
    };
    let reach = |framed: &Framed<'_>| {
        framed.subject.check().map_or_else(|fault| fault.offset, |()| u32::MAX)
    };
    let is_sized = match reach(&bare) {
        u32::MAX => reach(&sized) == u32::MAX && is_exact(bytes, size),
        bare => is_exact(bytes, size) || reach(&sized) > bare,
    };
    Ok(if is_sized { sized } else { bare })
}

fn is_exact(bytes: &[u8], size: usize) -> bool {
    size.checked_add(4) == Some(bytes.len())
}
