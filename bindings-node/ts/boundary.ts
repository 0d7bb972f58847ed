/** The boundary: in by `enter`, out by `leave`. What a server of another make wraps its handlers with. */

import { type CodecInside, codecInside, payloadValue, type RequestStateCodec, type StateFormat } from "./codec.js";
import { SEALED_STATE_INVALID_MESSAGE } from "./constants.js";
import { call, coded, invalidArgument, isA, isMrtrError } from "./errors.js";
import { members, now, optionsJson, readJson, requireJson, writeJson } from "./json.js";
import { type KeyInput, type KeyMaterial, ring } from "./keys.js";
import { type NativeBoundary, type NativeRefusal, type NativeRound, native } from "./native.js";
import { bindResponses, type InputResponses } from "./responses.js";

/** Options of {@link Boundary}. What is not given has the core's default; an unknown name is an error. */
export interface BoundaryOptions {
  /** The key, at least 32 bytes. Without key, keys or codec nothing is sealed and answers are bound to nothing. */
  readonly key?: KeyMaterial;
  /** A key ring: the first mints, all open. */
  readonly keys?: readonly KeyInput[];
  /** A codec of {@link createRequestStateCodec} instead of keys: its ring, formats and lifetime. */
  readonly codec?: RequestStateCodec<never>;
  /** The format minted: `signed` unless given. */
  readonly format?: StateFormat;
  /** The formats opened: only the one that is minted, unless given. */
  readonly open?: readonly StateFormat[];
  /** Lifetime of a token in seconds: 600 unless given; finite and positive. */
  readonly ttlSeconds?: number;
  /** How many rounds one call may ask: 8 unless given. */
  readonly maxRounds?: number;
  /** Who the token is for. */
  readonly audience?: string;
  /** Makes of tokens that are let in although they lack our claims, as a first round (`python-sdk`, `ng-mcp-ui` …). */
  readonly foreign?: readonly string[];
  /** Answers that come without a state: not read unless `"read"`. */
  readonly answersWithoutState?: "ignore" | "read";
  /** Names of form properties that may ask for what looks sensitive. */
  readonly allowSensitive?: readonly string[];
  /** Schemes allowed in URL questions. */
  readonly schemes?: readonly string[];
  /** Sizes. */
  readonly limits?: BoundaryLimits;
}

/** How large a token, a question or a form may be; positive integers. What is not given has the core's default. */
export interface BoundaryLimits {
  readonly tokenBytes?: number;
  /** Questions in one round. */
  readonly questions?: number;
  /** Characters of a question's key. */
  readonly keyCharacters?: number;
  readonly formBytes?: number;
  /** Properties of one form. */
  readonly properties?: number;
  /** Options of one list. */
  readonly options?: number;
}

/** The call that a token from a page must be from. */
export interface UrlCompletionCall {
  /** `tools/call` unless given. */
  readonly method?: string;
  /** The tool, prompt or resource. */
  readonly target: string;
  readonly principal?: string | undefined;
}

/** The kinds of question. */
export type QuestionKind = "form" | "url" | "sampling" | "roots";

/** One call as it comes in. */
export interface Call {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The request's `params`, as a value or, better, as the JSON text that was received. */
  readonly params: unknown;
  /** Who calls; undefined for anonymous callers, never a placeholder. */
  readonly principal?: string | undefined;
  /** What the client declared, where it does not stand in `params._meta`. */
  readonly capabilities?: unknown;
  /** The client speaks a revision of 2025, and is refused in its words. */
  readonly of2025?: boolean;
}

/** A JSON-RPC error, ready to send. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A call or a result that is not let through: what to answer, and what to log. */
export class Refusal {
  readonly kind = "refusal";
  /** Why, for the log and never for the wire: a token's fault such as `expired`, or `params`, `capability`, `rounds` … */
  readonly reason: string;
  /** The JSON-RPC error to answer. */
  readonly error: ErrorObject;
  /** A tool's result to answer instead of the error, where the refusal is told as one. */
  readonly toolResult: Record<string, unknown> | undefined;
  readonly method: string;
  /** The tool, prompt or resource; empty where the request names none. */
  readonly target: string;
  /** A sentence for the log. */
  readonly message: string;

  /** @internal */
  constructor(native: NativeRefusal) {
    this.reason = native.reason;
    this.error = readJson(native.error) as unknown as ErrorObject;
    this.toolResult =
      native.toolResult === undefined ? undefined : (readJson(native.toolResult) as Record<string, unknown>);
    this.method = native.method;
    this.target = native.target;
    this.message = native.detail;
  }
}

/** Something worth a line in the log that refused nothing, such as an answer of an unknown shape. */
export interface Note {
  readonly code: string;
  /** The key under `inputResponses`, where it is about one. The client wrote it. */
  readonly key?: string;
}

interface Description {
  readonly round: number;
  readonly roundsLeft: number;
  readonly flowId: string;
  readonly expiresAt: number | null;
  readonly notes: readonly Note[];
}

/** One round of a call: what came back, and the way out. */
export class Round {
  readonly kind = "round";
  readonly #native: NativeRound;
  readonly #of2025: boolean;
  #description: Description | undefined;
  #responses: InputResponses | undefined;

  /** @internal */
  constructor(round: NativeRound, of2025: boolean) {
    this.#native = round;
    this.#of2025 = of2025;
  }

