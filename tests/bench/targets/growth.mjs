// What grows: works at several sizes, each a line of a chart. `from` is the program that measures it, `growth` its name there.

/** A line whose points lie further from the fitted straight line than this share of it is said to bend. */
export const STRAIGHT = 0.15;

const rust = (growth, label = growth) => ({ from: "Rust", growth, label });

export const GROWTH = [
  {
    id: "state",
    title: "State, in Rust",
    axis: "bytes of state",
    unit: "µs",
    // What the program gives, in the chart's unit.
    scale: 1 / 1000,
    each: 1000,
    what: "KB",
    about: `From 100 B to 32 kB of state. A token may have 64 KiB unless \`limits.tokenBytes\` says another, which is 48 KB of
state. The two formats are the boundary's, entered by a retry; mint and verify are the codec alone.`,
    lines: [rust("signed mint"), rust("signed verify"), rust("enter, signed"), rust("enter, encrypted")],
  },
  {
    id: "fields",
    title: "Fields of a form, in Rust",
    axis: "fields",
    unit: "µs",
    scale: 1 / 1000,
    each: 1,
    what: "field",
    about: `From 1 to 1,000 fields of four kinds, which is as many as a form may have unless \`limits.properties\` says another. The
allocator keeps what is freed, as it does in a server after a while; where it gives it back to the system and fetches it again,
a form of 1,000 fields costs a quarter more.`,
    lines: [rust("form check"), rust("accept")],
  },
  {
    id: "questions",
    title: "Questions in one result, in Rust",
    axis: "questions",
    unit: "µs",
    scale: 1 / 1000,
    each: 1,
    what: "question",
    about: `From 1 to 64 questions, as many as a result may ask unless \`limits.questions\` says another: a first call in and
out again with all of them, and the retry let in with all the answers.`,
    lines: [rust("leave with questions", "in and out"), rust("enter with answers", "in with the answers")],
  },
  {
    id: "node",
    title: "State, in Node",
    axis: "bytes of state",
    unit: "µs",
    scale: 1,
    each: 1000,
    what: "KB",
    about: "The codec beside the SDK's, as above.",
    lines: [
      { from: "Node", growth: "mint", label: "mint", at: 1 },
      { from: "Node", growth: "verify", label: "verify", at: 1 },
      { from: "Node", growth: "mint", label: "mint, the SDK", at: 2 },
      { from: "Node", growth: "verify", label: "verify, the SDK", at: 2 },
    ],
  },
  {
    id: "python",
    title: "State, in Python",
    axis: "bytes of state",
    unit: "µs",
    scale: 1,
    each: 1000,
    what: "KB",
    about: "The boundary in the format `encrypted` beside the SDK's, as above.",
    lines: [
      { from: "Python", growth: "seal", label: "seal", at: 1 },
      { from: "Python", growth: "open", label: "open", at: 1 },
      { from: "Python", growth: "seal", label: "seal, the SDK", at: 2 },
      { from: "Python", growth: "open", label: "open, the SDK", at: 2 },
    ],
  },
];

/** Threads share one codec and one boundary; what they get done together should grow with the processors, and no further. */
export const THREADS = {
  id: "threads",
  title: "Threads, in Rust",
  axis: "threads",
  about: `One to eight threads that share one codec and one boundary, without a lock. Up to the number of cores they should
get that many times as much done, and beyond it as much as the cores give.`,
  lines: [rust("signed verify, threads", "signed verify"), rust("enter, threads", "enter")],
};
