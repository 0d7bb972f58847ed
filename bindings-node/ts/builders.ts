/** Building questions and the result that asks them: the SDK's names, with the core's checks at build time. */

import { call } from "./errors.js";
import { type FormInput, type FormOptions, questionOf } from "./form.js";
import { members, optionsJson, readJson, requireJson } from "./json.js";
import { native } from "./native.js";
import { requireQuestions } from "./round.js";

/** A question, ready for `inputRequests`. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params?: Record<string, unknown>;
}

/** Questions by key. */
export type InputRequests = Record<string, InputRequest>;

/** The result by which a handler asks. */
export interface InputRequiredResult {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
  readonly [name: string]: unknown;
}

/** What {@link inputRequired} takes: questions, a state, or both. */
export interface InputRequiredSpec {
  readonly inputRequests?: InputRequests | undefined;
  readonly requestState?: string | undefined;
}

/** A question with a form. */
export interface ElicitParams {
  /** What the user is asked. */
  readonly message: string;
  /** The form: a library's schema, a JSON Schema, or a {@link Form}. */
  readonly requestedSchema: FormInput;
  readonly [name: string]: unknown;
}

/** A question that sends the user to a URL. */
export interface ElicitUrlParams {
  readonly message: string;
  readonly url: string;
  readonly [name: string]: unknown;
}

/** Options of {@link inputRequired.elicitUrl}. */
export interface UrlOptions {
  /** Schemes allowed: `https` unless given (and `http` on loopback). */
  readonly schemes?: readonly string[];
  /** Members of the query that may be named like secrets. */
  readonly allowSensitive?: readonly string[];
}

function build(spec: InputRequiredSpec): InputRequiredResult {
  const given = members(spec, "spec", "type");
  requireQuestions(given.inputRequests, given.requestState, "type");
  return readJson<InputRequiredResult>(call(() => native.inputRequired(requireJson(given, "spec", "type")), "type"));
}

/** Puts a schema's text where the schema stood, so that its own order of members is kept. */
function withSchema(params: string, schema: string): string {
  const open = params.slice(0, -1);
  return `${open}${open === "{" ? "" : ","}"requestedSchema":${schema}}`;
}

/**
 * The result that asks for input, and the builders of what it asks. Each throws a `TypeError` with `code` and `issues`
 * at once when what is built would not be allowed on the wire.
 */
export const inputRequired = Object.assign(build, {
  /** Asks the user to fill in a form. */
  elicit(params: ElicitParams, options?: FormOptions): InputRequest {
    const { requestedSchema, ...rest } = members(params, "params", "type");
    // Without a schema it is the core that says what is missing, and what was meant.
    if (requestedSchema === undefined) {
      const whole = requireJson(rest, "params", "type");
      return readJson<InputRequest>(call(() => native.elicit(whole, optionsJson({}, "type")), "type"));
    }
    const { text, options: settings } = questionOf(requestedSchema as FormInput, options, "type");
    const whole = withSchema(requireJson(rest, "params", "type"), text);
    return readJson<InputRequest>(call(() => native.elicit(whole, settings), "type"));
  },

  /** Sends the user to a URL: for secrets, sign-in and payment. An accept is consent, never completion. */
  elicitUrl(params: ElicitUrlParams, options: UrlOptions = {}): InputRequest {
    const text = requireJson(params, "params", "type");
    return readJson<InputRequest>(
      call(() => native.elicitUrl(text, optionsJson(members(options, "options", "type"), "type")), "type"),
    );
  },

  /** Asks the client's model. */
  createMessage(params: Record<string, unknown>): InputRequest {
    return readJson<InputRequest>(call(() => native.createMessage(requireJson(params, "params", "type")), "type"));
  },

  /** Asks for the client's roots. */
  listRoots(): InputRequest {
    return readJson<InputRequest>(call(() => native.listRoots(), "type"));
  },
});
