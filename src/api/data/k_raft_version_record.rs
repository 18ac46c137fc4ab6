//! KRaftVersionRecord: control record that sets the version of the KRaft protocol (KIP-853).

use crate::dsl::*;

message! {
    /// Control record in the metadata log and its snapshots.
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct KRaftVersionRecord<'a> {
        /// Layout version of this record.
        pub version: i16 = since(0),
        /// KRaft version from here on: 0 for a fixed voter set, 1 for one that can change
        /// (KIP-853).
        pub k_raft_version: i16 = since(0),
    }
}
