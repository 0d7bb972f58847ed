/** What real zod emits, narrowed to forms: the sources of the conversion cases, run through the zod that is installed. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Form, isMrtrError } from "mrtr";
import { z } from "zod";

interface Case {
  readonly id: string;
  readonly source: string;
  readonly normalised: "accept" | "reject";
  readonly wire?: object;
}

/** Cases whose source is a description, not an expression. */
const DESCRIBED = [
  "zod.enum.native",
  "zod.enum.native-number",
  "zod.union.literals",
  "zod.union.titled",
  "zod.array.titled",
  "zod.codec",
  "zod.root.catchall",
  "zod.root.meta",
  "zod.root.shared-enum-id",
  "zod.root.partial",
  "zod.root.fromJSONSchema",
];
const RUN = 47;

const file = fileURLToPath(new URL("../../../tests/schemas/conversions.json", import.meta.url));
const cases = (JSON.parse(readFileSync(file, "utf8")) as Case[]).filter(({ id }) => id.startsWith("zod."));
let ran = 0;

for (const { id, source, normalised, wire } of cases) {
  test(`${id}: ${source}`, { skip: DESCRIBED.includes(id) && "a description" }, () => {
    // The cases are this project's own, and say how a schema is written.
    const made = new Function("z", "fn", `return (${source});`)(z, () => true) as z.ZodType;
    const schema = id.startsWith("zod.root") ? made : z.object({ f: made });
    ran += 1;
    if (normalised === "accept") return assert.deepEqual(Form.parse(schema as never).schema, wire);
    assert.throws(
      () => Form.parse(schema as never),
      (error: unknown) => isMrtrError(error) && error.code === "invalid_form",
    );
  });
}

test("all ran but those that are described", () => {
  assert.equal(cases.length, RUN + DESCRIBED.length);
  assert.equal(ran, RUN);
});
