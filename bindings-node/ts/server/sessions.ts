/** Clients of 2025: one SDK server a session, since they are asked over a connection that stays. */

import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpHandlerRequestOptions,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { coded } from "../errors.js";
import { members } from "../json.js";
import { problem } from "./reply.js";

/** How many sessions there may be, and for how long. */
export interface SessionOptions {
  /** The most sessions at once: 1000 unless given. One more is refused with status 503. */
  maxSessions?: number;
  /** Milliseconds after which a session without requests is closed: half an hour unless given. */
  idleMs?: number;
}

/** Who sends a request: the client that its token was issued to, and the principal. */
interface Caller {
  readonly clientId: string | undefined;
  readonly principal: unknown;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who opened it. To everybody else it is not there. */
  readonly owner: Caller;
  readonly close: () => Promise<void>;
  /** Requests that are being served, open streams among them. */
  busy: number;
  lastUsed: number;
}

/** The principal of a request that no handler has seen yet; false where it could not be told. */
type PrincipalOf = (request: Request, authInfo: McpHandlerRequestOptions["authInfo"]) => unknown;

const DEFAULT_MAX_SESSIONS = 1000;
const DEFAULT_IDLE_MS = 30 * 60 * 1000;
const SWEEP_MS = 60 * 1000;

/** The sessions of one handler. @internal */
export class Sessions {
  readonly #factory: McpServerFactory;
  readonly #principal: PrincipalOf;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #onerror: (error: Error) => void;
  readonly #open = new Map<string, Session>();
  /** Sessions to be, which have their place already: what begins at the same time is counted, too. */
  #beginning = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    factory: McpServerFactory,
    principal: PrincipalOf,
    options: SessionOptions,
    onerror: (error: Error) => void,
  ) {
    this.#factory = factory;
    this.#principal = principal;
    const { maxSessions, idleMs, ...unknown } = members(options, "option sessions", "type") as SessionOptions;
    if (Object.keys(unknown).length > 0)
      throw coded("invalid_option", "option sessions: unknown option; the options are maxSessions, idleMs", [], "type");
    this.#max = positive("maxSessions", maxSessions) ?? DEFAULT_MAX_SESSIONS;
    this.#idleMs = positive("idleMs", idleMs) ?? DEFAULT_IDLE_MS;
    this.#onerror = onerror;
  }

  /** Serves one request of a client of 2025; `body` is its parsed body, undefined for one without. */
  async serve(request: Request, body: unknown, given: McpHandlerRequestOptions | undefined): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const options = {
      ...(given?.authInfo !== undefined && { authInfo: given.authInfo }),
      ...(body !== undefined && { parsedBody: body }),
    };
    const caller = { clientId: given?.authInfo?.clientId, principal: this.#principal(request, given?.authInfo) };
    if (id !== null) {
      const session = this.#open.get(id);
      if (session === undefined || !same(session.owner, caller)) return problem(404, -32001, "Session not found");
      return this.#handle(session, request, options);
    }
    if (!isInitializeRequest(body)) {
      return problem(400, -32000, "Bad Request: clients of this revision need a session; send initialize first");
    }
    if (caller.principal === false) {
      this.#onerror(new Error("option principal could not tell who opens a session: it has context.http alone there"));
      return problem(500, -32603, "Internal error");
    }
    if (this.#open.size + this.#beginning >= this.#max) return problem(503, -32000, "Too many sessions");
    this.#beginning += 1;
    const begun = once(() => {
      this.#beginning -= 1;
    });
    try {
      return await this.#begin(request, caller, given, options, begun);
    } finally {
      begun();
    }
  }

  async #begin(
    request: Request,
    owner: Caller,
    given: McpHandlerRequestOptions | undefined,
    options: McpHandlerRequestOptions,
    begun: () => void,
  ): Promise<Response> {
    const server = await this.#factory({
      era: "legacy",
      requestInfo: request,
      ...(given?.authInfo !== undefined && { authInfo: given.authInfo }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        begun();
        this.#open.set(id, session);
        this.#sweep();
      },
    });
    const close = () => server.close();
    const session: Session = { transport, owner, close, busy: 0, lastUsed: Date.now() };
    // The SDK's server takes the transport's callbacks over, and calls ours.
    transport.onclose = () => void (transport.sessionId !== undefined && this.#open.delete(transport.sessionId));
    await server.connect(transport);
    return this.#handle(session, request, options);
  }

  async #handle(session: Session, request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    session.busy += 1;
    const done = once(() => {
      session.busy -= 1;
      session.lastUsed = Date.now();
    });
    request.signal.addEventListener("abort", done, { once: true });
    try {
      const response = await session.transport.handleRequest(request, options);
      if (response.body !== null) return watched(response, done);
      done();
      return response;
    } catch (error) {
      done();
      throw error;
    }
  }

  #sweep(): void {
    this.#sweeper ??= setInterval(
      () => {
        const stale = Date.now() - this.#idleMs;
        for (const session of this.#open.values()) {
          if (session.busy === 0 && session.lastUsed < stale) session.close().catch(this.#onerror);
        }
        if (this.#open.size === 0) this.#stop();
      },
      Math.min(SWEEP_MS, this.#idleMs),
    ).unref();
  }

  #stop(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  /** Ends every session. */
  async close(): Promise<void> {
    this.#stop();
    await Promise.all([...this.#open.values()].map((session) => session.close().catch(this.#onerror)));
    this.#open.clear();
  }
}

function same(one: Caller, other: Caller): boolean {
  return one.clientId === other.clientId && one.principal === other.principal;
}

function once(body: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    body();
  };
}

/** The same response, which tells when its body has ended. */
function watched(response: Response, done: () => void): Response {
  const through = new TransformStream<Uint8Array, Uint8Array>({ flush: done });
  response.body?.pipeTo(through.writable).catch(done);
  return new Response(through.readable, response);
}

/** A bound that is no number would be none. */
function positive(name: string, value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)) return value as number | undefined;
  throw coded("invalid_option", `option sessions.${name} must be a positive integer`, [], "type");
}
