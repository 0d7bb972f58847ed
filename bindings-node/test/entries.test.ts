/** The other ways in: Express, stdio, and the fetch handler's own refusals. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import express from "express";
import { createMcpExpressRouter, createMcpFetchHandler, inputRequired, McpServer, readAnswer } from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";
import { callTool, connect, listen, message, post, REVISION, type Served, serve, textOf } from "./wire.js";

const confirm = z.object({ ok: z.boolean() });

function build() {
  return new McpServer({ name: "s", version: "1" }, { state: { key: KEY } }).registerTool(
    { name: "ask", inputSchema: z.object({}) },
    async (_args, ctx) => {
      const answer = readAnswer(ctx.mcpReq.inputResponses, "q", confirm);
      if (answer.outcome !== "accepted") {
        return inputRequired({
          inputRequests: { q: inputRequired.elicit({ message: "?", requestedSchema: confirm }) },
        });
      }
      return { content: `ok ${ctx.http?.req?.url ?? "stdio"}` };
    },
  );
}

const accept = () => ({ action: "accept", content: { ok: true } });

describe("express", () => {
  let plain: Served;
  let parsed: Served;
  before(async () => {
    plain = await listen(express().use("/mcp", createMcpExpressRouter(build())));
    parsed = await listen(
      express()
        .use(express.json())
        .use("/mcp", createMcpExpressRouter(build(), { cors: true })),
    );
  });
  after(async () => {
    await plain.close();
    await parsed.close();
  });

  for (const name of ["plain", "parsed"] as const) {
    test(`the official client, ${name} body`, async () => {
      const { url } = name === "plain" ? plain : parsed;
      const client = await connect(url, accept);
      const result = await client.callTool({ name: "ask", arguments: {} });
      await client.close();
      assert.equal(textOf(result), `ok ${url}`);
    });
  }

  test("a text that was parsed upstream still passes the doors", async () => {
    const first = await callTool(parsed.url, "ask", { arguments: {} });
    const requestState = `${first.body.result?.requestState}x`;
    const reply = await callTool(parsed.url, "ask", { arguments: {}, requestState });
    assert.deepEqual(reply.body.error?.data, { reason: "invalid_request_state" });
  });

  test("a page in a browser on this machine does not reach a server on loopback", async () => {
    const text = JSON.stringify(message("tools/call", { name: "ask", arguments: {} }));
    assert.equal((await post(plain.url, text, "tools/call", "ask")).status, 200);
    const origin = await post(plain.url, text, "tools/call", "ask", { origin: "https://evil.example" });
    assert.equal(origin.status, 403);
    const open = await listen(
      express().use("/mcp", createMcpExpressRouter(build(), { allowedOrigins: ["evil.example"] })),
    );
    assert.equal((await post(open.url, text, "tools/call", "ask", { origin: "https://evil.example" })).status, 200);
    await open.close();
  });
});

describe("the fetch handler", () => {
  let served: Served;
  before(async () => {
    served = await serve(createMcpFetchHandler(build(), { maxRequestBodySize: 4096, allowedHosts: ["127.0.0.1"] }));
  });
  after(() => served.close());

  const send = (body: string, headers: object = {}) => post(served.url, body, "tools/call", "ask", headers);

  test("bodies that are no JSON, too large, or of another kind", async () => {
    assert.deepEqual([(await send("{")).status, (await send("{")).body.error?.code], [400, -32700]);
    assert.deepEqual([(await send("")).status, (await send("")).body.error?.code], [400, -32700]);
    assert.equal((await send(`"${"x".repeat(5000)}"`)).status, 413);
    assert.equal((await send("{}", { "content-type": "text/plain" })).status, 415);
    assert.equal((await send("[]")).status, 400);
    assert.equal((await send("5")).status, 400);
  });

  test("modern headers around a body without _meta are an error, never a downgrade", async () => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ask", arguments: {} },
    });
    assert.equal((await send(body)).body.error?.code, -32602);
  });

  test("clients of 2025 are told which revision is spoken here", async () => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } },
    });
    const response = await fetch(served.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body,
    });
    const { error } = (await response.json()) as { error: { code: number; data?: { supported?: string[] } } };
    assert.equal(error.code, -32022);
    assert.deepEqual(error.data?.supported, [REVISION]);
  });

  test("only the hosts that are allowed", async () => {
    const handler = createMcpFetchHandler(build(), { allowedHosts: ["mcp.example"] });
    const response = await handler.fetch(new Request("http://127.0.0.1/mcp", { headers: { host: "evil.example" } }));
    assert.equal(response.status, 403);
  });

  test("legacy takes the words that it knows", () => {
    assert.throws(() => createMcpFetchHandler(build(), { legacy: "stateless" as never }), { code: "invalid_option" });
  });
});

describe("stdio", () => {
  test("the official client over pipes", async () => {
    const client = new Client(
      { name: "official", version: "1" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: REVISION } } },
    );
    client.setRequestHandler("elicitation/create", accept as never);
    const script = fileURLToPath(new URL("./stdio-server.js", import.meta.url));
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));
    const result = await client.callTool({ name: "ask", arguments: {} });
    await client.close();
    assert.equal(textOf(result), "ok round 2");
  });
});
