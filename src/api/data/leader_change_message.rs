//! LeaderChangeMessage: control record a KRaft leader writes when its epoch begins (KIP-595).

use crate::dsl::*;

message! {
    /// Records who leads the KRaft partition and which voters elected it. Version 1 adds the
    /// directory ids of the voters (KIP-853).
    #[message(Data, versions = 0..=1, flexible = 0..)]
    pub struct LeaderChangeMessage<'a> {
        /// Version of this message, repeated inside it.
        pub version: i16 = since(0),
        /// Node id of the new leader.
        pub leader_id: i32 = since(0),
        /// All voters of the epoch.
        pub voters: Array<'a, Voter<'a>> = since(0),
        /// Voters that gave the leader their vote.
        pub granting_voters: Array<'a, Voter<'a>> = since(0),
    }
}

structure! {
    /// One voter of the KRaft partition.
    pub struct Voter<'a> {
        /// Node id of the voter.
        pub voter_id: i32 = since(0),
        /// Id of the log directory in which the voter keeps the partition (KIP-853).
        pub voter_directory_id: Uuid = since(1),
    }
}
