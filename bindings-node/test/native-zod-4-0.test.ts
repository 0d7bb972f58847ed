/** Native schemas of zod 4.0, in a program that has no other zod: rows as for the newest, with what 4.0 emits otherwise. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { z as newest } from "zod";
import { z as old } from "zod-4-0";
import { type Case, cases, judge } from "./native.js";
import { zodRows } from "./zod-rows.js";

const CASES = cases("zod");
const z40 = old as unknown as typeof newest;

/** A folder where `zod` is zod 4.0. */
const folder = mkdtempSync(join(tmpdir(), "mrtr-zod-"));
const package_ = fileURLToPath(new URL("../..", import.meta.url));
const program = join(folder, "program.mjs");
mkdirSync(join(folder, "node_modules"));
symlinkSync(join(package_, "node_modules/zod-4-0"), join(folder, "node_modules/zod"));
symlinkSync(package_, join(folder, "node_modules/mrtr"));
writeFileSync(
  program,
  `import { Form, readAnswer } from "mrtr";
   import { z } from "zod";
   const E = z.enum(["a", "b"]).meta({ id: "E", title: "Pick one" });
   const schema = z.object({ f: E, g: E.optional(), m: z.email().describe("Where to") });
   const responses = { q: { action: "accept", content: { f: "a", m: "ada@example.com" } } };
   const { steps, schema: wire } = Form.parse(schema);
   console.log(JSON.stringify({ steps, wire, answer: readAnswer(responses, "q", schema) }));`,
);
after(() => rmSync(folder, { recursive: true }));
// From here on this is the program that runs.
process.argv[1] = program;

/** What zod 4.0 has no function for. */
const LATER = ["zod.httpUrl", "zod.codec", "zod.root.fromJSONSchema"];

/** What zod 4.0 emits otherwise than 4.6, and why the outcome is the same or not. */
const OTHERWISE: Record<string, Partial<Case> & { readonly why: string }> = {
  "zod.string.nullable": { why: "anyOf for a list of types", steps: ["/properties/f: dropped null branch"] },
  "zod.string.startsWith": { why: "no format beside the pattern" },
  "zod.email": { why: "an older pattern" },
  "zod.email.legacy-chain": { why: "an older pattern" },
  "zod.iso.datetime": { why: "an older pattern" },
  "zod.iso.datetime.offset": { why: "an older pattern" },
  "zod.iso.datetime.local": {
    why: "4.0 calls it date-time, so that the form demands the zone that zod would not: narrower, never wider",
    normalised: "accept",
    wire: { type: "object", properties: { f: { type: "string", format: "date-time" } }, required: ["f"] },
    steps: ["/properties/f: dropped the library pattern of the format"],
  },
  "zod.iso.time": { why: "a format beside the pattern" },
  "zod.uuid": { why: "an older pattern" },
  "zod.union.mixed": { why: "anyOf for a list of types" },
  "zod.root.meta": { why: "written in place, with its id", steps: ["/: dropped id"] },
  "zod.root.shared-enum-id": {
    why: "the id stands in the definition",
    steps: ["f", "g"].flatMap((name) => [`/properties/${name}: inlined #/$defs/E`, `/properties/${name}: dropped id`]),
  },
};

test("every row of zod 4.0, which writes no JSON Schema of its own accord", () => {
  assert.equal("jsonSchema" in z40.string()["~standard"], false);
  const counts = { accept: 0, reject: 0, otherwise: 0 };
  for (const [id, make] of Object.entries(zodRows(z40))) {
    if (LATER.includes(id)) continue;
    const schema = make();
    const row = CASES.get(id) as Case;
    const emitted = JSON.parse(JSON.stringify(z40.toJSONSchema(schema, { io: "input" })));
    const { why, ...otherwise } = OTHERWISE[id] ?? {};
    if (why === undefined) assert.deepEqual(emitted, row.json_schema, id);
    else {
      assert.notDeepEqual(emitted, row.json_schema, id);
      counts.otherwise += 1;
    }
    counts[judge(schema, { ...row, ...otherwise })] += 1;
  }
  assert.deepEqual(counts, { accept: 40, reject: 15, otherwise: 12 });
});

test("a program that has zod 4.0 is served by its own zod", () => {
  const { steps, wire, answer } = JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8" }));
  assert.deepEqual(wire.properties, {
    f: { type: "string", enum: ["a", "b"] },
    g: { type: "string", enum: ["a", "b"] },
    m: { type: "string", description: "Where to", format: "email" },
  });
  // Only 4.0 itself writes the id into the definition.
  assert.ok(steps.includes("/properties/f: dropped id"), steps);
  assert.equal(answer.outcome, "accepted");
  assert.deepEqual(answer.value, { f: "a", m: "ada@example.com" });
});
