/** The host's own model where it is a plain JSON Schema: the core checks it, in the shape that libraries' models have. */

import { call, type Issue, type Raised } from "./errors.js";
import { readJson, requireJson } from "./json.js";
import { native } from "./native.js";
import type { StandardIssue, StandardSchema } from "./schema.js";

/** Compiles a JSON Schema given as text. @internal */
export function hostModel(text: string, as: Raised): StandardSchema {
  const model = call(() => native.HostModel.compile(text), as);
  return {
    "~standard": {
      version: 1,
      vendor: "mrtr",
      validate(value) {
        const content = requireJson(value, "content");
        const issues = readJson<Issue[]>(call(() => model.check(content)));
        return issues.length === 0 ? { value } : { issues: issues.map(standardIssue) };
      },
    },
  };
}

function standardIssue({ pointer, message }: Issue): StandardIssue {
  const steps = pointer.split("/").slice(1);
  const path = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  // The keyword that is broken is the kind of fault.
  return { message, path, type: /\(([^,]+),/.exec(message)?.[1] } as StandardIssue;
}
