/** What a retry has read depends on answers that are in no cache's key: no cache may keep it, whatever its handler says. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createMcpHandler, McpServer as SdkMcpServer } from "@modelcontextprotocol/server";
import { createMcpFetchHandler, inputRequired, McpServer, protect } from "mrtr/server";
import { question, yes } from "./asking.js";
import { KEY } from "./support.js";
import { message, post, type Served, serve } from "./wire.js";

const URI = "note://a";
const PUBLIC = { ttlMs: 60_000, cacheScope: "public" } as const;
const read = (more: object) => ({ contents: [{ uri: URI, text: "t" }], ...more });

/** Resources that ask, and hint in each way: where they are registered, and with their result. */
const KINDS = { configured: [{ cacheHint: PUBLIC }, {}], returned: [{}, PUBLIC], silent: [{}, {}] } as const;

const blueprint = ([config, more]: readonly [object, object]) =>
  createMcpFetchHandler(
    new McpServer({ name: "s", version: "1" }, { state: { key: KEY } }).registerResource(
      "n",
      URI,
      config,
      (_uri, ctx) =>
        ctx.mcpReq.inputResponses === undefined && asks
          ? inputRequired({ inputRequests: { confirm: question } })
          : read(more),
    ),
  );

const protectedServer = ([config, more]: readonly [object, object]) =>
  createMcpHandler(() => {
    const server = protect(new SdkMcpServer({ name: "s", version: "1" }), { state: { key: KEY } });
    server.registerResource("n", URI, config, (_uri, ctx) =>
      ctx.mcpReq.inputResponses === undefined && asks
        ? (inputRequired({ inputRequests: { confirm: question } }) as never)
        : read(more),
    );
    return server;
  });

/** Does the resource ask first? */
let asks = true;

for (const [how, build] of Object.entries({ blueprint, protectedServer })) {
  describe(`cache hints: ${how}`, () => {
    for (const [kind, pair] of Object.entries(KINDS)) {
      describe(kind, () => {
        let served: Served;
        before(async () => {
          served = await serve(build(pair as never));
        });
        after(() => served.close());
        const call = async (params: object = {}) => {
          const text = JSON.stringify(message("resources/read", { uri: URI, ...params }));
          return (await post(served.url, text, "resources/read", URI)).body.result ?? {};
        };
        const hints = ({ ttlMs, cacheScope }: Record<string, unknown>) => ({ ttlMs, cacheScope });

        test("a first call has those of its author", async () => {
          asks = false;
          const wanted = kind === "silent" ? { ttlMs: 0, cacheScope: "private" } : PUBLIC;
          assert.deepEqual(hints(await call()), wanted);
        });

        test("a question has none", async () => {
          asks = true;
          const asked = await call();
          assert.equal(asked.resultType, "input_required");
          assert.deepEqual(hints(asked), { ttlMs: undefined, cacheScope: undefined });
        });

        test("a retry has those that no cache can use", async () => {
          asks = true;
          const { requestState } = await call();
          const done = await call({ requestState, inputResponses: yes });
          assert.deepEqual(done.contents, [{ uri: URI, text: "t" }]);
          assert.deepEqual(hints(done), { ttlMs: 0, cacheScope: "private" });
          // Answers alone are a retry, too.
          asks = false;
          assert.deepEqual(hints(await call({ inputResponses: yes })), { ttlMs: 0, cacheScope: "private" });
        });
      });
    }
  });
}
