//! SnapshotHeaderRecord: the control record that opens a snapshot of a KRaft log (KIP-630).

use crate::dsl::*;

message! {
    /// First record of a snapshot, in a control batch (KIP-630).
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct SnapshotHeaderRecord<'a> {
        /// Format version of this header.
        pub version: i16 = since(0),
        /// When the newest log record covered by the snapshot was appended, in milliseconds since
        /// the Unix epoch.
        pub last_contained_log_timestamp: i64 = since(0),
    }
}
