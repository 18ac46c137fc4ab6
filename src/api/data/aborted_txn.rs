//! AbortedTxn: one aborted transaction, as a log segment's transaction index stores it (KIP-98).

use crate::dsl::*;

message! {
    /// Entry of a `.txnindex` file, from which brokers tell read-committed consumers what to skip.
    #[message(Data, versions = 0..=0)]
    pub struct AbortedTxn<'a> {
        /// Producer whose transaction was aborted.
        pub producer_id: i64 = since(0),
        /// Offset at which the transaction begins in this partition.
        pub first_offset: i64 = since(0),
        /// Offset of the abort marker, where the transaction ends in this partition.
        pub last_offset: i64 = since(0),
        /// Last stable offset of the partition when the abort was written.
        pub last_stable_offset: i64 = since(0),
    }
}
