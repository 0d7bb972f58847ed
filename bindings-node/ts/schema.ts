/** From what a host calls a schema to the JSON Schema text that the core reads. */

import { coded, invalidArgument, type Raised } from "./errors.js";
import { requireJson } from "./json.js";

/** The part of Standard Schema (https://standardschema.dev) that we use; zod, valibot and arktype schemas have it. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> }
      | undefined;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** What `~standard.validate` gives. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One fault as a host's model words it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A JSON Schema as plain data. */
export interface JsonSchema {
  readonly [name: string]: unknown;
}

/** What a host may give as the schema of a form. */
export type SchemaInput<Output = unknown> = StandardSchema<Output> | JsonSchema;

/** A schema that a host's library made, rather than plain data? @internal */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if (schema === null || (typeof schema !== "object" && typeof schema !== "function")) return false;
  try {
    return typeof (schema as StandardSchema)["~standard"]?.validate === "function";
  } catch {
    return false;
  }
}

/** Can this library's schema be written as JSON Schema? @internal */
export function hasJsonSchema(schema: StandardSchema): boolean {
  return typeof standardOf(schema)?.jsonSchema?.input === "function";
}

/** A library's part of a schema; undefined where reading it throws. */
function standardOf(schema: StandardSchema): Partial<StandardSchema["~standard"]> | undefined {
  try {
    const { vendor, jsonSchema } = schema["~standard"];
    return { vendor, jsonSchema };
  } catch {
    return undefined;
  }
}

/** A schema as the core takes it. @internal */
export interface WrittenSchema {
  readonly text: string;
  /** Made by a host's library, so that the core may narrow its habits down to the restricted form. */
  readonly normalise: boolean;
  /** Patterns that the library itself sets beside a format. */
  readonly ownPatterns?: Record<string, string[]>;
}

/** Writes the schema as JSON text. @internal */
export function writeSchema(schema: unknown, as: Raised): WrittenSchema {
  if (typeof schema === "string") return { text: schema, normalise: false };
  if (isStandardSchema(schema)) return writeStandard(schema, as);
  if (schema === null || typeof schema !== "object") {
    throw invalidArgument(
      "a schema must be JSON text, a JSON Schema object or a Standard Schema such as z.object()",
      as,
    );
  }
  return { text: requireJson(schema, "schema", as), normalise: false };
}

function writeStandard(schema: StandardSchema, as: Raised): WrittenSchema {
  const { jsonSchema, vendor } = standardOf(schema) ?? {};
  if (typeof jsonSchema?.input !== "function") {
    const fix = vendor === "zod" ? "zod has it from 4.2 on" : "wrap it with a converter, or give a JSON Schema";
    throw coded(
      "invalid_form",
      `the schema's library does not write JSON Schema (~standard.jsonSchema): ${fix}`,
      [],
      as,
    );
  }
  const emitted = emit(schema);
  if (emitted === undefined) {
    throw coded(
      "invalid_form",
      "the schema's library cannot write it as JSON Schema; a form has flat, plain fields",
      [],
      as,
    );
  }
  const ownPatterns = vendor === "zod" ? zodPatterns(schema) : {};
  return {
    text: requireJson(emitted, "schema", as),
    normalise: true,
    ...(Object.keys(ownPatterns).length > 0 && { ownPatterns }),
  };
}

function emit(schema: StandardSchema): Record<string, unknown> | undefined {
  try {
    return schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
  } catch {
    return undefined;
  }
}

/** What zod keeps inside every schema, as far as we look. */
interface ZodInside {
  readonly def: Record<string, unknown>;
  readonly constr?: new (def: Record<string, unknown>) => StandardSchema;
}

const DEEPEST = 16;

/**
 * The patterns that zod writes beside a format of its own accord: a fresh instance of the same class, without the
 * author's pattern, is asked for its JSON Schema. So this holds for every version of zod, and an author's own pattern
 * stays visible to the core.
 */
function zodPatterns(root: StandardSchema): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || value === null || typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    const inside = (value as { _zod?: ZodInside })._zod;
    if (inside === undefined) {
      for (const part of Object.values(value)) visit(part, depth + 1);
      return;
    }
    if (inside.def.check === "string_format") learn(value as StandardSchema, inside, found);
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

function learn(schema: StandardSchema, inside: ZodInside, found: Map<string, Set<string>>): void {
  const Class = inside.constr ?? (schema.constructor as ZodInside["constr"]);
  if (Class === undefined) return;
  const { pattern: _author, checks: _checks, ...def } = inside.def;
  const { format, pattern } = emit(new Class(def)) ?? {};
  if (typeof format !== "string" || typeof pattern !== "string") return;
  found.set(format, (found.get(format) ?? new Set()).add(pattern));
}
