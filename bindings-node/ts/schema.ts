/** From what a host calls a schema to the JSON Schema text that the core reads. */

import { coded, invalidArgument, type Raised } from "./errors.js";
import { requireJson } from "./json.js";
import { type Writer, zodPatterns, zodWriter } from "./zod.js";

/** The part of Standard Schema (https://standardschema.dev) that we use; zod, valibot and arktype schemas have it. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?: { readonly input: (options: JsonSchemaOptions) => Record<string, unknown> } | undefined;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** What a library is told when it writes a schema. */
export interface JsonSchemaOptions {
  readonly target: "draft-2020-12";
  readonly libraryOptions?: Record<string, unknown> | undefined;
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
  return writerOf(schema) !== undefined;
}

/** What writes a schema as JSON Schema, and answers undefined where the library will not. */
function writerOf(schema: StandardSchema): Writer | undefined {
  const { jsonSchema, vendor } = standardOf(schema) ?? {};
  const own = typeof jsonSchema?.input === "function";
  // What only valibot itself can check is left to it: it has the last word on every answer.
  const libraryOptions = vendor === "valibot" ? { libraryOptions: { errorMode: "ignore" } } : {};
  const write: Writer | undefined = own
    ? (one) => one["~standard"].jsonSchema?.input({ target: "draft-2020-12", ...libraryOptions })
    : vendor === "zod"
      ? zodWriter(schema)
      : undefined;
  return (
    write &&
    ((one) => {
      try {
        return write(one);
      } catch {
        return undefined;
      }
    })
  );
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
  const { vendor } = standardOf(schema) ?? {};
  const write = writerOf(schema);
  if (write === undefined) {
    const fix =
      vendor === "zod" ? "zod 4 does, from 4.2 on by itself" : "wrap it with a converter, or give a JSON Schema";
    throw coded(
      "invalid_form",
      `the schema's library does not write JSON Schema (~standard.jsonSchema): ${fix}`,
      [],
      as,
    );
  }
  const emitted = write(schema);
  if (emitted === undefined) {
    throw coded(
      "invalid_form",
      "the schema's library cannot write it as JSON Schema; a form has flat, plain fields",
      [],
      as,
    );
  }
  const ownPatterns = vendor === "zod" ? zodPatterns(schema, write) : {};
  return {
    text: requireJson(emitted, "schema", as),
    normalise: true,
    ...(Object.keys(ownPatterns).length > 0 && { ownPatterns }),
  };
}
