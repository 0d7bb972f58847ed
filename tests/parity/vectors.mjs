// The vectors and shared cases as cases of the parity test: what each language makes of them is compared whole.

import { readFileSync } from "node:fs";

/** Cases on which hosts differ by design; the runners of the vectors say why, each for its own. */
const BY_HOST = new Set([
  "ring-lifetime-zero",
  "ring-lifetime-negative",
  "ring-option-misspelt",
  "python-call-without-a-target",
  ...[
    "echo-of-a-large-integer",
    "first-round-arguments-in-canonical-text",
    "mint-without-payload",
    "arguments-that-a-parser-has-rounded",
  ].flatMap((name) => [`signed-${name}`, `encrypted-${name}`]),
]);

function load(file) {
  const whole = JSON.parse(readFileSync(new URL(`../${file}.json`, import.meta.url), "utf8"));
  return (Array.isArray(whole) ? whole : whole.cases).filter(({ id }) => !BY_HOST.has(id));
}

function door(vector) {
  const { urlCompletion, leave, answers, params, expect: _, ...rest } = vector;
  const long = (text) => text.replaceAll("$LONG", "A".repeat(65_537));
  return {
    ...rest,
    ...(params !== undefined && { params: long(params) }),
    ...(answers && { answers: answers.map(({ key, form }) => ({ key, ...(form !== undefined && { form }) })) }),
    ...(urlCompletion && { page: urlCompletion.payload }),
    ...(leave && { leave: { ...(leave.seal !== undefined && { seal: leave.seal }), result: long(leave.result) } }),
  };
}

/** All of them. */
export function vectors() {
  return [
    ...load("vectors/mrtr-tokens").map(({ expect: _, ...rest }) => rest),
    ...load("vectors/mrtr-arguments").map(({ text }) => ({ op: "digest", text })),
    ...load("vectors/mrtr-boundary").map(door),
    ...load("schemas/requested-schemas")
      .filter((one) => one.schema_text)
      .map((one) => ({ op: "form", schema: one.schema_text })),
    ...load("schemas/contents")
      .filter((one) => one.content_text)
      .map((one) => ({ op: "form", schema: JSON.stringify(one.schema), contents: [one.content_text] })),
    ...load("schemas/conversions").map((one) => ({
      op: "form",
      schema: JSON.stringify(one.json_schema),
      options: { normalise: true },
    })),
  ];
}
