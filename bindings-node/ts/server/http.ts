/** The web-standard HTTP entry. It reads the body's text itself, so that the core judges what was really sent. */

import {
  type CreateMcpHandlerOptions,
  createMcpHandler,
  DEFAULT_MAX_REQUEST_BODY_SIZE,
  hostHeaderValidationResponse,
  isJsonContentType,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  originValidationResponse,
  readRequestBody,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { call, coded, invalidArgument, isA, isMrtrError } from "../errors.js";
import { members } from "../json.js";
import { native } from "../native.js";
import { McpServer } from "./blueprint.js";
import { refuseMisspelt } from "./misspelt.js";
import { holdRawParams } from "./raw.js";
import { problem } from "./reply.js";
import { type SessionOptions, Sessions } from "./sessions.js";

/** Options of {@link createMcpFetchHandler}: the SDK's, and who may be called by what name. */
export interface CreateMcpFetchHandlerOptions extends Omit<CreateMcpHandlerOptions, "legacy"> {
  /**
   * Clients of 2025: `reject` names the revision that is spoken here, and is the default; `sessions` serves them, with
   * one SDK server a session.
   */
  legacy?: "reject" | "sessions";
  /** Bounds on the sessions. */
  sessions?: SessionOptions;
  /** Host names that a request may be for. Any, unless given: a fetch handler does not know where it listens. */
  allowedHosts?: string[];
  /** Host names of the origins that a browser may call from. Any, unless given. */
  allowedOrigins?: string[];
}

const OWN = ["legacy", "sessions", "allowedHosts", "allowedOrigins"];

/** Serves a blueprint over HTTP: an SDK server for each request, with the doors before every handler. */
export function createMcpFetchHandler(
  // biome-ignore lint/suspicious/noExplicitAny: any registry of tools will do
  server: McpServer<any>,
  options: CreateMcpFetchHandlerOptions = {},
): McpHttpHandler {
  const {
    legacy = "reject",
    sessions: bounds = {},
    allowedHosts,
    allowedOrigins,
    ...rest
  } = members(options, "options", "type") as CreateMcpFetchHandlerOptions;
  refuseMisspelt(rest, OWN);
  if (!isA(server, McpServer)) throw invalidArgument("a handler serves an McpServer of mrtr/server", "type");
  if (legacy !== "reject" && legacy !== "sessions") {
    throw coded("invalid_option", 'option legacy must be "reject" or "sessions"', [], "type");
  }
  const handler = createMcpHandler(server.factory(), { ...rest, legacy: "reject" });
  const sessions = legacy === "sessions" ? sessionsOf(server, bounds, rest.onerror) : undefined;
  const limit = rest.maxRequestBodySize ?? DEFAULT_MAX_REQUEST_BODY_SIZE;

  const fetch: McpHttpHandler["fetch"] = async (request, given) => {
    const stranger =
      (allowedHosts && hostHeaderValidationResponse(request, allowedHosts)) ??
      (allowedOrigins && originValidationResponse(request, allowedOrigins));
    if (stranger) return stranger;
    const tooLong = Number(request.headers.get("content-length")) > limit;
    const json = request.method.toUpperCase() === "POST" && isJsonContentType(request.headers.get("content-type"));
    const parsed = given?.parsedBody;
    if (sessions !== undefined && (parsed !== undefined || request.method.toUpperCase() !== "POST")) {
      if (await isLegacyRequest(request, parsed)) return sessions.serve(request, parsed, given);
    }
    // What we need not read goes on as it is; the SDK words its own refusals.
    if (parsed !== undefined || tooLong || !json || request.bodyUsed) return handler.fetch(request, given);
    return serve(handler, sessions, request, given, limit);
  };
  const close = async () => {
    await Promise.all([handler.close(), sessions?.close()]);
  };
  return { ...handler, fetch, close };
}

function sessionsOf(
  // biome-ignore lint/suspicious/noExplicitAny: any registry of tools will do
  server: McpServer<any>,
  bounds: SessionOptions,
  onerror: ((error: Error) => void) | undefined,
): Sessions {
  const doors = McpServer.doors(server);
  // Before a handler there is no more of its context than how the request came.
  const principal = (req: Request, authInfo: McpHandlerRequestOptions["authInfo"]) =>
    doors.principal({ http: { req, ...(authInfo !== undefined && { authInfo }) } } as unknown as ServerContext);
  return new Sessions(server.factory(), principal, bounds, onerror ?? (() => undefined));
}

async function serve(
  handler: McpHttpHandler,
  sessions: Sessions | undefined,
  request: Request,
  given: McpHandlerRequestOptions | undefined,
  limit: number,
): Promise<Response> {
  const body = await readRequestBody(request, limit).catch(() => undefined);
  if (body === undefined) return problem(400, -32700, "Parse error: the request body could not be read");
  if (body.tooLarge) return problem(413, -32000, `Payload Too Large: Request body must not exceed ${limit} bytes`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.text);
  } catch {
    return problem(400, -32700, "Parse error: the request body is not valid JSON");
  }
  if (sessions !== undefined && (await isLegacyRequest(request, parsed))) return sessions.serve(request, parsed, given);
  try {
    return await handler.fetch(request, { ...given, parsedBody: withheld(request, body.text, parsed) });
  } catch (error) {
    if (isMrtrError(error)) return problem(400, -32700, `Parse error: ${error.message}`, idOf(parsed));
    throw error;
  }
}

interface Message {
  readonly method?: unknown;
  readonly params?: Record<string, unknown>;
}

/**
 * The message for the SDK, without the state and the answers: the core reads them from the text, and nothing else
 * shall. The text is held for the doors.
 */
function withheld(request: Request, text: string, parsed: unknown): unknown {
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) return parsed;
  const { method, params } = parsed as Message;
  if (typeof method !== "string") return parsed;
  if (params === null || typeof params !== "object" || Array.isArray(params)) return parsed;
  const raw = call(() => native.rpcParams(method, text));
  if (raw === null) return parsed;
  const { requestState, inputResponses, ...others } = params;
  holdRawParams(request, { text: raw, retried: requestState !== undefined || inputResponses !== undefined });
  return { ...parsed, params: others };
}

function idOf(parsed: unknown): string | number | null {
  const id = (parsed as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
