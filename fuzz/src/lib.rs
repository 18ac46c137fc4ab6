//! What the fuzz targets share: which message an input is of, its typed codec, its events.
//!
//! The first byte of an input selects a message of the registry, the second one of its versions;
//! the rest depends on the target. `cargo run --manifest-path fuzz/Cargo.toml --example seeds`
//! writes inputs to begin with into `fuzz/corpus`.

mod edit;
mod log;
mod records;
mod typed;

pub use edit::edit;
pub use log::{Log, events};
pub use records::{Owned, in_pieces, owned, take};
pub use typed::{Typed, typed};

use kafka_codec::api::MESSAGES;
use kafka_codec::schema::Message;

/// The index of a message in the registry, the message, one of its versions.
pub fn select(message: u8, version: u8) -> (usize, &'static Message, i16) {
    let index = usize::from(message) % MESSAGES.len();
    let message = &MESSAGES[index];
    let versions = message.versions.iter().count();
    let version = message.versions.iter().nth(usize::from(version) % versions);
    (index, message, version.expect("a version"))
}
