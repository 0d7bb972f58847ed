// Node: what is compared, and what is wanted of it.

import { atLeast, below, within } from "./words.mjs";

const SDK = "the SDK's codec";
const CRYPTO = "node:crypto";

const HASHING = `At 4 KiB both sides pay for the same work. Half of our mint is \`JSON.stringify\` alone, and SHA-256 over 5.5 KB
takes what it takes; an open has \`JSON.parse\` instead. What is left to be faster at is the way there, and copying so long a
text into the core and out of it. The core takes a quarter, for scanning and base64.`;
const BINDING = `With a binding the SDK makes two trips to a thread of WebCrypto; we make none, and pay for the same two
HMACs and the same JSON.`;

const codec = (subject, times, held, crypto = 1.5) => [
  { subject, what: subject, peer: 1, beside: SDK, held, ...atLeast(times) },
  { subject, what: subject, peer: 2, beside: CRYPTO, held, ...atLeast(crypto) },
];
const refusal = (what) => {
  const subject = `refuse, ${what}`;
  return [
    { subject, what: subject, peer: 1, beside: SDK },
    { subject, what: subject, peer: 2, beside: CRYPTO },
  ];
};

const MIDDLE = "a middle round";
const ADDED = `What we add to a round is one native object, two crossings into the core, and the objects that a handler sees.
A round takes hundreds of microseconds, so little of that code is still in the processor's caches when it is its turn. The
SDK's own codec adds more.`;

export const NODE = [
  {
    language: "Node",
    title: "Node: tokens",
    unit: "µs",
    about: `\`createRequestStateCodec\` of \`mrtr/server\` beside the function of that name in \`@modelcontextprotocol/server\`,
and beside what a server could write for itself: the same token made with synchronous \`node:crypto\`, with the same checks.
All three open one another's tokens. Small is 93 bytes of JSON. Refused is: a token with one character changed; a token with
1 MiB put into its middle; 1 MiB that does not begin as a token. A refusal is an exception, which costs more than the verdict;
ours is thrown twice, by the native part and by the package. The ring has 16 keys and the token is the last one's;
since the SDK knows one key, the peer is 16 of its codecs, tried in turn.`,
    rows: [
      ...codec("mint, small", 20),
      ...codec("verify, small", 20),
      ...codec("mint, with a binding", 40, BINDING),
      ...codec("verify, with a binding", 40, BINDING),
      ...codec("mint, 4 KiB", 20, HASHING),
      ...codec("verify, 4 KiB", 20, HASHING),
      ...refusal("tampered"),
      ...refusal("1 MiB like a token"),
      ...refusal("1 MiB of anything"),
      {
        subject: "verify, the last of 16 keys",
        what: "verify, the last of 16 keys",
        peer: 1,
        beside: "16 codecs of the SDK's",
      },
      {
        subject: "verify, the last of 16 keys",
        what: "verify, the last of 16 keys",
        peer: 2,
        beside: "our own with one key",
        own: true,
      },
    ],
  },
  {
    language: "Node",
    title: "Node: forms and answers",
    unit: "µs",
    about: `\`acceptedContent\` reads an answer with a zod schema, as the SDK's function of that name does, which asks zod alone; ours holds the answer against
the form that was sent first, as every language does, and then asks zod. The check of a form
of ten fields stands beside what there is elsewhere, which checks less: the SDK's types of the request, and ajv's verdict
that the text is a JSON Schema at all. An answer of five fields is held against a form that is met for the first time (ajv
compiles it to JavaScript first), and against one that is kept (ajv runs what it has compiled, and zod its own schema of the
same fields).`,
    rows: [
      { subject: "acceptedContent with zod", what: "acceptedContent with zod", ...below(5, "µs") },
      { subject: "acceptedContent with zod", what: "acceptedContent with zod", peer: 1, beside: "the SDK's" },
      { subject: "form of ten fields", what: "form of ten fields, checked", peer: 1, beside: "the SDK's types" },
      { subject: "form of ten fields", what: "form of ten fields, checked", peer: 2, beside: "ajv's validateSchema" },
      {
        subject: "accept of five fields, the form new",
        what: "accept of five fields, the form new",
        peer: 1,
        beside: "ajv",
      },
      { subject: "accept of five fields", what: "accept of five fields", peer: 1, beside: "ajv, compiled" },
      { subject: "accept of five fields", what: "accept of five fields", peer: 2, beside: "zod" },
    ],
  },
  {
    language: "Node",
    title: "Node: rounds",
    unit: "µs",
    about: `A middle round comes in with a state and an answer and goes out with the next question, in process through the
handler of each server: on \`McpServer\` of \`mrtr/server\`; on the SDK's server behind \`protect\`; on the SDK's server with its
own codec; and on the SDK's without any, where the state travels unprotected. A round over HTTP is half of a two-round call
on one connection that stays open, client and server in a process each.`,
    rows: [
      {
        subject: MIDDLE,
        what: MIDDLE,
        peer: 2,
        beside: "the SDK without a codec",
        held: ADDED,
        ...within(1.05, "at most 5 % more"),
      },
      { subject: MIDDLE, what: MIDDLE, peer: 3, beside: "the SDK with its codec" },
      { subject: MIDDLE, what: `${MIDDLE} under protect`, ours: 1, peer: 2, beside: "the SDK without a codec" },
      { subject: MIDDLE, what: `${MIDDLE} under protect`, ours: 1, peer: 3, beside: "the SDK with its codec" },
      {
        subject: "a round over HTTP",
        what: "a round over HTTP",
        peer: 3,
        beside: "the SDK with its codec",
        held: `A round over HTTP is mostly HTTP: the SDK without any codec is not much faster than the SDK with it, and ours
runs close to the SDK without any.`,
        ...atLeast(1.2),
      },
      { subject: "a round over HTTP", what: "a round over HTTP", peer: 2, beside: "the SDK without a codec" },
      {
        subject: "a round over HTTP",
        what: "a round over HTTP under protect",
        ours: 1,
        peer: 3,
        beside: "the SDK with its codec",
      },
    ],
  },
];
