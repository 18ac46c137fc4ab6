//! VotersRecord: control record that lists the voters of the KRaft quorum (KIP-853).

use crate::dsl::*;

message! {
    /// Control record in the metadata log and its snapshots that replaces the whole voter set.
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct VotersRecord<'a> {
        /// Layout version of this record.
        pub version: i16 = since(0),
        /// The complete voter set.
        pub voters: Array<'a, Voter<'a>> = since(0),
    }
}

structure! {
    /// One voter of the quorum.
    pub struct Voter<'a> {
        /// Node id of the voter.
        pub voter_id: i32 = since(0),
        /// Id of the voter's metadata log directory; tells a node with a new disk from the old one.
        pub voter_directory_id: Uuid = since(0),
        /// Addresses on which the other nodes reach this voter.
        pub endpoints: Array<'a, Endpoint<'a>> = since(0),
        /// KRaft versions this voter can run.
        pub k_raft_version_feature: KRaftVersionFeature<'a> = since(0),
    }
}

structure! {
    /// One address of a voter.
    pub struct Endpoint<'a> {
        /// Listener name, for example CONTROLLER.
        pub name: &'a str = since(0),
        /// Host name or address to connect to.
        pub host: &'a str = since(0),
        /// TCP port to connect to.
        pub port: u16 = since(0),
    }
}

structure! {
    /// Range of KRaft versions a voter can run.
    pub struct KRaftVersionFeature<'a> {
        /// Lowest KRaft version the voter can run.
        pub min_supported_version: i16 = since(0),
        /// Highest KRaft version the voter can run.
        pub max_supported_version: i16 = since(0),
    }
}
