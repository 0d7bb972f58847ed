/** One handler, both eras: the official client of 2025 in a session, and the modern one, on the same URL. */

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ServerContext } from "@modelcontextprotocol/server";
import {
  createMcpFetchHandler,
  inputRequired,
  McpServer,
  type McpToolContext,
  type RefusalEvent,
  readAnswer,
} from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";
import { connect, type Served, serve, textOf } from "./wire.js";

const confirm = z.object({ ok: z.boolean() });
const ask = () => inputRequired.elicit({ message: "?", requestedSchema: confirm });
const refusals: RefusalEvent[] = [];
const seen: McpToolContext[] = [];

function build() {
  return new McpServer({ name: "s", version: "1" }, { state: { key: KEY }, onRefusal: (event) => refusals.push(event) })
    .registerTool({ name: "delete", inputSchema: z.object({ target: z.string() }) }, async ({ target }, ctx) => {
      seen.push(ctx);
      const answer = readAnswer(ctx.mcpReq.inputResponses, "q", confirm);
      if (answer.outcome === "missing" || answer.outcome === "invalid") {
        const requestState = await ctx.state?.sealRequestState({ target });
        return inputRequired({ inputRequests: { q: ask() }, requestState });
      }
      const sealed = ctx.state?.requestState<{ target: string }>();
      return {
        content: answer.outcome === "accepted" && answer.value.ok ? `deleted ${sealed?.target}` : answer.outcome,
      };
    })
    .registerTool({ name: "insatiable" }, async (_args, ctx) => {
      seen.push(ctx);
      return inputRequired({ inputRequests: { q: ask() } });
    })
    .registerPrompt("p", {}, () => inputRequired({ inputRequests: { q: ask() } }));
}

