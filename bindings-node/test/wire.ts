/** Servers on loopback, the official client, and requests written by hand. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpHttpHandler } from "@modelcontextprotocol/server";

export const REVISION = "2026-07-28";

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves over real HTTP on 127.0.0.1. */
export async function listen(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function serve(handler: McpHttpHandler): Promise<Served> {
  return listen(toNodeHandler(handler) as RequestListener);
}

export type Body = Record<string, unknown> & { result?: Record<string, unknown>; error?: ErrorBody };
export interface ErrorBody {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

const declared = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** What a modern client sends around the parameters. */
export function message(method: string, params: object, capabilities: object = declared): Record<string, unknown> {
  return {
    jsonrpc: "2.0",
    id: 7,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { name: "by-hand", version: "0" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      },
    },
  };
}

/** Posts a text as it stands. */
export async function post(
  url: string,
  text: string,
  method: string,
  name: string,
  headers: object = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      "mcp-name": name,
      ...headers,
    },
    body: text,
  });
  const answer = await response.text();
  return { status: response.status, text: answer, body: JSON.parse(answer) as Body };
}

/** One call by hand. */
export function callTool(url: string, name: string, params: object = {}, capabilities?: object): Promise<Reply> {
  return post(url, JSON.stringify(message("tools/call", { name, ...params }, capabilities)), "tools/call", name);
}

/** Changes what the client sends, once it echoes a state. */
export type Tamper = (params: Record<string, unknown>) => void;

/** The official client; `answer` fills in every form. */
export async function connect(
  url: string,
  answer: (message: string) => Record<string, unknown>,
  tamper?: Tamper,
): Promise<Client> {
  const client = new Client(
    { name: "official", version: "1" },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: REVISION } },
      inputRequired: { maxRounds: 50 },
    },
  );
  client.setRequestHandler("elicitation/create", (request) => answer(request.params.message) as never);
  const send: typeof fetch = (input, init) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as { params?: Record<string, unknown> }) : {};
    if (tamper === undefined || body.params?.requestState === undefined) return fetch(input, init);
    tamper(body.params);
    const headers = new Headers(init?.headers);
    headers.set("mcp-name", String(body.params.name));
    return fetch(input, { ...init, headers, body: JSON.stringify(body) });
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: send }));
  return client;
}

/** The text of a tool's result. */
export function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content.map((block) => block.text).join("");
}
