//! Stepping over values and structures by the schema table.

use super::{Cx, Extent, Reader, check_tag_count, is_default_number};
use crate::error::ErrorKind;
use crate::schema::{Field, Kind, Struct};
use crate::steps;
use core::str;

impl Reader<'_> {
    /// Steps over `count` structures that follow one another; `None` if they are not whole and without
    /// fault. Goes as deep as the schema nests.
    pub(crate) fn skip_structs(&mut self, of: &'static Struct, count: u32, cx: Cx) -> Option<()> {
        for _ in 0..count {
            for row in of.fields {
                steps::count(1);
                if row.in_line(cx.version()) && !self.skip_quick(row, cx) {
                    self.skip_value(of, row, cx.of(row))?;
                }
            }
            if cx.is_flexible() && !self.__has_no_tags() {
                self.skip_tags(of, cx)?;
            }
        }
        Some(())
    }

    /// Steps over a value of this field.
    #[inline(never)]
    pub(crate) fn skip_value(&mut self, of: &'static Struct, row: &Field, cx: Cx) -> Option<()> {
        let (size, mut count, mut cx) = (row.kind().size(), 1, cx);
        if row.is_array() {
            let length = self.skip_length(Extent::array(size), cx).ok()?;
            let Some(length) = length else { return Some(()) };
            (count, cx) = (length, cx.element());
        }
        if let Some(child) = of.child(row) {
            if self.is_present(cx).ok()? {
                self.skip_structs(child, count as u32, cx.element())?;
            }
        } else if size != 0 && !(row.kind() == Kind::Bool && cx.is_strict()) {
            self.take(count * usize::from(size)).ok()?;
        } else {
            for _ in 0..count {
                self.skip_checked(row.kind(), cx).ok()?;
            }
        }
        Some(())
    }

    /// Steps over what has a length, or a bool.
    pub(super) fn skip_checked(&mut self, kind: Kind, cx: Cx) -> Result<(), ErrorKind> {
        if kind == Kind::Bool {
            self.bool(cx)?;
            return Ok(());
        }
        let Some(length) = self.skip_length(Extent::of(kind, false), cx)? else {
            return Ok(());
        };
        let text = self.rest;
        let bytes = self.take(length)?;
        steps::count(bytes.len());
        if kind == Kind::Str
            && !cx.is_trusted()
            && let Err(bad) = str::from_utf8(bytes)
        {
            self.rest = text.get(bad.valid_up_to()..).unwrap_or(&[]);
            return Err(ErrorKind::InvalidUtf8);
        }
        Ok(())
    }

    /// Steps over a value of fixed size, or over the bytes behind a short compact length, where
    /// nothing about them is to be said; whether that was possible.
    #[inline(always)]
    fn skip_quick(&mut self, row: &Field, cx: Cx) -> bool {
        let size = usize::from(row.fixed_size());
        let rest = if size != 0 {
            if row.kind() == Kind::Bool
                && cx.is_strict()
                && !matches!(self.rest.first(), Some(0 | 1))
            {
                return false;
            }
            self.rest.get(size..)
        } else if cx.is_flexible()
            && !row.is_classic()
            && let [byte @ 1..=0x7f, rest @ ..] = self.rest
        {
            let unit = usize::from(row.unit());
            let Some((run, rest)) = rest.split_at_checked(usize::from(byte - 1) * unit) else {
                return false;
            };
            if unit == 0 || row.is_str() && !cx.is_trusted() && !is_utf8(run) {
                return false;
            }
            Some(rest)
        } else {
            None
        };
        match rest {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Steps over a tag section.
    #[inline(never)]
    fn skip_tags(&mut self, of: &'static Struct, cx: Cx) -> Option<()> {
        let count = self.uvarint(cx).ok()?;
        check_tag_count(count, self.rest.len() as u32).ok()?;
        let mut last = None;
        for _ in 0..count {
            let tag = self.uvarint(cx).ok()?;
            if cx.is_strict() && last.is_some_and(|last| tag <= last) {
                return None;
            }
            last = Some(tag);
            let size = self.uvarint(cx).ok()? as usize;
            let Some((_, row)) = of.tagged(tag) else {
                self.take(size).ok()?;
                continue;
            };
            if !row.versions().contains(cx.version()) {
                return None;
            }
            let value = *self;
            self.skip_value(of, row, cx.of(row))?;
            if cx.is_strict()
                && (value.remaining() - self.remaining() != size
                    || value.clone().is_default(of, row, cx.of(row)))
            {
                return None;
            }
        }
        Some(())
    }

    /// Whether the value that follows, which was checked, is the default of its field.
    pub(crate) fn is_default(&mut self, of: &'static Struct, row: &Field, cx: Cx) -> bool {
        steps::count(1);
        let null = row.default().is_null();
        let length = match row.kind() {
            _ if row.is_array() => self.skip_length(Extent::array(0), cx),
            Kind::Str => self.skip_length(Extent::STRING, cx),
            Kind::Bytes | Kind::Records => self.skip_length(Extent::BYTES, cx),
            Kind::Struct => {
                return match (self.is_present(cx), of.child(row)) {
                    (Ok(true), Some(child)) => !null && self.all_default(child, cx.element()),
                    (Ok(false), _) => null,
                    _ => false,
                };
            }
            kind => {
                let bytes = self.take(usize::from(kind.size())).unwrap_or(&[]);
                return is_default_number(bytes, row);
            }
        };
        length == if null { Ok(None) } else { Ok(Some(0)) }
    }

    fn all_default(&mut self, of: &'static Struct, cx: Cx) -> bool {
        let mut rows = of.fields.iter().filter(|row| row.in_line(cx.version()));
        rows.all(|row| self.is_default(of, row, cx.of(row)))
            && (!cx.is_flexible() || self.array() == Ok([0]))
    }
}

/// Most strings are ASCII, which takes less to see.
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    steps::count(bytes.len());
    bytes.is_ascii() || str::from_utf8(bytes).is_ok()
}