describe("sessions", () => {
  let served: Served;
  const handler = createMcpFetchHandler(build(), { legacy: "sessions", sessions: { maxSessions: 3 } });
  before(async () => {
    served = await serve(handler);
  });
  after(async () => {
    await handler.close();
    await served.close();
  });
  beforeEach(() => {
    refusals.length = 0;
    seen.length = 0;
  });

  async function old(answer: object, capabilities: object = { elicitation: {} }) {
    const client = new Client({ name: "old", version: "1" }, { capabilities });
    if ("elicitation" in capabilities) client.setRequestHandler("elicitation/create", () => ({ ...answer }) as never);
    const transport = new StreamableHTTPClientTransport(new URL(served.url));
    await client.connect(transport);
    const end = async () => {
      await transport.terminateSession();
      await client.close();
    };
    return { client, end };
  }
  const accept = { action: "accept", content: { ok: true } };

  for (const [answer, text] of [
    [accept, "deleted q3.pdf"],
    [{ action: "decline" }, "declined"],
    [{ action: "cancel" }, "cancelled"],
  ] as const) {
    test(`a client of 2025: ${answer.action}`, async () => {
      const { client, end } = await old(answer);
      assert.equal(client.getNegotiatedProtocolVersion(), "2025-11-25");
      const result = await client.callTool({ name: "delete", arguments: { target: "q3.pdf" } });
      await end();
      assert.equal(textOf(result), text);
      assert.deepEqual(
        seen.map((ctx) => ctx.state?.round),
        [1, 2],
      );
      assert.equal(seen[0]?.state?.flowId, seen[1]?.state?.flowId);
    });
  }

  test("the modern client on the same URL", async () => {
    const client = await connect(served.url, () => ({ ...accept }));
    assert.equal(textOf(await client.callTool({ name: "delete", arguments: { target: "q3.pdf" } })), "deleted q3.pdf");
    await client.close();
  });

  test("the same bound on rounds", async () => {
    const { client, end } = await old(accept);
    const result = await client.callTool({ name: "insatiable", arguments: {} });
    await end();
    assert.equal((result as { isError?: boolean }).isError, true);
    assert.match(textOf(result), /8 rounds/);
    assert.equal(seen.length, 9);
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["rounds"],
    );
  });

  test("a capability that is missing: a result for tools, -32603 for prompts", async () => {
    const { client, end } = await old(accept, {});
    const result = await client.callTool({ name: "delete", arguments: { target: "q3.pdf" } });
    assert.equal((result as { isError?: boolean }).isError, true);
    assert.match(textOf(result), /Missing required client capabilities: elicitation/);
    await assert.rejects(client.getPrompt({ name: "p" }), { code: -32603 });
    await end();
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["capability", "capability"],
    );
  });

  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "delete", arguments: { target: "a" } } };
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "o", version: "1" } },
  };
  async function send(url: string, body: object, session?: string | null) {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(url, {
      method: "POST",
      headers: session ? { ...headers, "mcp-session-id": session } : headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), id: response.headers.get("mcp-session-id") };
  }

  test("no session: refused clearly; too many: refused", async () => {
    const { url } = served;
    const refused = await send(url, call);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /session/);
    assert.equal((await send(url, call, "x")).status, 404);
    const opened = [await send(url, initialize), await send(url, initialize), await send(url, initialize)];
    assert.deepEqual(
      opened.map((reply) => reply.status),
      [200, 200, 200],
    );
    assert.equal((await send(url, initialize)).status, 503);
    await handler.close();
    const together = await Promise.all(Array.from({ length: 9 }, () => send(url, initialize)));
    assert.deepEqual(together.map((reply) => reply.status).sort(), [200, 200, 200, 503, 503, 503, 503, 503, 503]);
    opened.splice(0, opened.length, ...together.filter((reply) => reply.status === 200));
    const end = (id: string | null) => fetch(url, { method: "DELETE", headers: { "mcp-session-id": id ?? "" } });
    for (const { id } of opened) assert.equal((await end(id)).status, 200);
    assert.equal((await end(opened[0]?.id ?? null)).status, 404);
    assert.equal((await send(url, initialize)).status, 200);
  });

  test("a session is its opener's alone", async () => {
    const told: Error[] = [];
    const principal = (ctx: ServerContext) => {
      const user = ctx.http?.req?.headers.get("x-user") ?? undefined;
      if (user === "nobody") throw new Error("cannot tell");
      return user;
    };
    const server = new McpServer({ name: "s", version: "1" }, { state: { key: KEY }, principal });
    server.registerTool({ name: "whoami" }, (_args, ctx) => ({ content: String(ctx.http?.authInfo?.clientId) }));
    const owned = createMcpFetchHandler(server, { legacy: "sessions", onerror: (error) => told.push(error) });
    type Caller = { user?: string; clientId?: string };
    async function ask(body: object | undefined, { user, clientId }: Caller, session?: string | null, method = "POST") {
      const headers = new Headers({
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      });
      if (session) headers.set("mcp-session-id", session);
      if (user) headers.set("x-user", user);
      const request = new Request("http://127.0.0.1/mcp", {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      const authInfo = clientId === undefined ? undefined : { token: "t", clientId, scopes: [] };
      const response = await owned.fetch(request, authInfo && { authInfo });
      return { status: response.status, id: response.headers.get("mcp-session-id"), text: await response.text() };
    }
    const whoami = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "whoami", arguments: {} } };
    const owners: Caller[] = [{}, { user: "ada" }, { clientId: "c1" }, { user: "ada", clientId: "c1" }];
    const others: Caller[] = [...owners, { user: "eve" }, { clientId: "c2" }, { user: "ada", clientId: "c2" }];
    for (const owner of owners) {
      const { status, id } = await ask(initialize, owner);
      assert.equal(status, 200);
      const served = await ask(whoami, owner, id);
      assert.equal(served.status, 200, served.text);
      assert.match(served.text, new RegExp(`"text":"${owner.clientId}"`));
      const unknown = await ask(whoami, owner, "none");
      for (const other of others.filter((one) => JSON.stringify(one) !== JSON.stringify(owner))) {
        // As a session that is not there, whatever is asked of it.
        assert.deepEqual(await ask(whoami, other, id), unknown, JSON.stringify([owner, other]));
        assert.equal((await ask(undefined, other, id, "DELETE")).status, 404);
        assert.equal((await ask(undefined, other, id, "GET")).status, 404);
      }
      assert.equal((await ask(whoami, { ...owner, user: "nobody" }, id)).status, 404);
      assert.equal((await ask(undefined, owner, id, "DELETE")).status, 200);
    }
    assert.equal(told.length, 0);
    assert.equal((await ask(initialize, { user: "nobody" })).status, 500);
    assert.match(String(told[0]?.message), /option principal/);
    await owned.close();
  });

  test("an idle session is closed", async () => {
    const brief = createMcpFetchHandler(build(), { legacy: "sessions", sessions: { idleMs: 1000 } });
    const there = await serve(brief);
    const { id } = await send(there.url, initialize);
    const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
    assert.equal((await send(there.url, ping, id)).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.equal((await send(there.url, ping, id)).status, 404);
    await brief.close();
    await there.close();
  });
});
