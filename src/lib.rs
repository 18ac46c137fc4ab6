#![doc = include_str!("../README.md")]
#![no_std]
#![deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(test)]
extern crate std;

#[macro_use]
mod define;
pub mod api;
pub mod capture;
pub mod decoder;
pub mod encoder;
pub mod error;
mod error_code;
pub mod event;
pub mod frame;
#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(any(feature = "embedded-io", feature = "embedded-io-async"))]
pub mod io;
pub mod patch;
pub mod record;
pub mod sasl;
pub mod schema;
pub mod session;
mod steps;
pub mod transcode;
pub mod typed;
pub mod wire;

pub use error::{Error, ErrorKind, Result};
pub use error_code::ErrorCode;

/// What every definition file imports.
mod dsl {
    #[allow(unused_imports)]
    pub(crate) use crate::typed::{Array, Records, Uuid};
    pub(crate) use crate::typed::{since, versions};
}
