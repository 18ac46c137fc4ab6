//! What a command reads: a file or standard input, as hex or as raw bytes. Uses `hex`.

use crate::hex;
use anyhow::{Context as _, Result};
use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

/// The bytes of a file, or of standard input for `-` or none.
///
/// What consists of hex digits, spaces, line ends and `0x` alone is read as hex.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn read(file: Option<&Path>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match file.filter(|file| *file != Path::new("-")) {
        Some(file) => {
            bytes = fs::read(file).with_context(|| file.display().to_string())?;
        }
        None => {
            io::stdin().read_to_end(&mut bytes).context("standard input")?;
        }
    }
    Ok(hex::parse(&bytes).unwrap_or(bytes))
}
