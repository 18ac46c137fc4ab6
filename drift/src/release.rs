//! What a release of Kafka says about itself: its schema files, error codes and header versions.
//!
//! Maven fetches kafka-clients and what it depends on; a small Java program reads the jar and asks
//! its classes. Nothing else is downloaded. Uses `kafka`.

use crate::kafka::Schema;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

/// A released version of kafka-clients.
#[derive(Default)]
pub(crate) struct Release {
    /// Such as `4.4.0`.
    pub(crate) version: String,
    /// All messages by name.
    pub(crate) schemas: BTreeMap<String, Schema>,
    /// All error codes.
    pub(crate) errors: BTreeMap<i16, KafkaError>,
    /// The versions of the headers of request and response, by API key and version.
    pub(crate) headers: BTreeMap<(i16, i16), (i16, i16)>,
    /// Comments, descriptions and error messages, each with the file that it is in.
    pub(crate) texts: Vec<(String, String)>,
}

/// One error code.
pub(crate) struct KafkaError {
    /// Such as `NOT_LEADER_OR_FOLLOWER`.
    pub(crate) name: String,
    /// Whether its exception is a `RetriableException`.
    pub(crate) is_retriable: bool,
}

impl Release {
    /// Gets a version through Maven.
    ///
    /// # Errors
    /// A version that Maven does not find, or a jar whose contents are not as expected.
    pub(crate) fn fetch(version: &str) -> Result<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
        ensure!(version.starts_with(|c: char| c.is_ascii_digit()), "{version}: no version");
        ensure!(version.chars().all(is_plain), "{version}: no version");
        let directory = Directory::new()?;
        export(version, &directory.0)?;
        Self::read(version, &directory.0)
    }

    /// Reads what `Export.java` wrote.
    fn read(version: &str, directory: &Path) -> Result<Self> {
        let mut release = Self { version: version.to_owned(), ..Self::default() };
        for entry in fs::read_dir(directory.join("schemas"))? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path)?;
            let (schema, texts) = Schema::parse(&text).with_context(|| file.clone())?;
            release.texts.extend(texts.into_iter().map(|text| (file.clone(), text)));
            release.schemas.insert(schema.name.clone(), schema);
        }
        for line in fs::read_to_string(directory.join("errors.tsv"))?.lines() {
            let [code, name, is_retriable, message] = columns(line)?;
            let error = KafkaError { name: name.into(), is_retriable: is_retriable.parse()? };
            release.errors.insert(code.parse()?, error);
            release.texts.push(("Errors.java".into(), message.into()));
        }
        for line in fs::read_to_string(directory.join("headers.tsv"))?.lines() {
            let [key, version, request, response] = columns(line)?;
            let headers = (request.parse()?, response.parse()?);
            release.headers.insert((key.parse()?, version.parse()?), headers);
        }
        ensure!(!release.schemas.is_empty(), "the jar of {version} holds no schema files");
        Ok(release)
    }
}

fn columns<const N: usize>(line: &str) -> Result<[&str; N]> {
    let columns: Vec<&str> = line.split('\t').collect();
    columns.try_into().ok().with_context(|| format!("not {N} columns: {line}"))
}

/// Has Java write what a version holds into a directory.
fn export(version: &str, directory: &Path) -> Result<()> {
    let (pom, java) = (directory.join("pom.xml"), directory.join("Export.java"));
    fs::write(&pom, include_str!("../java/pom.xml"))?;
    fs::write(&java, include_str!("../java/Export.java"))?;
    let class_path = directory.join("class-path");
    run(Command::new("mvn")
        .args(["--quiet", "--batch-mode", "--file"])
        .arg(&pom)
        .arg(format!("-Dkafka.version={version}"))
        .arg("dependency:build-classpath")
        .arg(format!("-Dmdep.outputFile={}", class_path.display())))
    .with_context(|| format!("no kafka-clients {version} through Maven"))?;
    let class_path = fs::read_to_string(class_path)?;
    run(Command::new("java").args(["-cp", class_path.trim()]).arg(&java).arg(directory))
        .with_context(|| format!("kafka-clients {version} could not be read"))
}

fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("{program} does not run"))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{program}: {}\n{}", output.status, String::from_utf8_lossy(&said).trim());
    }
    Ok(())
}

/// A directory for the time of the run.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Result<Self> {
        let path = env::temp_dir().join(format!("kafka-codec-drift-{}", process::id()));
        fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What stays behind harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}
