//! Shows, decodes, encodes and verifies messages of the Kafka protocol.

mod decode;
mod encode;
mod hex;
mod input;
mod json;
mod names;
mod value;
mod verify;
mod write;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The messages of the Kafka protocol: as reference, and as bytes.
#[derive(Parser, Debug)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Decode(decode::Args),
    Encode(encode::Args),
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Decode(args) => decode::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
