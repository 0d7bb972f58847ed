/** Whole servers over real HTTP: what the SDK lets through, and what a handler is told. */

import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import {
  createMcpHandler,
  McpServer as SdkMcpServer,
  inputRequired as sdkInputRequired,
} from "@modelcontextprotocol/server";
import {
  acceptedContent,
  createMcpFetchHandler,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type McpServerSettings,
  type McpToolContext,
  type NoteEvent,
  protect,
  type RefusalEvent,
  ResourceTemplate,
  readAnswer,
  SEALED_STATE_INVALID_MESSAGE,
  STATE_META_KEY,
} from "mrtr/server";
import { z } from "zod";
import { at, KEY } from "./support.js";
import { callTool, message, post, type Reply, serve, textOf } from "./wire.js";

const confirm = z.object({ ok: z.boolean() });
const question = inputRequired.elicit({ message: "Sure?", requestedSchema: confirm });
const yes = { confirm: { action: "accept", content: { ok: true } } };
const FROZEN = '{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}';

interface Running {
  readonly url: string;
  readonly refusals: RefusalEvent[];
  readonly notes: NoteEvent[];
  readonly seen: McpToolContext[];
}

/** A server with one tool that asks to confirm, and says what it was told. */
async function asking(t: TestContext, settings: McpServerSettings = { state: { key: KEY } }): Promise<Running> {
  const refusals: RefusalEvent[] = [];
  const notes: NoteEvent[] = [];
  const seen: McpToolContext[] = [];
  const server = new McpServer(
    { name: "s", version: "1" },
    { onRefusal: (event) => refusals.push(event), onNote: (event) => notes.push(event), ...settings },
  ).registerTool(
    { name: "ask", inputSchema: z.object({ id: z.union([z.string(), z.number()]).optional() }) },
    async (_args, ctx) => {
      seen.push(ctx);
      const answer = readAnswer(ctx.mcpReq.inputResponses, "confirm", confirm);
      if (answer.outcome !== "accepted") return inputRequired({ inputRequests: { confirm: question } });
      return { content: `ok ${answer.value.ok}` };
    },
  );
  const served = await serve(createMcpFetchHandler(server));
  t.after(() => served.close());
  return { url: served.url, refusals, notes, seen };
}

function stateOf(reply: Reply): string {
  assert.equal(reply.body.result?.resultType, "input_required", reply.text);
  return reply.body.result?.requestState as string;
}

function assertFrozen(reply: Reply): void {
  assert.equal(JSON.stringify(reply.body.error), FROZEN);
}

