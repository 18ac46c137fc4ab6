//! Time of one call: the median of many samples, each of enough calls to last a while.

use std::time::{Duration, Instant};

const SAMPLES: usize = 25;
const SAMPLE: Duration = Duration::from_millis(4);

/// Nanoseconds of one call, warm.
pub(crate) fn nanoseconds(run: &mut dyn FnMut() -> u64) -> f64 {
    let mut calls = 1_u32;
    while lasts(run, calls) < SAMPLE {
        calls *= 2;
    }
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| lasts(run, calls)).collect();
    samples.sort();
    samples[SAMPLES / 2].as_secs_f64() * 1e9 / f64::from(calls)
}

fn lasts(run: &mut dyn FnMut() -> u64, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        std::hint::black_box(run());
    }
    start.elapsed()
}
