//! DefaultPrincipalData: the identity of a client, serialized for forwarding to the controller
//! (KIP-590).

use crate::dsl::*;

message! {
    /// Principal inside an Envelope request, as Kafka's default principal builder writes it.
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct DefaultPrincipalData<'a> {
        /// Kind of principal, normally `User`.
        pub r#type: &'a str = since(0),
        /// Name of the principal, such as `alice`.
        pub name: &'a str = since(0),
        /// Set when the client logged in to the forwarding broker with a delegation token.
        pub token_authenticated: bool = since(0),
    }
}