describe("what a client sends", () => {
  test("a state is sealed even where the handler gives none, and what was asked is bound", async (t) => {
    const { url, seen, refusals } = await asking(t);
    const requestState = stateOf(await callTool(url, "ask", { arguments: { id: "a" } }));
    const done = await callTool(url, "ask", { arguments: { id: "a" }, requestState, inputResponses: yes });
    assert.equal(textOf(done.body.result), "ok true");
    const [first, second] = seen;
    assert.equal(first?.mcpReq.inputResponses, undefined);
    assert.deepEqual([first?.state?.round, second?.state?.round], [1, 2]);
    assert.deepEqual([first?.state?.roundsLeft, second?.state?.roundsLeft], [8, 7]);
    assert.equal(first?.state?.flowId, second?.state?.flowId);
    assert.equal(second?.state?.requestState(), undefined);
    assert.equal(Object.getPrototypeOf(second?.mcpReq.inputResponses), null);
    assert.deepEqual(refusals, []);
  });

  test("answers without a state are not read, however often they come", async (t) => {
    const { url, seen } = await asking(t);
    for (let turn = 0; turn < 12; turn += 1) {
      stateOf(await callTool(url, "ask", { arguments: {}, inputResponses: yes }));
    }
    assert.ok(seen.every((ctx) => ctx.state?.round === 1 && ctx.mcpReq.inputResponses === undefined));
  });

  test("answersWithoutState: read", async (t) => {
    const { url } = await asking(t, { state: { key: KEY }, answersWithoutState: "read" });
    assert.equal(textOf((await callTool(url, "ask", { arguments: {}, inputResponses: yes })).body.result), "ok true");
  });

  test("null is an absent state; everything else that is no token is refused", async (t) => {
    const { url, refusals } = await asking(t);
    stateOf(await callTool(url, "ask", { arguments: {}, requestState: null }));
    for (const requestState of [5, true, {}, [], ["x"], "", "x"]) {
      assertFrozen(await callTool(url, "ask", { arguments: {}, requestState }));
    }
    assert.equal(refusals.length, 7);
    assert.ok(refusals.every((event) => event.reason === "malformed" && event.target === "ask"));
  });

  test("inputResponses that is no object is an error, since we hold the text", async (t) => {
    const { url } = await asking(t);
    const requestState = stateOf(await callTool(url, "ask", { arguments: {} }));
    for (const inputResponses of [[], "x", 5, true, [yes]]) {
      const reply = await callTool(url, "ask", { arguments: {}, requestState, inputResponses });
      assert.equal(reply.body.error?.code, -32602, reply.text);
      assert.notEqual(JSON.stringify(reply.body.error), FROZEN);
    }
    stateOf(await callTool(url, "ask", { arguments: {}, requestState, inputResponses: null }));
  });

  test("an answer behind __proto__ is not there", async (t) => {
    const { url, seen } = await asking(t);
    const requestState = stateOf(await callTool(url, "ask", { arguments: {} }));
    const text = JSON.stringify(message("tools/call", { name: "ask", arguments: {}, requestState, inputResponses: 1 }));
    const trick = text.replace('"inputResponses":1', `"inputResponses":{"__proto__":${JSON.stringify(yes)}}`);
    stateOf(await post(url, trick, "tools/call", "ask"));
    const responses = seen.at(-1)?.mcpReq.inputResponses;
    assert.deepEqual(Object.keys(responses ?? {}), []);
    assert.equal(responses?.confirm, undefined);
  });

  test("odd texts: repeated members, deep nesting, lone surrogates, big integers", async (t) => {
    const { url, refusals } = await asking(t);
    const send = (args: string, more = "") => {
      const text = JSON.stringify(message("tools/call", { name: "ask", arguments: 0 }));
      return post(url, text.replace('"arguments":0', `"arguments":${args}${more}`), "tools/call", "ask");
    };
    stateOf(await send("{}"));
    assert.equal((await send('{"id":"a","id":"b"}')).body.error?.code, -32700);
    assert.equal((await send("{}", ',"arguments":{"id":"b"}')).body.error?.code, -32700);
    assert.equal((await send(`{"id":"a","x":${"[".repeat(200)}${"]".repeat(200)}}`)).body.error?.code, -32700);
    const state = stateOf(await send('{"id":"\\ud800"}'));
    stateOf(await send('{"id":"\\ud800"}', `,"requestState":"${state}"`));
    assertFrozen(await send('{"id":"\\ud801"}', `,"requestState":"${state}"`));
    assert.equal((await send('{"id":9007199254740993}')).body.error?.code, -32603);
    const one = stateOf(await send('{"id":1}'));
    stateOf(await send('{"id":1.0}', `,"requestState":"${one}"`));
    assertFrozen(await send('{"id":2}', `,"requestState":"${one}"`));
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["arguments", "unsafe_integer", "arguments"],
    );
  });

  test("200 rounds from a client that never stops: the ninth asks in vain", async (t) => {
    const { url } = await asking(t);
    let requestState: string | undefined;
    const outcomes: string[] = [];
    for (let round = 1; round <= 200 && outcomes.at(-1) !== "stopped"; round += 1) {
      const reply = await callTool(url, "ask", {
        arguments: {},
        ...(requestState && { requestState, inputResponses: {} }),
      });
      const { result } = reply.body;
      outcomes.push(result?.isError ? "stopped" : "asked");
      requestState = (result?.requestState as string | undefined) ?? requestState;
    }
    assert.deepEqual(outcomes, [...Array(8).fill("asked"), "stopped"]);
  });

  test("an expired state, and one of another key", async (t) => {
    const { url, refusals } = await asking(t);
    const other = await asking(t, { state: { key: "another key, just as long as that" } });
    const theirs = stateOf(await callTool(other.url, "ask", { arguments: {} }));
    assertFrozen(await callTool(url, "ask", { arguments: {}, requestState: theirs }));
    const old = await at(Date.now() / 1000 - 1000, () => callTool(url, "ask", { arguments: {} }));
    assertFrozen(await callTool(url, "ask", { arguments: {}, requestState: stateOf(old) }));
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["mac", "expired"],
    );
  });

  test("another instance with the same key goes on", async (t) => {
    const one = await asking(t);
    const two = await asking(t);
    const requestState = stateOf(await callTool(one.url, "ask", { arguments: {} }));
    const done = await callTool(two.url, "ask", { arguments: {}, requestState, inputResponses: yes });
    assert.equal(textOf(done.body.result), "ok true");
    assert.equal(two.seen[0]?.state?.flowId, one.seen[0]?.state?.flowId);
  });

  test("the log hears of odd answers, by key alone", async (t) => {
    const { url, notes } = await asking(t);
    const requestState = stateOf(await callTool(url, "ask", { arguments: {} }));
    const inputResponses = {
      confirm: { method: "x", result: {} },
      other: { action: "accept", content: { a: "private" } },
    };
    stateOf(await callTool(url, "ask", { arguments: {}, requestState, inputResponses }));
    assert.deepEqual(notes, [
      { code: "wrapped", key: "confirm", method: "tools/call" },
      { code: "unasked", key: "other", method: "tools/call" },
    ]);
  });
});

