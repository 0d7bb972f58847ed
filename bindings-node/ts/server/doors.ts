/** Wraps the handlers of an SDK server with the two doors. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  type McpServer as SdkMcpServer,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ASKING } from "../constants.js";
import { coded, invalidArgument, isMrtrError } from "../errors.js";
import { members } from "../json.js";
import { protectedServers } from "../protected.js";
import { Refusal } from "../refusal.js";
import { asks, endsCall, Round } from "../round.js";
import { contextOf } from "./context.js";
import { heard, tellOperator, warnUnsealed } from "./operator.js";
import { type ProtectOptions, type RefusalEvent, type Sealing, sealing } from "./options.js";
import { rawParams } from "./raw.js";

const INTERNAL_ERROR = -32603;

type Params = Record<string, unknown> | undefined;
type Handler = (request: { params?: Params }, context: ServerContext) => unknown;

/** The doors of one server; shared by all the SDK servers that are built for its requests. @internal */
export class Doors {
  readonly #sealing: Sealing;
  readonly #options: ProtectOptions;

  constructor(options: ProtectOptions, serverName: string | undefined) {
    this.#sealing = sealing(options, serverName);
    this.#options = options;
  }

  get boundary(): Sealing["boundary"] {
    return this.#sealing.boundary;
  }

  /**
   * Makes every handler that is set from now on pass through the doors. `registered` names the methods that may have a
   * handler already, since nothing of theirs asks.
   */
  install(server: Server, registered: readonly string[] = []): void {
    for (const method of ASKING) if (!registered.includes(method)) assertFree(server, method);
    const set = server.setRequestHandler.bind(server) as (method: string, ...rest: unknown[]) => void;
    const doors = this;
    function setRequestHandler(method: string, ...rest: unknown[]): unknown {
      if (!doors.boundary.asks(method)) return set(method, ...rest);
      const handler = rest.pop();
      if (typeof handler !== "function") return set(method, ...rest, handler);
      // With schemas of its own, the SDK hands a handler the params instead of the request.
      const bare = rest.length > 0;
      const wrapped = doors.#wrap(server, method, (request, context) =>
        handler(bare ? request.params : request, context),
      );
      return set(
        method,
        ...rest,
        bare ? (params: Params, context: ServerContext) => wrapped({ params }, context) : wrapped,
      );
    }
    server.setRequestHandler = setRequestHandler as Server["setRequestHandler"];
  }

  #wrap(server: Server, method: string, handler: Handler): Handler {
    return async (request, context) => {
      const principal = this.principal(context);
      const raw = rawParams(context.http?.req);
      const retried = raw?.retried ?? hasRetryFields(context);
      const modern = context.mcpReq.envelope !== undefined;
      const round = guarded(() =>
        this.boundary.enter({
          method,
          params: raw?.text ?? lifted(request.params, context),
          principal: principal as string | undefined,
          // The text has them in its own _meta.
          ...(raw === undefined && { capabilities: declared(context) ?? server.getClientCapabilities() }),
          of2025: !modern,
        }),
      );
      if (round instanceof Refusal) return this.#refuse(server, round);
      if (retried) this.#note(method, round);
      const result = given(await handler(request, contextOf(context, round, this.#sealing, principal, retried)));
      if (endsCall(result)) {
        // Clients of 2025 know no hints.
        const hints = retried && modern ? round.cacheHints : undefined;
        return hints === undefined ? result : { ...(result as object), ...hints };
      }
      if (asks(result) && !this.boundary.hasKey) warnUnsealed();
      let out = guarded(() => round.leave(result as object));
      if (!modern && !(out instanceof Refusal) && asks(out)) {
        const sent = out;
        out = guarded(() => Round.older(round, server.getNegotiatedProtocolVersion() ?? "", sent));
      }
      return out instanceof Refusal ? this.#refuse(server, out) : out;
    };
  }

  /** Whoever calls; false where the host's callback gave no text or failed, which is "could not be told" to the core. */
  principal(context: ServerContext): unknown {
    const { principal } = this.#sealing;
    if (principal === undefined) return undefined;
    try {
      const name: unknown = principal(context) ?? undefined;
      if (name === undefined || typeof name === "string") return name;
      Promise.resolve(name).catch(() => undefined);
      console.warn(`mrtr: option principal must give text at once, or undefined, not ${kindOf(name)}`);
    } catch (error) {
      console.error("mrtr: option principal threw:", error);
    }
    return false;
  }

  #note(method: string, round: Round): void {
    const { onNote } = this.#options;
    if (onNote === undefined) return;
    for (const note of round.notes) heard(() => onNote({ ...note, method }));
  }

  /** The result that stands for the refusal, or else its error. */
  #refuse(server: Server, refusal: Refusal): Record<string, unknown> {
    const { reason, method, target, message } = refusal;
    const told = this.#options.onRefusal ?? ((event: RefusalEvent) => tellOperator(server, event));
    const event = { reason, method, target, message };
    heard(
      () => told(event),
      () => tellOperator(server, event),
    );
    if (refusal.toolResult !== undefined) return refusal.toolResult;
    throw new ProtocolError(refusal.error.code, refusal.error.message, refusal.error.data);
  }
}

