/** `createRequestStateCodec` in the place of the SDK's. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
  createRequestStateCodec as sdkCodec,
} from "@modelcontextprotocol/server";
import { createRequestStateCodec, type MrtrError } from "mrtr";
import { z } from "zod";
import { at, KEY } from "./support.js";
import { callTool, serve, textOf } from "./wire.js";

const context = {} as ServerContext;

describe("beside the SDK's codec", () => {
  const bind = () => "ada";
  for (const [name, options] of Object.entries({
    plain: { key: KEY },
    bound: { key: KEY, bind },
    brief: { key: KEY, ttlSeconds: 5 },
  })) {
    test(`${name}: the same bytes, and each opens the other's`, () =>
      at(1_800_000_000.75, async () => {
        const ours = createRequestStateCodec(options);
        const theirs = sdkCodec(options);
        for (const payload of [{ a: 1, b: ["ü", null] }, "text", 0, null, true, undefined, [], { "": "\ud800" }]) {
          const token = await ours.mint(payload, context);
          assert.equal(token, await theirs.mint(payload, context));
          assert.deepEqual(await ours.verify(token, context), await theirs.verify(token, context));
        }
      }));
  }

  test("an official server with our codec in its verify hook", async (t) => {
    const codec = createRequestStateCodec<ServerContext>({
      key: KEY,
      bind: (ctx) => ctx.http?.req?.headers.get("x-user") ?? "nobody",
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: "s", version: "1" }, { requestState: { verify: codec.verify } });
      server.registerTool("t", { inputSchema: z.object({}) }, async (_args, ctx) => {
        const state = ctx.mcpReq.requestState<{ step: number }>();
        if (state === undefined) return inputRequired({ requestState: await codec.mint({ step: 1 }, ctx) });
        return { content: [{ type: "text", text: `step ${state.step}` }] };
      });
      return server;
    });
    const served = await serve(handler);
    t.after(() => served.close());
    const requestState = (await callTool(served.url, "t", { arguments: {} })).body.result?.requestState as string;
    assert.equal(textOf((await callTool(served.url, "t", { arguments: {}, requestState })).body.result), "step 1");
    const refused = await callTool(served.url, "t", { arguments: {}, requestState: `${requestState}x` });
    assert.deepEqual(refused.body.error?.data, { reason: "invalid_request_state" });
  });

  test("mint without context, where bind needs one", async () => {
    for (const make of [createRequestStateCodec, sdkCodec]) {
      await assert.rejects(make({ key: KEY, bind }).mint({}), TypeError);
    }
  });
});

describe("its own", () => {
  test("a key ring opens what any of its keys has minted", async () => {
    const old = createRequestStateCodec({ key: "k".repeat(32) });
    const ring = createRequestStateCodec({ keys: [KEY, "k".repeat(32)] });
    assert.equal(await ring.verify(await old.mint(1), {}), 1);
    await assert.rejects(old.verify(await ring.mint(1), {}), { message: "mac" });
    assert.throws(() => createRequestStateCodec({ keys: [KEY, KEY] }), { code: "duplicate_key" });
    assert.throws(() => createRequestStateCodec({ key: KEY, keys: [KEY] }), { code: "invalid_argument" });
  });

  test("keys are copied, and nothing of them is printed", async () => {
    const key = Buffer.from(KEY);
    const codec = createRequestStateCodec({ key });
    const token = await codec.mint({ secret: "s3cret" });
    key.fill(0);
    assert.deepEqual(await codec.verify(token, {}), { secret: "s3cret" });
    assert.ok(!inspect(codec, { showHidden: true, depth: 9 }).includes(KEY.slice(0, 8)));
  });

  test("formats of the other SDKs", async () => {
    const encrypted = createRequestStateCodec({ key: KEY, format: "encrypted" });
    assert.deepEqual(await encrypted.verify(await encrypted.mint({ a: 1 }), {}), { a: 1 });
    const rs2 = createRequestStateCodec({ keys: [{ id: "k1", key: KEY }], format: "rs2", open: ["rs2", "signed"] });
    assert.match(await rs2.mint(1), /^rs2\./);
    assert.equal(await rs2.verify(await createRequestStateCodec({ key: KEY }).mint(2), {}), 2);
    await assert.rejects(encrypted.verify(await createRequestStateCodec({ key: KEY }).mint(2), {}));
  });

  test("a refusal says the reason and no more", async () => {
    const codec = createRequestStateCodec({ key: KEY });
    const token = await codec.mint("s3cret");
    const error = (await codec.verify(`${token}A`, {}).catch((caught: unknown) => caught)) as MrtrError;
    assert.deepEqual(
      [error.message, error.code, error.cause, error.issues],
      ["mac", "invalid_request_state", undefined, []],
    );
  });

  test("a callback of the host's that fails is the host's own error", async () => {
    const fails = () => {
      throw new TypeError("mine");
    };
    await assert.rejects(createRequestStateCodec({ key: KEY, bind: fails }).mint(1, {}), { message: "mine" });
    await assert.rejects(createRequestStateCodec({ key: KEY, bind: (() => 5) as never }).mint(1, {}), {
      code: "invalid_argument",
    });
  });
});
