//! Measures this codec alone; `peers/` has the program that measures it beside others.

fn main() -> std::process::ExitCode {
    kafka_codec_benches::main(Vec::new)
}
