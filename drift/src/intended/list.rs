//! The list itself.

use super::{Intended, Renamed};

const OLD_NAME: &str = "the bytes are the same, and 4.4 has the better name";

/// What is called otherwise here.
pub(crate) const RENAMED: &[Renamed] = &[
    Renamed {
        releases: &[(3, 9)],
        theirs: "ListClientMetricsResourcesRequest",
        ours: "ListConfigResourcesRequest",
        reason: "4.1 made key 74 list other resources too (KIP-1142)",
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "ListClientMetricsResourcesResponse",
        ours: "ListConfigResourcesResponse",
        reason: "4.1 made key 74 list other resources too (KIP-1142)",
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "ListConfigResourcesResponse.clientMetricsResources",
        ours: "ListConfigResourcesResponse.config_resources",
        reason: OLD_NAME,
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "ListConfigResourcesResponse.config_resources.name",
        ours: "ListConfigResourcesResponse.config_resources.resource_name",
        reason: OLD_NAME,
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "TxnOffsetCommitRequest.generationId",
        ours: "TxnOffsetCommitRequest.generation_id_or_member_epoch",
        reason: OLD_NAME,
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "VoteRequest.topics.partitions.candidateEpoch",
        ours: "VoteRequest.topics.partitions.replica_epoch",
        reason: OLD_NAME,
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "VoteRequest.topics.partitions.candidateId",
        ours: "VoteRequest.topics.partitions.replica_id",
        reason: OLD_NAME,
    },
    Renamed {
        releases: &[(3, 9)],
        theirs: "VoteRequest.topics.partitions.candidateDirectoryId",
        ours: "VoteRequest.topics.partitions.replica_directory_id",
        reason: OLD_NAME,
    },
];

/// What is otherwise here.
pub(crate) const INTENDED: &[Intended] = &[
    Intended {
        releases: &[(3, 9), (4, 4)],
        reason: "Java's null cannot be encoded where null is not allowed; empty always can",
        facts: &[
            ("ProduceRequest.topic_data.partition_data.records", "default", "null", "empty"),
            ("FetchResponse.responses.partitions.records", "default", "null", "empty"),
            (
                "FetchSnapshotResponse.topics.partitions.unaligned_records",
                "default",
                "null",
                "empty",
            ),
            ("ShareFetchResponse.responses.partitions.records", "default", "null", "empty"),
        ],
    },
    Intended {
        releases: &[(4, 4)],
        reason: "header v0, which has no client id, is gone in 4.4 but defined here",
        facts: &[("RequestHeader.client_id", "ignorable", "false", "true")],
    },
    Intended {
        releases: &[(3, 9)],
        reason: "the structure of the renamed field",
        facts: &[(
            "ListConfigResourcesResponse.config_resources",
            "type",
            "[]ClientMetricsResource",
            "[]ConfigResource",
        )],
    },
    Intended {
        releases: &[(3, 9)],
        reason: "newer versions have no such field, so that it can be dropped there",
        facts: &[
            ("OffsetCommitRequest.topics.name", "ignorable", "false", "true"),
            ("OffsetCommitResponse.topics.name", "ignorable", "false", "true"),
            ("OffsetFetchRequest.groups.topics.name", "ignorable", "false", "true"),
            ("OffsetFetchResponse.groups.topics.name", "ignorable", "false", "true"),
            ("ProduceRequest.topic_data.name", "ignorable", "false", "true"),
            ("ProduceResponse.responses.name", "ignorable", "false", "true"),
            ("TxnOffsetCommitRequest.topics.name", "ignorable", "false", "true"),
            ("TxnOffsetCommitResponse.topics.name", "ignorable", "false", "true"),
            ("UpdateFeaturesResponse.results", "ignorable", "false", "true"),
        ],
    },
    Intended {
        releases: &[(3, 9)],
        reason: "4.4 does not say so any more; each version has the field, so it makes no difference",
        facts: &[
            ("ShareAcknowledgeResponse.throttle_time_ms", "ignorable", "true", "false"),
            ("ShareAcknowledgeResponse.error_code", "ignorable", "true", "false"),
            ("ShareAcknowledgeResponse.responses.topic_id", "ignorable", "true", "false"),
            ("ShareFetchRequest.max_bytes", "ignorable", "true", "false"),
            ("ShareFetchRequest.topics.topic_id", "ignorable", "true", "false"),
            ("ShareFetchRequest.forgotten_topics_data.topic_id", "ignorable", "true", "false"),
            ("ShareFetchResponse.throttle_time_ms", "ignorable", "true", "false"),
            ("ShareFetchResponse.error_code", "ignorable", "true", "false"),
            ("ShareFetchResponse.responses.topic_id", "ignorable", "true", "false"),
        ],
    },
    Intended {
        releases: &[(3, 9)],
        reason: "version 0 was unstable in 3.9 and is stable in 4.4",
        facts: &[
            ("InitializeShareGroupStateRequest", "unstable", "0+", "none"),
            ("InitializeShareGroupStateResponse", "unstable", "0+", "none"),
            ("ReadShareGroupStateRequest", "unstable", "0+", "none"),
            ("ReadShareGroupStateResponse", "unstable", "0+", "none"),
            ("WriteShareGroupStateRequest", "unstable", "0+", "none"),
            ("WriteShareGroupStateResponse", "unstable", "0+", "none"),
            ("DeleteShareGroupStateRequest", "unstable", "0+", "none"),
            ("DeleteShareGroupStateResponse", "unstable", "0+", "none"),
            ("ReadShareGroupStateSummaryRequest", "unstable", "0+", "none"),
            ("ReadShareGroupStateSummaryResponse", "unstable", "0+", "none"),
        ],
    },
    Intended {
        releases: &[(3, 9)],
        reason: "4.4 changed version 0, which was unstable, and its bytes are those that count",
        facts: &[(
            "ReadShareGroupStateSummaryResponse.results.partitions.leader_epoch",
            "versions",
            "none",
            "0+",
        )],
    },
];
