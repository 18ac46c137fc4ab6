//! Looks for words that we share with Kafka's own texts: our descriptions are our own.
//!
//! What is read is the source itself: comments, and literals of error codes. Uses nothing else.

use anyhow::{Context, Result};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// This many words in a row are no accident.
const RUN: usize = 8;

/// Words in a row that Kafka has too.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shared {
    /// File and line of ours.
    pub(crate) place: String,
    /// The words.
    pub(crate) words: String,
    /// Kafka's file.
    pub(crate) file: String,
}

/// Where a tree of our sources shares words with texts of Kafka, given with their files.
///
/// # Errors
/// Sources that cannot be read.
pub(crate) fn shared(sources: &Path, texts: &[(String, String)]) -> Result<Vec<Shared>> {
    let mut runs = HashMap::<Vec<String>, &str>::new();
    for (file, text) in texts {
        for run in words(text).windows(RUN) {
            runs.entry(run.to_vec()).or_insert(file);
        }
    }
    let mut found = vec![];
    search(sources, sources, &runs, &mut found)?;
    Ok(found)
}

fn search(
    root: &Path,
    path: &Path,
    runs: &HashMap<Vec<String>, &str>,
    found: &mut Vec<Shared>,
) -> Result<()> {
    if path.is_dir() {
        let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let mut entries: Vec<_> = entries.collect::<Result<_, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| search(root, entry, runs, found));
    }
    if path.extension().is_none_or(|extension| extension != "rs") {
        return Ok(());
    }
    let source = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
    for (line, text) in own_texts(&source) {
        let words = words(&text);
        let shared = words.windows(RUN).find_map(|run| Some((run, runs.get(run)?)));
        if let Some((run, file)) = shared {
            let place = format!("{name}:{line}");
            found.push(Shared { place, words: run.join(" "), file: (*file).to_owned() });
        }
    }
    Ok(())
}

/// Comments, each with the line that it begins in, and string literals.
fn own_texts(source: &str) -> Vec<(usize, String)> {
    let (mut texts, mut was_comment) = (Vec::<(usize, String)>::new(), false);
    for (number, line) in (1..).zip(source.lines()) {
        let comment = line.trim_start().strip_prefix("//");
        match (comment, texts.last_mut()) {
            (Some(comment), Some((_, last))) if was_comment => {
                last.push(' ');
                last.push_str(comment);
            }
            (Some(comment), _) => texts.push((number, comment.into())),
            (None, _) => {
                let literals = line.split('"').skip(1).step_by(2);
                texts.extend(literals.map(|literal| (number, literal.into())));
            }
        }
        was_comment = comment.is_some();
    }
    texts
}

/// The words of a text, without what stands between them.
fn words(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_eight_words_is_found_over_line_breaks() {
        let theirs =
            [("A.json".to_owned(), "One two, three four five six seven eight nine.".into())];
        let path =
            std::env::temp_dir().join(format!("kafka-codec-drift-texts-{}", std::process::id()));
        fs::create_dir_all(path.join("sub")).expect("a directory");
        let source = "//! Text.\n\nfn f() {\n    /// Two-three\n    /// FOUR; five six seven\n    \
            /// eight nine!\n    let x = \"one two three four five six seven\";\n}\n";
        fs::write(path.join("sub/a.rs"), source).expect("a file");
        let found = shared(&path, &theirs).expect("sources");
        fs::remove_dir_all(&path).expect("the directory");
        let words = "two three four five six seven eight nine".into();
        assert_eq!(found, [Shared { place: "sub/a.rs:4".into(), words, file: "A.json".into() }]);
    }
}
