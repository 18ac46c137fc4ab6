//! Events of a message whole, and that they are the same however it is cut into pieces.
//!
//! A split costs no more than the events around it: a copy of the decoder goes on from where the
//! whole stood before the split, and stops once it is in the state in which the whole was there.

use kafka_codec::Error;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Chunk, Event, Item};
use kafka_codec::schema::Message;
use kafka_codec::wire::Mode;
use std::ops::Range;

/// The events of a message that was given whole.
pub(crate) struct Whole<'m> {
    bytes: &'m [u8],
    events: Vec<Seen<'m>>,
    /// The state before each event, and the last one.
    states: Vec<Decoder>,
    /// What ended it.
    pub(crate) end: Result<(), Error>,
}

/// What is kept of an event.
struct Seen<'m> {
    item: Item<'m>,
    place: u64,
    span: Range<usize>,
}

impl<'m> Whole<'m> {
    /// Reads the events of a message.
    ///
    /// # Errors
    /// Where the decoder breaks its own rules, or the version is not defined.
    pub(crate) fn read(
        mode: Mode,
        message: &Message,
        version: i16,
        bytes: &'m [u8],
    ) -> Result<Self, String> {
        let decoder = Decoder::with_mode(mode, message, version, bytes.len() as u32);
        let mut decoder = decoder.map_err(|error| error.to_string())?;
        let (mut events, mut states) = (Vec::new(), vec![decoder.clone()]);
        let (mut input, mut position) = (bytes, 0);
        let end = loop {
            let event = match decoder.next(&mut input) {
                Ok(event) => event,
                Err(error) => break Err(error),
            };
            let seen = Seen { item: event.item, place: place(&event), span: span(&event) };
            let is_done = seen.item == Item::Done;
            if seen.item == Item::NeedInput {
                return Err(format!("events: asks for input at byte {position}, beyond the end"));
            }
            if seen.span.start != position {
                return Err(format!("events: byte {position} is of no event or of two"));
            }
            if chunk(&seen.item).is_some_and(|chunk| chunk.whole().is_none()) {
                return Err(format!("events: cut in two at byte {position} although given whole"));
            }
            position = seen.span.end;
            events.push(seen);
            states.push(decoder.clone());
            if is_done {
                break Ok(());
            }
        };
        if end.is_ok() && position != bytes.len() {
            return Err(format!("events: done at byte {position} of {}", bytes.len()));
        }
        Ok(Self { bytes, events, states, end })
    }

