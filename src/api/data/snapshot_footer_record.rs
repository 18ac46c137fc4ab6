//! SnapshotFooterRecord: control record that ends a KRaft snapshot (KIP-630).

use crate::dsl::*;

message! {
    /// Last record of a snapshot; without it the snapshot is incomplete.
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct SnapshotFooterRecord<'a> {
        /// Format version of this footer; only 0 exists.
        pub version: i16 = since(0),
    }
}
