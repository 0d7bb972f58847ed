/** What a handler may do, and what it is told. */

import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import {
  acceptedContent,
  createMcpFetchHandler,
  inputRequired,
  McpServer,
  type McpServerSettings,
  type McpToolContext,
  ResourceTemplate,
  SEALED_STATE_INVALID_MESSAGE,
  STATE_META_KEY,
} from "mrtr/server";
import { z } from "zod";
import { assertFrozen, confirm, question, stateOf, yes } from "./asking.js";
import { KEY } from "./support.js";
import { callTool, message, post, type Reply, serve, textOf } from "./wire.js";

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
