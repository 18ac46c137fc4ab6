//! The error codes that responses carry.
//!
//! Codes, names and which of them are worth a retry are those of
//! `org.apache.kafka.common.protocol.Errors` in Kafka 4.4: a code is retriable if its exception
//! there is a `RetriableException`. The enum is open: a code that is not in the table becomes
//! [`ErrorCode::Unknown`] and goes back to the same number. Uses no other module.

use core::fmt;

macro_rules! error_codes {
    (@retriable) => { false };
    (@retriable retriable) => { true };
    ($( $code:literal $variant:ident $name:literal $($retriable:ident)?, $doc:literal; )*) => {
        /// What a broker says about a request, or about a part of it.
        ///
        /// [`from_code`](Self::from_code) gives the named variant to each code that has one, and
        /// [`Unknown`](Self::Unknown) to no other code than the rest. A hand-made `Unknown` of a code
        /// with a name keeps that code but is not equal to the named variant: do not make one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(
                #[doc = concat!($doc, " `", $name, "`, ", $code, ".")]
                $variant,
            )*
            /// A code that this version of the crate has no name for.
            Unknown(i16),
        }

        impl ErrorCode {
            /// The error of a code on the wire.
            #[must_use]
            pub const fn from_code(code: i16) -> Self {
                match code {
                    $( $code => Self::$variant, )*
                    unknown => Self::Unknown(unknown),
                }
            }

            /// The code on the wire.
            #[must_use]
            pub const fn code(self) -> i16 {
                match self {
                    $( Self::$variant => $code, )*
                    Self::Unknown(code) => code,
                }
            }

            /// Kafka's name, such as `NOT_LEADER_OR_FOLLOWER`; `UNKNOWN` for a code without one.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $name, )*
                    Self::Unknown(_) => "UNKNOWN",
                }
            }

            /// Whether the same request may succeed later; of an unknown code, no.
            #[must_use]
            pub const fn is_retriable(self) -> bool {
                match self {
                    $( Self::$variant => error_codes!(@retriable $($retriable)?), )*
                    Self::Unknown(_) => false,
                }
            }
        }
    };
}

