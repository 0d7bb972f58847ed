// What is told of errors and refusals holds no key, no token and no answer, in any language.
//
//     node tests/steady/secrets.mjs [--cases 2000] [--seed 1]
//
// The corpus of the parity test, vectors and random cases, with a mark in every text that a user or a client writes as a value:
// answers, payloads and arguments. Its runners show what they are told beside the verdicts: every message, `Debug`, `repr`,
// `inspect`, stack and attribute of an error, a refusal or a round, and the notes for the log; issues and refusals are also in
// the verdicts. In all of it stands no mark, no key in any spelling, and no sixteen characters of a token. A program that says one
// of each, planted, must be found.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { args, native, requested, responses } from "../parity/forms.mjs";
import { lines } from "../parity/lines.mjs";
import { Random } from "../parity/random.mjs";
import { first } from "../parity/rounds.mjs";
import { COMMANDS, ROOT } from "../parity/runners.mjs";
import { envelopes, mint, open } from "../parity/tokens.mjs";
import { vectors } from "../parity/vectors.mjs";

const MARK = "m4rk-of-a-user";
const RUN = 16;
/** Members of a verdict that are told to an operator or a client, not to the handler. */
const TOLD = new Set(["issues", "lints", "notes", "error", "refused", "reason", "toolResult"]);
const KINDS = { mint, open, envelopes, args, requested, native, responses, first };

const { values: chosen } = parseArgs({ options: { cases: { type: "string" }, seed: { type: "string" } } });
const total = Number(chosen.cases ?? 2000);
const random = new Random(Number(chosen.seed ?? 1));

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value with the mark in each of its texts. */
function marked(value) {
  if (typeof value === "string") return MARK + value;
  if (Array.isArray(value)) return value.map(marked);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one)]));
}

/** JSON text with the mark in what `choose` names of it; what is no JSON gets the mark at its end. */
function inside(text, choose) {
  const value = parsed(text);
  return value === undefined ? text + MARK : JSON.stringify(choose(value));
}

/** What a user has answered: the contents, not the shape around them. */
function answers(given) {
  if (given === null || typeof given !== "object") return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, one]) => [
      key,
      one !== null && typeof one === "object" && "content" in one ? { ...one, content: marked(one.content) } : one,
    ]),
  );
}

function call(params) {
  if (params === null || typeof params !== "object") return params;
  const { inputResponses, arguments: given } = params;
  return {
    ...params,
    ...(inputResponses !== undefined && { inputResponses: answers(inputResponses) }),
    ...(given !== undefined && { arguments: marked(given) }),
  };
}

/** A case with marks. Those that seal and open keep what was sealed, and so their tokens. */
function withMarks({ wanted: _, ...given }) {
  return {
    ...given,
    ...(given.op === "mint" && typeof given.payload === "string" && { payload: inside(given.payload, marked) }),
    ...(given.op === "seal" && typeof given.payload === "string" && { payload: inside(given.payload, marked) }),
    ...(given.contents && { contents: given.contents.map((text) => inside(text, marked)) }),
    ...(given.responses !== undefined && { responses: inside(given.responses, answers) }),
    ...(given.op === "digest" && { text: inside(given.text, marked) }),
    ...(given.op === "enter" && { params: inside(given.params, call) }),
    ...(given.page && { page: inside(given.page, marked) }),
  };
}

/** Keys in the spellings in which they could be shown. */
function spellings(hex) {
  const bytes = Buffer.from(hex, "hex");
  const numbers = [...bytes.subarray(0, 8)];
  return [
    hex,
    bytes.toString("base64").slice(0, 40),
    bytes.toString("base64url").slice(0, 40),
    numbers.join(", "),
    numbers.join(","),
    ...(/^[\x20-\x7e]+$/.test(bytes.toString("latin1")) ? [bytes.toString("latin1")] : []),
    numbers.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  ].filter((text) => text.length >= RUN);
}

