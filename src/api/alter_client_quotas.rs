//! AlterClientQuotas (key 49): sets and removes client quotas of users, clients and IPs (KIP-546).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Changes the quotas of one or more entities. Version 1 brings the flexible encoding
        /// (KIP-482).
        #[api(49, Request, versions = 0..=1, flexible = 1..)]
        pub struct AlterClientQuotasRequest<'a> {
            /// Changes, one entry for each quota entity.
            pub entries: Array<'a, EntryData<'a>> = since(0),
            /// True to check the changes without applying them.
            pub validate_only: bool = since(0),
        }
    }

    structure! {
        /// Changes for one quota entity.
        pub struct EntryData<'a> {
            /// Parts that together name the entity, for example a user and a client id.
            pub entity: Array<'a, EntityData<'a>> = since(0),
            /// Quota values to set or to remove.
            pub ops: Array<'a, OpData<'a>> = since(0),
        }
    }

    structure! {
        /// One part of the name of a quota entity.
        pub struct EntityData<'a> {
            /// Kind of the part: `user`, `client-id` or `ip`.
            pub entity_type: &'a str = since(0),
            /// Name within that kind; null stands for the default entity.
            pub entity_name: Option<&'a str> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// One quota value to set or to remove.
        pub struct OpData<'a> {
            /// Name of the quota, for example `producer_byte_rate`.
            pub key: &'a str = since(0),
            /// New value of the quota; ignored where `remove` is true.
            pub value: f64 = since(0),
            /// True to remove the quota, false to set it.
            pub remove: bool = since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Outcome of the changes, entity by entity. Version 1 brings the flexible encoding
        /// (KIP-482).
        #[api(49, Response, versions = 0..=1, flexible = 1..)]
        pub struct AlterClientQuotasResponse<'a> {
            /// How long a quota throttles the client, in milliseconds; 0 for not at all.
            pub throttle_time_ms: i32 = since(0),
            /// Results, one for each entity of the request.
            pub entries: Array<'a, EntryData<'a>> = since(0),
        }
    }

    structure! {
        /// Result for one quota entity.
        pub struct EntryData<'a> {
            /// Outcome for this entity; 0 is success.
            pub error_code: i16 = since(0),
            /// What went wrong, in words; null on success.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Parts that together name the entity.
            pub entity: Array<'a, EntityData<'a>> = since(0),
        }
    }

    structure! {
        /// One part of the name of a quota entity.
        pub struct EntityData<'a> {
            /// Kind of the part: `user`, `client-id` or `ip`.
            pub entity_type: &'a str = since(0),
            /// Name within that kind; null stands for the default entity.
            pub entity_name: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}
