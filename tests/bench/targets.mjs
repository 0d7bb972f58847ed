// What is compared, and what is wanted of it. A ratio is the peer's time over ours: how many times faster we are. A bound is
// a time of our own.

const atLeast = (ratio, words) => ({
  wanted: words ?? `at least ${ratio} times faster`,
  met: (row) => row.ratio >= ratio,
});
const below = (bound, unit) => ({ wanted: `below ${bound} ${unit}`, met: (row) => row.ours < bound });
const within = (share, words) => atLeast(1 / share, words);

const SDK = "the SDK's codec";
const CRYPTO = "node:crypto";
const codec = (subject, times) => [
  { subject, peer: 1, name: `Node: ${subject}, beside ${SDK}`, ...atLeast(times) },
  { subject, peer: 2, name: `Node: ${subject}, beside ${CRYPTO}`, ...atLeast(1.5) },
];

export const NODE = {
  unit: "µs",
  rows: [
    ...codec("mint, small", 20),
    ...codec("verify, small", 20),
    ...codec("mint, with a binding", 40),
    ...codec("verify, with a binding", 40),
    ...codec("mint, 4 KiB", 20),
    ...codec("verify, 4 KiB", 20),
    { subject: "acceptedContent with zod", name: "Node: acceptedContent with zod", ...below(5, "µs") },
    { subject: "acceptedContent with zod", peer: 1, name: "Node: acceptedContent with zod, beside the SDK's" },
    {
      subject: "a middle round",
      peer: 2,
      name: "Node: a middle round, beside the SDK without a codec",
      ...within(1.05, "at most 5 % more"),
    },
    { subject: "a middle round", peer: 3, name: "Node: a middle round, beside the SDK with its codec" },
    {
      subject: "a middle round",
      ours: 1,
      peer: 2,
      name: "Node: a middle round under protect, beside the SDK without a codec",
    },
  ],
};

export const PYTHON = {
  unit: "µs",
  rows: [
    { subject: "seal with all claims", peer: 1, name: "Python: seal with all claims, beside the SDK", ...atLeast(10) },
    { subject: "open with all claims", peer: 1, name: "Python: open with all claims, beside the SDK", ...atLeast(10) },
    { subject: "seal with all claims", ours: 2, name: "Python: a first call in and out again, with a question" },
    {
      subject: "accept of five fields",
      peer: 2,
      name: "Python: Form.accept, beside pydantic alone",
      ...within(3, "within 3 times"),
    },
    { subject: "accept of five fields", peer: 3, name: "Python: Form.accept, beside jsonschema", ...atLeast(10) },
    {
      subject: "accept of five fields",
      ours: 1,
      peer: 2,
      name: "Python: Form.accept and its model, beside pydantic alone",
    },
  ],
};

const alone = (subject, limit) => ({ subject, name: `Rust: ${subject}`, ...(limit && below(limit, "ns")) });
const hashed = (subject, limit) => ({
  subject,
  peer: 1,
  name: `Rust: ${subject}, beside a bare HMAC`,
  ...(limit && within(limit, "within twice")),
});

export const RUST = {
  unit: "ns",
  rows: [
    { subject: "rs2 seal", peer: 1, name: "Rust: rs2 seal, beside rmcp", ...atLeast(1, "faster") },
    { subject: "rs2 open", peer: 1, name: "Rust: rs2 open, beside rmcp", ...atLeast(1, "faster") },
    hashed("signed mint", 2),
    hashed("signed verify", 2),
    hashed("signed mint, 4 KiB"),
    hashed("signed verify, 4 KiB"),
    alone("boundary seal", 1500),
    alone("boundary open", 1500),
    { subject: "boundary open", peer: 1, name: "Rust: a whole retry, beside a first call" },
    alone("boundary seal, encrypted"),
    alone("boundary open, encrypted"),
    alone("form of ten fields", 20_000),
    alone("accept of five fields", 2000),
  ],
};

/** Works whose instructions are counted; those that C has too are compared. */
export const COUNTED = {
  both: ["signed verify", "enter"],
  rust: ["signed mint", "rs2 seal", "rs2 open", "seal", "leave", "seal encrypted", "enter encrypted", "form", "accept"],
  wanted: "within 5 %",
  met: (row) => row.ours <= row.peer * 1.05,
};