/** Every run of sixteen characters of a text. */
function runs(text) {
  return Array.from({ length: Math.max(0, text.length - RUN + 1) }, (_, at) => text.slice(at, at + RUN));
}

/** What must not be told of these cases. */
function secretsOf(cases) {
  const found = { keys: new Set(), tokens: new Set() };
  for (const given of cases) {
    for (const hex of given.keysHex ?? []) for (const text of spellings(hex)) found.keys.add(text);
    const state = given.op === "enter" ? parsed(given.params)?.requestState : undefined;
    for (const token of [given.token, state]) {
      // One that is made of one character only, or is no token at all, says nothing.
      if (typeof token === "string" && /^(v1|rs1|rs2)\./.test(token))
        for (const run of runs(token)) found.tokens.add(run);
    }
  }
  for (const run of found.tokens) if (new Set(run).size < 5) found.tokens.delete(run);
  return found;
}

/** The texts of a verdict that are told to others. */
function told(value, out = []) {
  if (Array.isArray(value)) for (const one of value) told(one, out);
  else if (value !== null && typeof value === "object") {
    for (const [name, one] of Object.entries(value)) {
      if (TOLD.has(name)) out.push(JSON.stringify(one));
      else told(one, out);
    }
  }
  return out;
}

/** What stands in a text and must not. */
function leaks(text, { keys, tokens }) {
  const found = [];
  if (text.includes(MARK)) found.push("a value of a user's");
  for (const key of keys) if (text.includes(key)) found.push("a key");
  for (const run of runs(text)) {
    if (!tokens.has(run)) continue;
    found.push("a part of a token");
    break;
  }
  return found;
}

/** Everything that one language tells. */
async function listen(command, cases, say = "1") {
  const [program, ...rest] = command;
  const child = spawn(program, rest, { cwd: ROOT, env: { ...process.env, SAY: say }, stdio: ["pipe", "pipe", "pipe"] });
  const texts = [];
  let verdicts = 0;
  const said = (async () => {
    for await (const line of lines(child.stderr)) texts.push(line);
  })();
  const ended = once(child, "exit");
  child.stdin.end(cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  for await (const line of lines(child.stdout)) {
    verdicts += 1;
    texts.push(...told(JSON.parse(line)));
  }
  await said;
  const [code] = await ended;
  return { texts, verdicts, code };
}

/** A runner that shows its cases is found out, for each kind of secret; what is told of a form is no secret. */
async function planted(secrets) {
  const { texts } = await listen(COMMANDS.node, cases.slice(-200), "leak");
  const found = new Set(texts.flatMap((text) => leaks(text, secrets)));
  if (found.size !== 3) throw new Error(`planted leaks went unnoticed; found were ${[...found]}`);
  const harmless = "the form's schema is refused: /properties/a/type: must be one of string, number and array";
  if (leaks(harmless, secrets).length > 0) throw new Error("everything is a leak");
}

const kinds = Object.values(KINDS);
const made = Array.from({ length: total }, (_, at) => kinds[at % kinds.length](random));
const cases = [...vectors(), ...made].map(withMarks);
const secrets = secretsOf(cases);
await planted(secrets);
const shown = [];
for (const [language, command] of Object.entries(COMMANDS)) {
  const { texts, verdicts, code } = await listen(command, cases);
  if (code !== 0 || verdicts !== cases.length)
    throw new Error(`${language}: ended after ${verdicts} of ${cases.length} cases`);
  // Each refusal and each error has a text at least.
  if (texts.length < cases.length) throw new Error(`${language}: only ${texts.length} texts`);
  for (const text of texts) {
    const found = leaks(text, secrets);
    if (found.length > 0) throw new Error(`${language} shows ${found.join(" and ")}: ${text.slice(0, 400)}`);
  }
  shown.push(`${language} ${texts.length}`);
}
console.log(
  `secrets: ${cases.length} cases, ${secrets.keys.size} spellings of keys, ${secrets.tokens.size} parts of tokens; ` +
    `none in these texts: ${shown.join(", ")}`,
);