    /// The items, in order.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item<'m>> {
        self.events.iter().map(|seen| &seen.item)
    }

    /// How many events there are.
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether pieces of so many bytes give the same events and the same end.
    ///
    /// # Errors
    /// Where they do not.
    pub(crate) fn same_in_pieces(&self, size: usize) -> Result<(), String> {
        let at = |what| format!("events in pieces of {size}: {what}");
        let Some(mut decoder) = self.states.first().cloned() else { return Ok(()) };
        let mut follow = Follow { whole: self, next: 0, part: None };
        let mut pieces = self.bytes.chunks(size.max(1));
        let mut input: &[u8] = &[];
        loop {
            let event = match decoder.next(&mut input) {
                Ok(event) => event,
                Err(error) => return follow.fails(error).map_err(at),
            };
            match event.item {
                Item::NeedInput if !input.is_empty() => {
                    return Err(at("asks for input before it is used up".into()));
                }
                Item::NeedInput => match pieces.next() {
                    Some(piece) => input = piece,
                    None => return Err(at("asks for input beyond the end".into())),
                },
                item => {
                    follow.event(&event).map_err(at)?;
                    if item == Item::Done {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether the message cut in two, at any byte, gives the same events.
    ///
    /// # Errors
    /// Where it does not.
    pub(crate) fn same_in_halves(&self) -> Result<(), String> {
        self.same_in_halves_at(0, 0)?;
        for (index, seen) in self.events.iter().enumerate() {
            // Begins a little before, so that the piece also ends where an event does.
            let from = index.saturating_sub(2);
            for cut in seen.span.clone() {
                self.same_in_halves_at(from, cut + 1)?;
            }
        }
        Ok(())
    }

    /// The same with one cut, from the event `from` on, until the state is that of the whole.
    fn same_in_halves_at(&self, from: usize, cut: usize) -> Result<(), String> {
        let at = |what| format!("events cut in two at byte {cut}: {what}");
        let (Some(start), Some(first)) = (self.states.get(from), self.events.get(from)) else {
            return Ok(());
        };
        let mut decoder = start.clone();
        let mut follow = Follow { whole: self, next: from, part: None };
        let mut input = self.bytes.get(first.span.start..cut).unwrap_or(&[]);
        let mut has_second = false;
        loop {
            let event = match decoder.next(&mut input) {
                Ok(event) => event,
                Err(error) => return follow.fails(error).map_err(at),
            };
            match event.item {
                Item::NeedInput if has_second || !input.is_empty() => {
                    return Err(at("asks for input before it is used up".into()));
                }
                Item::NeedInput => {
                    if decoder.position() as usize != cut {
                        return Err(at(format!("stops at byte {}", decoder.position())));
                    }
                    input = self.bytes.get(cut..).unwrap_or(&[]);
                    has_second = true;
                    continue;
                }
                Item::Done => return follow.event(&event).map_err(at),
                _ => follow.event(&event).map_err(at)?,
            }
            // From the same state the same bytes give the same events.
            let is_past = has_second && follow.part.is_none();
            if is_past && self.states.get(follow.next).is_some_and(|state| *state == decoder) {
                return Ok(());
            }
        }
    }
}

/// Compares events of pieces with those of the whole.
struct Follow<'w, 'm> {
    whole: &'w Whole<'m>,
    /// The event of the whole that comes next or of which parts have come.
    next: usize,
    /// Where the part ended that came last.
    part: Option<usize>,
}

impl Follow<'_, '_> {
    fn event(&mut self, event: &Event<'_, '_>) -> Result<(), String> {
        let Some(whole) = self.whole.events.get(self.next) else {
            // Parts of the string in which the whole has its fault come before that fault.
            if self.whole.end.is_err() && chunk(&event.item).is_some_and(|part| !part.is_last()) {
                return Ok(());
            }
            return Err(format!("{:?} is one event too many", event.item));
        };
        let span = span(event);
        let differs = || {
            let span = &span;
            Err(format!(
                "{:?} at {span:?} in place of {:?} at {:?}",
                event.item, whole.item, whole.span
            ))
        };
        if whole.place != place(event) || span.start != self.part.unwrap_or(whole.span.start) {
            return differs();
        }
        let (Some(all), Some(part)) = (chunk(&whole.item), chunk(&event.item)) else {
            if same_item(&whole.item, &event.item) && span == whole.span {
                self.next += 1;
                return Ok(());
            }
            return differs();
        };
        let length = part.bytes.len();
        let bytes = self.whole.bytes.get(span.end.saturating_sub(length)..span.end);
        if core::mem::discriminant(&whole.item) != core::mem::discriminant(&event.item)
            || event.field() != field(&whole.item, event)
            || part.is_first == self.part.is_some()
            || span.end + part.left as usize != whole.span.end
            || part.is_first && part.total() != all.total()
            || bytes != Some(part.bytes)
        {
            return differs();
        }
        self.part = Some(span.end);
        if part.is_last() {
            (self.part, self.next) = (None, self.next + 1);
        }
        Ok(())
    }

    /// The decoder of the pieces failed: so must that of the whole, after the same events.
    fn fails(&self, error: Error) -> Result<(), String> {
        match self.whole.end {
            Err(whole) if whole == error && self.next == self.whole.events.len() => Ok(()),
            Err(whole) => Err(format!("{error} after {} events, in place of {whole}", self.next)),
            Ok(()) => Err(format!("{error}, although the whole has no fault")),
        }
    }
}

/// The field of an item; tagged fields without one are told apart by their number.
fn field(whole: &Item<'_>, event: &Event<'_, '_>) -> kafka_codec::schema::FieldId {
    match (whole, event.item) {
        (Item::Str(a, _), Item::Str(..)) => a.id(),
        (Item::Bytes(a, _), Item::Bytes(..)) => a.id(),
        (Item::Records(a, _), Item::Records(..)) => a.id(),
        (Item::Tag(a, _), Item::Tag(b, _)) if *a == b => event.field(),
        _ => kafka_codec::schema::FieldId::NONE,
    }
}

/// Floats are the same bit for bit.
fn same_item(a: &Item<'_>, b: &Item<'_>) -> bool {
    match (a, b) {
        (Item::F64(a, x), Item::F64(b, y)) => a == b && x.to_bits() == y.to_bits(),
        _ => a == b,
    }
}

fn chunk<'i>(item: &Item<'i>) -> Option<Chunk<'i>> {
    match item {
        Item::Str(_, chunk) | Item::Bytes(_, chunk) => Some(*chunk),
        Item::Records(_, chunk) | Item::Tag(_, chunk) => Some(*chunk),
        _ => None,
    }
}

fn span(event: &Event<'_, '_>) -> Range<usize> {
    let Range { start, end } = event.span();
    start as usize..end as usize
}

/// A digest of where the event is: its field and level, and the fields and indices around it.
fn place(event: &Event<'_, '_>) -> u64 {
    use std::hash::{Hash as _, Hasher};
    let mut digest = Digest(0);
    event.field().hash(&mut digest);
    for level in 0..=event.level() {
        event.field_at(level).hash(&mut digest);
        event.index_at(level).hash(&mut digest);
    }
    digest.finish()
}

/// A cheap hash: it has to tell mistakes apart, not attacks.
struct Digest(u64);

impl std::hash::Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kafka_codec::api;

    /// A Metadata request of two topics with a tagged field, whose events have every shape.
    const BODY: &[u8] = b"\x03\x03ab\x00\x02c\x00\x01\x00\x01\x01\x07\x02xy";

    fn whole(mode: Mode) -> Whole<'static> {
        let message = api::find_by_name("MetadataRequest").expect("a message");
        Whole::read(mode, message, 9, BODY).expect("events")
    }

    #[test]
    fn pieces_are_the_whole() {
        let whole = whole(Mode::Strict);
        assert_eq!(whole.end, Ok(()));
        assert_eq!(whole.same_in_halves(), Ok(()));
        for size in 1..20 {
            assert_eq!(whole.same_in_pieces(size), Ok(()));
        }
    }

    /// Whatever is changed of an event shows, in pieces and in halves.
    #[test]
    fn what_differs_is_found() {
        let count = whole(Mode::Strict).len();
        assert!(count > 12);
        for index in 0..count {
            let changes: [fn(&mut Seen<'_>); 3] = [
                |seen| seen.place ^= 1,
                |seen| seen.span.end += 1,
                |seen| seen.item = Item::Tags(99),
            ];
            for change in changes {
                let mut whole = whole(Mode::Strict);
                change(&mut whole.events[index]);
                assert!(whole.same_in_pieces(1).is_err(), "{index}");
                assert!(whole.same_in_halves().is_err(), "{index}");
            }
        }
    }

    #[test]
    fn another_end_is_found() {
        let mut whole = whole(Mode::Strict);
        let kind = kafka_codec::ErrorKind::InvalidVarint;
        whole.end = Err(Error::new(kind, 3));
        whole.events.truncate(4);
        assert!(whole.same_in_pieces(1).is_err());
        assert!(whole.same_in_halves().is_err());
    }

    /// States that differ are not taken for the same: each state of the whole but once.
    #[test]
    fn states_differ() {
        let whole = whole(Mode::Lenient);
        for (index, state) in whole.states.iter().enumerate() {
            let same = whole.states.iter().filter(|other| *other == state).count();
            // The end repeats itself.
            assert_eq!(same, if index + 2 < whole.states.len() { 1 } else { 2 }, "{index}");
        }
    }
}
