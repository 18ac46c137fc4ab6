//! DescribeClientQuotas (key 48): lists the quotas of users, clients and addresses (KIP-546).

/// The request.
pub mod request {
    use crate::dsl::*;

    message! {
        /// Asks for the quotas of all entities that meet every condition of a filter.
        #[api(48, Request, versions = 0..=1, flexible = 1..)]
        pub struct DescribeClientQuotasRequest<'a> {
            /// Conditions of the filter, one per entity type.
            pub components: Array<'a, ComponentData<'a>> = since(0),
            /// Whether to leave out entities that have types the filter does not mention.
            pub strict: bool = since(0),
        }
    }

    structure! {
        /// One condition of the filter.
        pub struct ComponentData<'a> {
            /// Type it looks at: user, client-id or ip.
            pub entity_type: &'a str = since(0),
            /// 0 for the name in the next field, 1 for the default entity, 2 for any that has this
            /// type.
            pub match_type: i8 = since(0),
            /// Name to compare with, for match type 0; null otherwise.
            pub r#match: Option<&'a str> = since(0).nullable_since(0),
        }
    }
}

/// The response.
pub mod response {
    use crate::dsl::*;

    message! {
        /// Quotas that match the filter.
        #[api(48, Response, versions = 0..=1, flexible = 1..)]
        pub struct DescribeClientQuotasResponse<'a> {
            /// Throttling for an exceeded quota, in milliseconds; 0 for none.
            pub throttle_time_ms: i32 = since(0),
            /// Error of the request; 0 for success.
            pub error_code: i16 = since(0),
            /// Text for the error; null without one.
            pub error_message: Option<&'a str> = since(0).nullable_since(0),
            /// Entities found, with their quotas; null on error.
            pub entries: Option<Array<'a, EntryData<'a>>> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// Quotas of one entity.
        pub struct EntryData<'a> {
            /// Parts that together name the entity, for example a user and a client id.
            pub entity: Array<'a, EntityData<'a>> = since(0),
            /// Quotas set for this entity.
            pub values: Array<'a, ValueData<'a>> = since(0),
        }
    }

    structure! {
        /// One part of an entity's name.
        pub struct EntityData<'a> {
            /// Type of this part: user, client-id or ip.
            pub entity_type: &'a str = since(0),
            /// Name of this part; null stands for the default entity of its type.
            pub entity_name: Option<&'a str> = since(0).nullable_since(0),
        }
    }

    structure! {
        /// One quota.
        pub struct ValueData<'a> {
            /// Name of the quota, for example producer_byte_rate.
            pub key: &'a str = since(0),
            /// Limit, in the unit that the key implies (bytes per second for producer_byte_rate).
            pub value: f64 = since(0),
        }
    }
}
