//! Time of one call: that of the fastest of many short samples. What else runs on the machine only
//! ever makes a sample slower, and leaves some of them alone.

use std::time::{Duration, Instant};

const SAMPLES: usize = 100;
const SAMPLE: Duration = Duration::from_millis(1);

/// Nanoseconds of one call, warm.
pub(crate) fn nanoseconds(run: &mut dyn FnMut() -> u64) -> f64 {
    let mut calls = 1_u32;
    while lasts(run, calls) < SAMPLE {
        calls *= 2;
    }
    let samples = (0..SAMPLES).map(|_| lasts(run, calls));
    let fastest = samples.min().unwrap_or_default();
    fastest.as_secs_f64() * 1e9 / f64::from(calls)
}

fn lasts(run: &mut dyn FnMut() -> u64, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        std::hint::black_box(run());
    }
    start.elapsed()
}
