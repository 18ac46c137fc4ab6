//! Where in a message a decoder stands, such as `topics[2].name`.

use crate::names;
use kafka_codec::event::{Event, Item};
use kafka_codec::schema::{FieldId, Struct};

/// The way from the message down to what was read last.
pub(super) struct Path {
    open: Vec<Open>,
}

/// A structure or array that has begun.
enum Open {
    Struct(Option<&'static Struct>),
    /// With the number of elements that have ended.
    Array(FieldId, u32),
}

impl Path {
    /// That of a message of which nothing has been read.
    pub(super) fn new(body: &'static Struct) -> Self {
        Self { open: vec![Open::Struct(Some(body))] }
    }

    /// The structure that is open.
    fn innermost(&self) -> Option<&'static Struct> {
        self.open.iter().rev().find_map(|open| match open {
            Open::Struct(of) => *of,
            Open::Array(..) => None,
        })
    }

    /// Goes on over an event, and tells where it is. A structure or array and its end are at the
    /// same place.
    pub(super) fn step(&mut self, event: &Event<'_, '_>) -> String {
        let field = event.field();
        if matches!(event.item, Item::StructEnd(_) | Item::ArrayEnd(_)) {
            self.open.pop();
        }
        let at = self.to(field);
        match event.item {
            Item::Struct(_) if field == FieldId::NONE => {}
            Item::Struct(_) => {
                let of = self.innermost();
                let row = of.and_then(|of| of.fields().get(usize::from(field.index())));
                let child = of.zip(row).and_then(|(of, row)| of.child(row));
                self.open.push(Open::Struct(child));
            }
            Item::Array(field, _) => self.open.push(Open::Array(field, 0)),
            Item::Str(_, chunk) | Item::Bytes(_, chunk) | Item::Records(_, chunk)
                if !chunk.is_last() => {}
            Item::Tags(_) | Item::Tag(..) | Item::NeedInput | Item::Done => {}
            _ => {
                if let Some(Open::Array(_, ended)) = self.open.last_mut() {
                    *ended += 1;
                }
            }
        }
        at
    }

    /// The path to a field of the structure that is open, or to the next element of the array.
    pub(super) fn to(&self, field: FieldId) -> String {
        let mut path = String::new();
        let mut of = None;
        let mut under_array = None;
        let mut rest = self.open.iter().peekable();
        while let Some(open) = rest.next() {
            match open {
                Open::Struct(child) => (of, under_array) = (*child, None),
                Open::Array(field, ended) => {
                    push(&mut path, of, *field);
                    path.push_str(&format!("[{ended}]"));
                    under_array = Some(*field);
                }
            }
            // A structure that is no element is named by its field.
            if let Some(Open::Struct(Some(child))) = rest.peek()
                && under_array.is_none()
                && let Some(of) = of
                && let Some(index) = index_of(of, child)
            {
                push(&mut path, Some(of), of.field_id(index));
            }
        }
        let is_in = of.is_some_and(|of| field.structure() == of.id());
        if is_in && under_array != Some(field) {
            push(&mut path, of, field);
        }
        path
    }
}

/// The field of a structure that is no array and of this structure.
fn index_of(of: &'static Struct, child: &'static Struct) -> Option<u8> {
    let is_it = |field| of.child(field).is_some_and(|of| std::ptr::eq(of, child));
    of.fields().iter().position(|field| !field.is_array() && is_it(field)).map(|i| i as u8)
}

fn push(path: &mut String, of: Option<&'static Struct>, field: FieldId) {
    if !path.is_empty() {
        path.push('.');
    }
    match of.filter(|of| of.fields().len() > usize::from(field.index())) {
        Some(of) => path.push_str(&names::json_name(of, field.index())),
        None => path.push_str("tagged_fields"),
    }
}
