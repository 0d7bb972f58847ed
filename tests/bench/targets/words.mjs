// What may be wanted of a row. A ratio is the peer's time over ours: how many times faster we are. A bound is a time of our
// own. `held` says what holds a row that misses; it is shown only then.

export const atLeast = (ratio, words) => ({
  wanted: words ?? `at least ${ratio} times faster`,
  bound: ratio,
  met: (row) => row.ratio >= ratio,
});

export const below = (bound, unit) => ({ wanted: `below ${bound} ${unit}`, met: (row) => row.ours < bound });

/** At most so many times the peer's time. */
export const within = (times, words) => ({ ...atLeast(1 / times, words), slower: true });

/** The full name of a row, by which a result is found. */
export const nameOf = (language, { what, beside }) => `${language}: ${what}${beside ? `, beside ${beside}` : ""}`;
