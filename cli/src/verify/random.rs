//! Random messages of all kinds and versions through the checks of `verify`: what vectors may lack,
//! such as long arrays, tagged fields of inner structures, and floats that are no numbers.

use super::body::{self, Body};
use super::typed;
use super::verdicts::check_alone;
use crate::value::{self, Object, Value};
use crate::write;
use kafka_codec::decoder::Decoder;
use kafka_codec::inspect;
use kafka_codec::schema::{Field, Kind, Struct};

/// Marsaglia's xorshift: the same numbers in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Changes, leaves out or puts in a byte, or cuts the end off.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() as u64 + 1) as usize;
        let odd = [0, 1, 2, 0x7f, 0x80, 0xc0, 0xff, self.next() as u8];
        let byte = odd.get(self.below(8) as usize).copied().unwrap_or(0);
        match (self.below(8), bytes.get_mut(at)) {
            (0, _) => bytes.insert(at, byte),
            (1, Some(_)) => drop(bytes.remove(at)),
            (2, _) => bytes.truncate(at),
            // One bit, and a length made longer than it has to be.
            (3, Some(changed)) => *changed ^= 1 << self.below(8),
            (4, Some(changed)) if *changed < 0x80 => {
                *changed |= 0x80;
                bytes.insert(at + 1, 0);
            }
            (_, Some(changed)) => *changed = byte,
            (_, None) => bytes.push(byte),
        }
    }

    fn int(&mut self, bits: u32) -> i64 {
        let value = (self.next() as i64) >> (64 - bits);
        let max = i64::MAX >> (64 - bits);
        match self.below(6) {
            0 => max,
            1 => -max - 1,
            2 => value >> (bits / 2),
            3 => 0,
            _ => value,
        }
    }

    fn text(&mut self) -> Vec<u8> {
        let len = if self.one_in(20) { 125 + self.below(10) } else { self.below(12) };
        let letters = ['a', '"', '\\', '\0', '\u{7f}', '\u{e9}', '\u{20ac}', '\u{1f600}'];
        let letter = |_| letters.get(self.below(8) as usize).copied().unwrap_or('x');
        (0..len).map(letter).collect::<String>().into_bytes()
    }

    fn object(&mut self, of: &'static Struct, version: u8, is_flexible: bool) -> Object {
        let mut object = Object::default();
        for (index, field) in of.fields().iter().enumerate() {
            let index = index as u8;
            if !field.versions().contains(version) || field.tag().is_some() && self.one_in(2) {
                continue;
            }
            let value = self.value(of, field, version, is_flexible);
            // A tagged field at its default is not written.
            if field.tag().is_none() || value != value::default(of, index, version) {
                object.set(index, value);
            }
        }
        if is_flexible && self.one_in(3) {
            let mut tag = 32;
            for _ in 0..=self.below(2) {
                let step = if self.one_in(4) { 1 << 22 } else { 100 };
                tag += 1 + self.below(step) as u32;
                let data = (0..self.below(6)).map(|_| self.next() as u8).collect();
                object.unknown_tags.push((tag, data));
            }
        }
        object
    }

    fn value(
        &mut self,
        of: &'static Struct,
        field: &Field,
        version: u8,
        is_flexible: bool,
    ) -> Value {
        if field.nullable().contains(version) && self.one_in(4) {
            return Value::Null;
        }
        if !field.is_array() {
            return self.single(of, field, version, is_flexible);
        }
        let is_plain = field.kind() != Kind::Struct;
        let count = if is_plain && self.one_in(12) { 126 + self.below(4) } else { self.below(3) };
        Value::Array((0..count).map(|_| self.single(of, field, version, is_flexible)).collect())
    }

    fn single(
        &mut self,
        of: &'static Struct,
        field: &Field,
        version: u8,
        is_flexible: bool,
    ) -> Value {
        match field.kind() {
            Kind::Bool => Value::Bool(self.one_in(2)),
            Kind::I8 => Value::Int(self.int(8)),
            Kind::I16 => Value::Int(self.int(16)),
            Kind::U16 => Value::Int(self.int(16) & 0xffff),
            Kind::I32 => Value::Int(self.int(32)),
            Kind::U32 => Value::Int(self.int(32) & 0xffff_ffff),
            Kind::I64 => Value::Int(self.int(64)),
            Kind::F64 => Value::Float(match self.below(5) {
                0 => f64::from_bits(0xfff8_0000_0000_0001),
                1 => f64::NEG_INFINITY,
                2 => -0.0,
                _ => f64::from_bits(self.next()),
            }),
            Kind::Uuid => {
                let (a, b) = (self.next(), self.next());
                Value::Uuid((u128::from(a) << 64 | u128::from(b)).to_be_bytes())
            }
            Kind::Str => Value::Bytes(self.text()),
            Kind::Bytes | Kind::Records => Value::Bytes(self.text()),
            Kind::Struct => match of.child(field) {
                Some(child) => Value::Struct(self.object(child, version, is_flexible)),
                None => Value::Null,
            },
        }
    }
}

#[test]
fn random_messages_pass() {
    let mut random = Random(0x5eed_0000_0000_0001);
    let mut count = 0;
    for message in inspect::messages() {
        let Some(typed) = typed::of(message) else { continue };
        for version in message.versions.iter() {
            let at = format!("{} v{version}", message.name());
            let is_flexible = message.is_flexible(version);
            let tree = random.object(message.body, version as u8, is_flexible);
            let bytes = write::body(message, version, &tree).expect(&at);
            let mut decoder = Decoder::new(message, version, bytes.len() as u32).expect(&at);
            let read = value::read(&mut decoder, &bytes).expect(&at).expect(&at);
            assert_eq!(value::difference(message.body, &tree, &read), None, "{at}");
            let (trailing, json, unknown_tags) = (&[][..], None, None);
            let bytes = &bytes;
            let body = Body { message, version, typed, bytes, trailing, json, unknown_tags };
            if bytes.len() < 3_000 {
                assert_eq!(body::check(&body), Ok(false), "{at}");
                count += 1;
            }
        }
    }
    assert!(count > 600, "{count}");
}

/// Bodies with some bytes changed, left out or put in.
#[test]
fn damaged_messages_are_judged_alike() {
    let mut random = Random(0x5eed_0000_0000_0002);
    let (mut accepted, mut rejected) = (0, 0);
    for message in inspect::messages() {
        let Some(typed) = typed::of(message) else { continue };
        for version in message.versions.iter() {
            let at = format!("{} v{version}", message.name());
            let tree = random.object(message.body, version as u8, message.is_flexible(version));
            let whole = write::body(message, version, &tree).expect(&at);
            for _ in 0..if whole.len() < 2_000 { 8 } else { 1 } {
                let mut bytes = whole.clone();
                for _ in 0..=random.below(2) {
                    random.damage(&mut bytes);
                }
                match check_alone(message, version, typed, &bytes) {
                    Ok(true) => accepted += 1,
                    Ok(false) => rejected += 1,
                    Err(what) => panic!("{at}: {what}: {}", crate::hex::print(&bytes)),
                }
            }
        }
    }
    assert!(accepted > 500 && rejected > 2_000, "{accepted} {rejected}");
}
