//! The object tree of a message: a row for each part, with its type, value, place and meaning.
//!
//! The message is read twice: once to measure the columns, once to print. Parts that a fault cuts
//! off have a `+` behind their size.

mod guide;
mod records;
mod value;
mod walk;

use super::Subject;
use crate::error::Result;
use crate::record::Batch;
use core::fmt::{self, Write};
use core::ops::Range;
use guide::Guide;

/// Prints the object tree of a subject, one part a line.
///
/// The columns are the name, the type, the value, the offset and size in bytes, and the
/// description; each is as wide as its widest cell, and two spaces separate them. Where the bytes
/// are at fault, what was understood is printed.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    of: Of<'a>,
    about: bool,
    unpack: Option<Unpack>,
}

/// What the bytes are.
#[derive(Clone, Copy, Debug)]
enum Of<'a> {
    Message(Subject<'a>),
    /// Batches, one after another.
    Batches(&'a [u8]),
}

/// Decompresses what a batch or wrapper message holds, and hands that on, or why it cannot be done.
///
/// Where the room for it comes from is the caller's affair: nothing here allocates.
pub type Unpack = fn(&Batch<'_>, &mut dyn FnMut(Result<&[u8]>) -> fmt::Result) -> fmt::Result;

impl<'a> Tree<'a> {
    /// The tree of these bytes.
    pub const fn new(subject: Subject<'a>) -> Self {
        Self { of: Of::Message(subject), about: true, unpack: None }
    }

    /// The tree of batches one after another, as log segments and `records` fields have them.
    pub const fn of_batches(bytes: &'a [u8]) -> Self {
        Self { of: Of::Batches(bytes), about: true, unpack: None }
    }

    /// With the records that batches are compressed from. Their places, in braces, count from the
    /// first byte of those.
    pub const fn unpacked(self, unpack: Unpack) -> Self {
        Self { unpack: Some(unpack), ..self }
    }

    /// Without the column of descriptions.
    pub const fn without_descriptions(self) -> Self {
        Self { about: false, ..self }
    }
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut widths = Widths::default();
        self.walk(&mut widths)?;
        self.walk(&mut Printer { f, widths, about: self.about })
    }
}

impl Tree<'_> {
    fn walk(&self, rows: &mut dyn Rows) -> fmt::Result {
        match &self.of {
            Of::Message(subject) => walk::walk(subject, self.unpack, rows),
            Of::Batches(bytes) => walk::walk_batches(bytes, self.unpack, rows),
        }
    }
}

/// One line of the tree.
struct Row<'r> {
    guide: Guide,
    name: &'r dyn fmt::Display,
    ty: &'r dyn fmt::Display,
    /// What stands behind the equals sign.
    value: Option<&'r dyn fmt::Display>,
    span: Range<u32>,
    /// Whether a fault cuts it off.
    is_cut: bool,
    /// Whether the place is one in decompressed bytes.
    is_inner: bool,
    about: &'r dyn fmt::Display,
}

impl Row<'_> {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", self.guide, self.name)
    }

    fn ty(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", self.ty)
    }

    fn value(&self, out: &mut dyn Write) -> fmt::Result {
        self.value.map_or(Ok(()), |value| write!(out, "= {value}"))
    }

    fn span(&self, out: &mut dyn Write) -> fmt::Result {
        let (Range { start, end }, cut) = (self.span.clone(), if self.is_cut { "+" } else { "" });
        let (open, close) = if self.is_inner { ('{', '}') } else { ('[', ']') };
        write!(out, "{open}0x{start:04x}, {}B{cut}{close}", end.saturating_sub(start))
    }
}

/// What takes the rows, from the first to the last.
trait Rows {
    fn row(&mut self, row: &Row<'_>) -> fmt::Result;
}

/// The widest cell of each column so far.
#[derive(Default)]
struct Widths {
    name: usize,
    ty: usize,
    value: usize,
    span: usize,
}

impl Rows for Widths {
    fn row(&mut self, row: &Row<'_>) -> fmt::Result {
        widen(&mut self.name, |out| row.name(out))?;
        widen(&mut self.ty, |out| row.ty(out))?;
        widen(&mut self.value, |out| row.value(out))?;
        widen(&mut self.span, |out| row.span(out))
    }
}

fn widen(width: &mut usize, cell: impl FnOnce(&mut dyn Write) -> fmt::Result) -> fmt::Result {
    let mut counter = Counter(0);
    cell(&mut counter)?;
    *width = counter.0.max(*width);
    Ok(())
}

struct Printer<'f, 'b> {
    f: &'f mut fmt::Formatter<'b>,
    widths: Widths,
    about: bool,
}

impl Rows for Printer<'_, '_> {
    fn row(&mut self, row: &Row<'_>) -> fmt::Result {
        let Widths { name, ty, value, span } = self.widths;
        self.cell(name, |out| row.name(out))?;
        self.cell(ty, |out| row.ty(out))?;
        self.cell(value, |out| row.value(out))?;
        let mut about = Counter(0);
        write!(about, "{}", row.about)?;
        if !self.about || about.0 == 0 {
            row.span(self.f)?;
            return self.f.write_char('\n');
        }
        self.cell(span, |out| row.span(out))?;
        short(row.about, about.0, self.f)?;
        self.f.write_char('\n')
    }
}

impl Printer<'_, '_> {
    fn cell(&mut self, width: usize, cell: impl Fn(&mut dyn Write) -> fmt::Result) -> fmt::Result {
        let mut counter = Counter(0);
        cell(&mut counter)?;
        cell(self.f)?;
        let gap = width.saturating_sub(counter.0) + 2;
        write!(self.f, "{:gap$}", "")
    }
}

/// The longest description, in characters.
const LONGEST: usize = 78;

/// Writes a description, cut off where it is too long.
fn short(about: &dyn fmt::Display, len: usize, out: &mut dyn Write) -> fmt::Result {
    const DOTS: &str = "...";
    if len <= LONGEST {
        return write!(out, "{about}");
    }
    write!(First { out, left: LONGEST - DOTS.len() }, "{about}")?;
    out.write_str(DOTS)
}

/// Counts characters.
struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

/// Lets the first characters through.
struct First<'o> {
    out: &'o mut dyn Write,
    left: usize,
}

impl Write for First<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars().take(self.left) {
            self.out.write_char(c)?;
            self.left -= 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    #[test]
    fn long_descriptions_end_in_dots() {
        let shown = |text: &str| {
            let mut out = String::new();
            short(&text, text.chars().count(), &mut out).expect("a string");
            out
        };
        let (fits, over) = ("é".repeat(78), "é".repeat(79));
        assert_eq!(shown(&fits), fits);
        assert_eq!(shown(&over), std::format!("{}...", "é".repeat(75)));
    }
}
