/** The shared conversion cases, and what every native schema is put through. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Form, isMrtrError } from "mrtr";

/** One case of `conversions.json`. */
export interface Case {
  readonly id: string;
  readonly json_schema: object;
  readonly normalised: "accept" | "reject";
  readonly wire?: object;
  readonly steps?: readonly string[];
  /** For a refused one: the place, a colon, the reason. */
  readonly note?: string;
}

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`../../../tests/schemas/${name}`, import.meta.url)), "utf8"));
}

/** The cases of a library, by id. */
export function cases(library: string): Map<string, Case> {
  const own = read<Case>("conversions.json").filter(({ id }) => id.startsWith(`${library}.`));
  return new Map(own.map((one) => [one.id, one]));
}

/** The questions that are asked in every language: the digest of each. */
export function questions(): Record<string, string> {
  return Object.fromEntries(read<{ id: string; digest: string }>("questions.json").map((one) => [one.id, one.digest]));
}

/** Parses a native schema whose emitted JSON Schema was compared, and holds the outcome against the case. */
export function judge(schema: object, { normalised, wire, steps, note }: Case): "accept" | "reject" {
  let form: Form<unknown>;
  try {
    form = Form.parse(schema as never);
  } catch (error) {
    assert.ok(isMrtrError(error) && error.code === "invalid_form", String(error));
    assert.equal(normalised, "reject", error.message);
    const place = note?.split(":")[0] ?? "";
    assert.ok(
      error.issues.some(({ pointer, code, message }) => pointer.startsWith(place) && code && message),
      `${place}: ${JSON.stringify(error.issues)}`,
    );
    return "reject";
  }
  assert.equal(normalised, "accept");
  assert.deepEqual(form.schema, wire);
  if (steps !== undefined) assert.deepEqual(form.steps, steps);
  return "accept";
}
