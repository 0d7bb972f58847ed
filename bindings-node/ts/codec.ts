/** `createRequestStateCodec`: the SDK's codec by name and by behaviour, with a key ring and the other SDKs' formats. */

import { call, coded, invalidArgument, MrtrError } from "./errors.js";
import { members, now, optionsJson, payloadJson } from "./json.js";
import { type KeyInput, type KeyMaterial, ring } from "./keys.js";
import { type NativeCodec, native } from "./native.js";

/** A token format; the names are those of FORMATS: `signed` is the TypeScript SDK's, `encrypted` the Python SDK's. */
export type StateFormat = "signed" | "encrypted" | "rs1" | "rs2" | "encrypted-ruby";

/** Options of {@link createRequestStateCodec}. What is not given has the core's default. */
export interface RequestStateCodecOptions<Context = unknown> {
  /** The key, at least 32 bytes. Give this or `keys`. */
  readonly key?: KeyMaterial;
  /** A key ring: the first mints, all open. */
  readonly keys?: readonly KeyInput[];
  /** Lifetime in seconds: 600 unless given; any finite number, as in the SDK. */
  readonly ttlSeconds?: number;
  /** The format minted: `signed` unless given. */
  readonly format?: StateFormat;
  /** The formats opened: only the one that is minted, unless given. */
  readonly open?: readonly StateFormat[];
  /** The longest token looked at or minted, in bytes: 65,536 unless given. */
  readonly limits?: { readonly tokenBytes?: number };
  /** A value that ties a token to its caller. It must be the same in the request that mints and in the one that verifies. */
  readonly bind?: (context: Context) => string;
}

/** Mints and verifies. Its `verify` fits the SDK's `ServerOptions.requestState.verify`. */
export interface RequestStateCodec<Context = unknown> {
  /** A token around a payload that JSON can say. `context` is needed where `bind` is configured. */
  mint(payload: unknown, context?: Context): Promise<string>;
  /**
   * The payload of a token that this codec's keys have minted. Rejects with a reason code as the message (`malformed`,
   * `mac`, `expired`, `bind` …) and `invalid_request_state` as `code`: for a log, never for the wire.
   */
  verify(token: string, context: Context): Promise<unknown>;
  /**
   * The state text of a token that a server on the Python SDK (format `encrypted`) or the Ruby SDK (`encrypted-ruby`) has
   * minted for this very call. Rejects as `verify` does.
   */
  openState(token: string, call: StateCall): Promise<string>;
  /**
   * A token around bytes, in the formats `rs1` and `rs2` with associated data that is signed along and not stored. In
   * `encrypted` this is the bare encryption layer of the Python SDK: no claims, no lifetime, no associated data.
   */
  sealBytes(payload: string | Uint8Array, associatedData?: string | Uint8Array): Promise<string>;
  /** The bytes that `sealBytes`, or the SDK of that format, has sealed. Rejects as `verify` does. */
  openBytes(token: string, associatedData?: string | Uint8Array): Promise<Uint8Array>;
}

/** The call that a token of another SDK must be for. */
export interface StateCall {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The tool, prompt or resource. */
  readonly target: string;
  /** The call's arguments or, better, the JSON text that was received: the Python SDK tells `1.0` from `1`. */
  readonly arguments?: object | string;
  /** Instead of the arguments, where only that is known. */
  readonly argumentsDigest?: string;
  readonly audience?: string;
  readonly principal?: string;
}

/** What we know of a codec of our own. @internal */
export interface CodecInside {
  readonly native: NativeCodec;
  readonly bind: ((context: never) => string) | undefined;
  readonly options: Record<string, unknown>;
}

const insides = new WeakMap<object, CodecInside>();

/** The inside of a codec that we made; undefined for one of another make. @internal */
export function codecInside(codec: object): CodecInside | undefined {
  return insides.get(codec);
}

/**
 * Makes a codec for `requestState`.
 *
 * Throws a `RangeError` for a key of fewer than 32 bytes, for a lifetime that is not finite, and for an unknown option.
 */
export function createRequestStateCodec<Context = unknown>(
  options: RequestStateCodecOptions<Context>,
): RequestStateCodec<Context> {
  const { key, keys, bind, ...rest } = members(options, "options", "type") as RequestStateCodecOptions<Context>;
  if (bind !== undefined && typeof bind !== "function") throw invalidArgument("option bind must be a function", "type");
  const keyRing = ring(key, keys, "type");
  if (keyRing === undefined)
    throw coded("no_key", "createRequestStateCodec: a key of at least 32 bytes is needed", [], "range");
  const settings = { ...rest, ...(keyRing.keyIds && { keyIds: keyRing.keyIds }) };
  const text = optionsJson({ ...settings, allowAnyTtl: true });
  const codec = call(() => new native.Codec(keyRing.keys, text), "range");
  const made: RequestStateCodec<Context> = {
    async mint(payload, context) {
      const value = payloadJson(payload);
      if (bind !== undefined && context === undefined) {
        throw invalidArgument("createRequestStateCodec: mint() needs the context when bind is configured", "type");
      }
      const bound = bind === undefined ? undefined : bindValue(bind, context as Context);
      return call(() => codec.mint(value, bound, now()));
    },
    async verify(token, context) {
      const bound = bind === undefined ? undefined : bindValue(bind, context);
      return payloadValue(call(() => codec.verify(token, bound, now())));
    },
    async openState(token, expected) {
      const text = callJson(expected);
      return call(() => codec.openState(token, text, now()));
    },
    async sealBytes(payload, associatedData) {
      return call(() => codec.sealBytes(payload, associatedData, now()));
    },
    async openBytes(token, associatedData) {
      return call(() => codec.openBytes(token, associatedData, now()));
    },
  };
  insides.set(made, { native: codec, bind: bind as CodecInside["bind"], options: settings });
  return made;
}

/** A call as the core reads it. Arguments that are no text were parsed by this host, which has rounded large integers. */
function callJson(expected: StateCall): string {
  const { arguments: given, ...rest } = members(expected, "the call");
  return optionsJson(
    typeof given === "string"
      ? { ...rest, argumentsJson: given }
      : { ...rest, arguments: given, unsafeIntegers: "refuse" },
  );
}

/**
 * The digest that binds a token to a call's arguments, given as their JSON text (`""` for none). The same text has the
 * same digest in every language; spelling and order of members do not matter, and no two different integers share one.
 */
export function argumentsDigest(json: string): string {
  return call(() => native.argumentsDigest(json));
}

function bindValue<Context>(bind: (context: Context) => string, context: Context): string {
  const value: unknown = bind(context);
  if (typeof value !== "string") throw new MrtrError("invalid_argument", "bind must give a string");
  return value;
}

/** A payload as the host sees it: JSON parsed; a text that is none, as a foreign server may mint, stays text. @internal */
export function payloadValue(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
