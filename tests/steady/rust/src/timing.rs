//! The clock's word on the same: is a token whose tag differs at its beginning refused sooner than one whose tag differs
//! at its end?
//!
//! The two are refused in random order, out of one buffer, and the times compared by Welch's t of the faster nine tenths,
//! as dudect does (Reparaz, Balasch, Verbauwhede: "Dude, is my code constant time?"): the slowest are interrupts.

use std::time::Instant;

use crate::refuse::{Case, cases};

/// Prints the t of each case after that many samples of each class.
pub(crate) fn run(samples: usize) {
    for mut case in cases() {
        let name = case.name;
        println!("{{\"case\":\"{name}\",\"samples\":{samples},\"t\":{:.2}}}", measure(&mut case, samples));
    }
}

fn measure(case: &mut Case, samples: usize) -> f64 {
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    let places = [0, case.tag - 1];
    let mut times: [Vec<f64>; 2] = [Vec::with_capacity(samples), Vec::with_capacity(samples)];
    for _ in 0..1_000 {
        assert!(refused(case, 0).1);
    }
    while times.iter().any(|class| class.len() < samples) {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        let class = usize::from(dice >> 63 == 1);
        let (time, refused) = refused(case, places[class]);
        assert!(refused);
        if times[class].len() < samples {
            times[class].push(time);
        }
    }
    welch(&cropped(times))
}

/// How long it takes, in nanoseconds.
fn refused(case: &mut Case, place: usize) -> (f64, bool) {
    case.flip(place);
    let begun = Instant::now();
    let refused = (case.refuses)(&case.token);
    let time = begun.elapsed();
    case.flip(place);
    (time.as_secs_f64() * 1e9, refused)
}

/// Without what lies above the ninth tenth of both together.
fn cropped(times: [Vec<f64>; 2]) -> [Vec<f64>; 2] {
    let mut all = times.concat();
    all.sort_by(f64::total_cmp);
    let most = all[all.len() * 9 / 10];
    times.map(|class| class.into_iter().filter(|time| *time <= most).collect())
}

/// Welch's t of two samples.
#[allow(clippy::cast_precision_loss)]
fn welch(classes: &[Vec<f64>; 2]) -> f64 {
    let [(m0, v0), (m1, v1)] = [&classes[0], &classes[1]].map(|class| {
        let count = class.len() as f64;
        let mean = class.iter().sum::<f64>() / count;
        let variance = class.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, variance / count)
    });
    (m0 - m1) / (v0 + v1).sqrt()
}
