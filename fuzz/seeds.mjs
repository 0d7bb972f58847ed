// Writes the seeds of the fuzzers: node fuzz/seeds.mjs DIRECTORY makes a folder for each target out of the vectors and
// the shared cases, and some that the parity test makes.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { native, requested, responses } from "../tests/parity/forms.mjs";
import { Random } from "../tests/parity/random.mjs";
import { first } from "../tests/parity/rounds.mjs";
import { envelopes } from "../tests/parity/tokens.mjs";
import { vectors } from "../tests/parity/vectors.mjs";

const [directory] = process.argv.slice(2);
const random = new Random(5);
const many = (make) => Array.from({ length: 100 }, () => make(random));
const body = (token) => Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
const pair = ({ schema, contents = [] }) => `${schema}\n${contents[0] ?? "{}"}`;

const known = vectors();
const forms = known.filter(({ op }) => op === "form");
const texts = JSON.parse(readFileSync(new URL("../tests/schemas/formats-suite.json", import.meta.url), "utf8")).cases;
const tokens = known.filter(({ token }) => token !== undefined).map(({ token }) => token);
const calls = [...known.filter(({ op }) => op === "enter"), ...many(first)];

const seeds = {
  tokens: [...tokens, "!12345678payload", "!\0\0\0\0\0\0\0\0payload"],
  envelopes: [
    ...tokens.map(body),
    ...many(envelopes).map((one) => body(one.token ?? JSON.parse(one.params).requestState)),
    '{"v":1,"iat":1790001000.25,"exp":1790001600.25,"m":"mrtr/codec","t":"","a":"","s":"step=2"}',
  ],
  forms: [...forms, ...many(requested)].map(pair),
  formats: texts.map(({ text }) => text),
  normalise: [...forms, ...many(native)].map(pair),
  arguments: known.filter(({ op }) => op === "digest").map(({ text }) => text),
  responses: many(responses).map((one) => `${one.reads[0].schema}\n${one.responses}`),
  enter: calls.map(({ params }) => params),
  leave: calls.filter(({ leave }) => leave !== undefined).map(({ leave }) => leave.result),
};

for (const [target, texts] of Object.entries(seeds)) {
  mkdirSync(`${directory}/${target}`, { recursive: true });
  const small = texts.filter((text) => text !== undefined && text.length < 8192);
  for (const [at, text] of small.entries()) writeFileSync(`${directory}/${target}/${at}`, text);
}
