/** Reading answers: the SDK's readers, and the reader that tells five outcomes apart. */

import { call, type Issue, invalidArgument } from "./errors.js";
import { type Content, type ContentOf, type FormInput, readerOf, runModel } from "./form.js";
import { bare, readJson, requireJson } from "./json.js";
import { type NativeAnswers, type NativeForm, native } from "./native.js";
import type { StandardIssue } from "./schema.js";

/** `inputResponses` as a handler sees them. */
export type InputResponses = Record<string, unknown>;

/** One entry as the SDK's reader shows it. */
export type InputResponseView =
  | { readonly kind: "missing" }
  | { readonly kind: "elicit"; readonly action: "accept" | "decline" | "cancel"; readonly content?: Content }
  | { readonly kind: "sampling"; readonly result: Record<string, unknown> }
  | { readonly kind: "roots"; readonly roots: Record<string, unknown>[] };

/** What came back to a question, told apart in five ways. Only `accepted` is consent, and only to what `content` says. */
export type Answer<Output = Content> =
  | { readonly outcome: "missing" }
  | {
      readonly outcome: "accepted";
      /** As the core gives it; undefined for a URL, whose accept says nothing about completion. */
      readonly content: Content | undefined;
      /** As the schema's library reads it; the content itself where there is none. */
      readonly value: Output;
    }
  | { readonly outcome: "declined" }
  | { readonly outcome: "cancelled" }
  | {
      readonly outcome: "invalid";
      /** Who refused: the form that was sent, whose verdict is the same in every language, or the host's own model. */
      readonly by: "form" | "model";
      readonly issues: readonly Issue[];
      /**
       * What the model itself says, in its own words, which may quote the answer: so it is not enumerable, and neither
       * printed nor written as JSON with the rest.
       */
      readonly hostIssues?: readonly StandardIssue[];
    };

/** Answers that a boundary let through, and the round that reads them, bound to the questions that were asked. */
const bound = new WeakMap<object, NativeAnswers>();

/** The object that a handler sees, bound to the round that reads it. @internal */
export function bindResponses(answers: InputResponses, round: NativeAnswers): InputResponses {
  const seen = bare(answers);
  bound.set(seen, round);
  return seen;
}

/** Answers that are bound to nothing: the core reads their text anew for each question. */
class Unbound implements NativeAnswers {
  readonly #text: string;

  constructor(responses: unknown) {
    if (responses === undefined || responses === null) this.#text = "{}";
    else if (typeof responses === "object") this.#text = requireJson(responses, "responses");
    else throw invalidArgument("responses must be an object");
  }

  view(key: unknown): string {
    return native.viewOf(this.#text, key);
  }

  answer(key: unknown, form: NativeForm | undefined): string {
    return native.answerOf(this.#text, key, form);
  }

  acceptedContent(key: unknown, form: NativeForm | undefined): string | null {
    return native.acceptedContentOf(this.#text, key, form);
  }

  confirmed(key: unknown, form: NativeForm | undefined, field: unknown): boolean {
    return native.confirmedOf(this.#text, key, form, field);
  }
}

function open(responses: unknown, key: unknown): NativeAnswers {
  if (typeof key !== "string") throw invalidArgument("the key must be a string");
  return bound.get(responses as object) ?? new Unbound(responses);
}

/**
 * The content that was accepted for a form, or undefined for everything else. With a schema: checked against its form,
 * then read by the schema's library; an answer to a form with other constraints is undefined.
 */
export function acceptedContent(responses: InputResponses | undefined, key: string): Content | undefined;
export function acceptedContent<S extends FormInput>(
  responses: InputResponses | undefined,
  key: string,
  schema: S,
): ContentOf<S> | undefined;
export function acceptedContent(responses: InputResponses | undefined, key: string, schema?: FormInput): unknown {
  const { form, model } = readerOf(schema);
  const answers = open(responses, key);
  const text = call(() => answers.acceptedContent(key, form));
  if (text === null) return undefined;
  const result = runModel(model, readJson(text));
  return "issues" in result ? undefined : result.value;
}

/** One entry as a view: `missing`, `elicit`, `sampling` or `roots`. */
export function inputResponse(responses: InputResponses | undefined, key: string): InputResponseView {
  const answers = open(responses, key);
  return readJson<InputResponseView>(call(() => answers.view(key)));
}

/**
 * Reads the answer to a question in five ways. A decline or a cancel ends the question; ask again on `missing` and
 * `invalid` only.
 */
export function readAnswer(responses: InputResponses | undefined, key: string): Answer<Content | undefined>;
export function readAnswer<S extends FormInput>(
  responses: InputResponses | undefined,
  key: string,
  schema: S,
): Answer<ContentOf<S>>;
export function readAnswer(responses: InputResponses | undefined, key: string, schema?: FormInput): Answer<unknown> {
  const { form, model } = readerOf(schema);
  const answers = open(responses, key);
  const answer = readJson<Answer<unknown>>(call(() => answers.answer(key, form)));
  if (answer.outcome === "invalid") return { ...answer, by: "form" };
  if (answer.outcome !== "accepted") return answer;
  const { content } = answer;
  const result = runModel(model, content);
  if (!("issues" in result)) return { outcome: "accepted", content, value: result.value };
  const invalid: Answer<unknown> = { outcome: "invalid", by: "model", issues: result.issues };
  return Object.defineProperty(invalid, "hostIssues", { value: result.hostIssues });
}

/**
 * Did the user say yes? True only for an accept whose content fits the schema and holds `true` in the boolean `field`,
 * which may be left out where the form has one boolean only. Everything else is false: nothing yet, a decline, a cancel,
 * `false`, an answer that does not fit or answers a question that has changed. To know whether to ask, use
 * {@link readAnswer}.
 *
 * Throws `invalid_argument`, whatever was answered, for a field that is no boolean of the form, for a form with none or
 * several and no field named, and where neither is given.
 */
export function confirmed(
  responses: InputResponses | undefined,
  key: string,
  schema: FormInput,
  field?: string | undefined,
): boolean;
export function confirmed(
  responses: InputResponses | undefined,
  key: string,
  schema: undefined,
  field: string,
): boolean;
export function confirmed(
  responses: InputResponses | undefined,
  key: string,
  schema?: FormInput,
  field?: string,
): boolean {
  const { form, model } = readerOf(schema);
  const answers = open(responses, key);
  if (!call(() => answers.confirmed(key, form, field))) return false;
  if (model === undefined) return true;
  const text = call(() => answers.acceptedContent(key, form));
  return text !== null && !("issues" in runModel(model, readJson(text)));
}
