//! Arrays: values to encode, or checked bytes that decode as they are iterated.

use super::Wire;
use super::fields::{Reading, Writing};
use crate::error::ErrorKind;
use crate::schema::{Field, FieldId, Kind, Type};
use crate::wire::{CopyOne, Cx, Elements, PassOne, Reader, Writer};
use core::{fmt, slice};

/// A sequence: the caller's values to encode, or bytes that decode as they are iterated.
#[derive(Clone, Copy)]
pub struct Array<'a, T>(Repr<'a, T>);

#[derive(Clone, Copy)]
enum Repr<'a, T> {
    Items(&'a [T]),
    Wire(Elements<'a>, Copying),
}

/// How elements are written in another form than that in which they came. Where flash counts most, it
/// comes with them, so that who writes arrays and reads none does not pay for reading them.
#[derive(Clone, Copy)]
struct Copying(#[cfg(target_pointer_width = "32")] CopyOne);

impl<'a, T> Array<'a, T> {
    /// Without elements.
    pub const EMPTY: Self = Self::new(&[]);

    /// These elements, to be encoded.
    pub const fn new(items: &'a [T]) -> Self {
        Self(Repr::Items(items))
    }

    /// The number of elements.
    pub const fn len(&self) -> usize {
        match self.0 {
            Repr::Items(items) => items.len(),
            Repr::Wire(elements, _) => elements.count as usize,
        }
    }

    /// Whether it has no elements.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Wire<'a>> Array<'a, T> {
    /// The elements. Each that came from bytes is decoded when it is reached.
    pub fn iter(&self) -> Iter<'a, T> {
        Iter(match self.0 {
            Repr::Items(items) => Source::Items(items.iter()),
            Repr::Wire(Elements { bytes, count, cx }, _) => {
                Source::Wire { reader: Reader::new(bytes), count, cx }
            }
        })
    }

    /// Whether the elements are of one size, and all bytes of that size are one.
    const IS_OF_NUMBERS: bool = T::SIZE != 0 && !matches!(T::TYPE.kind, Kind::Bool);

    /// Whether the caller's elements are written where the array is met, and not in a function of
    /// their own.
    const IN_PLACE: bool = T::SIZE == 0 && !cfg!(target_pointer_width = "32");

    #[cfg(target_pointer_width = "32")]
    const COPYING: Copying = Copying(Self::copy_one);
    #[cfg(not(target_pointer_width = "32"))]
    const COPYING: Copying = Copying();

    const fn wire(elements: Elements<'a>) -> Self {
        Self(Repr::Wire(elements, Self::COPYING))
    }

    /// What copies an element in another form, if there is one.
    const fn copy(_copying: Copying) -> Option<CopyOne> {
        if Self::IS_OF_NUMBERS {
            return None;
        }
        #[cfg(target_pointer_width = "32")]
        return Some(_copying.0);
        #[cfg(not(target_pointer_width = "32"))]
        Some(Self::copy_one)
    }

    /// What passes over an element, if it takes more than its size.
    const EACH: Option<PassOne<'a>> =
        if Self::IS_OF_NUMBERS { None } else { Some(Self::pass_one as PassOne<'a>) };

    /// Reads each element once, to check it and to find the end.
    #[inline(never)]
    fn read_any(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<Self> {
        // One loop for all types, where flash counts more than time.
        if cfg!(target_pointer_width = "32") {
            let elements = reader.elements(T::TYPE.kind, Self::EACH, cx, field);
            return elements.map(Self::wire);
        }
        let count = reader.count(T::TYPE.kind, cx, field)?;
        let (mut at, cx) = (*reader, cx.element());
        if Self::IS_OF_NUMBERS {
            // As the count was checked, they are there.
            at.take(count * T::SIZE).ok()?;
        } else {
            for _ in 0..count {
                T::read(&mut at, cx.passing(), field);
                if at.has_failed() {
                    *reader = at;
                    return None;
                }
            }
        }
        let bytes = at.since(*reader);
        *reader = at;
        Some(Self::wire(Elements { bytes, count: count as u32, cx: cx.trusted() }))
    }

    #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
    fn write_items(items: &[T], writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        for item in items {
            item.write(writer, cx, field);
        }
    }

    /// Writes elements in any form, or null.
    #[inline(never)]
    fn write_any(this: Option<&Self>, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        writer.count(this.map(|array| array.len()), cx, field);
        let cx = cx.element();
        match this {
            Some(Self(Repr::Items(items))) if T::SIZE != 0 => {
                if let Some(out) = writer.take(items.len().saturating_mul(T::SIZE)) {
                    T::write_all(items, out);
                }
            }
            Some(Self(Repr::Items(items))) if !Self::IN_PLACE => {
                Self::write_items(items, writer, cx, field);
            }
            Some(Self(Repr::Items(_))) => {}
            Some(Self(Repr::Wire(elements, copying))) => {
                let same = elements.cx == cx.trusted();
                let copy = if same { None } else { Self::copy(*copying) };
                writer.elements(elements, copy, cx, field);
            }
            None => {}
        }
    }

    /// Reads the next field of a structure, of a type that many structures have.
    #[inline(never)]
    fn read_items(fields: &mut Reading<'_, 'a>) -> Option<Self> {
        fields.array(Self::EACH).map(Self::wire)
    }

    /// Writes the next field of a structure.
    #[inline(never)]
    fn write_field(this: Option<&Self>, fields: &mut Writing<'_, '_>) {
        let (items, elements) = match this {
            Some(Self(Repr::Items(items))) => (*items, None),
            Some(Self(Repr::Wire(elements, copying))) => {
                (&[][..], Some((elements, Self::copy(*copying))))
            }
            None => (&[][..], None),
        };
        if let Some((writer, cx, field)) = fields.array(this.map(Self::len), elements) {
            if T::SIZE == 0 {
                Self::write_items(items, writer, cx, field);
            } else if let Some(out) = writer.take(items.len().saturating_mul(T::SIZE)) {
                T::write_all(items, out);
            }
        }
    }

    /// Reads an element, to check it.
    fn pass_one(reader: &mut Reader<'a>, cx: Cx, field: FieldId) {
        T::read(reader, cx, field);
    }

    /// Reads an element and writes it in another form.
    fn copy_one(
        reader: &mut Reader<'_>,
        from: Cx,
        writer: &mut Writer<'_>,
        cx: Cx,
        field: FieldId,
    ) {
        T::With::read(reader, from, FieldId::NONE).write(writer, cx, field);
    }

    /// The element at an index; takes time in proportion to the index.
    pub fn get(&self, index: usize) -> Option<T> {
        self.iter().nth(index)
    }
}

impl<T> Default for Array<'_, T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<'a, T> From<&'a [T]> for Array<'a, T> {
    fn from(items: &'a [T]) -> Self {
        Self::new(items)
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for Array<'a, T> {
    fn from(items: &'a [T; N]) -> Self {
        Self::new(items)
    }
}

impl<'a, T: Wire<'a>> IntoIterator for Array<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Wire<'a>> IntoIterator for &Array<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Wire<'a> + PartialEq> PartialEq for Array<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Wire<'a> + fmt::Debug> fmt::Debug for Array<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Iterates over the elements of an [`Array`].
#[derive(Clone)]
pub struct Iter<'a, T>(Source<'a, T>);

#[derive(Clone)]
enum Source<'a, T> {
    Items(slice::Iter<'a, T>),
    Wire { reader: Reader<'a>, count: u32, cx: Cx },
}

impl<'a, T: Wire<'a>> Iterator for Iter<'a, T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Source::Items(items) => items.next().copied(),
            Source::Wire { reader, count, cx } => {
                *count = count.checked_sub(1)?;
                Some(T::read(reader, *cx, FieldId::NONE))
            }
        }
    }

    fn fold<B, F: FnMut(B, T) -> B>(self, mut folded: B, mut f: F) -> B {
        match self.0 {
            Source::Items(items) => items.copied().fold(folded, f),
            Source::Wire { mut reader, count, cx } => {
                for _ in 0..count {
                    folded = f(folded, T::read(&mut reader, cx, FieldId::NONE));
                }
                folded
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = match &self.0 {
            Source::Items(items) => items.len(),
            Source::Wire { count, .. } => *count as usize,
        };
        (count, Some(count))
    }
}

impl<'a, T: Wire<'a>> ExactSizeIterator for Iter<'a, T> {}

impl<'a, T: Wire<'a>> Wire<'a> for Array<'a, T> {
    const TYPE: Type = Type { array: true, ..T::TYPE };
    const DEFAULT: Self = Self::EMPTY;
    type Leaf = T::Leaf;
    type With<'b> = Array<'b, T::With<'b>>;

    #[inline(always)]
    fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
        Self::read_nullable(reader, cx.element(), field).unwrap_or(Self::EMPTY)
    }

    #[inline(always)]
    fn read_nullable(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<Self> {
        if Self::IS_OF_NUMBERS
            && !cfg!(target_pointer_width = "32")
            && let Some(elements) = reader.short_array(T::SIZE, cx)
        {
            return Some(Self::wire(elements));
        }
        reader.apart(|reader| Self::read_any(reader, cx, field))
    }

    #[inline(always)]
    fn write(&self, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        if T::SIZE != 0
            && !cfg!(target_pointer_width = "32")
            && let Repr::Items(items) = self.0
            && let Some(out) = writer.short_array(items.len(), T::SIZE, cx)
        {
            return T::write_all(items, out);
        }
        Self::write_nullable(Some(self), writer, cx, field);
    }

    #[inline(always)]
    fn write_nullable(this: Option<&Self>, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        if let Some(Self(Repr::Items(items))) = this
            && Self::IN_PLACE
        {
            writer.count(Some(items.len()), cx, field);
            return Self::write_items(items, writer, cx.element(), field);
        }
        writer.apart(|writer| Self::write_any(this, writer, cx, field));
    }

    #[inline(always)]
    fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
        Self::read_next_nullable(fields).unwrap_or(Self::EMPTY)
    }

    #[inline(always)]
    fn read_next_nullable(fields: &mut Reading<'_, 'a>) -> Option<Self> {
        if T::SIZE != 0 {
            return Self::read_items(fields);
        }
        fields.array(Self::EACH).map(Self::wire)
    }

    #[inline(always)]
    fn write_next(&self, fields: &mut Writing<'_, '_>) {
        Self::write_field(Some(self), fields);
    }

    #[inline(always)]
    fn write_next_nullable(this: &Option<Self>, fields: &mut Writing<'_, '_>) {
        Self::write_field(this.as_ref(), fields);
    }

    fn is(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other.iter()).all(|(a, b)| a.is(&b))
    }

    #[inline(always)]
    fn is_default(&self, _: &Field) -> bool {
        self.is_empty()
    }
}

/// Null and a value are told apart where the field may be null; else null is no value.
impl<'a, T: Wire<'a>> Wire<'a> for Option<T> {
    const TYPE: Type = T::TYPE;
    const DEFAULT: Self = Some(T::DEFAULT);
    const SIZE: usize = 0;
    type Leaf = T::Leaf;
    type With<'b> = Option<T::With<'b>>;

    #[inline(always)]
    fn read(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Self {
        T::read_nullable(reader, cx, field)
    }

    #[inline(always)]
    fn write(&self, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        T::write_nullable(self.as_ref(), writer, cx, field);
    }

    fn read_nullable(reader: &mut Reader<'a>, cx: Cx, field: FieldId) -> Option<Self> {
        Some(Self::read(reader, cx, field))
    }

    fn write_nullable(this: Option<&Self>, writer: &mut Writer<'_>, cx: Cx, field: FieldId) {
        match this {
            Some(value) => value.write(writer, cx, field),
            None => writer.fail(ErrorKind::NullNotAllowed, field),
        }
    }

    fn is(&self, default: &Self) -> bool {
        match (self, default) {
            (Some(value), Some(default)) => value.is(default),
            (None, None) => true,
            _ => false,
        }
    }

    #[inline(always)]
    fn read_next(fields: &mut Reading<'_, 'a>) -> Self {
        T::read_next_nullable(fields)
    }

    #[inline(always)]
    fn write_next(&self, fields: &mut Writing<'_, '_>) {
        T::write_next_nullable(self, fields);
    }

    #[inline(always)]
    fn default_of(row: &Field) -> Self {
        if row.default().is_null() { None } else { Self::DEFAULT }
    }

    #[inline(always)]
    fn is_default(&self, row: &Field) -> bool {
        match self {
            Some(value) => !row.default().is_null() && value.is_default(row),
            None => row.default().is_null(),
        }
    }
}
