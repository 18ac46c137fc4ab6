//! What goes to the standard output, and whether and how bytes are coloured there.

use anyhow::Result;
use kafka_codec::inspect::Part;
use std::env;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Prints text. A reader that has seen enough, such as `head`, is no error.
///
/// # Errors
/// Where the standard output takes no more for another reason.
pub(crate) fn print(text: &str) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// When to colour.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Also into files and pipes.
    Always,
    /// Not at all.
    Never,
}

impl Color {
    /// Whether what goes to the standard output is to be coloured.
    pub(crate) fn is_on(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                // https://no-color.org: any value but the empty one.
                let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                !refused && !is_dumb && io::stdout().is_terminal()
            }
        }
    }
}

/// The codes that a terminal takes for the colour of a part, and for its end.
pub(crate) fn paint(part: Part) -> (&'static str, &'static str) {
    let begin = match part {
        Part::Frame => "\x1b[35m",
        Part::Header => "\x1b[34m",
        Part::RequestBody | Part::Body => "\x1b[32m",
        Part::ResponseBody => "\x1b[36m",
        Part::RecordBatch => "\x1b[33m",
        Part::Record => "\x1b[1;33m",
        Part::TaggedFields => "\x1b[31m",
        _ => "\x1b[7m",
    };
    (begin, "\x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_meet_look_different() {
        let parts = Part::ALL.into_iter().filter(|part| *part != Part::Body);
        let mut codes: Vec<_> = parts.map(|part| paint(part).0).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Part::ALL.len() - 1);
    }

    #[test]
    fn what_is_said_counts() {
        assert!(Color::Always.is_on());
        assert!(!Color::Never.is_on());
    }
}
