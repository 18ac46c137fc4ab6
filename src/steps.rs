//! Counts steps, in this crate's own tests alone: their number shows that work is linear in the bytes
//! given. Everywhere else nothing is left of it.

#[cfg(test)]
mod inputs;
#[cfg(test)]
mod linear;

#[cfg(test)]
std::thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Takes account of steps: a look at a value or at a row of a table is one, and so is each byte that is
/// copied, moved or looked at by itself.
#[cfg(test)]
pub(crate) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps as u64);
}

#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn count(_: usize) {}

/// How many steps something takes.
#[cfg(test)]
fn of(work: impl FnOnce()) -> u64 {
    STEPS.set(0);
    work();
    STEPS.get()
}
