/** Schemas that write their JSON Schema once: the SDK asks for it on every request, of a server that is built for it. */

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { isStandardSchema } from "../schema.js";

type Write = StandardSchemaWithJSON["~standard"]["jsonSchema"]["input"];

/** The same schema, which remembers what it has written. One that writes nothing by itself is given back. @internal */
export function remembered<S extends StandardSchemaWithJSON | undefined>(schema: S): S {
  if (!isStandardSchema(schema)) return schema;
  const standard = (schema as StandardSchemaWithJSON)["~standard"];
  const { jsonSchema, ...rest } = standard;
  if (typeof jsonSchema?.input !== "function" || typeof jsonSchema.output !== "function") return schema;
  const converter = {
    input: once((options) => jsonSchema.input(options)),
    output: once((options) => jsonSchema.output(options)),
  };
  const validate: typeof rest.validate = (value, options) => standard.validate(value, options);
  return { "~standard": { ...rest, validate, jsonSchema: converter } } as unknown as S;
}

/** Kept as text, so that each caller has an object of its own. The SDK names one target only. */
function once(write: Write): Write {
  let kept: { readonly target: string; readonly text: string } | undefined;
  return (options) => {
    if (options.libraryOptions !== undefined) return write(options);
    if (kept?.target !== options.target) kept = { target: options.target, text: JSON.stringify(write(options)) };
    return JSON.parse(kept.text) as Record<string, unknown>;
  };
}
