// Tokens across makers: what one mints the other opens, 1,000 random payloads each way for each format and language.
//
// Every program answers a JSON line with a JSON line (README.md). Payloads are compared here, as JSON text of what each
// host had after parsing, so member order counts; the doubles are JavaScript's.

import { fileURLToPath } from "node:url";
import { endAll, startProgram } from "../demo/processes.mjs";
import { table } from "../demo/transcript.mjs";
import { bindings, byteStrings, calls, payloads } from "./tokens/corpus.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = `${ROOT}tests/interop/tokens/`;
const COUNT = 1000;
const KEY = Buffer.from("a key of the interop tests, no server's").toString("hex");

const python = `${ROOT}.venv/bin/python`;
const rust = `${ROOT}target/debug/mrtr-interop`;
const sdks = {
  typescript: startProgram("TypeScript SDK", process.execPath, [`${HERE}typescript_sdk.mjs`]),
  python: startProgram("Python SDK", python, [`${HERE}python_sdk.py`]),
  rust: startProgram("Rust SDK", rust, ["rmcp"]),
};
const ours = [
  startProgram("Node", process.execPath, [`${HERE}node.mjs`]),
  startProgram("Python", python, [`${HERE}python.py`]),
  startProgram("Rust", rust, ["mrtr"]),
  startProgram("C", `${ROOT}target/c/interop`, []),
];

const texts = payloads(COUNT, 1);
const lone = payloads(COUNT, 5, { lone: true });
const bound = bindings(COUNT, 2);
const called = calls(COUNT, 3);
const bytes = byteStrings(COUNT, 4);

/** Each kind of token: who has the format, in which of our languages, and what is said of the n-th one. */
const KINDS = [
  { format: "signed", sdk: sdks.typescript, job: (at) => ({ format: "signed", payload: texts[at] }) },
  {
    format: "signed, bound",
    sdk: sdks.typescript,
    job: (at) => ({ format: "signed", payload: texts[at], bind: bound[at] }),
  },
  // A Rust string cannot hold these; C hands the text on.
  {
    format: "signed, lone surrogates",
    sdk: sdks.typescript,
    only: ["Node", "Python", "C"],
    job: (at) => ({ format: "signed", payload: lone[at] }),
  },
  { format: "encrypted, all claims", sdk: sdks.python, job: (at) => ({ payload: texts[at], call: called[at] }) },
  ...["rs1", "rs2"].flatMap((format) => {
    const keyed = { format, ...(format === "rs2" && { keyId: "2026-07" }) };
    return [
      { format, sdk: sdks.rust, job: (at) => ({ ...keyed, payload: texts[at] }) },
      { format: `${format}, bound`, sdk: sdks.rust, job: (at) => ({ ...keyed, payload: texts[at], bind: bound[at] }) },
      // A codec's payload is JSON in Node and Python; bytes of no text are for Rust and C.
      {
        format: `${format}, bytes`,
        sdk: sdks.rust,
        only: ["Rust", "C"],
        job: (at) => ({ ...keyed, bytes: true, hex: bytes[at], bind: bound[at] }),
      },
    ];
  }),
];

const faults = [];

function fault(what, reply) {
  faults.push(`${what}: ${reply.error ?? JSON.stringify(reply).slice(0, 200)}`);
  return undefined;
}

/** Mints a token of that kind for each payload. */
async function mint(kind, maker) {
  const asked = Array.from({ length: COUNT }, (_, at) => maker.ask({ op: "mint", at, key: KEY, ...kind.job(at) }));
  return (await Promise.all(asked)).map(
    (reply, at) => reply.token ?? fault(`${kind.format} by ${maker.name}, ${at}`, reply),
  );
}

/** Opens them, and counts the payloads that are what went in. */
async function open(kind, maker, tokens, opener) {
  const asked = tokens.map((token, at) => {
    const { payload, hex, ...about } = kind.job(at);
    return token === undefined ? { error: "not minted" } : opener.ask({ op: "open", key: KEY, token, ...about });
  });
  const replies = await Promise.all(asked);
  const equal = replies.filter((reply, at) => {
    const { payload, hex } = kind.job(at);
    const same =
      hex === undefined ? reply.payload !== undefined && sameJson(reply.payload, payload) : reply.hex === hex;
    if (!same) fault(`${kind.format} by ${maker.name} at ${opener.name}, ${at}`, reply);
    return same;
  });
  return [kind.format, maker.name, opener.name, String(COUNT), String(equal.length)];
}

function sameJson(one, other) {
  return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
}

/** A token that is changed, or opened with another binding, must not open: else the counts would say nothing. */
async function refuses(kind, opener, token) {
  const { payload, hex, ...about } = kind.job(1);
  const at = token.length >> 1;
  const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
  const other = about.call ? { ...about, call: { ...about.call, audience: "another" } } : { ...about, bind: "another" };
  const untouched = await opener.ask({ op: "open", key: KEY, token, ...about });
  const replies = await Promise.all([
    opener.ask({ op: "open", key: KEY, ...about, token: changed }),
    opener.ask({ op: "open", key: KEY, token, ...other }),
  ]);
  if (untouched.error !== undefined) fault(`${kind.format} at ${opener.name}, untouched`, untouched);
  for (const reply of replies)
    if (reply.error === undefined) fault(`${kind.format} at ${opener.name}: a bad token opened`, reply);
  return replies.filter((reply) => reply.error !== undefined).length;
}

async function main() {
  const rows = [];
  let refused = 0;
  for (const kind of KINDS) {
    const languages = ours.filter(({ name }) => kind.only?.includes(name) ?? true);
    const theirs = await mint(kind, kind.sdk);
    rows.push(...(await Promise.all(languages.map((language) => open(kind, kind.sdk, theirs, language)))));
    const minted = await Promise.all(languages.map((language) => mint(kind, language)));
    for (const [at, language] of languages.entries()) {
      rows.push(await open(kind, language, minted[at], kind.sdk));
      refused += await refuses(kind, language, theirs[1]);
      refused += await refuses(kind, kind.sdk, minted[at][1]);
    }
  }
  table(["format", "minted by", "opened by", "payloads", "equal"], rows);
  const equal = rows.reduce((sum, row) => sum + Number(row[4]), 0);
  const wanted = rows.length * COUNT;
  for (const line of faults.slice(0, 10)) console.log(`differs: ${line}`);
  console.log(
    `\ntokens: ${equal} of ${wanted} payloads equal in ${rows.length} rows, ${refused} changed or moved tokens refused`,
  );
  return rows.length === ROWS && refused === 2 * ROWS && faults.length === 0 && equal === wanted;
}

/** 7 kinds in four languages, one in three, 2 in two, both ways. */
const ROWS = 70;

let passed = false;
try {
  passed = await main();
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(passed ? 0 : 1);
