//! ControlledShutdown (key 7): moves leadership off a broker that is about to stop; gone in 4.0.

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// A stopping broker asks the controller to move its leaderships elsewhere. Version 0 has a
        /// header without client id; version 2 adds the broker epoch (KIP-380).
        #[api(7, Request, versions = 0..=3, flexible = 3.., current = none, header = 0..=0 => 0)]
        pub struct ControlledShutdownRequest<'a> {
            /// Id of the broker that is going down.
            pub broker_id: i32 = since(0),
            /// Epoch of that broker's registration, to tell it from an earlier run; -1 if not
            /// known.
            pub broker_epoch: i64 = since(2).default(-1).ignorable(),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Lists what the broker could not hand over yet.
        #[api(7, Response, versions = 0..=3, flexible = 3.., current = none)]
        pub struct ControlledShutdownResponse<'a> {
            /// Outcome; 0 on success.
            pub error_code: i16 = since(0),
            /// Partitions without a new leader so far; empty once the broker may stop.
            pub remaining_partitions: Array<'a, RemainingPartition<'a>> = since(0),
        }
    }

    structure! {
        /// One partition that the stopping broker leads still.
        pub struct RemainingPartition<'a> {
            /// Topic of the partition.
            pub topic_name: &'a str = since(0),
            /// Partition number within the topic.
            pub partition_index: i32 = since(0),
        }
    }
}
