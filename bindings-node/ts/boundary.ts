/** The boundary: in by `enter`, out by `leave`. What a server of another make wraps its handlers with. */

import { type CodecInside, codecInside, payloadValue, type RequestStateCodec, type StateFormat } from "./codec.js";
import { ASKING, SEALED_STATE_INVALID_MESSAGE } from "./constants.js";
import { call, coded, invalidArgument, isA, isMrtrError } from "./errors.js";
import { members, now, optionsJson, requireJson, writeJson } from "./json.js";
import { type KeyInput, type KeyMaterial, ring } from "./keys.js";
import { type NativeBoundary, type NativeRefusal, native } from "./native.js";
import { Refusal } from "./refusal.js";
import { Round } from "./round.js";

/** Options of {@link Boundary}. What is not given has the core's default; an unknown name is an error. */
export interface BoundaryOptions {
  /**
   * The key, at least 32 bytes. Where key, keys and codec are all left out, nothing is sealed, answers are bound to nothing
   * and a client may send whatever state it likes; a key that is there and undefined is an error.
   */
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

/** Made once, shared by all calls. */
export class Boundary {
  readonly #native: NativeBoundary;

  constructor(options: BoundaryOptions = {}) {
    const { key, keys, codec, ...rest } = members(options, "options", "type") as BoundaryOptions;
    if (key === undefined && keys === undefined && codec === undefined && ("key" in options || "keys" in options)) {
      // A variable that was never set must not take the protection away.
      throw coded("no_key", "the key is undefined; for a boundary that seals nothing, leave the option out");
    }
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
    if (typeof method !== "string") throw invalidArgument("method must be a string");
    return ASKING.includes(method);
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
