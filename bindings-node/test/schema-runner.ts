/**
 * Runs the shared cases of `tests/schemas` through the public forms: requested schemas (verdict and wire form), contents
 * (verdict and canonical value) and what libraries emit (verdict and wire form).
 *
 * Prints one line, `node: 649 schema cases, 649 as wanted`, and fails when it is another one.
 */

import { Form, FormError, type JsonSchema } from "mrtr";
import { differs, isMain, load, report, Tally } from "./cases.js";

interface Requested {
  readonly id: string;
  readonly schema_text?: string;
  readonly right: "accept" | "reject";
  readonly wire?: JsonSchema;
}
interface Content {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly content_text?: string;
  readonly right: "accept" | "reject";
  readonly value?: unknown;
}
interface Conversion {
  readonly id: string;
  readonly json_schema: JsonSchema;
  readonly normalised: "accept" | "reject";
  readonly wire?: JsonSchema;
}

/** Accepted and refused cases of each file. */
const COUNTS = { requested: [73, 181], contents: [85, 139], conversions: [129, 42] };

/** The texts that the files give as Python expressions, since they are huge. */
export const BUILT: Record<string, () => string> = {
  "prop.deep-nesting-200": () => {
    const open = '{"type":"object","properties":{"f":';
    return `${open}${open.repeat(200)}{"type":"string"}${"}}".repeat(200)}}}`;
  },
  "prop.deep-nesting-20k": () => `{"type":"object","properties":{"f":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
  "str.default-long": () => one({ type: "string", default: "x".repeat(70_000) }),
  "enum.100k": () => one({ type: "string", enum: numbered(100_000).map((at) => `o${at}`) }),
  "extra.1000": () => JSON.stringify({ ...Object.fromEntries(numbered(1000).map((at) => [`k${at}`, "v"])), a: "x" }),
  "len.5MB": () => JSON.stringify({ f: "x".repeat(5_000_000) }),
  "multi.100k-dup": () => JSON.stringify({ f: numbered(100_000).map(() => "a") }),
  "big.10k-extra-keys": () => JSON.stringify(Object.fromEntries(numbered(10_000).map((at) => [`k${at}`, "v"]))),
};

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function one(property: object): string {
  return JSON.stringify({ type: "object", properties: { f: property } });
}

/** What a run came to, and how many cases of each file were accepted and refused. */
export interface Run {
  readonly tally: Tally;
  readonly verdicts: Record<keyof typeof COUNTS, [number, number]>;
  readonly built: number;
}

/** Runs the three files. */
export function run(): Run {
  const tally = new Tally();
  const verdicts: Run["verdicts"] = { requested: [0, 0], contents: [0, 0], conversions: [0, 0] };
  let built = 0;
  const text = (id: string, given: string | undefined) => {
    if (given !== undefined) return given;
    built += 1;
    return (BUILT[id] as () => string)();
  };
  for (const { id, schema_text, right, wire } of load<Requested[]>("schemas/requested-schemas.json")) {
    const form = parsed(text(id, schema_text));
    verdicts.requested[form ? 0 : 1] += 1;
    tally.judge("requested-schemas", id, verdict(form, right) ?? (form && sent(form, wire)));
  }
  for (const { id, schema, content_text, right, value } of load<Content[]>("schemas/contents.json")) {
    const form = Form.parse(schema);
    const found = form.acceptJson(text(id, content_text));
    const accepted = found.outcome === "accepted";
    verdicts.contents[accepted ? 0 : 1] += 1;
    const fault = accepted
      ? (verdict(form, right) ??
        (value === undefined ? undefined : differs("value", found.content, value)) ??
        differs("again", form.accept(found.content), found))
      : (verdict(undefined, right) ?? (found.issues.length > 0 ? undefined : "no issue"));
    tally.judge("contents", id, fault);
  }
  for (const { id, json_schema, normalised, wire } of load<Conversion[]>("schemas/conversions.json")) {
    const form = parsed(json_schema, { normalise: true });
    verdicts.conversions[form ? 0 : 1] += 1;
    // What a library emits may come in any order.
    tally.judge(
      "conversions",
      id,
      verdict(form, normalised) ?? (form && differs("wire", sorted(form.schema), sorted(wire))),
    );
  }
  return { tally, verdicts, built };
}

/** Did every case run, and come out as wanted? */
export function complete({ tally, verdicts, built }: Run): boolean {
  const counted = differs("counts", verdicts, COUNTS) === undefined;
  return counted && built === Object.keys(BUILT).length && tally.cases === 649 && tally.asWanted === tally.cases;
}

function parsed(schema: JsonSchema | string, options?: { normalise: boolean }): Form | undefined {
  try {
    return Form.parse(schema, options) as Form;
  } catch (error) {
    if (error instanceof FormError && error.code === "invalid_form" && error.issues.length > 0) return undefined;
    throw error;
  }
}

function verdict(form: Form | undefined, right: "accept" | "reject"): string | undefined {
  return (form === undefined) === (right === "reject") ? undefined : `not to ${right}`;
}

function sent(form: Form, wire: JsonSchema | undefined): string | undefined {
  const fault = wire === undefined ? undefined : differs("wire", form.schema, wire);
  return fault ?? differs("the wire form read again", Form.parse(form.wire).wire, form.wire);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

if (isMain(import.meta.url)) {
  const result = run();
  report(result.tally, "schema", complete(result));
}
