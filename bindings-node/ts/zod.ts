/** What zod needs beyond Standard Schema: JSON Schema from its releases before 4.2, and its own patterns. */

import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import type { StandardSchema } from "./schema.js";

type JsonObject = Record<string, unknown>;

/** Writes one schema as JSON Schema. @internal */
export type Writer = (schema: StandardSchema) => JsonObject | undefined;

/** What zod keeps inside every schema, as far as we look. */
interface ZodInside {
  readonly def: JsonObject;
  readonly constr?: new (def: JsonObject) => StandardSchema;
  readonly version?: unknown;
}

/** `zod/v4/core`, as far as we call it. */
interface ZodCore {
  readonly version: unknown;
  toJSONSchema(schema: unknown, params: object): JsonObject;
}

function insideOf(schema: unknown): ZodInside | undefined {
  return (schema as { _zod?: ZodInside })._zod;
}

let cores: readonly ZodCore[] | undefined;

/**
 * The zods within reach: beside this package, whose optional peer it is, and beside the program that runs. Never that of
 * the working directory, which may be anybody's.
 */
function zodCores(): readonly ZodCore[] {
  cores ??= [__filename, process.argv[1] ?? ""].flatMap((place) => {
    try {
      return [createRequire(realpathSync(place))("zod/v4/core") as ZodCore];
    } catch {
      return [];
    }
  });
  return cores;
}

/**
 * The writer for a schema of zod 4.0 or 4.1, which cannot write itself: `toJSONSchema` of the same release, else of the
 * zod within reach. @internal
 */
export function zodWriter(schema: StandardSchema): Writer | undefined {
  const version = JSON.stringify(insideOf(schema)?.version);
  if (version === undefined) return undefined;
  const reached = zodCores();
  const core = reached.find((one) => JSON.stringify(one.version) === version) ?? reached[0];
  if (core === undefined) return undefined;
  // A zod loaded twice has two registries, so each schema is asked for what it was described with.
  const metadata = { get: (one: { meta?: () => unknown }) => one.meta?.() };
  return (one) => core.toJSONSchema(one, { target: "draft-2020-12", io: "input", metadata });
}

const DEEPEST = 16;

/**
 * The patterns that zod writes beside a format of its own accord: a fresh instance of the same class, without the
 * author's pattern, is asked for its JSON Schema. So this holds for every version of zod, and an author's own pattern
 * stays visible to the core. @internal
 */
export function zodPatterns(root: StandardSchema, emit: Writer): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || value === null || typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    const inside = insideOf(value);
    if (inside === undefined) {
      for (const part of Object.values(value)) visit(part, depth + 1);
      return;
    }
    if (inside.def.check === "string_format") learn(value as StandardSchema, inside, emit, found);
    const { innerType, in: input, shape, options, element, checks } = inside.def;
    for (const part of [innerType, input, shape, options, element, checks]) visit(part, depth + 1);
  };
  try {
    visit(root, 0);
  } catch {
    // Another zod than those we know: nothing is learnt, and the core will name the pattern it cannot place.
  }
  return Object.fromEntries([...found].map(([format, patterns]) => [format, [...patterns]]));
}

function learn(schema: StandardSchema, inside: ZodInside, emit: Writer, found: Map<string, Set<string>>): void {
  const Class = inside.constr ?? (schema.constructor as ZodInside["constr"]);
  if (Class === undefined) return;
  const { pattern: _author, checks: _checks, ...def } = inside.def;
  const { format, pattern } = emit(new Class(def)) ?? {};
  if (typeof format !== "string" || typeof pattern !== "string") return;
  found.set(format, (found.get(format) ?? new Set()).add(pattern));
}
