//! UpdateRaftVoter (key 82): a KRaft voter updates its endpoints and versions (KIP-853).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Tells the KRaft leader where a voter can be reached and what it supports.
        #[api(82, Request, versions = 0..=0, flexible = 0..)]
        pub struct UpdateRaftVoterRequest<'a> {
            /// Id of the cluster, for a check; null skips it.
            pub cluster_id: Option<&'a str> = since(0).nullable_since(0),
            /// Leader epoch the voter knows; -1 if it knows none.
            pub current_leader_epoch: i32 = since(0),
            /// Node id of the voter.
            pub voter_id: i32 = since(0),
            /// Id of the log directory in which the voter keeps the metadata log.
            pub voter_directory_id: Uuid = since(0),
            /// Endpoints at which the voter can be reached.
            pub listeners: Array<'a, Listener<'a>> = since(0),
            /// Versions of KRaft the voter supports.
            pub k_raft_version_feature: KRaftVersionFeature<'a> = since(0),
        }
    }

    structure! {
        /// One endpoint of the voter.
        pub struct Listener<'a> {
            /// Name of the listener.
            pub name: &'a str = since(0),
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: u16 = since(0),
        }
    }

    structure! {
        /// Range of KRaft versions.
        pub struct KRaftVersionFeature<'a> {
            /// Lowest KRaft version the voter supports.
            pub min_supported_version: i16 = since(0),
            /// Highest KRaft version the voter supports.
            pub max_supported_version: i16 = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Tells whether the leader took the update, and who leads.
        #[api(82, Response, versions = 0..=0, flexible = 0..)]
        pub struct UpdateRaftVoterResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Outcome of the request; 0 is success.
            pub error_code: i16 = since(0),
            /// Leader of the KRaft partition, as far as known.
            pub current_leader: CurrentLeader<'a> = since(0).tagged(0),
        }
    }

    structure! {
        /// The leader and where to reach it.
        pub struct CurrentLeader<'a> {
            /// Node id of the leader; -1 if unknown.
            pub leader_id: i32 = since(0).default(-1),
            /// Newest leader epoch known; -1 if unknown.
            pub leader_epoch: i32 = since(0).default(-1),
            /// Host name or address to connect to.
            pub host: &'a str = since(0),
            /// TCP port to connect to.
            pub port: i32 = since(0),
        }
    }
}
