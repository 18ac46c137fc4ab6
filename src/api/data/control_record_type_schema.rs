//! ControlRecordTypeSchema: type in the key of a control record, behind the key's version.

use crate::dsl::*;

message! {
    /// Says what a control record means, and so how to read its value.
    #[message(Data, versions = 0..=0)]
    pub struct ControlRecordTypeSchema<'a> {
        /// 0 abort, 1 commit, 2 leader change, 3 snapshot header, 4 snapshot footer, 5 KRaft
        /// version, 6 KRaft voters.
        pub r#type: i16 = since(0),
    }
}
