/** Native schemas of valibot and arktype, through Standard Schema with JSON Schema output. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Form, readAnswer, type StandardSchema } from "mrtr";
import * as v from "valibot";
import { type Case, cases, judge, questions } from "./native.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** A case of our own, in the manner of the shared ones. */
function own(field: object, wire: object | string, required = true): Omit<Case, "id"> {
  const root = { type: "object", properties: { f: field }, required: ["f"] };
  const needs = required ? { required: ["f"] } : {};
  return {
    json_schema: root,
    ...(typeof wire === "string"
      ? { normalised: "reject", note: wire }
      : { normalised: "accept", wire: { type: "object", properties: { f: wire }, ...needs } }),
  };
}

const AB = { type: "string", enum: ["a", "b"] };
const TITLED = [
  { const: "a", title: "A" },
  { const: "b", title: "B" },
];

type Row = readonly [schema: StandardSchema, own?: Omit<Case, "id">];
const f = (schema: v.GenericSchema): StandardSchema =>
  toStandardJsonSchema(v.object({ f: schema })) as unknown as StandardSchema;

const titles = v.union([v.pipe(v.literal("a"), v.title("A")), v.pipe(v.literal("b"), v.title("B"))]);
const VALIBOT: Record<string, Row> = {
  "valibot.optional": [f(v.optional(v.string(), "x"))],
  "valibot.nullable": [f(v.nullable(v.string()))],
  "valibot.integer": [f(v.pipe(v.number(), v.integer()))],
  "valibot.isoTimestamp": [f(v.pipe(v.string(), v.isoTimestamp()))],
  "valibot.picklist": [f(v.picklist(["a", "b"])), own(AB, AB)],
  "valibot.enum": [f(v.enum({ A: "a", B: "b" })), own(AB, AB)],
  "valibot.titled": [f(titles), own({ anyOf: TITLED }, { type: "string", oneOf: TITLED })],
  "valibot.multiple": [
    f(v.pipe(v.array(v.picklist(["a", "b"])), v.minLength(1))),
    own({ type: "array", items: AB, minItems: 1 }, { type: "array", items: AB, minItems: 1 }),
  ],
  "valibot.email": [
    f(v.pipe(v.string(), v.email())),
    own({ type: "string", format: "email" }, { type: "string", format: "email" }),
  ],
  "valibot.regex": [
    f(v.pipe(v.string(), v.regex(/^a/))),
    own({ type: "string", pattern: "^a" }, "/properties/f/pattern: cannot be expressed"),
  ],
};

const ask = (schema: unknown): StandardSchema => schema as StandardSchema;
const MAIL = "^[\\w%+.-]+@[\\d.A-Za-z-]+\\.[A-Za-z]{2,}$";
const ARKTYPE: Record<string, Row> = {
  "arktype.string": [ask(type({ f: "string" }))],
  "arktype.int": [ask(type({ f: "number.integer" }))],
  "arktype.union": [ask(type({ f: "'a' | 'b'" }))],
  "arktype.date": [ask(type({ f: "string.date.iso" }))],
  "arktype.gt": [ask(type({ f: "number > 0" }))],
  "arktype.range": [
    ask(type({ f: "18 <= number.integer <= 120" })),
    own({ type: "integer", minimum: 18, maximum: 120 }, { type: "integer", minimum: 18, maximum: 120 }),
  ],
  "arktype.multiple": [
    ask(type({ f: "('a' | 'b')[]" })),
    own({ type: "array", items: { enum: ["a", "b"] } }, { type: "array", items: AB }),
  ],
  "arktype.null": [
    ask(type({ f: "string | null" })),
    own({ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }),
  ],
  "arktype.email": [
    ask(type({ f: "string.email" })),
    own({ type: "string", format: "email", pattern: MAIL }, { type: "string", format: "email" }),
  ],
  "arktype.object": [
    ask(type({ f: { a: "string" } })),
    own({ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, "/properties/f: type object"),
  ],
};

function run(library: string, rows: Record<string, Row>, dialect: object): { accept: number; reject: number } {
  const shared = cases(library);
  const counts = { accept: 0, reject: 0 };
  for (const [id, [schema, mine]] of Object.entries(rows)) {
    const row = mine === undefined ? shared.get(id) : { id, ...mine, json_schema: { ...dialect, ...mine.json_schema } };
    assert.ok(row, id);
    const emitted = schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
    assert.deepEqual(JSON.parse(JSON.stringify(emitted)), row.json_schema, id);
    counts[judge(schema, row)] += 1;
    shared.delete(id);
  }
  assert.deepEqual([...shared.keys()], [], "every shared row is here");
  return counts;
}

test("every row of valibot", () => {
  assert.deepEqual(run("valibot", VALIBOT, { $schema: DIALECT }), { accept: 9, reject: 1 });
});

test("every row of arktype", () => {
  assert.deepEqual(run("arktype", ARKTYPE, { $schema: DIALECT }), { accept: 7, reject: 3 });
});

test("their models read the canonical content, and refuse by themselves", () => {
  const bot = toStandardJsonSchema(
    v.object({
      color: v.optional(v.picklist(["red", "blue"]), "blue"),
      name: v.pipe(
        v.string(),
        v.trim(),
        v.check((name) => name !== "root", "not root"),
      ),
    }),
  ) as unknown as StandardSchema<{ color: string; name: string }>;
  const ark = type({
    color: "'red' | 'blue' = 'blue'",
    name: type("string").narrow((name, ctx) => name !== "root" || ctx.mustBe("not root")),
  }) as unknown as StandardSchema<{ color: string; name: string }>;
  for (const [library, schema] of [
    ["valibot", bot],
    ["arktype", ark],
  ] as const) {
    const answer = (content: object) => readAnswer({ q: { action: "accept", content } }, "q", schema);
    const accepted = answer({ name: "Ada" });
    assert.ok(accepted.outcome === "accepted", `${library}: ${JSON.stringify(accepted)}`);
    assert.deepEqual(accepted.value, { color: "blue", name: "Ada" });
    const refused = answer({ name: "root" });
    assert.ok(refused.outcome === "invalid" && refused.by === "model", library);
    assert.deepEqual(
      refused.issues.map(({ pointer, code }) => [pointer, code]),
      [["/name", "model"]],
    );
    assert.equal(refused.hostIssues?.length, 1);
    // arktype's own sentence quotes the answer: it goes no further than hostIssues.
    assert.doesNotMatch(`${JSON.stringify(refused)} ${inspect(refused)}`, /root/, library);
    const form = answer({ name: "Ada", color: "green" });
    assert.ok(form.outcome === "invalid" && form.by === "form", library);
  }
});

test("what they ask is what zod and pydantic ask", () => {
  const wanted = questions();
  const { digest } = Form.parse(f(v.pipe(v.number(), v.integer(), v.minValue(18), v.maxValue(120))) as never);
  assert.equal(digest, wanted["integer.range"]);
  assert.equal(Form.parse(type({ f: "18 <= number.integer <= 120" }) as never).digest, wanted["integer.range"]);
  assert.equal(Form.parse(type({ f: "'s' | 'm'" }) as never).digest, wanted["choice.literal"]);
  assert.equal(Form.parse(f(v.picklist(["s", "m"])) as never).digest, wanted["choice.literal"]);
});