describe("who calls", () => {
  const who = {
    state: { key: KEY },
    principal: (ctx: { http?: { req?: Request } }) => ctx.http?.req?.headers.get("x-user") ?? undefined,
  };
  const as = (user: string | undefined, url: string, params: object) =>
    post(
      url,
      JSON.stringify(message("tools/call", { name: "ask", arguments: {}, ...params })),
      "tools/call",
      "ask",
      user === undefined ? {} : { "x-user": user },
    );

  test("a state is its caller's alone", async (t) => {
    const { url, refusals } = await asking(t, who as McpServerSettings);
    const requestState = stateOf(await as("ada", url, {}));
    stateOf(await as("ada", url, { requestState }));
    assertFrozen(await as("eve", url, { requestState }));
    assertFrozen(await as(undefined, url, { requestState }));
    const anyones = stateOf(await as(undefined, url, {}));
    stateOf(await as(undefined, url, { requestState: anyones }));
    assertFrozen(await as("eve", url, { requestState: anyones }));
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["principal", "principal", "principal"],
    );
  });

  test("a caller who cannot be told is refused, and what went wrong is not told", async (t) => {
    for (const principal of [
      () => {
        throw new Error("s3cret");
      },
      () => 5,
      () => "",
      () => Promise.resolve("ada"),
      () => "\ud800",
    ]) {
      const { url, refusals } = await asking(t, { state: { key: KEY }, principal: principal as () => string });
      const reply = await callTool(url, "ask", { arguments: {} });
      assert.deepEqual(reply.body.error, { code: -32603, message: "Internal error" });
      assert.equal(refusals[0]?.reason, "principal");
      assert.ok(!JSON.stringify(refusals).includes("s3cret"));
    }
  });

  test("state.bind is the same as principal, and both at once are an error", () => {
    const bind = () => "ada";
    assert.throws(
      () => new McpServer({ name: "s", version: "1" }, { state: { key: KEY, bind }, principal: bind }),
      TypeError,
    );
  });
});

