/** One round of a call. */

import { ENDINGS } from "./constants.js";
import { call, invalidArgument, type Raised } from "./errors.js";
import { members, now, readJson, requireJson, requireValue, writesItself } from "./json.js";
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
  readonly requestState?: unknown;
  readonly notes: readonly Note[];
}

/** What a result tells those who may keep it. */
export interface CacheHints {
  /** How long it is fresh, in milliseconds. */
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

type Facts = readonly [description: Description, answers: InputResponses, isEmpty: boolean, hints: CacheHints | null];

/** One round of a call: what came back, and the way out. */
export class Round {
  readonly kind = "round";
  readonly #native: NativeRound;
  readonly #of2025: boolean;
  #facts: Facts | undefined;
  #stateGiven = false;
  #responses: InputResponses | undefined;

  /** @internal */
  constructor(round: NativeRound, of2025: boolean) {
    this.#native = round;
    this.#of2025 = of2025;
  }

  #read(): Facts {
    this.#facts ??= readJson<Facts>(this.#native.describe());
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

  /** Did the call carry `requestState` or `inputResponses`? They are in no cache's key. */
  get isRetry(): boolean {
    return this.#description.retry;
  }

  /** The cache hints that a final result of this call must have, whatever its handler says; undefined for its own. */
  get cacheHints(): CacheHints | undefined {
    return this.#read()[3] ?? undefined;
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
    // A handler may change what it is given, so what was read along with the rest is given once.
    const facts = this.#stateGiven ? readJson<Facts>(this.#native.describe()) : this.#read();
    this.#stateGiven = true;
    return facts[0].requestState as T | undefined;
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

  /**
   * A result that has left, with its questions in the words of the revision that the client speaks; a refusal where that
   * one cannot say them. @internal
   */
  static older(round: Round, revision: string, result: object): object | Refusal {
    const { inputRequests } = members(result, "a result");
    if (inputRequests === undefined) return result;
    const text = requireJson(inputRequests, "inputRequests");
    const out = call(() => round.#native.older(revision, text));
    if (out === null || out === undefined) return result;
    return typeof out === "string" ? { ...result, inputRequests: readJson(out) } : new Refusal(out);
  }

  /**
   * The result as it may be sent. One that asks nothing is returned as it is. Throws for what JSON cannot say, such as a
   * promise that was not awaited, and for a result that writes itself by `toJSON`.
   */
  leave<R extends object>(result: R): R | Refusal {
    requireValue(result, "a result");
    // The core says what is wrong with all else that is no object, and has no word for this.
    if (result === undefined) throw invalidArgument("a handler must give a result, or one that asks, not undefined");
    if (result === null || typeof result !== "object") return this.#judged(result, result);
    const given = members(result, "a result");
    if (Array.isArray(result)) return this.#judged(result, []);
    if (writesItself(result)) throw invalidArgument("a result must not have a toJSON: it is sent as it was looked at");
    if (endsCall(given)) return result;
    const { resultType, inputRequests, requestState, method } = given;
    requireQuestions(inputRequests, requestState);
    const asking = { resultType, inputRequests, requestState };
    return this.#judged(result, asks(given) ? asking : { ...asking, method }, given);
  }

  /** What the core makes of a result, or of what in it can ask; `given` are its members, of which others stay. */
  #judged<R>(result: R, judged: unknown, given: Record<string, unknown> = {}): R | Refusal {
    const text = requireJson(judged, "result");
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

/**
 * Has a result what ends a call? Then it need not be written as JSON. One that neither asks nor ends the call may be a
 * slip, and is judged by the core. @internal
 */
export function endsCall(result: unknown): boolean {
  if (result === null || typeof result !== "object" || asks(result) || writesItself(result)) return false;
  return ENDINGS.some((name) => ((result as Record<string, unknown>)[name] ?? undefined) !== undefined);
}

/** What JSON would drop or empty without a word. @internal */
export function requireQuestions(inputRequests: unknown, requestState: unknown, as: Raised = "error"): void {
  requireValue(requestState, "requestState", as);
  requireValue(inputRequests, "inputRequests", as);
  if (inputRequests === null || typeof inputRequests !== "object") return;
  for (const [key, question] of Object.entries(members(inputRequests, "inputRequests", as))) {
    requireValue(question, `inputRequests.${key}`, as);
  }
}