  #describe(): Description {
    this.#description ??= readJson<Description>(this.#native.describe());
    return this.#description;
  }

  /** Which round this is; 1 for the first. */
  get number(): number {
    return this.#describe().round;
  }

  /** How often the call may still ask, this round included. */
  get roundsLeft(): number {
    return this.#describe().roundsLeft;
  }

  /** The same on every round of one call: an idempotency key. */
  get flowId(): string {
    return this.#describe().flowId;
  }

  /** When the state that came back lapses, in Unix seconds; undefined where none came. */
  get expiresAt(): number | undefined {
    return this.#describe().expiresAt ?? undefined;
  }

  /** For the log. */
  get notes(): readonly Note[] {
    return this.#describe().notes;
  }

  /** The answers that were let through: own names only, bound to the questions asked. For {@link readAnswer} and its like. */
  get responses(): InputResponses {
    this.#responses ??= bindResponses(this.#native.responses());
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
    return this.number > 1 || !this.#native.responses().isEmpty;
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
    const { resultType, inputRequests, requestState, ...rest } = members(result, "a result");
    if (resultType !== "input_required") return result;
    const text = requireJson({ resultType, inputRequests, requestState }, "result");
    const out = call(() => this.#native.leave(text, now(), this.#of2025));
    if (out === null || out === undefined) return result;
    if (typeof out !== "string") return new Refusal(out);
    return { ...rest, ...readJson<Record<string, unknown>>(out) } as R;
  }
}

/** Made once, shared by all calls. */
export class Boundary {
  readonly #native: NativeBoundary;

  constructor(options: BoundaryOptions = {}) {
    const { key, keys, codec, ...rest } = members(options, "options", "type") as BoundaryOptions;
    // This host holds numbers that were parsed: an integer that a double cannot tell from its neighbour is refused.
    const unsafeIntegers = "refuse";
    if (codec !== undefined) {
      if (key !== undefined || keys !== undefined) throw invalidArgument("give codec or keys, not both", "type");
      const inside = insideOf(codec);
      const text = optionsJson({ ...inside.options, ...rest, unsafeIntegers });
      this.#native = call(() => new native.Boundary(inside.native, text));
      return;
    }
    const keyRing = ring(key, keys, "type");
    const text = optionsJson({ ...rest, ...(keyRing?.keyIds && { keyIds: keyRing.keyIds }), unsafeIntegers });
    this.#native = call(() => new native.Boundary(keyRing?.keys, text));
  }

  /** Is this one of the methods whose handlers may ask? */
  asks(method: string): boolean {
    return call(() => native.Boundary.asks(method));
  }

  /** Are states sealed here? */
  get hasKey(): boolean {
    return this.#native.hasKey;
  }

  /** Lets a call in, or gives the refusal to answer. */
  enter(incoming: Call): Round | Refusal {
    const { method, params, principal, capabilities, of2025 } = members(incoming, "the call");
    const text = typeof params === "string" ? params : requireJson(params ?? {}, "params");
    const declared = capabilities === undefined ? undefined : writeJson(capabilities, "capabilities");
    const entered = call(() => this.#native.enter(method, text, principal, declared, now()));
    return entered instanceof native.Round
      ? new Round(entered, of2025 === true)
      : new Refusal(entered as NativeRefusal);
  }

  /** The same as {@link Round.leave}. */
  leave<R extends object>(round: Round, result: R): R | Refusal {
    if (!isA(round, Round)) throw invalidArgument("the round must be one that enter gave");
    return round.leave(result);
  }

  /** A token for a widget to carry: never good as a `requestState`. */
  seal(payload: unknown, principal?: string): string {
    const text = requireJson(payload, "payload");
    return call(() => this.#native.seal(text, principal, now()));
  }

  /** The payload of such a token. Throws `sealed_state_invalid` with a stable message, the reason on `cause`. */
  open<T = unknown>(token: string, principal?: string): T {
    return payloadValue(opened(() => this.#native.open(token, principal, now()))) as T;
  }

  /**
   * What a token that a page carried says: the payload, and the flow that sent the user there. Throws as
   * {@link Boundary.open} does, for a token of another call too.
   */
  openUrlCompletion<T = unknown>(token: string, from: UrlCompletionCall): { payload: T; flowId: string } {
    const { method = "tools/call", target, principal } = members(from, "the call");
    const { payload, flowId } = opened(() => this.#native.openUrlCompletion(token, method, target, principal, now()));
    return { payload: payloadValue(payload) as T, flowId };
  }
}

/** Tells a token's refusal by the one message that others depend on. */
function opened<T>(body: () => T): T {
  try {
    return call(body);
  } catch (cause) {
    if (!isMrtrError(cause) || cause.code !== "sealed_state_invalid") throw cause;
    throw Object.assign(coded("sealed_state_invalid", SEALED_STATE_INVALID_MESSAGE), {
      cause: new Error(cause.message),
    });
  }
}

function insideOf(codec: object): CodecInside {
  const inside = typeof codec === "object" && codec !== null ? codecInside(codec) : undefined;
  if (inside !== undefined) return inside;
  throw coded(
    "invalid_option",
    "the codec must be made by mrtr's createRequestStateCodec: one of another make cannot bind rounds and questions",
    [],
    "type",
  );
}
