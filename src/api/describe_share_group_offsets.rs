//! DescribeShareGroupOffsets (key 90): tells how far share groups have come (KIP-932).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the positions of share groups. Version 1 gets the lag too (KIP-1226).
        #[api(90, Request, versions = 0..=1, flexible = 0..)]
        pub struct DescribeShareGroupOffsetsRequest<'a> {
            /// Share groups to look at.
            pub groups: Array<'a, DescribeShareGroupOffsetsRequestGroup<'a>> = since(0),
        }
    }

    structure! {
        /// One share group to look at.
        pub struct DescribeShareGroupOffsetsRequestGroup<'a> {
            /// Name of the share group.
            pub group_id: &'a str = since(0),
            /// Topics to look at; null asks for all of the group's topics.
            pub topics: Option<Array<'a, DescribeShareGroupOffsetsRequestTopic<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// Partitions of one topic to look at.
        pub struct DescribeShareGroupOffsetsRequestTopic<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Partition numbers within the topic.
            pub partitions: Array<'a, i32> = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Positions of the share groups. Version 1 adds the lag (KIP-1226).
        #[api(90, Response, versions = 0..=1, flexible = 0..)]
        pub struct DescribeShareGroupOffsetsResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Result for each group.
            pub groups: Array<'a, DescribeShareGroupOffsetsResponseGroup<'a>> = since(0),
        }
    }

    structure! {
        /// Positions of one share group.
        pub struct DescribeShareGroupOffsetsResponseGroup<'a> {
            /// Name of the share group.
            pub group_id: &'a str = since(0),
            /// Positions by topic.
            pub topics: Array<'a, DescribeShareGroupOffsetsResponseTopic<'a>> = since(0),
            /// Error of the whole group; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the group's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }

    structure! {
        /// Positions of the group in one topic.
        pub struct DescribeShareGroupOffsetsResponseTopic<'a> {
            /// Name of the topic.
            pub topic_name: &'a str = since(0),
            /// Id of the topic.
            pub topic_id: Uuid = since(0),
            /// Positions by partition.
            pub partitions: Array<'a, DescribeShareGroupOffsetsResponsePartition<'a>> = since(0),
        }
    }

    structure! {
        /// Position of the group in one partition.
        pub struct DescribeShareGroupOffsetsResponsePartition<'a> {
            /// Partition number within its topic.
            pub partition_index: i32 = since(0),
            /// Offset before which the group is done with every record.
            pub start_offset: i64 = since(0),
            /// Epoch of the partition's leader.
            pub leader_epoch: i32 = since(0),
            /// Records whose delivery to the group is not complete; -1 when not known (KIP-1226).
            pub lag: i64 = since(1).default(-1).ignorable(),
            /// Error of this partition; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the partition's error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0).default(None),
        }
    }
}
