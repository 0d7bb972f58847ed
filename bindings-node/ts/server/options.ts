/** The options of a protected server, and the boundary made of them. */

import { randomBytes } from "node:crypto";
import type { ServerContext } from "@modelcontextprotocol/server";
import { Boundary, type BoundaryLimits, type BoundaryOptions } from "../boundary.js";
import { codecInside, type RequestStateCodec, type StateFormat } from "../codec.js";
import { coded, invalidArgument } from "../errors.js";
import { members } from "../json.js";
import type { KeyInput, KeyMaterial } from "../keys.js";
import { refuseMisspelt } from "./misspelt.js";

/** How state is sealed. */
export interface StateOptions {
  /**
   * The secret, at least 32 bytes, shared by every instance that may receive a token. Needed in production; elsewhere
   * one that is missing is replaced by a key that dies with the process, with a warning.
   */
  key?: KeyMaterial | undefined;
  /** A key ring instead: the first mints, all open. */
  keys?: readonly KeyInput[];
  /** Lifetime of a token in seconds: 600 unless given. */
  ttlSeconds?: number;
  /** Who calls, as a text that is the same in the request that mints and in the one that comes back. */
  bind?: (context: ServerContext) => string | undefined;
  /** `signed` (readable by the client) unless given, or `encrypted`. */
  format?: StateFormat;
  /** The formats opened: only the one that is minted, unless given. */
  open?: readonly StateFormat[];
}

/** What a refusal tells the server's log. No token, payload or answer is in it. */
export interface RefusalEvent {
  /** A token's fault (`mac`, `expired`, `arguments` …), or `params`, `capability`, `rounds`, `principal`, or an error's code. */
  readonly reason: string;
  readonly method: string;
  /** The tool, prompt or resource. */
  readonly target: string;
  readonly message: string;
}

/** What the log may want to know of a call that was let in. */
export interface NoteEvent {
  /** `foreign` for a state of another make; of answers `unasked`, `wrapped`, `unknown_shape` or `other_kind`. */
  readonly code: string;
  readonly method: string;
  /** The key under `inputResponses`. The client wrote it. */
  readonly key?: string;
}

/** What a protected server is told. */
export interface ProtectOptions {
  /** Seals state. Without it nothing is sealed: rounds have no bound, and answers are bound to no question. */
  state?: StateOptions | RequestStateCodec<never>;
  /** Bounds the rounds of a call. */
  inputRequired?: { maxRounds?: number };
  /**
   * Who calls: a text that is the same on every instance, undefined for anonymous callers. The same as `state.bind`.
   * A session of a client of 2025 is its opener's alone; there the context holds `http` and nothing else.
   */
  principal?: (context: ServerContext) => string | undefined;
  /** The service that tokens are for. */
  audience?: string;
  /** Makers whose tokens pass although they lack our claims. */
  foreign?: readonly string[];
  /** Answers that come without a state: not read unless `"read"`. */
  answersWithoutState?: "ignore" | "read";
  /** Names of form fields that may ask for what looks sensitive. */
  allowSensitive?: readonly string[];
  /** Schemes allowed in URL questions. */
  schemes?: readonly string[];
  /** Sizes. */
  limits?: BoundaryLimits;
  /** Hears of every refusal. Without it the SDK server's `onerror` hears of them, or else standard error. */
  onRefusal?: (event: RefusalEvent) => void;
  /** Hears what is odd about calls that were let in. */
  onNote?: (event: NoteEvent) => void;
}

/** The names of {@link ProtectOptions}, which the SDK's own options stand beside. @internal */
export function splitOptions<O extends ProtectOptions>(
  options: O,
): [ProtectOptions, Omit<O, Exclude<keyof ProtectOptions, "inputRequired">>] {
  const {
    state,
    principal,
    audience,
    foreign,
    answersWithoutState,
    allowSensitive,
    schemes,
    limits,
    onRefusal,
    onNote,
    ...rest
  } = members(options, "options", "type") as unknown as O;
  const own = {
    state,
    principal,
    audience,
    foreign,
    answersWithoutState,
    allowSensitive,
    schemes,
    limits,
    onRefusal,
    onNote,
  };
  const ours: ProtectOptions = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  for (const name of MISPLACED) if (name in rest) Object.assign(ours, { [name]: true });
  refuseMisspelt(rest, [...Object.keys(own), "inputRequired"]);
  return [options.inputRequired === undefined ? ours : { ...ours, inputRequired: options.inputRequired }, rest];
}

/** Options that would be ignored at the top, and leave a server unprotected that looks protected. */
const MISPLACED = ["key", "keys", "bind", "ttlSeconds", "format", "open", "maxRounds"];

/** A boundary, and who asks it for whom. @internal */
export interface Sealing {
  readonly boundary: Boundary;
  readonly principal: ((context: ServerContext) => unknown) | undefined;
}

/** Makes the boundary. `serverName` becomes the audience where the format wants one. @internal */
export function sealing(options: ProtectOptions, serverName: string | undefined): Sealing {
  for (const name of MISPLACED) {
    if (name in options) {
      const place = name === "maxRounds" ? "inputRequired.maxRounds" : `state.${name}`;
      throw coded("invalid_option", `option ${name} belongs one level down: ${place}`, [], "type");
    }
  }
  const { state, inputRequired, principal, onRefusal, onNote, ...rest } = options;
  const { bind, ...ring } = keysOf(state);
  if (bind !== undefined && principal !== undefined) {
    throw invalidArgument("give principal or state.bind, not both: they are the same", "type");
  }
  for (const [name, callback] of Object.entries({ "state.bind": bind, principal, onRefusal, onNote })) {
    if (callback !== undefined && typeof callback !== "function") {
      throw invalidArgument(`option ${name} must be a function`, "type");
    }
  }
  const boundary = new Boundary({
    ...rest,
    ...ring,
    ...(inputRequired?.maxRounds !== undefined && { maxRounds: inputRequired.maxRounds }),
    ...(serverName !== undefined && { serverName }),
  } as BoundaryOptions);
  return { boundary, principal: (principal ?? bind) as Sealing["principal"] };
}

type Ring = BoundaryOptions & { bind?: unknown };

function keysOf(state: ProtectOptions["state"]): Ring {
  if (state === undefined) return {};
  const inside = codecInside(state);
  if (inside !== undefined) return { codec: state as RequestStateCodec<never>, bind: inside.bind };
  const { key, ...rest } = members(state, "option state", "type") as StateOptions;
  if ("mint" in rest || "verify" in rest) {
    throw coded(
      "invalid_option",
      "option state: a codec must be made by mrtr's createRequestStateCodec; one of another make cannot bind rounds and questions",
      [],
      "type",
    );
  }
  return (
    key === undefined && rest.keys === undefined
      ? { ...rest, key: ephemeralKey() }
      : { ...rest, ...(key !== undefined && { key }) }
  ) as Ring;
}

function ephemeralKey(): Uint8Array {
  if (process.env.NODE_ENV === "production") {
    throw coded(
      "no_key",
      "option state.key is missing: in production, give a secret of at least 32 bytes that all instances share",
    );
  }
  process.emitWarning(
    "mrtr: no state.key is configured, so a key is made for this process alone; tokens die with it. Set state.key before deploying.",
    { code: "MRTR_EPHEMERAL_KEY" },
  );
  return randomBytes(32);
}
