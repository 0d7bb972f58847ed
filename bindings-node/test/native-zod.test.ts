/** Native schemas of zod: emitted as the shared cases say, narrowed as wanted, and read back by zod. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedContent, Form, isMrtrError, readAnswer } from "mrtr";
import { z } from "zod";
import { z as old } from "zod-4-0";
import { type Case, cases, judge, questions } from "./native.js";
import { zodQuestions, zodRows } from "./zod-rows.js";

const CASES = cases("zod");
/** Here 4.0 is written by the zod that is within reach, the newest; see the test of 4.0 for a program that has that alone. */
const z40 = old as unknown as typeof z;

test("every row of the newest zod", () => {
  const rows = zodRows(z);
  assert.deepEqual(Object.keys(rows).sort(), [...CASES.keys()].sort());
  const counts = { accept: 0, reject: 0 };
  for (const [id, make] of Object.entries(rows)) {
    const schema = make();
    const row = CASES.get(id) as Case;
    const emitted = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    assert.deepEqual(JSON.parse(JSON.stringify(emitted)), row.json_schema, id);
    counts[judge(schema, row)] += 1;
  }
  assert.deepEqual(counts, { accept: 42, reject: 16 });
});

test("the patterns of formats are dropped only where they are zod's own", () => {
  for (const [name, lib] of [
    ["4.6", z],
    ["4.0", z40],
  ] as const) {
    const own = lib.object({
      mail: lib.email(),
      day: lib.iso.date(),
      at: lib.iso.datetime({ offset: true }),
      // Options change zod's pattern, and it stays zod's.
      precise: lib.iso.datetime({ precision: 3 }),
      inside: lib.array(lib.enum(["a"])).optional(),
    });
    const { properties } = Form.parse(own).schema as { properties: Record<string, object> };
    for (const field of Object.values(properties)) assert.equal("pattern" in field, false, name);
    for (const foreign of [
      lib.email({ pattern: /@corp\.example$/ }),
      lib.email().regex(/@corp\.example$/),
      lib.iso.date().regex(/^2026/),
      lib.string().regex(/^a/),
    ]) {
      assert.throws(
        () => Form.parse(lib.object({ f: foreign })),
        (error: unknown) =>
          isMrtrError(error) && error.issues.some(({ pointer }) => pointer.startsWith("/properties/f/")),
        name,
      );
    }
  }
});

test("zod reads the canonical content: defaults, transforms, and a refusal of its own", () => {
  for (const lib of [z, z40]) {
    const schema = lib.object({
      color: lib.enum({ RED: "red", BLUE: "blue" }).default("blue"),
      name: lib
        .string()
        .trim()
        .refine((name) => name !== "root", "not root"),
      tags: lib.array(lib.enum(["a", "b"])).optional(),
      at: lib.iso.datetime().transform((text) => new Date(text)),
    });
    const answer = (content: object) => readAnswer({ q: { action: "accept", content } }, "q", schema);
    const at = "2026-07-28T12:00:00Z";
    const accepted = answer({ name: " Ada ", tags: ["b"], at, extra: true });
    assert.ok(accepted.outcome === "accepted");
    assert.deepEqual(accepted.content, { name: " Ada ", tags: ["b"], at });
    assert.deepEqual(accepted.value, { color: "blue", name: "Ada", tags: ["b"], at: new Date(at) });
    const refused = answer({ name: "root", at });
    assert.ok(refused.outcome === "invalid" && refused.by === "model");
    assert.deepEqual(refused.issues, [{ pointer: "/name", code: "model", message: "the model refuses it (custom)" }]);
    assert.equal(refused.hostIssues?.[0]?.message, "not root");
    const form = answer({ name: "root", at: "noon" });
    assert.ok(form.outcome === "invalid" && form.by === "form", "the form comes first");
    assert.deepEqual(
      form.issues.map(({ pointer, code }) => [pointer, code]),
      [["/at", "format"]],
    );
    const content = { name: "root", at };
    assert.equal(acceptedContent({ q: { action: "accept", content } }, "q", schema), undefined);
  }
});

test("one question in every language", () => {
  const wanted = questions();
  assert.equal(Object.keys(wanted).length, 18);
  for (const lib of [z, z40]) {
    const found = Object.entries(zodQuestions(lib)).map(([id, schema]) => [id, Form.parse(schema).digest]);
    assert.deepEqual(Object.fromEntries(found), wanted);
  }
});
