/** What a handler forgets: a server's error that names the key and the remedy, never an answer that the client believes. */

import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import {
  createMcpFetchHandler,
  inputRequired,
  McpServer,
  type McpToolContext,
  type RefusalEvent,
  ResourceTemplate,
} from "mrtr/server";
import { question } from "./asking.js";
import { KEY } from "./support.js";
import { callTool, message, post, type Reply, serve } from "./wire.js";

type Handler = (ctx: McpToolContext) => unknown;

const seal = (ctx: McpToolContext) => ctx.state?.sealRequestState({ a: 1 }) as unknown as string;

/** `[what, the handler, the error's message]` */
const SLIPS: [string, Handler, RegExp][] = [
  ["nothing", () => undefined, /^a handler must give a result, or one that asks, not undefined$/],
  ["null", () => null, /not null$/],
  ["a text", () => "Deleted.", /a handler must give a result, .* not string$/],
  ["a list", () => [{ content: "x" }], /a handler must give a result, .* not array$/],
  ["a function", () => () => ({ content: "later" }), /^a result is a function: give the value itself$/],
  ["a bare question", () => question, /\/method: a bare elicitation\/create .* under a key of inputRequests/],
  ["bare roots", () => inputRequired.listRoots(), /\/method: a bare roots\/list /],
  [
    "questions alone",
    () => ({ inputRequests: { q: question } }),
    /\/resultType: must be input_required .*inputRequests/,
  ],
  ["a state alone", () => ({ requestState: "s" }), /\/resultType: must be input_required .*requestState/],
  [
    "a promise as state",
    (ctx) => ({ resultType: "input_required", inputRequests: { q: question }, requestState: seal(ctx) }),
    /^requestState is a promise: await it /,
  ],
  [
    "a function as state",
    (ctx) => ({
      resultType: "input_required",
      inputRequests: { q: question },
      requestState: ctx.state?.sealRequestState,
    }),
    /^requestState is a function: /,
  ],
  ["a state beside content that is null", () => ({ content: null, requestState: "s" }), /\/resultType: must be /],
  [
    "a result that writes itself",
    () => ({
      content: [],
      messages: [],
      contents: [],
      toJSON: () => ({ resultType: "input_required", requestState: "s" }),
    }),
    /^a result must not have a toJSON/,
  ],
  [
    "a promise as question",
    () => ({ resultType: "input_required", inputRequests: { q: Promise.resolve(question) } }),
    /^inputRequests\.q is a promise: await it /,
  ],
];

describe("slips of a handler", () => {
  async function run(t: TestContext, handler: Handler, told: RefusalEvent[] = []) {
    const server = new McpServer(
      { name: "s", version: "1" },
      { state: { key: KEY }, onRefusal: (event) => told.push(event) },
    )
      .registerTool({ name: "t" }, (_args, ctx) => handler(ctx) as never)
      .registerPrompt("p", {}, (ctx) => handler(ctx) as never)
      .registerResource("r", new ResourceTemplate("note://{name}", { list: undefined }), {}, (_uri, _all, ctx) => {
        return handler(ctx) as never;
      });
    const served = await serve(createMcpFetchHandler(server));
    t.after(() => served.close());
    return [
      () => callTool(served.url, "t"),
      () => post(served.url, JSON.stringify(message("prompts/get", { name: "p" })), "prompts/get", "p"),
      () => {
        const text = JSON.stringify(message("resources/read", { uri: "note://a" }));
        return post(served.url, text, "resources/read", "note://a");
      },
    ];
  }

  async function all(calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
    return Promise.all(calls.map((call) => call()));
  }

  test("what is none: it asks", async (t) => {
    const handler: Handler = async (ctx) =>
      inputRequired({ inputRequests: { q: question }, requestState: await seal(ctx) });
    for (const reply of await all(await run(t, handler))) {
      assert.equal(reply.body.result?.resultType, "input_required", reply.text);
    }
  });

  for (const [what, handler, wanted] of SLIPS) {
    test(what, async (t) => {
      for (const { body, text } of await all(await run(t, handler))) {
        assert.equal(body.error?.code, -32603, text);
        assert.match(body.error?.message ?? "", wanted);
      }
    });
  }

  test("the builder says it at once", async () => {
    const build = (requestState: unknown) => inputRequired({ inputRequests: { q: question }, requestState } as never);
    assert.ok(build("s"));
    for (const [state, wanted] of [
      [Promise.resolve("s"), /requestState is a promise: await it/],
      [() => "s", /requestState is a function/],
    ] as const) {
      assert.throws(() => build(state), { name: "TypeError", code: "invalid_input_required", message: wanted });
    }
    const asked = Promise.resolve(question) as never;
    assert.throws(() => inputRequired({ inputRequests: { q: asked } }), {
      message: /inputRequests\.q is a promise/,
    });
    // Absent is absent, as everywhere in JavaScript.
    const conditional = { q: question, r: undefined } as never;
    assert.deepEqual(Object.keys(inputRequired({ inputRequests: conditional }).inputRequests ?? {}), ["q"]);
  });

  test("the operator hears of a slip that the core found", async (t) => {
    const told: RefusalEvent[] = [];
    const [call] = await run(t, () => ({ method: "roots/list" }), told);
    assert.equal((await call?.())?.body.error?.code, -32603);
    assert.deepEqual(
      told.map(({ reason, method, target }) => [reason, method, target]),
      [["invalid_input_required", "tools/call", "t"]],
    );
  });

  test("results that look odd and are none", async (t) => {
    for (const result of [{}, { _meta: { a: 1 } }, { structuredContent: { a: 1 } }, { content: "x", method: "m" }]) {
      const [call] = await run(t, () => result);
      assert.ok(call);
      const { body, text } = await call();
      assert.ok(Array.isArray(body.result?.content), text);
    }
  });
});
