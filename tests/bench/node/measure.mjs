// Times pieces of work side by side. A work is called over and over, and awaited where it gives a promise.

/** How long one repeat of one work takes, in nanoseconds: long for the clock, short between two interruptions. */
const REPEAT = 500_000;

async function timed(work, count) {
  const start = process.hrtime.bigint();
  for (let done = 0; done < count; done++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return Number(process.hrtime.bigint() - start);
}

/** How often at the least: a work should find the processor's caches as itself has left them, not as its neighbours have. */
const LEAST = 8;

/** How long a work runs before anything is measured, in nanoseconds: the engine compiles it on the way. */
const WARM_UP = 150_000_000;

/** How often a work fits into one repeat, once it is warm. */
async function countFor(work) {
  for (let spent = 0; spent < WARM_UP; ) spent += await timed(work, 20);
  let count = LEAST;
  while ((await timed(work, count)) < REPEAT) count *= 2;
  return count;
}

function median(times) {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
}

/** The median of each work, in microseconds. Repeats take turns, so that a busy moment falls on all alike. */
export async function medians(works, repeats) {
  const counts = [];
  for (const work of works) counts.push(await countFor(work));
  const times = works.map(() => []);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [at, work] of works.entries()) times[at].push((await timed(work, counts[at])) / counts[at] / 1000);
  }
  return times.map(median);
}
