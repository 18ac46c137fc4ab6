#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(test)]
extern crate std;

#[macro_use]
mod define;
pub mod api;
pub mod decoder;
pub mod encoder;
pub mod error;
mod error_code;
pub mod event;
pub mod schema;
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
