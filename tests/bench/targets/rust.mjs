// Rust and C: what is compared, and what is wanted of it.

import { atLeast, below, within } from "./words.mjs";

const HMAC = "a bare HMAC";
const SCAN = `A bare HMAC of so short a token is four blocks of SHA-256, which this processor has instructions for: some 210 ns.
What comes on top is what the HMAC knows nothing of: the payload is scanned for strict JSON (a third of the instructions),
base64, the lifetime, four allocations.`;

const alone = (subject, limit, held) => ({ subject, what: subject, held, ...(limit && below(limit, "ns")) });
const rmcp = (subject, wanted) => ({ subject, what: subject, peer: 1, beside: "rmcp", ...wanted });
const hashed = (subject, limit) => ({
  subject,
  what: subject,
  peer: 1,
  beside: HMAC,
  held: SCAN,
  ...(limit && within(limit, "within twice")),
});

export const RUST = [
  {
    language: "Rust",
    title: "Rust: tokens",
    unit: "ns",
    about: `The format \`rs2\` beside the codec of \`rmcp\`, whose format it is, with the same bytes and the same associated
data; each opens the other's tokens. The format \`signed\` beside a bare HMAC-SHA256 with its key set up before, over the same
bytes: the least that any such token costs. In \`rs2\` a token names its key; \`signed\` does not, so a ring is tried in turn.`,
    rows: [
      rmcp("rs2 seal", atLeast(1, "faster")),
      rmcp("rs2 open", atLeast(1, "faster")),
      rmcp("rs2 open, the last of 16 keys"),
      rmcp("rs2 refuse, tampered"),
      rmcp("rs2 refuse, 1 MiB"),
      hashed("signed mint", 2),
      hashed("signed verify", 2),
      hashed("signed mint, 4 KiB"),
      hashed("signed verify, 4 KiB"),
      {
        subject: "signed verify, the last of 16 keys",
        what: "signed verify, the last of 16 keys",
        peer: 1,
        beside: "one key",
        own: true,
      },
    ],
  },
  {
    language: "Rust",
    title: "Rust: the boundary and forms",
    unit: "ns",
    about: `State sealed for a call with all claims; a retry let in by \`enter\`, with its state opened and its answers sorted;
a form of ten fields checked; an answer of five fields accepted. No peer does the same.`,
    rows: [
      alone("boundary seal", 1500),
      alone(
        "boundary open",
        1500,
        `Opening is measured as the whole of \`enter\`: 29,000 instructions for two scans, of the request's params and of
the token's claims, a digest of the arguments, and twelve blocks of SHA-256 (670 ns of them). No single place is left that
costs much; half of it needs a scanner that keeps no list of what it has read.`,
      ),
      {
        subject: "boundary open",
        what: "boundary open, a whole retry",
        peer: 1,
        beside: "a first call",
        own: true,
      },
      alone("boundary seal, encrypted"),
      alone("boundary open, encrypted"),
      alone("form of ten fields", 20_000),
      alone("accept of five fields", 2000),
    ],
  },
];

/** Works whose instructions are counted; those that C has too are compared. */
export const COUNTED = {
  language: "Instructions",
  title: "Instructions",
  both: ["signed verify", "enter"],
  rust: ["signed mint", "rs2 seal", "rs2 open", "seal", "leave", "seal encrypted", "enter encrypted", "form", "accept"],
  wanted: "within 5 %",
  held: "The border: arguments are looked at, the call is guarded against a panic, and the result is copied out.",
  met: (row) => row.ours <= row.peer * 1.05,
};
