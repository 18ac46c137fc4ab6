//! Measures kafka-codec.
mod instructions;
mod ours;
mod samples;
mod sum;
mod work;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let select = |filter: &str| -> Vec<_> {
        ours::cases().into_iter().filter(|case| case.name().contains(filter)).collect()
    };
    match args[..] {
        [instructions::CHILD, filter] => instructions::child(select(filter)),
        _ => {
            let filter = args.first().copied().unwrap_or("");
            match instructions::count(filter) {
                Ok(counts) => {
                    for (mut case, count) in select(filter).into_iter().zip(counts) {
                        println!("{:40} {count:>12} {:x}", case.name(), (case.run)());
                    }
                }
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}
