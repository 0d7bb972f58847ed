import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { acceptedContent, Form, inputRequired, type JsonSchema } from "mrtr";
import { z } from "zod";

const confirm = z.object({ ok: z.boolean() });

describe("forms", () => {
  test("zod, JSON Schema and text give one wire form", () => {
    const json = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
    const wires = [confirm, json, JSON.stringify(json)].map((schema) => Form.parse(schema).wire);
    assert.deepEqual(new Set(wires), new Set([JSON.stringify(json)]));
  });

  test("a library's own pattern beside a format is left out, an author's is an error", () => {
    const own = z.object({
      a: z.email(),
      b: z.string().email().optional(),
      c: z.iso.datetime({ offset: true, precision: 3 }),
      d: z.iso.date().nullable(),
    });
    const { properties } = Form.parse(own).schema as { properties: Record<string, JsonSchema> };
    assert.deepEqual(
      Object.values(properties).map((property) => property.format),
      ["email", "email", "date-time", "date"],
    );
    assert.ok(Object.values(properties).every((property) => !("pattern" in property)));
    for (const authors of [z.email({ pattern: /^.+@example\.com$/ }), z.email().regex(/x/), z.string().regex(/x/)]) {
      assert.throws(() => Form.parse(z.object({ a: authors })), { code: "invalid_form" });
    }
    // One field's own pattern is no excuse for another's.
    assert.throws(() => Form.parse(z.object({ a: z.email(), b: z.email({ pattern: /x/ }) })), { code: "invalid_form" });
  });

  test("sensitive fields are an error unless allowed by name", () => {
    const schema = z.object({ password: z.string() });
    assert.throws(() => Form.parse(schema), { code: "invalid_form" });
    const form = Form.parse(schema, { allowSensitive: ["password"] });
    assert.equal(inputRequired.elicit({ message: "?", requestedSchema: form }).method, "elicitation/create");
  });

  test("a plain object is read again after it is changed", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } as Record<string, unknown> };
    assert.match(Form.parse(schema).wire, /"a"/);
    schema.properties.b = { type: "boolean" };
    assert.match(Form.parse(schema).wire, /"b"/);
    assert.match(JSON.stringify(inputRequired.elicit({ message: "?", requestedSchema: schema })), /"b"/);
  });

  test("content as value and as text", () => {
    const form = Form.parse(z.object({ n: z.number().default(2).optional(), s: z.string() }));
    assert.deepEqual(form.accept({ s: "a", n: -0, extra: 1 }), { outcome: "accepted", content: { n: 0, s: "a" } });
    assert.deepEqual(form.acceptJson('{"s":"a","n":1.0}'), { outcome: "accepted", content: { n: 1, s: "a" } });
    assert.deepEqual(form.fillDefaults({ s: "a" }), { outcome: "accepted", content: { n: 2, s: "a" } });
    assert.equal(form.acceptJson('{"s":"a","s":"b"}').outcome, "invalid");
    for (const bad of [null, undefined, "x", 5, [], { s: Number.NaN }, '{"s":"a"}']) {
      assert.equal(form.accept(bad).outcome, "invalid");
    }
  });

  test("a schema whose library writes no JSON Schema can only judge after the core", () => {
    const bare = { "~standard": { version: 1, vendor: "hand", validate: (value: unknown) => ({ value }) } } as const;
    assert.throws(() => Form.parse(bare), { code: "invalid_form" });
    assert.deepEqual(acceptedContent({ k: { action: "accept", content: { a: 1 } } }, "k", bare), { a: 1 });
    assert.equal(acceptedContent({ k: { action: "decline", content: { a: 1 } } }, "k", bare), undefined);
  });
});
