/** What no form can say, left to the host's own model: a JSON Schema of the core's, or the library. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Form, inputRequired, isMrtrError, readAnswer } from "mrtr";
import { z } from "zod";

const SCHEMA = {
  type: "object",
  properties: {
    zip: { type: "string", pattern: "^[0-9]{5}$" },
    amount: { type: "number", multipleOf: 0.01, exclusiveMinimum: 0 },
    terms: { type: "boolean", const: true },
  },
  required: ["zip"],
  if: { required: ["amount"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["terms"] },
} as const;

const WIRE = {
  type: "object",
  properties: { zip: { type: "string" }, amount: { type: "number", minimum: 0 }, terms: { type: "boolean" } },
  required: ["zip"],
};

const answer = (form: Form<unknown>, content: object) => readAnswer({ q: { action: "accept", content } }, "q", form);

test("such keywords are faults unless the host has a model", () => {
  assert.throws(() => Form.parse(SCHEMA, { normalise: true }), /refused/);
  const form = Form.parse(SCHEMA, { hostModel: true });
  assert.deepEqual(form.schema, WIRE);
  assert.ok(form.steps.includes("/properties/zip: left pattern to the host's model"));
});

test("the form comes first and then the model", () => {
  for (const schema of [SCHEMA, JSON.stringify(SCHEMA)]) {
    const form = Form.parse(schema, { hostModel: true });
    for (const content of [{ zip: "01234" }, { zip: "01234", amount: 9.99, terms: true }]) {
      const accepted = answer(form, content);
      assert.ok(accepted.outcome === "accepted");
      assert.deepEqual(accepted.value, content);
    }
    for (const [content, by, pointer] of [
      [{ zip: 1234 }, "form", "/zip"],
      [{ zip: "hunter2" }, "model", "/zip"],
      [{ zip: "01234", amount: 9.999, terms: true }, "model", "/amount"],
      [{ zip: "01234", amount: 0, terms: true }, "model", "/amount"],
      [{ zip: "01234", terms: false }, "model", "/terms"],
      [{ zip: "01234", amount: 1 }, "model", ""],
    ] as const) {
      const invalid = answer(form, content);
      assert.ok(invalid.outcome === "invalid");
      assert.deepEqual([invalid.by, invalid.issues.map((issue) => issue.pointer)], [by, [pointer]]);
      assert.doesNotMatch(JSON.stringify([invalid, invalid.hostIssues]), /hunter2/);
    }
    const { issues } = answer(form, { zip: "x" }) as { issues: readonly unknown[] };
    assert.deepEqual(issues, [{ pointer: "/zip", code: "model", message: "the model refuses it (pattern)" }]);
  }
});

test("the library is the model where there is one", () => {
  const order = z.object({ ref: z.uuid(), count: z.int().multipleOf(5) });
  assert.throws(() => Form.parse(order), /refused/);
  const form = Form.parse(order, { hostModel: true });
  assert.equal(answer(form, { ref: "00000000-0000-4000-8000-000000000007", count: 10 }).outcome, "accepted");
  const invalid = answer(form, { ref: "seven", count: 11 });
  assert.ok(invalid.outcome === "invalid" && invalid.by === "model");
  assert.deepEqual(
    invalid.issues.map((issue) => issue.pointer),
    ["/ref", "/count"],
  );
});

test("the question is built from the form, or with the same option", () => {
  const form = Form.parse(SCHEMA, { hostModel: true });
  const wires = [
    inputRequired.elicit({ message: "Where?", requestedSchema: form }),
    inputRequired.elicit({ message: "Where?", requestedSchema: SCHEMA }, { hostModel: true }),
  ];
  for (const question of wires) assert.deepEqual(question.params?.requestedSchema, WIRE);
  assert.throws(() => inputRequired.elicit({ message: "Where?", requestedSchema: SCHEMA }), TypeError);
});

test("schemas that are no model", () => {
  for (const bad of [
    { $ref: "https://example.com/a.json" },
    { pattern: "(" },
    { pattern: "(?=a)b" },
    { type: "strin" },
  ]) {
    assert.throws(
      () => Form.parse({ ...SCHEMA, not: bad }, { hostModel: true }),
      (error: unknown) => isMrtrError(error) && error.issues[0]?.code === "json_schema",
    );
  }
});
