// The parity test: one corpus through Rust, Node, Python and C, every verdict, code and byte compared.
//
//     node tests/parity/run.mjs [--cases 20000] [--seed 1]
//
// Prints the cases of each kind with how many were accepted, the cases by language, and the divergences, each made as
// small as it goes and printed as a case; exits 0 when there is none. First it shows that a planted one is found.

import { parseArgs } from "node:util";
import { args, native, requested, responses } from "./forms.mjs";
import { Random } from "./random.mjs";
import { again, first } from "./rounds.mjs";
import { LANGUAGES, Runners } from "./runners.mjs";
import { shrink } from "./shrink.mjs";
import { envelopes, mint, open } from "./tokens.mjs";
import { vectors } from "./vectors.mjs";

const BATCH = 500;
/** Rounds whose calls may come back. */
const POOL = 400;
/** Divergences that are made small; the rest are counted. */
const SHOWN = 5;

const KINDS = { mint, open, envelopes, args, requested, native, responses, first, again };

const { values: chosen } = parseArgs({ options: { cases: { type: "string" }, seed: { type: "string" } } });
const total = Number(chosen.cases ?? 20_000);
const seed = Number(chosen.seed ?? 1);

const runners = new Runners();
const tally = {};
const divergent = [];

/** Was it accepted? Of forms and answers, everything that was read; of a round, what it has sent. */
function verdicts(told) {
  const texts = JSON.stringify(told.contents ?? told.answers ?? (Array.isArray(told) ? told : null)) ?? "";
  const inner = [...texts.matchAll(/"outcome":"(\w+)"/g)].map(([, outcome]) => outcome === "accepted");
  const left = told.left === undefined ? [] : [told.left.sent !== undefined];
  return [!("error" in told || "refused" in told || "reason" in told || "ended" in told), ...left, ...inner];
}

async function compare(kind, cases) {
  const answers = await runners.ask(cases.map(({ wanted: _, ...given }) => given));
  for (const [at, { first: told, texts }] of answers.entries()) {
    tally[kind] ??= { cases: 0, accepted: 0, refused: 0 };
    tally[kind].cases += 1;
    for (const accepted of verdicts(told)) tally[kind][accepted ? "accepted" : "refused"] += 1;
    const { wanted, ...given } = cases[at];
    if (wanted !== undefined && wanted.token !== told.token) divergent.push({ kind, given, texts, wanted });
    else if (differ(texts)) divergent.push({ kind, given, texts });
    if (given.op === "enter" && told.left?.sent?.requestState !== undefined) keep({ given, sent: told.left.sent });
  }
}

const pool = [];
function keep(round) {
  if (pool.length < POOL) pool.push(round);
  else pool[tally.first.cases % POOL] = round;
}

function differ(texts) {
  return new Set(texts).size > 1 || texts[0].startsWith('{"ended"');
}

/** Which languages say the same, as a text: a smaller case must have the same one. */
function pattern(texts) {
  return texts.map((text) => `${texts.indexOf(text)}${text.startsWith('{"ended"') ? "!" : ""}`).join("");
}

/** One divergence of each sort. */
function distinct() {
  return [...new Map(divergent.map((one) => [`${one.kind} ${one.given.op} ${pattern(one.texts)}`, one])).values()];
}

function smallest({ given, texts }) {
  const wanted = pattern(texts);
  return shrink(given, async (cases) => (await runners.ask(cases)).map((told) => pattern(told.texts) === wanted));
}

/** A language that says something else of every form with a longest length is found out, and the case made small. */
async function planted() {
  runners.lie = (given, text) =>
    given.schema?.includes("maxLength") ? text.replace('"digest":"', '"digest":"0') : text;
  const random = new Random(7);
  await compare(
    "planted",
    Array.from({ length: 100 }, () => requested(random)),
  );
  const found = divergent.splice(0);
  delete tally.planted;
  const small = found.length > 0 ? await smallest(found[0]) : undefined;
  runners.lie = undefined;
  if (small === undefined || JSON.stringify(small).length > 150)
    throw new Error(`planted: found ${found.length}, smallest ${JSON.stringify(small)}`);
  console.log(
    `parity: a planted divergence was found ${found.length} times in 100 cases; the smallest case: ${JSON.stringify(small)}`,
  );
}

/** Does each kind have both verdicts, at least one in twelve? */
function lopsided() {
  return Object.entries(tally).filter(
    ([, { accepted, refused }]) => Math.min(accepted, refused) * 12 < accepted + refused,
  );
}

await planted();
const known = vectors();
for (let at = 0; at < known.length; at += BATCH) await compare("vectors", known.slice(at, at + BATCH));
const random = new Random(seed);
const names = Object.keys(KINDS);
for (let done = 0, turn = 0; done < total; turn++) {
  const kind = names[turn % names.length];
  const size = Math.min(kind === "again" && pool.length === 0 ? 0 : BATCH / 5, total - done);
  await compare(
    kind,
    Array.from({ length: size }, () => KINDS[kind](random, kind === "again" ? random.pick(pool) : undefined)),
  );
  done += size;
}
for (const [kind, { cases, accepted, refused }] of Object.entries(tally)) {
  console.log(
    `parity: ${kind.padEnd(9)} ${String(cases).padStart(6)} cases, ${accepted} accepted and ${refused} refused`,
  );
}
for (const one of distinct().slice(0, SHOWN)) {
  const small = one.wanted === undefined ? await smallest(one) : one.given;
  const [{ texts }] = await runners.ask([small]);
  console.log(`parity: ${one.kind}: ${JSON.stringify(small)}`);
  for (const [at, text] of texts.entries()) console.log(`  ${LANGUAGES[at].padEnd(6)} ${text.slice(0, 700)}`);
  if (one.wanted !== undefined) console.log(`  wanted ${JSON.stringify(one.wanted)}`);
}
runners.stop();
const cases = Object.values(tally).reduce((sum, kind) => sum + kind.cases, 0);
const uneven = lopsided();
for (const [kind] of uneven) console.log(`parity: ${kind} has hardly any of one verdict`);
console.log(
  `parity: ${LANGUAGES.map((language) => `${language} ${cases}`).join(", ")} cases (seed ${seed}), ${divergent.length} divergences`,
);
process.exitCode = divergent.length === 0 && uneven.length === 0 && cases >= total ? 0 : 1;
