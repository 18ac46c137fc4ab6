//! EndTxnMarker: the value of the control record that commits or aborts a transaction (KIP-98).

use crate::dsl::*;

message! {
    /// Follows its 2-byte version in the record's value; whether it commits or aborts stands in the
    /// record's key.
    #[message(Data, versions = 0..=0)]
    pub struct EndTxnMarker<'a> {
        /// Epoch of the transaction coordinator that had the marker written.
        pub coordinator_epoch: i32 = since(0),
    }
}
