//! Where a row hangs in the tree, and the lines that show it.

use core::fmt;

/// The depth of a row, and for it and each row above whether it is the last of its siblings.
#[derive(Clone, Copy, Default)]
pub(super) struct Guide {
    depth: u32,
    /// A bit for each depth, the lowest for the row itself.
    last: u64,
}

impl Guide {
    /// The row of the message itself.
    pub(super) const ROOT: Self = Self { depth: 0, last: 0 };

    /// A row below this one.
    pub(super) const fn child(self, is_last: bool) -> Self {
        Self { depth: self.depth + 1, last: self.last << 1 | is_last as u64 }
    }

    /// The row that this one hangs on.
    pub(super) const fn parent(self) -> Self {
        Self { depth: self.depth.saturating_sub(1), last: self.last >> 1 }
    }
}

impl fmt::Display for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth.checked_sub(1) else { return Ok(()) };
        for above in (1..=depth).rev() {
            let is_last = self.last.checked_shr(above).unwrap_or(0) & 1 != 0;
            f.write_str(if is_last { "    " } else { "|   " })?;
        }
        f.write_str("+-- ")
    }
}