describe("what a handler may do", () => {
  async function run(t: TestContext, handler: (ctx: McpToolContext) => unknown, settings?: McpServerSettings) {
    const server = new McpServer({ name: "s", version: "1" }, settings ?? { state: { key: KEY } }).registerTool(
      { name: "t" },
      (_args, ctx) => handler(ctx) as never,
    );
    const served = await serve(createMcpFetchHandler(server));
    t.after(() => served.close());
    return (params: object = {}, capabilities?: object) => callTool(served.url, "t", params, capabilities);
  }

  test("content: text, a block, a list, nothing", async (t) => {
    const block = { type: "text", text: "a" };
    for (const [content, wanted] of [
      ["a", [block]],
      [block, [block]],
      [
        [block, block],
        [block, block],
      ],
      [undefined, []],
    ]) {
      const call = await run(t, () => ({ content }));
      assert.deepEqual((await call()).body.result?.content, wanted);
    }
  });

  test("asks beforehand what may be asked", async (t) => {
    const call = await run(t, (ctx) => ({
      content: (["form", "url", "sampling", "roots"] as const).filter((kind) => ctx.mayAsk(kind)).join(),
    }));
    const may = async (capabilities: object) => textOf((await call({}, capabilities)).body.result);
    assert.equal(await may({}), "");
    assert.equal(await may({ elicitation: {} }), "form");
    assert.equal(await may({ elicitation: { url: {} }, sampling: {} }), "url,sampling");
    assert.equal(await may({ elicitation: { form: {}, url: {} }, roots: {} }), "form,url,roots");
  });

  test("one error for all capabilities that are missing", async (t) => {
    const call = await run(t, () => inputRequired({ inputRequests: { q: question, r: inputRequired.listRoots() } }));
    const reply = await call({}, { sampling: {} });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.error?.code, -32021);
    assert.deepEqual(reply.body.error?.data, { requiredCapabilities: { elicitation: { form: {} }, roots: {} } });
  });

  test("hand-built questions that the SDK lets through are a server's bug", async (t) => {
    const nested = { type: "object", properties: { a: { type: "object", properties: {} } } };
    for (const asked of [
      { inputRequests: [question] },
      { inputRequests: { q: { method: "elicitation/create" } } },
      { inputRequests: { q: { method: "elicitation/create", params: { message: "?", requestedSchema: nested } } } },
      { inputRequests: { q: { method: "tools/call", params: {} } } },
      { inputRequests: { q: question }, requestState: 5 },
      { inputRequests: {} },
      {},
    ]) {
      const call = await run(t, () => ({ resultType: "input_required", ...asked }));
      const reply = await call();
      assert.equal(reply.body.error?.code, -32603, reply.text);
      assert.match(reply.body.error?.message ?? "", /input_required/);
    }
    const call = await run(t, () => ({ resultType: "input_required", inputRequests: {}, requestState: "s" }));
    assert.equal("inputRequests" in ((await call()).body.result ?? {}), false);
  });

  test("plain text as state is sealed, and comes back as it was", async (t) => {
    const call = await run(t, (ctx) => {
      if (ctx.state?.round === 1) return inputRequired({ requestState: "step two" });
      return { content: `${ctx.state?.requestState()} ${ctx.mcpReq.requestState()}` };
    });
    const requestState = stateOf(await call());
    assert.match(requestState, /^v1\./);
    assert.equal(textOf((await call({ requestState })).body.result), "step two step two");
  });

  test("a token for a widget", async (t) => {
    let token = "";
    const call = await run(t, async (ctx) => {
      if (token === "") {
        token = (await ctx.state?.seal({ board: [1] })) ?? "";
        return { content: "sealed", _meta: { [STATE_META_KEY]: token } };
      }
      return { content: JSON.stringify(await ctx.state?.open(token)) };
    });
    const first = await call();
    assert.deepEqual(first.body.result?._meta, { ...(first.body.result?._meta as object), "ng-mcp-ui/state": token });
    assert.equal(textOf((await call()).body.result), '{"board":[1]}');
    assertFrozen(await call({ requestState: token }));
    token = `${token}x`;
    const bad = (await call()).body.result;
    assert.equal(bad?.isError, true);
    assert.equal(textOf(bad), SEALED_STATE_INVALID_MESSAGE);
  });

  test("encrypted state shows the client nothing", async (t) => {
    const call = await run(
      t,
      async (ctx) =>
        ctx.state?.requestState() === undefined
          ? inputRequired({ requestState: await ctx.state?.sealRequestState({ secretPlan: "x" }) })
          : { content: JSON.stringify(ctx.state.requestState()) },
      { state: { key: KEY, format: "encrypted" } },
    );
    const requestState = stateOf(await call());
    assert.ok(!Buffer.from(requestState.slice(3), "base64url").toString("latin1").includes("secretPlan"));
    assert.equal(textOf((await call({ requestState })).body.result), '{"secretPlan":"x"}');
  });

  test("without state: the SDK's manners, said aloud once", async (t) => {
    const warnings: string[] = [];
    const hear = (warning: Error & { code?: string }) => warnings.push(warning.code ?? "");
    process.on("warning", hear);
    t.after(() => process.off("warning", hear));
    const call = await run(
      t,
      (ctx) => {
        assert.equal(ctx.state, undefined);
        const content = acceptedContent(ctx.mcpReq.inputResponses, "confirm", confirm);
        if (content) return { content: `${content.ok} ${ctx.mcpReq.requestState()}` };
        return inputRequired({ inputRequests: { confirm: question }, requestState: '{"plain":1}' });
      },
      {},
    );
    assert.equal(stateOf(await call()), '{"plain":1}');
    stateOf(await call());
    const done = await call({ requestState: '{"plain":2}', inputResponses: yes });
    assert.equal(textOf(done.body.result), 'true {"plain":2}');
    assert.deepEqual(warnings, ["MRTR_UNSEALED"]);
  });
});

