// Python: what is compared, and what is wanted of it.

import { atLeast, within } from "./words.mjs";

const SDK = "the SDK";
const CORE = `Of our time most is the core's own, as the tables of Rust show for the format \`encrypted\`. The rest is what Python
gives and takes, the payload as JSON and the request's params among it. Ten times would leave less than the core takes alone.`;

const plain = (subject, peer, beside) => ({ subject, what: subject, peer, beside });

export const PYTHON = [
  {
    language: "Python",
    title: "Python: state",
    unit: "µs",
    about: `\`Boundary\` in the format \`encrypted\` beside \`RequestStateBoundary\` of the package \`mcp\`, under the same key
and with the same claims: lifetime, method, target, arguments, audience, principal; ours bind the round, the call and the
questions besides. Open is the whole of \`enter\`, answers sorted. What is refused is as in Node; the SDK's line in the log,
which would cost more than the refusal, is switched off; where a token does not begin as one, the SDK looks no further, and we have
taken the request's params over by then. Both find the right one of 16 keys by what the token says.`,
    rows: [
      { ...plain("seal with all claims", 1, SDK), held: CORE, ...atLeast(10) },
      { ...plain("open with all claims", 1, SDK), held: CORE, ...atLeast(10) },
      { subject: "seal with all claims", what: "a first call in and out again, with a question", ours: 2 },
      plain("open, the last of 16 keys", 1, SDK),
      plain("refuse, tampered", 1, SDK),
      plain("refuse, 1 MiB like a token", 1, SDK),
      plain("refuse, 1 MiB of anything", 1, SDK),
    ],
  },
  {
    language: "Python",
    title: "Python: forms",
    unit: "µs",
    about: `\`Form.accept\` of five fields, of a form that was parsed and of one made from a pydantic model (which gives the
model back), beside pydantic alone and jsonschema's validator. The check of a form of ten fields stands beside jsonschema's
\`check_schema\`, which only tells whether it is a JSON Schema.`,
    rows: [
      { ...plain("accept of five fields", 2, "pydantic alone"), ...within(3, "within 3 times") },
      { ...plain("accept of five fields", 3, "jsonschema"), ...atLeast(10) },
      {
        subject: "accept of five fields",
        what: "accept of five fields and the model",
        ours: 1,
        peer: 2,
        beside: "pydantic alone",
      },
      plain("form of ten fields", 1, "jsonschema's check_schema"),
    ],
  },
  {
    language: "Python",
    title: "Python: rounds",
    unit: "µs",
    about: `A round over HTTP is half of a two-round call on one connection that stays open, client and server in a process
each: \`protect\` on the SDK's server, beside the SDK's server with its own keys. Once by the clock and once by the server's
own work (its processor time).`,
    rows: [
      { subject: "a round over HTTP", what: "a round over HTTP, by the clock", peer: 1, beside: SDK },
      {
        subject: "a round over HTTP",
        what: "a round over HTTP, by the server's work",
        ours: 2,
        peer: 3,
        beside: SDK,
        held: `The server's own round takes over a millisecond, in which the SDK's keys are a few hundredths. We save some
of these and add what it does not do: each question is read and checked on its way out, and sealed along.`,
        ...atLeast(1, "not slower"),
      },
    ],
  },
];
