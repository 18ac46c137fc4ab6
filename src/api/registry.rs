//! The table of all messages, and how to find one in it. Uses `schema` and the definitions.

use crate::schema::{Message, Role};
use crate::typed::Body;

macro_rules! table { ($($key:literal, $role:ident, $body:path;)*) => {
    /// Every message: requests and responses by API key, then headers, then data messages.
    pub static MESSAGES: &[Message] = &[$(<$body as Body<'static>>::MESSAGE),*];
} }
crate::for_each_message!(table);

/// The request or response of an API key.
pub fn find(api_key: i16, role: Role) -> Option<&'static Message> {
    let (key, is_response) = (usize::try_from(api_key).ok()?, usize::from(role == Role::Response));
    // The keys have no gap; a test says so.
    let message = MESSAGES.get(key * 2 + is_response)?;
    (message.api_key == api_key && message.role == role).then_some(message)
}

/// The message of this name, such as `MetadataResponse`. Names of Kafka 3.9 that 4.4 changed are
/// known too.
#[cfg(feature = "names")]
pub fn find_by_name(name: &str) -> Option<&'static Message> {
    let name = match name {
        "ListClientMetricsResourcesRequest" => "ListConfigResourcesRequest",
        "ListClientMetricsResourcesResponse" => "ListConfigResourcesResponse",
        _ => name,
    };
    MESSAGES.iter().find(|message| message.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_no_gap() {
        for key in 0..=94 {
            for role in [Role::Request, Role::Response] {
                let message = find(key, role).expect("a message");
                assert_eq!((message.api_key, message.role), (key, role));
            }
        }
        assert!(find(95, Role::Request).is_none());
        assert!(find(-1, Role::Request).is_none());
        assert!(find(3, Role::Header).is_none());
        assert_eq!(MESSAGES.len(), 203);
    }
}
