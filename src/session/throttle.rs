//! How long a broker asks to wait (KIP-219), whatever the response.

use crate::schema::{FieldId, Handle, Message, Role};
use crate::typed::{Wire, context};
use crate::wire::{Mode, Reader};

/// The field of an API's response that says how long to wait, in milliseconds, if it has one; for
/// [`Event::get`](crate::event::Event::get).
pub fn throttle_field(api_key: i16) -> Option<Handle<i32>> {
    /// Stands in for a handle where a response has no such field: a const of the type itself goes
    /// before that of a trait.
    trait Absent {
        #[allow(non_upper_case_globals, reason = "named like the field")]
        const throttle_time_ms: Handle<i32> = Handle::new(FieldId::NONE);
    }
    impl<T> Absent for T {}

    macro_rules! fields { ($($key:literal, $role:ident, $body:path;)*) => {
        match (api_key, Role::Response) {
            $(($key, Role::$role) => <$body>::throttle_time_ms,)*
            _ => return None,
        }
    } }
    #[allow(unreachable_patterns, reason = "headers and data share a key")]
    let field = crate::for_each_message!(fields);
    (field.id() != FieldId::NONE).then_some(field)
}

/// How long the broker asks to wait, in milliseconds, by the body of a response; 0 if this version
/// does not say so, or if the body is malformed in front of it.
pub fn throttle_time_ms(message: &Message, version: i16, body: &[u8]) -> i32 {
    read(message, version, body).unwrap_or(0)
}

fn read(message: &Message, version: i16, body: &[u8]) -> Option<i32> {
    let throttle = throttle_field(message.api_key)?;
    let cx = context(message, Mode::Lenient, version).ok()?;
    let mut reader = Reader::new(body);
    for (row, index) in message.body.fields().iter().zip(0..) {
        let field = message.body.field_id(index);
        if !row.in_line(cx.version()) {
            continue;
        }
        if field == throttle {
            let bytes = reader.take(size_of::<i32>()).ok()?;
            return Some(i32::read(&mut Reader::new(bytes), cx, field));
        }
        reader.skip_value(message.body, row, cx.of(row))?;
    }
    None
}
