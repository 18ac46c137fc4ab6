//! Edits of a message that bytes decide.

use kafka_codec::encoder::Value;
use kafka_codec::event::{Chunk, Event, Item};
use kafka_codec::transcode::Edit;
use kafka_codec::typed::Uuid;

/// What is to become of each event: the next of these bytes says it, over and over. Of a value in
/// parts, the byte also says whether the first or the last of them is answered, so that it does not
/// matter how many there are.
pub fn edit(choices: &[u8]) -> impl FnMut(&Event<'_, '_>) -> Edit<'static> {
    let mut choices = choices.iter().cycle();
    let mut choice = 0;
    move |event| {
        let (is_first, is_last) = match chunk(event) {
            Some(chunk) => (chunk.is_first, chunk.is_last()),
            None => (true, true),
        };
        if is_first {
            choice = choices.next().copied().unwrap_or(0);
        }
        let is_asked = if choice & 0x10 == 0 { is_first } else { is_last };
        if is_asked { decide(choice, &event.item) } else { Edit::Keep }
    }
}

fn decide(choice: u8, item: &Item<'_>) -> Edit<'static> {
    match choice % 16 {
        8 => Edit::Drop,
        9 => Edit::DropElement,
        10 => Edit::Null,
        11 => {
            Edit::Replace(value(item, choice, "a longer text than what was there before, by far"))
        }
        12 => Edit::Replace(value(item, choice, "é")),
        13 => Edit::Replace(value(item, 0, "")),
        14 => Edit::Replace(value(&Item::Done, choice, "")),
        15 => Edit::Replace(Value::Str("of another type")),
        _ => Edit::Keep,
    }
}

/// A value of the item's type, where it has one.
fn value(item: &Item<'_>, number: u8, text: &'static str) -> Value<'static> {
    match item {
        Item::Bool(..) => Value::Bool(number != 0),
        Item::I8(..) => Value::I8(number as i8),
        Item::I16(..) => Value::I16(number.into()),
        Item::U16(..) => Value::U16(number.into()),
        Item::I32(..) => Value::I32(number.into()),
        Item::U32(..) => Value::U32(number.into()),
        Item::I64(..) => Value::I64(number.into()),
        Item::F64(..) => Value::F64(number.into()),
        Item::Uuid(..) => Value::Uuid(Uuid([number; 16])),
        Item::Bytes(..) => Value::Bytes(text.as_bytes()),
        Item::Records(..) => Value::Records(text.as_bytes()),
        Item::Done => Value::F64(f64::NAN),
        _ => Value::Str(text),
    }
}

/// The part of a value that the event is.
pub(crate) fn chunk<'i>(event: &Event<'_, 'i>) -> Option<Chunk<'i>> {
    match event.item {
        Item::Str(_, chunk) | Item::Bytes(_, chunk) | Item::Records(_, chunk) => Some(chunk),
        Item::Tag(_, chunk) => Some(chunk),
        _ => None,
    }
}
