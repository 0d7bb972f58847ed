/** What a client sends, over real HTTP: refused or read safely, whatever the handler does. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createMcpFetchHandler, McpServer, type McpServerSettings } from "mrtr/server";
import { asking, assertFrozen, FROZEN, stateOf, yes } from "./asking.js";
import { at, KEY } from "./support.js";
import { callTool, message, post, serve, textOf } from "./wire.js";

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
    assert.deepEqual([first?.state?.isRetry, second?.state?.isRetry], [false, true]);
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
      () => Promise.reject(new Error("s3cret")),
      () => "\ud800",
    ]) {
      const [threw, told] = [t.mock.method(console, "error", () => {}), t.mock.method(console, "warn", () => {})];
      const { url, refusals } = await asking(t, { state: { key: KEY }, principal: principal as () => string });
      const reply = await callTool(url, "ask", { arguments: {} });
      assert.deepEqual(reply.body.error, { code: -32603, message: "Internal error" });
      assert.equal(refusals[0]?.reason, "principal");
      assert.ok(!JSON.stringify(refusals).includes("s3cret"));
      // The operator alone hears what went wrong in the host's own code.
      const heard = [...threw.mock.calls, ...told.mock.calls].flatMap((call) => call.arguments).join(" ");
      if (principal.toString().includes("throw")) assert.match(heard, /option principal threw: Error: s3cret/);
      else if (told.mock.callCount() > 0) assert.match(heard, /at once, or undefined, not (number|a promise)/);
      else assert.match(principal.toString(), /"/);
      t.mock.restoreAll();
    }
  });

  for (const [how, onRefusal] of [
    ["throws", () => assert.fail("log is full")],
    ["rejects", async () => assert.fail("log is full")],
  ] as const) {
    test(`a callback for refusals that ${how} loses no refusal, and ends nothing`, async (t) => {
      const [failed, told] = [t.mock.method(console, "error", () => {}), t.mock.method(console, "warn", () => {})];
      const server = new McpServer({ name: "s", version: "1" }, { state: { key: KEY }, onRefusal }).registerTool(
        { name: "ask" },
        () => ({ content: "in" }),
      );
      const served = await serve(createMcpFetchHandler(server));
      t.after(() => served.close());
      assertFrozen(await callTool(served.url, "ask", { arguments: {}, requestState: "v1.e30.AA" }));
      const words = (mock: typeof told | typeof failed) => mock.mock.calls.flatMap((call) => call.arguments).join(" ");
      assert.match(words(failed), /callback for the log failed: AssertionError.*log is full/);
      assert.match(words(told), /mrtr \(\w+\): tools\/call of "ask"/);
    });
  }

  test("state.bind is the same as principal, and both at once are an error", () => {
    const bind = () => "ada";
    assert.throws(
      () => new McpServer({ name: "s", version: "1" }, { state: { key: KEY, bind }, principal: bind }),
      TypeError,
    );
  });
});
