/** What is never shown: keys by any printing, and tokens, payloads and answers in what is logged. */

import assert from "node:assert/strict";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { format, inspect } from "node:util";
import { serialize } from "node:v8";
import { createMcpHandler, McpServer as SdkServer } from "@modelcontextprotocol/server";
import { Boundary, createRequestStateCodec } from "mrtr";
import { McpServer, protect, type RefusalEvent } from "mrtr/server";
import { z } from "zod";
import { asking, assertFrozen, stateOf, yes } from "./asking.js";
import { KEY } from "./support.js";
import { callTool, serve } from "./wire.js";

const HIDDEN = "the-key-that-nobody-may-see-0123456789";
const FORMS = [
  HIDDEN,
  ...(["hex", "base64", "base64url"] as const).map((encoding) => Buffer.from(HIDDEN).toString(encoding)),
];

const MADE: Record<string, () => object> = {
  codec: () => createRequestStateCodec({ key: HIDDEN }),
  "codec of bytes": () =>
    createRequestStateCodec({ keys: [Buffer.from(HIDDEN)], format: "encrypted", bind: () => "x" }),
  "named keys": () => createRequestStateCodec({ keys: [{ id: "name", key: HIDDEN }], format: "rs2" }),
  boundary: () => new Boundary({ key: HIDDEN }),
  "boundary of a codec": () => new Boundary({ codec: createRequestStateCodec({ key: HIDDEN }) as never }),
  round: () => new Boundary({ key: HIDDEN }).enter({ method: "tools/call", params: { name: "t" } }),
  server: () => new McpServer({ name: "s", version: "1" }, { state: { key: HIDDEN } }),
  "protected server": () => protect(new SdkServer({ name: "s", version: "1" }), { state: { key: HIDDEN } }),
};

/** Everything that Node prints of a value. */
function shown(value: object): string[] {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  const console = new Console({ stdout: sink, stderr: sink });
  console.log(value);
  console.dir(value, { showHidden: true, depth: null, getters: true } as never);
  console.error("%o %O %j", value, value, {});
  console.table(value);
  const tries: (() => unknown)[] = [
    () => String(value),
    () => `${value.constructor}`,
    () => inspect(value, { showHidden: true, depth: Number.POSITIVE_INFINITY, showProxy: true, getters: true }),
    () => format("%o", value),
    () => JSON.stringify(value),
    () => inspect(structuredClone(value), { showHidden: true, depth: 9 }),
    () => serialize(value).toString("latin1"),
    () => inspect(Object.getOwnPropertyDescriptors(value), { depth: 9, showHidden: true }),
    () => inspect(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value)), { depth: 9, showHidden: true }),
  ];
  for (const attempt of tries) {
    try {
      lines.push(String(attempt()));
    } catch (error) {
      lines.push(inspect(error));
    }
  }
  return lines;
}

describe("keys", () => {
  for (const [name, make] of Object.entries(MADE)) {
    test(`nothing prints those of a ${name}`, () => {
      const printed = shown(make());
      assert.ok(printed.length >= 13);
      for (const text of printed) for (const hidden of FORMS) assert.ok(!text.includes(hidden), text.slice(0, 300));
    });
  }

  test("what is looked for would be found", () => {
    const printed = shown({ key: HIDDEN });
    assert.ok(printed.filter((text) => text.includes(HIDDEN)).length >= 8);
  });

  test("no error about a key shows it", () => {
    for (const options of [
      { keys: [HIDDEN, HIDDEN] },
      { key: HIDDEN, format: "rs2" },
      { key: HIDDEN.slice(0, 20) },
      { key: HIDDEN, ttlSeconds: Number.NaN },
      { key: [HIDDEN] },
      { key: `${HIDDEN}\ud800` },
    ]) {
      assert.throws(
        () => createRequestStateCodec(options as never),
        (error: Error) => {
          assert.ok(!inspect(error, { showHidden: true, depth: 9 }).includes(HIDDEN.slice(0, 20)));
          return true;
        },
      );
    }
  });
});

describe("the log", () => {
  const payload = "payload-s3cr3t";
  const answer = "answer-s3cr3t";

  test("hears reason, method and target, and nothing of state and answers", async (t) => {
    const { url, refusals } = await asking(t);
    const state = stateOf(await callTool(url, "ask", { arguments: { id: payload } }));
    const good = await callTool(url, "ask", { arguments: { id: payload }, requestState: state, inputResponses: yes });
    assert.ok(good.body.result);
    assert.equal(refusals.length, 0);
    const sealed = await createRequestStateCodec({ key: KEY }).mint({ p: "r", d: payload, o: "ask" });
    const cases: [string, string, string][] = [
      [`${state}A`, payload, "mac"],
      [state, `${payload}2`, "arguments"],
      [sealed, payload, "foreign"],
      [`v1.${payload}`, payload, "malformed"],
    ];
    const inputResponses = { confirm: { action: "accept", content: { ok: answer } } };
    for (const [requestState, id, reason] of cases) {
      assertFrozen(await callTool(url, "ask", { arguments: { id }, requestState, inputResponses }));
      assert.equal(refusals.length, 1);
      const heard = refusals.pop() as RefusalEvent;
      assert.deepEqual([heard.reason, heard.method, heard.target], [reason, "tools/call", "ask"]);
      assert.deepEqual(Object.keys(heard).sort(), ["message", "method", "reason", "target"]);
      const told = inspect(heard, { showHidden: true, depth: 9 });
      for (const secret of [payload, answer, requestState, KEY]) assert.ok(!told.includes(secret), told);
    }
  });

  test("is the SDK server's onerror where no callback is given", async (t) => {
    const heard: string[] = [];
    const handler = createMcpHandler(() => {
      const server = protect(new SdkServer({ name: "s", version: "1" }), { state: { key: KEY } });
      server.server.onerror = (error) => heard.push(inspect(error, { showHidden: true, depth: 9 }));
      server.registerTool("ask", { inputSchema: z.object({}) }, async () => ({ content: [] }));
      return server;
    });
    const served = await serve(handler);
    t.after(() => served.close());
    assert.ok((await callTool(served.url, "ask", { arguments: {} })).body.result);
    assert.equal(heard.length, 0);
    assertFrozen(await callTool(served.url, "ask", { arguments: {}, requestState: `v1.${payload}` }));
    const [told = ""] = heard;
    assert.match(told, /^Error: tools\/call of "ask": requestState refused: malformed\n/);
    assert.ok(!told.includes(payload));
    assert.equal(heard.length, 1);
  });
});
