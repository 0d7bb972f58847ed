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
  };
  insides.set(made, { native: codec, bind: bind as CodecInside["bind"], options: settings });
  return made;
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
