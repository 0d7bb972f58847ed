/** One round of a call. */

import { payloadValue } from "./codec.js";
import { call } from "./errors.js";
import { members, now, readJson, requireJson } from "./json.js";
import type { NativeRound } from "./native.js";
import { Refusal } from "./refusal.js";
import { bindResponses, type InputResponses } from "./responses.js";

/** The kinds of question. */
export type QuestionKind = "form" | "url" | "sampling" | "roots";

/** Something worth a line in the log that refused nothing, such as an answer of an unknown shape. */
export interface Note {
  readonly code: string;
  /** The key under `inputResponses`, where it is about one. The client wrote it. */
  readonly key?: string;
}

interface Description {
  readonly round: number;
  readonly roundsLeft: number;
  readonly retry: boolean;
  readonly flowId: string;
  readonly expiresAt: number | null;
  readonly notes: readonly Note[];
}

/** One round of a call: what came back, and the way out. */
export class Round {
  readonly kind = "round";
  readonly #native: NativeRound;
  readonly #of2025: boolean;
  #facts: readonly [description: Description, answers: InputResponses, isEmpty: boolean] | undefined;
  #responses: InputResponses | undefined;

  /** @internal */
  constructor(round: NativeRound, of2025: boolean) {
    this.#native = round;
    this.#of2025 = of2025;
  }

  #read(): readonly [Description, InputResponses, boolean] {
    this.#facts ??= readJson<readonly [Description, InputResponses, boolean]>(this.#native.describe());
    return this.#facts;
  }

  get #description(): Description {
    return this.#read()[0];
  }

  /** Which round this is; 1 for the first. */
  get number(): number {
    return this.#description.round;
  }

  /** How often the call may still ask, this round included. */
  get roundsLeft(): number {
    return this.#description.roundsLeft;
  }

  /** Did the call carry `requestState` or `inputResponses`? They are in no cache's key: its result gets no cache hints. */
  get isRetry(): boolean {
    return this.#description.retry;
  }

  /** The same on every round of one call: an idempotency key. */
  get flowId(): string {
    return this.#description.flowId;
  }

  /** When the state that came back lapses, in Unix seconds; undefined where none came. */
  get expiresAt(): number | undefined {
    return this.#description.expiresAt ?? undefined;
  }

  /** For the log. */
  get notes(): readonly Note[] {
    return this.#description.notes;
  }

  /** The answers that were let through: own names only, bound to the questions asked. For {@link readAnswer} and its like. */
  get responses(): InputResponses {
    this.#responses ??= bindResponses(this.#read()[1], this.#native);
    return this.#responses;
  }

  /** The payload of the state that came back, or undefined. The type is an assertion. */
  requestState<T = unknown>(): T | undefined {
    return payloadValue(this.#native.requestStateText()) as T | undefined;
  }

  /** The state that came back as text: JSON text for a sealed payload. */
  get requestStateText(): string | undefined {
    return this.#native.requestStateText() ?? undefined;
  }

  /** Is there anything to read, or has the call asked before? */
  get hasResponses(): boolean {
    const [description, , isEmpty] = this.#read();
    return description.round > 1 || !isEmpty;
  }

  /** Has the client declared what this kind of question needs? */
  mayAsk(kind: QuestionKind): boolean {
    return call(() => this.#native.mayAsk(kind));
  }

  /** A token for this round's `input_required` result, around a payload. */
  sealRequestState(payload: unknown): string {
    const text = requireJson(payload, "payload");
    return call(() => this.#native.sealRequestState(text, now()));
  }

  /** A token that a page may carry back to this server; good for {@link Boundary.openUrlCompletion} alone. */
  sealUrlCompletion(payload: unknown): string {
    const text = requireJson(payload, "payload");
    return call(() => this.#native.sealUrlCompletion(text, now()));
  }

  /** The result as it may be sent. One that asks nothing is returned as it is. */
  leave<R extends object>(result: R): R | Refusal {
    const given = members(result, "a result");
    if (!asks(given)) return result;
    const { resultType, inputRequests, requestState } = given;
    const text = requireJson({ resultType, inputRequests, requestState }, "result");
    const out = call(() => this.#native.leave(text, now(), this.#of2025));
    if (out === null || out === undefined) return result;
    if (typeof out !== "string") return new Refusal(out);
    const sent = readJson<Record<string, unknown>>(out);
    // Members keep their order; an empty set of questions is not sent.
    if (!("inputRequests" in sent)) delete given.inputRequests;
    return { ...given, ...sent } as R;
  }
}

/**
 * Does a handler's result ask? The protocol's discriminator, looked at here so that a result which asks nothing is not
 * written as JSON; what asks is judged by the core. @internal
 */
export function asks(result: unknown): boolean {
  return (result as { resultType?: unknown } | null | undefined)?.resultType === "input_required";
}