/** What a tool's handler gave in place of a result: the SDK hands on unseen what asks, so it comes as that. @internal */
export function noResult(value: unknown): Record<string, unknown> {
  return { resultType: "input_required", [GIVEN]: { value } };
}

const GIVEN = Symbol("what the handler gave");

function given(result: unknown): unknown {
  const carried = (result as { [GIVEN]?: { value: unknown } } | null | undefined)?.[GIVEN];
  return carried === undefined ? result : carried.value;
}

function hasRetryFields({ mcpReq }: ServerContext): boolean {
  return mcpReq.inputResponses !== undefined || mcpReq.requestState() !== undefined;
}

/** What the client declared with this request; undefined for a client of 2025, which declared it once for all. */
function declared(context: ServerContext): unknown {
  return (context.mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
}

function assertFree(server: Server, method: string): void {
  try {
    server.assertCanSetRequestHandler(method);
  } catch {
    throw coded(
      "illegal_state",
      `protect(server) must come before the first tool, prompt or resource is registered: ${method} has a handler already`,
    );
  }
}

/** The params as they came, with what the SDK has lifted out of them put back. */
function lifted(params: Params, context: ServerContext): Record<string, unknown> {
  const { inputResponses, droppedInputResponseKeys } = context.mcpReq;
  const state: unknown = context.mcpReq.requestState();
  if (state !== undefined && typeof state !== "string") {
    throw new ProtocolError(
      INTERNAL_ERROR,
      "the SDK's requestState.verify and mrtr cannot both verify the state; leave out the former",
    );
  }
  const answers = inputResponses === undefined ? undefined : { ...inputResponses };
  // Entries that the SDK has dropped stay visible as what they are: nothing that can be read.
  for (const key of droppedInputResponseKeys ?? []) {
    Object.defineProperty(answers, key, { value: null, enumerable: true, configurable: true });
  }
  return {
    ...params,
    ...(state !== undefined && { requestState: state }),
    ...(answers !== undefined && { inputResponses: answers }),
  };
}

/** Our own errors become the server's: a client is told no more than that. */
function guarded<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (isMrtrError(error)) throw new ProtocolError(INTERNAL_ERROR, error.message);
    throw error;
  }
}

function kindOf(value: unknown): string {
  return value instanceof Promise ? "a promise" : typeof value;
}

/**
 * Protects a server of the official SDK: every tool, prompt and resource registered from now on passes through the
 * doors. Later than the first registration it throws `illegal_state`.
 *
 * Where a server is built for each request, give the same options object each time: what is made of it is made once, and
 * later changes to the object are not seen.
 */
export function protect<S extends SdkMcpServer | Server>(server: S, options: ProtectOptions): S {
  const inner = innerServer(server);
  if (inner === undefined) throw invalidArgument("protect needs a server of @modelcontextprotocol/server", "type");
  if (protectedServers.has(inner)) throw coded("illegal_state", "protect(server): this server is protected already");
  doorsOf(options).install(inner);
  protectedServers.add(inner);
  return server;
}

function doorsOf(options: ProtectOptions): Doors {
  const made = doorsMade.get(options);
  if (made !== undefined) return made;
  const doors = new Doors(members(options, "options", "type") as ProtectOptions, undefined);
  doorsMade.set(options, doors);
  return doors;
}

const doorsMade = new WeakMap<object, Doors>();

/** The low-level server. Known by what it can do: where two copies of the SDK are installed, classes do not tell. */
function innerServer(server: unknown): Server | undefined {
  try {
    const inner = (server as { server?: unknown }).server ?? server;
    return isServer(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}

function isServer(value: unknown): value is Server {
  try {
    return typeof (value as Server).setRequestHandler === "function";
  } catch {
    return false;
  }
}
