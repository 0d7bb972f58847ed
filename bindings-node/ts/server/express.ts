/** A router for Express, to be mounted where the host connects. */

import type { IncomingMessage, ServerResponse } from "node:http";
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { NextFunction, Request, Response } from "express";
import { beside } from "../beside.js";
import { coded } from "../errors.js";
import { members } from "../json.js";
import type { McpServer } from "./blueprint.js";
import { type CreateMcpFetchHandlerOptions, createMcpFetchHandler } from "./http.js";

/** How Express hands on. Express's own types are not named here, so that a program without it compiles. */
export type ExpressNext = (error?: unknown) => void;

/** An error handler of Express. */
export type ExpressErrorHandler = (
  error: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: Express's request and response, of whichever version
  request: any,
  // biome-ignore lint/suspicious/noExplicitAny: the same
  response: any,
  next: ExpressNext,
) => void;

/** Options of {@link createMcpExpressRouter}. */
export interface CreateMcpExpressRouterOptions
  extends Pick<CreateMcpFetchHandlerOptions, "allowedHosts" | "allowedOrigins" | "legacy" | "sessions"> {
  /** Lets pages of every origin call. Off unless set; a host that serves browsers may have its own rules. */
  cors?: boolean;
  /** Handlers of errors inside this router, before the one that answers a JSON-RPC error with status 500. */
  errorMiddleware?: ExpressErrorHandler[];
  /** Hears of errors and rejected requests inside the SDK. */
  onerror?: (error: Error) => void;
  /** The rest of the SDK's options. */
  handlerOptions?: Omit<
    CreateMcpFetchHandlerOptions,
    "legacy" | "sessions" | "onerror" | "allowedHosts" | "allowedOrigins"
  >;
}

/** A router, and the handler behind it for publishing changes. */
export type McpExpressRouter = ((request: IncomingMessage, response: ServerResponse, next: ExpressNext) => void) & {
  mcp: McpHttpHandler;
};

interface Peers {
  readonly express: typeof import("express");
  readonly node: typeof import("@modelcontextprotocol/node");
}

function peers(): Peers {
  try {
    return { express: beside("express"), node: beside("@modelcontextprotocol/node") } as Peers;
  } catch {
    throw coded("invalid_option", "createMcpExpressRouter needs the packages express and @modelcontextprotocol/node");
  }
}

/**
 * Builds the router. Mount it before `express.json()`, or without it: a body that was parsed upstream is taken as it
 * is, but then the core cannot see what parsing has hidden.
 *
 * Requests that arrive over loopback must name loopback as their host, and come from no other origin, unless
 * `allowedHosts` and `allowedOrigins` say otherwise: a page in a browser may reach a server on the same machine.
 */
export function createMcpExpressRouter(
  // biome-ignore lint/suspicious/noExplicitAny: any registry of tools will do
  server: McpServer<any>,
  options: CreateMcpExpressRouterOptions = {},
): McpExpressRouter {
  const {
    cors = false,
    errorMiddleware = [],
    onerror,
    handlerOptions = {},
    legacy,
    sessions,
    allowedHosts,
    allowedOrigins,
    ...unknown
  } = members(options, "options", "type") as CreateMcpExpressRouterOptions;
  if (Object.keys(unknown).length > 0) {
    throw coded("invalid_option", "unknown option; options of the SDK's handler go into handlerOptions", [], "type");
  }
  const { express, node } = peers();
  const handler = createMcpFetchHandler(server, {
    ...handlerOptions,
    ...(legacy && { legacy }),
    ...(sessions && { sessions }),
    ...(onerror && { onerror }),
  });
  const serve = node.toNodeHandler(handler, onerror ? { onerror } : {});

  const router = express.Router();
  router.use((request: Request, response: Response, next: NextFunction) => {
    const refused = stranger(request, allowedHosts, allowedOrigins);
    if (refused !== undefined) return void response.status(403).json(error(-32000, refused));
    if (cors) {
      response.header("Access-Control-Allow-Origin", "*");
      response.header("Access-Control-Allow-Headers", "*");
      response.header("Access-Control-Allow-Methods", "GET, POST, DELETE, OPTIONS");
      if (request.method === "OPTIONS") return void response.status(204).end();
    }
    next();
  });
  router.all("/", (request: Request, response: Response, next: NextFunction) => {
    // Express has cut the mount path off; the SDK wants the URL that was asked for.
    request.url = request.originalUrl;
    serve(request, response, request.body).catch(next);
  });
  for (const middleware of errorMiddleware) router.use(middleware);
  router.use((_cause: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (!response.headersSent) response.status(500).json(error(-32603, "Internal server error"));
  });
  return Object.assign(router, { mcp: handler }) as unknown as McpExpressRouter;
}

function error(code: number, message: string): object {
  return { jsonrpc: "2.0", error: { code, message }, id: null };
}

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Why a request is not for us, if it is not. */
function stranger(
  request: IncomingMessage,
  hosts: string[] | undefined,
  origins: string[] | undefined,
): string | undefined {
  const loopback = LOOPBACK.test(request.socket.localAddress ?? "");
  const allowedHosts = hosts ?? (loopback ? localhostAllowedHostnames() : undefined);
  const allowedOrigins = origins ?? (loopback ? localhostAllowedOrigins() : undefined);
  const host = allowedHosts && validateHostHeader(request.headers.host, allowedHosts);
  if (host && !host.ok) return "Invalid Host header";
  const origin = allowedOrigins && validateOriginHeader(request.headers.origin, allowedOrigins);
  return origin && !origin.ok ? "Invalid Origin header" : undefined;
}
