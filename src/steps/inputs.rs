//! Bodies of about any size, made from the schema: wide, deep, or both, with tags or without.

use crate::schema::{Field, Kind, Message, Struct};
use std::vec::Vec;

/// Where the bytes of a body lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// In many elements that hold as little as can be.
    Wide,
    /// In the arrays that lie deepest.
    Deep,
    /// In some elements at each depth.
    Even,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Make {
    pub(super) shape: Shape,
    pub(super) version: u8,
    /// How many unknown tagged fields each structure has.
    pub(super) tags: usize,
    /// How often each known tagged field comes.
    pub(super) known: usize,
    /// Set by the message.
    pub(super) is_flexible: bool,
}

impl Make {
    /// A body of this size, or somewhat more.
    pub(super) fn body(mut self, message: &Message, size: usize) -> Vec<u8> {
        self.is_flexible = message.is_flexible(self.version.into());
        self.structure(message.body, size)
    }

    fn structure(&self, of: &'static Struct, budget: usize) -> Vec<u8> {
        let is_large = |row: &&Field| row.is_array() || row.kind().size() == 0;
        let is_there = |row: &&Field| {
            row.versions().contains(self.version) && (row.tag().is_none() || self.known > 0)
        };
        let rows = || of.fields().iter().filter(is_there);
        let large = rows().filter(is_large).count().max(1);
        // One gets all of it or all get the same.
        let share = |row: &Field| match self.shape {
            _ if !is_large(&row) => 0,
            Shape::Even => budget / large,
            _ if rows().rfind(is_large).is_some_and(|last| core::ptr::eq(last, row)) => budget,
            _ => 0,
        };
        let mut out = Vec::new();
        for row in rows().filter(|row| row.tag().is_none()) {
            out.extend(self.value(of, row, share(row)));
        }
        if !self.is_flexible {
            return out;
        }
        let mut tags: Vec<(u32, Vec<u8>)> = Vec::new();
        for row in rows().filter(|row| row.tag().is_some()) {
            for _ in 0..self.known {
                let value = self.value(of, row, share(row) / self.known);
                tags.push((row.tag().unwrap_or(0).into(), value));
            }
        }
        tags.extend((0..self.tags as u32).map(|tag| (1_000 + tag, Vec::from([7]))));
        uvarint(&mut out, tags.len());
        for (tag, value) in tags {
            uvarint(&mut out, tag as usize);
            uvarint(&mut out, value.len());
            out.extend(value);
        }
        out
    }

    fn value(&self, of: &'static Struct, row: &Field, budget: usize) -> Vec<u8> {
        let mut out = Vec::new();
        if !row.is_array() {
            if row.kind() == Kind::Struct && row.nullable().contains(self.version) {
                out.push(1);
            }
            out.extend(self.one(of, row, budget));
            return out;
        }
        let (mut elements, mut count) = (Vec::new(), 0);
        while elements.len() < budget.max(1) {
            let budget = match self.shape {
                Shape::Wide => 0,
                Shape::Deep => budget,
                Shape::Even => (4 * budget.isqrt()).min(budget / 8),
            };
            elements.extend(self.one(of, row, budget));
            count += 1;
        }
        self.length(&mut out, count, false);
        out.extend(elements);
        out
    }

    fn one(&self, of: &'static Struct, row: &Field, budget: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let len = match self.shape {
            Shape::Wide => 1,
            _ if row.is_array() => budget.min(3),
            _ => budget.min(32_000),
        };
        match (row.kind(), of.child(row)) {
            (_, Some(child)) => return self.structure(child, budget),
            (Kind::Bool, _) => out.push(1),
            (Kind::Str, _) => {
                self.length(&mut out, len, true);
                out.extend((0..len).map(|_| b'x'));
            }
            (Kind::Bytes | Kind::Records, _) => {
                self.length(&mut out, len, false);
                out.extend((0..len).map(|_| 9));
            }
            (kind, _) => out.extend((0..kind.size()).map(|_| 0x55)),
        }
        out
    }

    fn length(&self, out: &mut Vec<u8>, length: usize, is_narrow: bool) {
        match (self.is_flexible, is_narrow) {
            (true, _) => uvarint(out, length + 1),
            (false, true) => out.extend((length as u16).to_be_bytes()),
            (false, false) => out.extend((length as u32).to_be_bytes()),
        }
    }
}

pub(super) fn uvarint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
