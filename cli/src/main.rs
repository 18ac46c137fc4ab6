//! Shows, decodes, encodes and verifies messages of the Kafka protocol.

mod apis;
mod decode;
mod encode;
mod hex;
mod input;
mod json;
mod names;
mod records;
mod show;
mod terminal;
mod value;
mod verify;
mod write;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The messages of the Kafka protocol: as reference, and as bytes.
#[derive(Parser, Debug)]
#[command(name = "kafka-codec", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Apis(apis::Args),
    Show(show::Args),
    Decode(decode::Args),
    Encode(encode::Args),
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Apis(args) => apis::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