describe("prompts and resources", () => {
  test("ask like tools", async (t) => {
    const server = new McpServer({ name: "s", version: "1" }, { state: { key: KEY } })
      .registerPrompt("p", { argsSchema: z.object({ topic: z.string() }) }, ({ topic }, ctx) => {
        const content = acceptedContent(ctx.mcpReq.inputResponses, "confirm", confirm);
        if (content === undefined) return inputRequired({ inputRequests: { confirm: question } });
        return { messages: [{ role: "user", content: { type: "text", text: `${topic} ${content.ok}` } }] };
      })
      .registerPrompt("bare", {}, (ctx) => ({
        messages: [{ role: "user", content: { type: "text", text: String(ctx.state?.round) } }],
      }))
      .registerResource("r", "report://q3", {}, (uri, ctx) => {
        if (ctx.state?.round === 1) return inputRequired({ inputRequests: { confirm: question } });
        return { contents: [{ uri: uri.href, text: JSON.stringify(ctx.mcpReq.inputResponses) }] };
      })
      .registerResource("t", new ResourceTemplate("note://{name}", { list: undefined }), {}, (uri, { name }, ctx) => {
        if (ctx.state?.round === 1) return inputRequired({ inputRequests: { confirm: question } });
        return { contents: [{ uri: uri.href, text: String(name) }] };
      });
    const served = await serve(createMcpFetchHandler(server));
    t.after(() => served.close());
    const send = (method: string, name: string, params: object) =>
      post(served.url, JSON.stringify(message(method, params)), method, name);

    const args = { name: "p", arguments: { topic: "x" } };
    let requestState = stateOf(await send("prompts/get", "p", args));
    const prompted = await send("prompts/get", "p", { ...args, requestState, inputResponses: yes });
    assert.match(prompted.text, /"x true"/);
    assertFrozen(await send("prompts/get", "bare", { name: "bare", requestState }));
    assertFrozen(await send("prompts/get", "p", { name: "p", arguments: { topic: "y" }, requestState }));
    assert.match((await send("prompts/get", "bare", { name: "bare" })).text, /"1"/);

    requestState = stateOf(await send("resources/read", "report://q3", { uri: "report://q3" }));
    const read = await send("resources/read", "report://q3", { uri: "report://q3", requestState, inputResponses: yes });
    assert.match(read.text, /accept/);
    assertFrozen(await send("resources/read", "note://a", { uri: "note://a", requestState }));
    requestState = stateOf(await send("resources/read", "note://a", { uri: "note://a" }));
    assert.match((await send("resources/read", "note://a", { uri: "note://a", requestState })).text, /"text":"a"/);

    // A prompt that has used up its rounds has no result to say so in.
    requestState = "";
    let last: Reply | undefined;
    for (let round = 1; round <= 9; round += 1) {
      last = await send("prompts/get", "p", { ...args, ...(requestState && { requestState }) });
      requestState = (last.body.result?.requestState as string) ?? requestState;
    }
    assert.equal(last?.body.error?.code, -32603);
    assert.match(last?.body.error?.message ?? "", /8 rounds/);
  });
});

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

  test("a codec of ours is taken, of another make refused", async (t) => {
    const { url } = await asking(t, { state: createRequestStateCodec({ key: KEY, ttlSeconds: 5 }) });
    stateOf(await callTool(url, "ask", { arguments: {} }));
    const other = { mint: async () => "", verify: async () => ({}) };
    assert.throws(() => new McpServer(info, { state: other }), {
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

  test("later is an error that says so", () => {
    const server = new SdkMcpServer({ name: "s", version: "1" });
    server.registerTool("a", {}, () => ({ content: [] }));
    assert.throws(() => protect(server, { state: { key: KEY } }), {
      code: "illegal_state",
      message: /before the first tool/,
    });
  });
});
