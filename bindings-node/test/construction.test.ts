/** Making servers: options, and servers of the official SDK. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createMcpHandler,
  McpServer as SdkMcpServer,
  inputRequired as sdkInputRequired,
} from "@modelcontextprotocol/server";
import {
  acceptedContent,
  Boundary,
  createMcpExpressRouter,
  createMcpFetchHandler,
  createRequestStateCodec,
  McpServer,
  protect,
  type RefusalEvent,
} from "mrtr/server";
import { z } from "zod";
import { asking, assertFrozen, confirm, stateOf, yes } from "./asking.js";
import { KEY } from "./support.js";
import { callTool, message, post, serve, textOf } from "./wire.js";

describe("construction", () => {
  const info = { name: "s", version: "1" };

  test("a missing key is an error in production, and a warning elsewhere", async () => {
    const before = process.env.NODE_ENV;
    try {
      process.env.NODE_ENV = "production";
      assert.throws(() => new McpServer(info, { state: {} }), { code: "no_key" });
      assert.throws(() => new McpServer(info, { state: { key: undefined } }), { code: "no_key" });
      process.env.NODE_ENV = "development";
      const warning = new Promise<Error & { code?: string }>((resolve) => process.once("warning", resolve));
      new McpServer(info, { state: {} });
      assert.equal((await warning).code, "MRTR_EPHEMERAL_KEY");
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });

  test("an option in the wrong place is an error, since the server would look protected and not be", () => {
    assert.ok(new McpServer(info, { state: { key: KEY }, inputRequired: { maxRounds: 3 } }));
    for (const name of ["key", "keys", "bind", "ttlSeconds", "format", "open", "maxRounds"]) {
      const misplaced = { state: { key: KEY }, [name]: 1 };
      assert.throws(() => new McpServer(info, misplaced), { code: "invalid_option", message: /one level down/ });
    }
  });

  test("a misspelt option is an error that says what was meant; an option of the SDK's passes", () => {
    const server = new McpServer(info, { state: { key: KEY }, instructions: "…", enforceStrictCapabilities: true });
    for (const [name, meant] of Object.entries({
      stat: "state",
      on_refusal: "onRefusal",
      inputRequred: "inputRequired",
    })) {
      assert.throws(() => new McpServer(info, { [name]: "x" }), {
        code: "invalid_option",
        message: `unknown option; did you mean ${meant}?`,
      });
    }
    assert.ok(createMcpFetchHandler(server, { maxRequestBodySize: 4096, allowedHosts: ["127.0.0.1"] }));
    const legacy = "sessions";
    assert.ok(createMcpFetchHandler(server, { legacy, sessions: { maxSessions: 3, idleMs: 1000 } }));
    for (const sessions of [{ maxSession: 3 }, { maxSessions: Number.NaN }, { maxSessions: "3" }, { idleMs: 0 }]) {
      const bounds = { legacy, sessions: sessions as object } as const;
      assert.throws(() => createMcpFetchHandler(server, bounds), { code: "invalid_option", message: /sessions/ });
    }
    const misspelt = { allowedHost: [] } as object;
    const meant = { code: "invalid_option", message: "unknown option; did you mean allowedHosts?" };
    assert.throws(() => createMcpFetchHandler(server, misspelt), meant);
    assert.throws(() => createMcpFetchHandler(server, { legcy: "sessions" } as object), { message: /mean legacy/ });
    assert.ok(createMcpExpressRouter(server, { handlerOptions: { maxRequestBodySize: 4096 } }));
    for (const unknown of [misspelt, { maxRequestBodySize: 4096 } as object]) {
      assert.throws(() => createMcpExpressRouter(server, unknown), { message: /go into handlerOptions/ });
    }
    assert.throws(() => createMcpExpressRouter(server, { handlerOptions: misspelt }), meant);
  });

  test("a codec of ours is taken, of another make refused", async (t) => {
    const { url } = await asking(t, { state: createRequestStateCodec({ key: KEY, ttlSeconds: 5 }) });
    stateOf(await callTool(url, "ask", { arguments: {} }));
    const other = { mint: async () => "", verify: async () => ({}) };
    assert.throws(() => new McpServer(info, { state: other as never }), {
      code: "invalid_option",
      message: /createRequestStateCodec/,
    });
  });

  test("wrong options", () => {
    assert.throws(() => new McpServer(info, { requestState: { verify: () => undefined } } as never), {
      code: "invalid_option",
    });
    assert.throws(() => new McpServer(info, { state: { key: "short" } }), { code: "invalid_key" });
    assert.throws(() => new McpServer(info, { state: { key: KEY, ttlSeconds: 0 } }), { code: "invalid_ttl" });
    for (const maxRounds of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => new McpServer(info, { inputRequired: { maxRounds } }), { code: "invalid_option" });
    }
    assert.throws(() => new McpServer(info).registerTool({ name: "t", view: {} } as never, () => ({})), {
      code: "invalid_option",
    });
    const twice = new McpServer(info).registerTool({ name: "t" }, () => ({}));
    assert.throws(() => twice.registerTool({ name: "t" }, () => ({})), /registered already/);
  });

  test("declared capabilities do not let a handler past the doors", async (t) => {
    const { url } = await asking(t, {
      state: { key: KEY },
      capabilities: { tools: { listChanged: false }, prompts: {} },
    });
    stateOf(await callTool(url, "ask", { arguments: {} }));
    assertFrozen(await callTool(url, "ask", { arguments: {}, requestState: "x" }));
  });
});

describe("protect", () => {
  test("takes a server once, with options", () => {
    const server = new SdkMcpServer({ name: "s", version: "1" });
    assert.throws(() => protect(server, undefined as never), { code: "invalid_argument" });
    assert.equal(protect(server, { state: { key: KEY } }), server);
    assert.throws(() => protect(server, { state: { key: KEY } }), { code: "illegal_state", message: /already/ });
  });

  test("an official server, before its tools are registered", async (t) => {
    const refusals: RefusalEvent[] = [];
    let entered = 0;
    const handler = createMcpHandler(() => {
      const server = protect(new SdkMcpServer({ name: "s", version: "1" }), {
        state: { key: KEY },
        onRefusal: (event) => refusals.push(event),
      });
      for (const name of ["a", "b"]) {
        server.registerTool(name, { inputSchema: z.object({}) }, (_args, ctx) => {
          entered += 1;
          const content = acceptedContent(ctx.mcpReq.inputResponses, "confirm", confirm);
          if (content !== undefined) return { content: [{ type: "text", text: "done" }] };
          return sdkInputRequired({
            inputRequests: { confirm: sdkInputRequired.elicit({ message: "?", requestedSchema: confirm }) },
          });
        });
      }
      return server;
    });
    const served = await serve(handler);
    t.after(() => served.close());
    const requestState = stateOf(await callTool(served.url, "a", { arguments: {} }));
    const done = await callTool(served.url, "a", { arguments: {}, requestState, inputResponses: yes });
    assert.equal(textOf(done.body.result), "done");
    assert.equal(entered, 2);
    assertFrozen(await callTool(served.url, "b", { arguments: {}, requestState, inputResponses: yes }));
    assertFrozen(await callTool(served.url, "a", { arguments: { x: 1 }, requestState, inputResponses: yes }));
    assertFrozen(await callTool(served.url, "a", { arguments: {}, requestState: `${requestState}x` }));
    assert.equal(entered, 2);
    assert.deepEqual(
      refusals.map((event) => [event.reason, event.target]),
      [
        ["operation", "b"],
        ["arguments", "a"],
        ["mac", "a"],
      ],
    );
    // The SDK has parsed the text before: what is no object is read as empty, never as an answer.
    const text = JSON.stringify(message("tools/call", { name: "a", arguments: {}, requestState, inputResponses: 1 }));
    for (const trick of [`{"__proto__":${JSON.stringify(yes)}}`, "[]", '{"confirm":{"method":"x","result":{}}}']) {
      stateOf(
        await post(served.url, text.replace('"inputResponses":1', `"inputResponses":${trick}`), "tools/call", "a"),
      );
    }
  });

  test("a key that was never set takes no protection away", () => {
    for (const options of [{ key: undefined }, { keys: undefined }, { keys: [] }]) {
      assert.throws(() => new Boundary(options as never), { code: "no_key" });
    }
    assert.equal(new Boundary({}).hasKey, false);
    assert.equal(new Boundary({ key: KEY }).hasKey, true);
  });

  test("callbacks are functions", () => {
    for (const name of ["principal", "onRefusal", "onNote"]) {
      const message = new RegExp(`option ${name} must be a function`);
      assert.throws(() => new McpServer({ name: "s", version: "1" }, { [name]: "log" } as never), {
        name: "TypeError",
        message,
      });
      assert.doesNotThrow(() => new McpServer({ name: "s", version: "1" }, { [name]: () => undefined } as never));
    }
  });

  test("later is an error that says so", () => {
    const server = new SdkMcpServer({ name: "s", version: "1" });
    server.registerTool("a", {}, () => ({ content: [] }));
    assert.throws(() => protect(server, { state: { key: KEY } }), {
      code: "illegal_state",
      message: /before the first tool/,
    });
  });
});
