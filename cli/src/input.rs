//! What a command reads: a file or standard input, as hex or as raw bytes. Uses `hex`.

use crate::hex;
use anyhow::{Context as _, Result, bail};
use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

/// The bytes of a file, or of standard input for `-` or none.
///
/// What consists of hex digits, spaces, line ends and `0x` alone is read as hex. Other text is refused,
/// since no message is all text.
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
    if let Some(parsed) = hex::parse(&bytes) {
        return Ok(parsed);
    }
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if bytes.iter().all(is_text) {
        let wrong = bytes.iter().position(|byte| {
            !byte.is_ascii_hexdigit() && !byte.is_ascii_whitespace() && !b"xX".contains(byte)
        });
        match wrong {
            Some(at) => bail!("text, but not hex: {:?} at byte {at}", char::from(bytes[at])),
            None => bail!("text, but not hex: a number of digits that is odd"),
        }
    }
    Ok(bytes)
}