error_codes! {
    -1 UnknownServerError "UNKNOWN_SERVER_ERROR", "Something failed at the broker that has no code of its own.";
    0 None "NONE", "All went well.";
    1 OffsetOutOfRange "OFFSET_OUT_OF_RANGE", "The offset lies outside of what the broker holds of the partition.";
    2 CorruptMessage "CORRUPT_MESSAGE" retriable, "A batch is damaged: wrong checksum or size, or no key in a compacted topic.";
    3 UnknownTopicOrPartition "UNKNOWN_TOPIC_OR_PARTITION" retriable, "The broker has no such topic or partition, or may not show it.";
    4 InvalidFetchSize "INVALID_FETCH_SIZE", "The fetch size that was asked for is not possible.";
    5 LeaderNotAvailable "LEADER_NOT_AVAILABLE" retriable, "The partition has no leader at the moment; an election is going on.";
    6 NotLeaderOrFollower "NOT_LEADER_OR_FOLLOWER" retriable, "The broker is not the leader, or not a replica, of the partition.";
    7 RequestTimedOut "REQUEST_TIMED_OUT" retriable, "The broker did not finish within the time given.";
    8 BrokerNotAvailable "BROKER_NOT_AVAILABLE", "A broker that the request needs is not up.";
    9 ReplicaNotAvailable "REPLICA_NOT_AVAILABLE" retriable, "The replica that the request names is not up.";
    10 MessageTooLarge "MESSAGE_TOO_LARGE", "A batch is larger than the topic or broker takes.";
    11 StaleControllerEpoch "STALE_CONTROLLER_EPOCH", "The request carries the epoch of a controller that has been replaced.";
    12 OffsetMetadataTooLarge "OFFSET_METADATA_TOO_LARGE", "The metadata string beside a committed offset is too long.";
    13 NetworkException "NETWORK_EXCEPTION" retriable, "The connection broke before the response came.";
    14 CoordinatorLoadInProgress "COORDINATOR_LOAD_IN_PROGRESS" retriable, "The coordinator is still reading its state.";
    15 CoordinatorNotAvailable "COORDINATOR_NOT_AVAILABLE" retriable, "No coordinator is up for this group or transaction.";
    16 NotCoordinator "NOT_COORDINATOR" retriable, "Another broker coordinates this group or transaction.";
    17 InvalidTopicException "INVALID_TOPIC_EXCEPTION", "The topic's name is not allowed, or the topic may not be used so.";
    18 RecordListTooLarge "RECORD_LIST_TOO_LARGE", "A batch is larger than a whole log segment.";
    19 NotEnoughReplicas "NOT_ENOUGH_REPLICAS" retriable, "Too few replicas are in sync; nothing was written.";
    20 NotEnoughReplicasAfterAppend "NOT_ENOUGH_REPLICAS_AFTER_APPEND" retriable, "Too few replicas stayed in sync; the records were written nevertheless.";
    21 InvalidRequiredAcks "INVALID_REQUIRED_ACKS", "The value of acks is not -1, 0 or 1.";
    22 IllegalGeneration "ILLEGAL_GENERATION", "The group has moved on to another generation.";
    23 InconsistentGroupProtocol "INCONSISTENT_GROUP_PROTOCOL", "The member shares no protocol with the rest of its group.";
    24 InvalidGroupId "INVALID_GROUP_ID", "The group id is empty or not allowed.";
    25 UnknownMemberId "UNKNOWN_MEMBER_ID", "The coordinator does not know this member.";
    26 InvalidSessionTimeout "INVALID_SESSION_TIMEOUT", "The session timeout is outside of the broker's limits.";
    27 RebalanceInProgress "REBALANCE_IN_PROGRESS", "The group rebalances; its members have to join again.";
    28 InvalidCommitOffsetSize "INVALID_COMMIT_OFFSET_SIZE", "The commit is too large to be stored.";
    29 TopicAuthorizationFailed "TOPIC_AUTHORIZATION_FAILED", "The principal may not do this to the topic.";
    30 GroupAuthorizationFailed "GROUP_AUTHORIZATION_FAILED", "The principal may not use this group.";
    31 ClusterAuthorizationFailed "CLUSTER_AUTHORIZATION_FAILED", "The principal may not do this to the cluster.";
    32 InvalidTimestamp "INVALID_TIMESTAMP", "A record's timestamp is outside of what the topic takes.";
    33 UnsupportedSaslMechanism "UNSUPPORTED_SASL_MECHANISM", "The broker does not offer this SASL mechanism.";
    34 IllegalSaslState "ILLEGAL_SASL_STATE", "The request does not fit the state of SASL authentication.";
    35 UnsupportedVersion "UNSUPPORTED_VERSION", "The broker does not know this version of the API.";
    36 TopicAlreadyExists "TOPIC_ALREADY_EXISTS", "A topic of this name exists.";
    37 InvalidPartitions "INVALID_PARTITIONS", "The number of partitions is not possible.";
    38 InvalidReplicationFactor "INVALID_REPLICATION_FACTOR", "The replication factor is below 1 or above the number of brokers.";
    39 InvalidReplicaAssignment "INVALID_REPLICA_ASSIGNMENT", "The assignment of replicas to brokers is not possible.";
    40 InvalidConfig "INVALID_CONFIG", "A configuration has a wrong name or value.";
    41 NotController "NOT_CONTROLLER" retriable, "The request went to a node that is not the active controller.";
    42 InvalidRequest "INVALID_REQUEST", "The request contradicts itself, or does not suit this broker.";
    43 UnsupportedForMessageFormat "UNSUPPORTED_FOR_MESSAGE_FORMAT", "The partition's message format is too old for this request.";
    44 PolicyViolation "POLICY_VIOLATION", "A policy of the operator forbids this.";
    45 OutOfOrderSequenceNumber "OUT_OF_ORDER_SEQUENCE_NUMBER", "A batch came with a sequence number that leaves a gap.";
    46 DuplicateSequenceNumber "DUPLICATE_SEQUENCE_NUMBER", "A batch came twice, and its first result is no longer known.";
    47 InvalidProducerEpoch "INVALID_PRODUCER_EPOCH", "The producer's epoch is not the current one.";
    48 InvalidTxnState "INVALID_TXN_STATE", "The transaction is in a state that does not allow this.";
    49 InvalidProducerIdMapping "INVALID_PRODUCER_ID_MAPPING", "The transactional id now has another producer id.";
    50 InvalidTransactionTimeout "INVALID_TRANSACTION_TIMEOUT", "The transaction timeout is above the broker's limit.";
    51 ConcurrentTransactions "CONCURRENT_TRANSACTIONS" retriable, "Another step of the same transaction is still going on.";
    52 TransactionCoordinatorFenced "TRANSACTION_COORDINATOR_FENCED", "The coordinator that wrote the marker has been replaced.";
    53 TransactionalIdAuthorizationFailed "TRANSACTIONAL_ID_AUTHORIZATION_FAILED", "The principal may not use this transactional id.";
    54 SecurityDisabled "SECURITY_DISABLED", "The broker has no authorizer, so there are no ACLs.";
    55 OperationNotAttempted "OPERATION_NOT_ATTEMPTED", "The broker left this part of the request undone, because of another part.";
    56 KafkaStorageError "KAFKA_STORAGE_ERROR" retriable, "The broker could not use its disk.";
    57 LogDirNotFound "LOG_DIR_NOT_FOUND", "The broker has no such log directory.";
    58 SaslAuthenticationFailed "SASL_AUTHENTICATION_FAILED", "SASL authentication failed; credentials or the like are wrong.";
    59 UnknownProducerId "UNKNOWN_PRODUCER_ID", "The broker no longer holds anything of this producer id.";
    60 ReassignmentInProgress "REASSIGNMENT_IN_PROGRESS", "The partition's replicas are being moved already.";
    61 DelegationTokenAuthDisabled "DELEGATION_TOKEN_AUTH_DISABLED", "The broker has delegation tokens switched off.";
    62 DelegationTokenNotFound "DELEGATION_TOKEN_NOT_FOUND", "The broker does not know this delegation token.";
    63 DelegationTokenOwnerMismatch "DELEGATION_TOKEN_OWNER_MISMATCH", "The principal neither owns nor may renew this delegation token.";
    64 DelegationTokenRequestNotAllowed "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED", "A delegation token cannot be had over a connection authenticated this way.";
    65 DelegationTokenAuthorizationFailed "DELEGATION_TOKEN_AUTHORIZATION_FAILED", "The principal may not use this delegation token.";
    66 DelegationTokenExpired "DELEGATION_TOKEN_EXPIRED", "The delegation token's life is over.";
    67 InvalidPrincipalType "INVALID_PRINCIPAL_TYPE", "The principal is of a type that cannot be used here.";
    68 NonEmptyGroup "NON_EMPTY_GROUP", "The group has members, so it cannot be deleted or changed.";
    69 GroupIdNotFound "GROUP_ID_NOT_FOUND", "There is no group with this id.";
    70 FetchSessionIdNotFound "FETCH_SESSION_ID_NOT_FOUND" retriable, "The broker has forgotten this fetch session.";
    71 InvalidFetchSessionEpoch "INVALID_FETCH_SESSION_EPOCH" retriable, "The epoch of the fetch session is not the one expected.";
    72 ListenerNotFound "LISTENER_NOT_FOUND" retriable, "The leader has no listener of the name by which the client came.";
    73 TopicDeletionDisabled "TOPIC_DELETION_DISABLED", "The broker has deletion of topics switched off.";
    74 FencedLeaderEpoch "FENCED_LEADER_EPOCH" retriable, "The request's leader epoch is older than the broker's.";
    75 UnknownLeaderEpoch "UNKNOWN_LEADER_EPOCH" retriable, "The request's leader epoch is newer than the broker's.";
    76 UnsupportedCompressionType "UNSUPPORTED_COMPRESSION_TYPE", "The client's version cannot read this partition's compression.";
    77 StaleBrokerEpoch "STALE_BROKER_EPOCH", "The broker has registered anew since it sent this epoch.";
    78 OffsetNotAvailable "OFFSET_NOT_AVAILABLE" retriable, "A new leader cannot vouch for its offsets yet.";
    79 MemberIdRequired "MEMBER_ID_REQUIRED", "The member has to join again, with the id in this response.";
    80 PreferredLeaderNotAvailable "PREFERRED_LEADER_NOT_AVAILABLE" retriable, "The replica that should lead is not up or not in sync.";
    81 GroupMaxSizeReached "GROUP_MAX_SIZE_REACHED", "The group is full.";
    82 FencedInstanceId "FENCED_INSTANCE_ID", "Another member has taken this static instance id.";
    83 EligibleLeadersNotAvailable "ELIGIBLE_LEADERS_NOT_AVAILABLE" retriable, "None of the partition's replicas can become its leader.";
    84 ElectionNotNeeded "ELECTION_NOT_NEEDED" retriable, "The partition has the leader that the election would give it.";
    85 NoReassignmentInProgress "NO_REASSIGNMENT_IN_PROGRESS", "The partition's replicas are not being moved.";
    86 GroupSubscribedToTopic "GROUP_SUBSCRIBED_TO_TOPIC", "The group reads the topic, so its offsets stay.";
    87 InvalidRecord "INVALID_RECORD", "The broker's checks refused a record.";
    88 UnstableOffsetCommit "UNSTABLE_OFFSET_COMMIT" retriable, "Some offsets belong to a transaction that has not ended.";
    89 ThrottlingQuotaExceeded "THROTTLING_QUOTA_EXCEEDED" retriable, "The principal exceeds its quota; try after the throttle time.";
    90 ProducerFenced "PRODUCER_FENCED", "A newer producer has taken this transactional id.";
    91 ResourceNotFound "RESOURCE_NOT_FOUND", "The request names something that does not exist.";
    92 DuplicateResource "DUPLICATE_RESOURCE", "The request names the same thing twice.";
    93 UnacceptableCredential "UNACCEPTABLE_CREDENTIAL", "The new credential is not good enough.";
    94 InconsistentVoterSet "INCONSISTENT_VOTER_SET", "The set of voters, as the sender sees it, leaves out sender or receiver.";
    95 InvalidUpdateVersion "INVALID_UPDATE_VERSION", "The new version of a feature is not possible.";
    96 FeatureUpdateFailed "FEATURE_UPDATE_FAILED", "The controller failed to store a feature's new version.";
    97 PrincipalDeserializationFailure "PRINCIPAL_DESERIALIZATION_FAILURE", "A broker could not read the principal in a forwarded request.";
    98 SnapshotNotFound "SNAPSHOT_NOT_FOUND", "There is no snapshot of this id.";
    99 PositionOutOfRange "POSITION_OUT_OF_RANGE", "The position lies outside of the snapshot.";
    100 UnknownTopicId "UNKNOWN_TOPIC_ID" retriable, "The broker has no topic of this id.";
    101 DuplicateBrokerRegistration "DUPLICATE_BROKER_REGISTRATION", "Another broker holds this broker id.";
    102 BrokerIdNotRegistered "BROKER_ID_NOT_REGISTERED", "The controller knows no broker of this id.";
    103 InconsistentTopicId "INCONSISTENT_TOPIC_ID" retriable, "The topic's id differs from the one in the broker's log.";
    104 InconsistentClusterId "INCONSISTENT_CLUSTER_ID", "The request is meant for another cluster.";
    105 TransactionalIdNotFound "TRANSACTIONAL_ID_NOT_FOUND", "There is no such transactional id.";
    106 FetchSessionTopicIdError "FETCH_SESSION_TOPIC_ID_ERROR" retriable, "The fetch session mixed topic ids and names, or an id changed.";
    107 IneligibleReplica "INELIGIBLE_REPLICA", "A replica that should be in sync must not be.";
    108 NewLeaderElected "NEW_LEADER_ELECTED", "The change was made, and made another broker the leader.";
    109 OffsetMovedToTieredStorage "OFFSET_MOVED_TO_TIERED_STORAGE", "The records at this offset are now in remote storage.";
    110 FencedMemberEpoch "FENCED_MEMBER_EPOCH", "The member has been fenced; it gives up its partitions and joins anew.";
    111 UnreleasedInstanceId "UNRELEASED_INSTANCE_ID", "Another member still holds this instance id.";
    112 UnsupportedAssignor "UNSUPPORTED_ASSIGNOR", "The group does not support this assignor, or not its version.";
    113 StaleMemberEpoch "STALE_MEMBER_EPOCH", "The member's epoch is out of date; a heartbeat brings the new one.";
    114 MismatchedEndpointType "MISMATCHED_ENDPOINT_TYPE", "The request went to a controller where a broker was wanted, or the reverse.";
    115 UnsupportedEndpointType "UNSUPPORTED_ENDPOINT_TYPE", "This type of endpoint cannot be asked yet.";
    116 UnknownControllerId "UNKNOWN_CONTROLLER_ID", "There is no controller of this id.";
    117 UnknownSubscriptionId "UNKNOWN_SUBSCRIPTION_ID", "The subscription to telemetry is unknown or has changed.";
    118 TelemetryTooLarge "TELEMETRY_TOO_LARGE", "The telemetry is larger than the broker takes.";
    119 InvalidRegistration "INVALID_REGISTRATION", "The controller refused the broker's registration.";
    120 TransactionAbortable "TRANSACTION_ABORTABLE", "The transaction has to be aborted; the producer can go on after that.";
    121 InvalidRecordState "INVALID_RECORD_STATE", "The record is not held by this member any more, so it cannot be acknowledged.";
    122 ShareSessionNotFound "SHARE_SESSION_NOT_FOUND" retriable, "The broker has forgotten this share session.";
    123 InvalidShareSessionEpoch "INVALID_SHARE_SESSION_EPOCH" retriable, "The epoch of the share session is not the one expected.";
    124 FencedStateEpoch "FENCED_STATE_EPOCH", "The epoch of the share group's state is not the one stored.";
    125 InvalidVoterKey "INVALID_VOTER_KEY", "The voter's key is not that of the receiving replica.";
    126 DuplicateVoter "DUPLICATE_VOTER", "The voter is in the set already.";
    127 VoterNotFound "VOTER_NOT_FOUND", "The voter is not in the set.";
    128 InvalidRegularExpression "INVALID_REGULAR_EXPRESSION", "The regular expression cannot be parsed.";
    129 RebootstrapRequired "REBOOTSTRAP_REQUIRED", "The client's metadata is too old; it has to start from its bootstrap servers.";
    130 StreamsInvalidTopology "STREAMS_INVALID_TOPOLOGY", "The streams topology is not possible.";
    131 StreamsInvalidTopologyEpoch "STREAMS_INVALID_TOPOLOGY_EPOCH", "The epoch of the streams topology is not possible.";
    132 StreamsTopologyFenced "STREAMS_TOPOLOGY_FENCED", "The streams topology has been replaced by a newer one.";
    133 ShareSessionLimitReached "SHARE_SESSION_LIMIT_REACHED" retriable, "The broker cannot open one more share session.";
    134 GroupDeletionFailed "GROUP_DELETION_FAILED", "The group could not be deleted; its error message says why.";
    135 StreamsTopologyDescriptionUpdateFailed "STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED", "The description of the streams topology was not stored; the error message says why.";
    136 ControllerIdNotRegistered "CONTROLLER_ID_NOT_REGISTERED", "The controller of this id has not registered.";
}

