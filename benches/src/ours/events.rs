//! The streaming forms: walking the events, passing over what does not matter.

use crate::case::Cases;
use crate::visit::{Sum, Visit};
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Event, Item};
use kafka_codec::typed::Body;
use std::hint::black_box;
use std::ops::ControlFlow;

/// The events of one message.
pub(super) fn add<B: Body<'static>>(cases: &mut Cases<'_>, version: i16, bytes: &'static [u8]) {
    cases.add("walk", move || walk::<B>(version, black_box(bytes), |_| ()));
    cases.add("walk-visit", move || {
        let mut sum = Sum::default();
        walk::<B>(version, black_box(bytes), |event| visit(&event.item, &mut sum));
        sum.0
    });
    cases.add("walk-64", move || pieces::<B>(version, black_box(bytes), 64));
    cases.add("skip", move || skip::<B>(version, black_box(bytes)));
}

/// Every event of a body that is there in one piece; how many there were.
#[inline(always)]
fn walk<B: Body<'static>>(version: i16, bytes: &[u8], mut each: impl FnMut(&Event<'_, '_>)) -> u64 {
    let Ok(mut decoder) = Decoder::new(&B::MESSAGE, version, bytes.len() as u32) else {
        return 0;
    };
    let (mut input, mut count) = (bytes, 0);
    loop {
        let Ok(event) = decoder.next(&mut input) else {
            return 0;
        };
        count += 1;
        each(&event);
        if let Item::Done = event.item {
            return count;
        }
    }
}

/// Every event of a body that comes in pieces.
fn pieces<B: Body<'static>>(version: i16, bytes: &[u8], size: usize) -> u64 {
    let Ok(mut decoder) = Decoder::new(&B::MESSAGE, version, bytes.len() as u32) else {
        return 0;
    };
    let mut count = 0;
    for mut piece in bytes.chunks(size) {
        let end = loop {
            let Ok(event) = decoder.next(&mut piece) else {
                return 0;
            };
            count += 1;
            match event.item {
                Item::Done => break ControlFlow::Break(()),
                Item::NeedInput => break ControlFlow::Continue(()),
                _ => (),
            }
        };
        if end.is_break() {
            break;
        }
    }
    count
}

/// The message's own fields; what its arrays hold is passed over.
fn skip<B: Body<'static>>(version: i16, bytes: &[u8]) -> u64 {
    let Ok(mut decoder) = Decoder::new(&B::MESSAGE, version, bytes.len() as u32) else {
        return 0;
    };
    let (mut input, mut count) = (bytes, 0);
    loop {
        let Ok(event) = decoder.next(&mut input) else {
            return 0;
        };
        count += 1;
        match event.item {
            Item::Done => return count,
            Item::Array(..) => decoder.skip(),
            _ => (),
        }
    }
}

fn visit(item: &Item<'_>, sum: &mut Sum) {
    match *item {
        Item::Bool(_, value) => value.visit(sum),
        Item::I8(_, value) => value.visit(sum),
        Item::I16(_, value) => value.visit(sum),
        Item::U16(_, value) => sum.number(i64::from(value)),
        Item::I32(_, value) => value.visit(sum),
        Item::U32(_, value) => sum.number(i64::from(value)),
        Item::I64(_, value) => value.visit(sum),
        Item::Uuid(_, value) => value.visit(sum),
        Item::Str(_, chunk) | Item::Bytes(_, chunk) => chunk.bytes.visit(sum),
        Item::Records(_, chunk) => sum.number(chunk.bytes.len() as i64),
        Item::Null(_) => sum.number(1),
        _ => (),
    }
}
