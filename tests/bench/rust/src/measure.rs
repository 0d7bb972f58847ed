//! Times pieces of work side by side.

use std::time::{Duration, Instant};

use crate::Work;

/// How long one repeat of one work takes: long enough for the clock, short enough to fall between two interruptions.
const REPEAT: Duration = Duration::from_micros(200);

/// How often at the least: a work should find the processor's caches as itself has left them, not as its neighbours have.
const LEAST: u32 = 8;

/// The median time of each work in nanoseconds. Repeats take turns, so that a busy moment falls on all alike.
pub(crate) fn medians(works: &[&Work], repeats: usize) -> Vec<f64> {
    let counts: Vec<u32> = works.iter().map(|work| count_for(work)).collect();
    let mut times = vec![Vec::with_capacity(repeats); works.len()];
    for _ in 0..repeats {
        for ((work, count), times) in works.iter().zip(&counts).zip(&mut times) {
            times.push(time(work, *count) / f64::from(*count));
        }
    }
    times.into_iter().map(median).collect()
}

fn time(work: &Work, count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        work();
    }
    start.elapsed().as_secs_f64() * 1e9
}

/// How often a work fits into one repeat; warms it up on the way.
fn count_for(work: &Work) -> u32 {
    let mut count = LEAST;
    while time(work, count) < REPEAT.as_secs_f64() * 1e9 {
        count *= 2;
    }
    count
}

/// The middle one of several times.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