impl ErrorCode {
    /// Whether the code is 0.
    #[must_use]
    pub const fn is_ok(self) -> bool {
        self.code() == 0
    }

    /// Whether the code is anything but 0.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !self.is_ok()
    }
}

impl Default for ErrorCode {
    fn default() -> Self {
        Self::from_code(0)
    }
}

impl From<i16> for ErrorCode {
    fn from(code: i16) -> Self {
        Self::from_code(code)
    }
}

impl From<ErrorCode> for i16 {
    fn from(error: ErrorCode) -> Self {
        error.code()
    }
}

/// Name and code, such as `NOT_LEADER_OR_FOLLOWER (6)`.
impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.code())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::ErrorCode;
    use std::format;

    #[test]
    fn every_code_survives() {
        for code in i16::MIN..=i16::MAX {
            let error = ErrorCode::from_code(code);
            assert_eq!(error.code(), code);
            assert_eq!(i16::from(ErrorCode::from(code)), code);
            assert_eq!(error.is_ok(), code == 0);
            assert_eq!(error.is_error(), code != 0);
        }
    }

    #[test]
    fn only_codes_without_a_name_are_unknown() {
        for code in i16::MIN..=i16::MAX {
            let error = ErrorCode::from_code(code);
            let named = (-1..=136).contains(&code);
            assert_eq!(error == ErrorCode::Unknown(code), !named, "{code}");
            assert_eq!(error.name() == "UNKNOWN", !named, "{code}");
        }
        assert!(!ErrorCode::Unknown(i16::MAX).is_retriable());
        assert!(ErrorCode::Unknown(i16::MAX).is_error());
    }

    #[test]
    fn names_are_the_variants() {
        for code in -1..=136 {
            let error = ErrorCode::from_code(code);
            let (name, variant) = (error.name().replace('_', ""), format!("{error:?}"));
            assert!(name.eq_ignore_ascii_case(&variant), "{error}");
        }
    }

    #[test]
    fn retriable_as_in_kafka() {
        use ErrorCode as E;
        for error in [
            E::NotLeaderOrFollower,
            E::UnknownTopicOrPartition,
            E::NotController,
            E::RequestTimedOut,
            E::CorruptMessage,
        ] {
            assert!(error.is_retriable(), "{error}");
        }
        for error in [
            E::None,
            E::UnknownServerError,
            E::RebalanceInProgress,
            E::StaleMemberEpoch,
            E::OffsetOutOfRange,
        ] {
            assert!(!error.is_retriable(), "{error}");
        }
        let count = (-1..=136).filter(|&code| E::from_code(code).is_retriable()).count();
        assert_eq!(count, 32);
    }

    /// The codes that KIP-179 foresees in its responses.
    #[test]
    fn kip_179_codes() {
        use ErrorCode as E;
        let expected = [
            (0, E::None),
            (3, E::UnknownTopicOrPartition),
            (17, E::InvalidTopicException),
            (25, E::UnknownMemberId),
            (31, E::ClusterAuthorizationFailed),
            (37, E::InvalidPartitions),
            (60, E::ReassignmentInProgress),
        ];
        for (code, error) in expected {
            assert_eq!(E::from_code(code), error);
        }
    }

    #[test]
    fn shows_name_and_code() {
        assert_eq!(format!("{}", ErrorCode::NotLeaderOrFollower), "NOT_LEADER_OR_FOLLOWER (6)");
        assert_eq!(format!("{}", ErrorCode::Unknown(999)), "UNKNOWN (999)");
        assert_eq!(ErrorCode::default(), ErrorCode::None);
    }
}
