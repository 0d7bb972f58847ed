//! How much several threads get done that share one codec and one boundary.

use std::hint::black_box;
use std::sync::Barrier;
use std::time::Instant;

use mrtr::OsEntropy;
use mrtr::boundary::Boundary;
use mrtr::state::{Codec, Key};

use crate::measure::median;
use crate::rounds::{enter, options, retried};
use crate::tokens::{KEY, PAYLOAD};
use crate::{Failed, NOW};

const THREADS: [usize; 6] = [1, 2, 3, 4, 6, 8];
/// How often one thread does a work in one repeat: some milliseconds, beside which starting a thread is nothing.
const VERIFICATIONS: usize = 8_000;
const ENTRIES: usize = 2_000;

type Shared = Box<dyn Fn() + Sync>;

/// A work with several threads: the median time of one, all threads taken together, in nanoseconds.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) points: Vec<(usize, f64)>,
}

pub(crate) fn all(repeats: usize) -> Result<[Measured; 2], Failed> {
    let codec = Codec::new(vec![Key::new(KEY)?], "{}")?;
    let token = codec.mint(Some(PAYLOAD), None, NOW, &mut OsEntropy)?;
    let verify: Shared = Box::new(move || drop(black_box(codec.verify(black_box(&token), None, NOW))));
    let boundary = Boundary::new(vec![Key::new(KEY)?], &options("signed"))?;
    let retry = retried(&boundary)?;
    let enter: Shared = Box::new(move || drop(black_box(enter(&boundary, black_box(&retry)))));
    Ok([
        Measured { name: "signed verify, threads", points: measured(&verify, VERIFICATIONS, repeats) },
        Measured { name: "enter, threads", points: measured(&enter, ENTRIES, repeats) },
    ])
}

/// Numbers of threads take turns, as works do elsewhere.
fn measured(work: &Shared, count: usize, repeats: usize) -> Vec<(usize, f64)> {
    let mut times = THREADS.map(|threads| (threads, Vec::with_capacity(repeats)));
    for _ in 0..repeats {
        for (threads, times) in &mut times {
            times.push(time(work, *threads, count));
        }
    }
    times.into_iter().map(|(threads, times)| (threads, median(times))).collect()
}

/// Nanoseconds of one work, from the moment when all threads may begin to the one when the last has ended.
fn time(work: &Shared, threads: usize, count: usize) -> f64 {
    let barrier = Barrier::new(threads + 1);
    let start = std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                barrier.wait();
                (0..count).for_each(|_| work());
            });
        }
        // Taken before: once the barrier opens, this thread may be the last to run again.
        let start = Instant::now();
        barrier.wait();
        start
    });
    let works = u32::try_from(threads * count).unwrap_or(u32::MAX);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(works)
}
