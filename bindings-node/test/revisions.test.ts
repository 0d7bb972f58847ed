/** One handler, and the official client speaking 2025-06-18 and 2025-11-25: each is asked in the words of its revision. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpFetchHandler, inputRequired, McpServer, type RefusalEvent, readAnswer } from "mrtr/server";
import { KEY } from "./support.js";
import { type Served, serve, textOf } from "./wire.js";

const SIZE = {
  type: "object",
  properties: {
    size: {
      type: "string",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    copies: { type: "integer", minimum: 1, default: 1 },
    news: { type: "boolean", default: true },
  },
  required: ["size"],
};
const OLD_SIZE = {
  type: "object",
  properties: {
    size: { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] },
    copies: { type: "integer", minimum: 1 },
    news: { type: "boolean", default: true },
  },
  required: ["size"],
};
const SEVERAL = {
  type: "object",
  properties: { tags: { type: "array", items: { type: "string", enum: ["a", "b"] } } },
};
const QUESTIONS = {
  size: inputRequired.elicit({ message: "Which?", requestedSchema: SIZE }),
  several: inputRequired.elicit({ message: "Which?", requestedSchema: SEVERAL }),
  link: inputRequired.elicitUrl({ message: "Sign in", url: "https://example.com/sign-in" }),
};

describe("older revisions", () => {
  const refusals: RefusalEvent[] = [];
  const server = new McpServer(
    { name: "s", version: "1" },
    { state: { key: KEY }, onRefusal: (event) => refusals.push(event) },
  );
  for (const [name, question] of Object.entries(QUESTIONS)) {
    server.registerTool({ name }, (_args, ctx) => {
      const given = ctx.mcpReq.inputResponses;
      const answer =
        name === "link" ? readAnswer(given, "q") : readAnswer(given, "q", name === "size" ? SIZE : SEVERAL);
      if (ctx.state?.round === 1) return inputRequired({ inputRequests: { q: question } });
      return { content: answer.outcome === "accepted" ? JSON.stringify(answer.value ?? null) : answer.outcome };
    });
  }
  server.registerPrompt("several", {}, () => inputRequired({ inputRequests: { q: QUESTIONS.several } }));
  const handler = createMcpFetchHandler(server, { legacy: "sessions" });
  let served: Served;
  before(async () => {
    served = await serve(handler);
  });
  after(async () => {
    await handler.close();
    await served.close();
  });

  /** What a client of that revision is asked, and what comes of its accept. */
  async function calling<T>(revision: string, call: (client: Client) => Promise<T>) {
    refusals.length = 0;
    const options = { capabilities: { elicitation: { form: {}, url: {} } }, supportedProtocolVersions: [revision] };
    const client = new Client({ name: "old", version: "1" }, options);
    const asked: Record<string, unknown>[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params as Record<string, unknown>);
      return { action: "accept", ...("url" in params ? {} : { content: { size: "l", copies: 2 } }) } as never;
    });
    const transport = new StreamableHTTPClientTransport(new URL(served.url));
    await client.connect(transport);
    try {
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      return { result: await call(client), asked };
    } finally {
      await transport.terminateSession();
      await client.close();
    }
  }
  const calls = (revision: string, name: string) =>
    calling(revision, (client) => client.callTool({ name, arguments: {} }));

  for (const [revision, form] of [
    ["2025-06-18", OLD_SIZE],
    ["2025-11-25", SIZE],
  ] as const) {
    test(`${revision}: a form in its words, and the same answer`, async () => {
      const { result, asked } = await calls(revision, "size");
      assert.equal(textOf(result), '{"size":"l","copies":2}');
      assert.deepEqual(
        asked.map(({ requestedSchema }) => requestedSchema),
        [form],
      );
    });
  }

  test("2025-11-25: a URL with an id of its own", async () => {
    const { result, asked } = await calls("2025-11-25", "link");
    assert.equal(textOf(result), "null");
    assert.match(String(asked[0]?.elicitationId), /^[\w-]{22}$/);
  });

  test("2025-06-18: what it cannot say is refused before anything is asked", async () => {
    for (const [name, why] of [
      ["several", /\/q\/params\/requestedSchema\/properties\/tags.* is a choice of several/],
      ["link", /\/q\/params\/mode.* is URL mode/],
    ] as const) {
      const { result, asked } = await calls("2025-06-18", name);
      assert.deepEqual(asked, []);
      assert.equal((result as { isError?: boolean }).isError, true);
      assert.match(textOf(result), why);
      assert.equal(refusals.length, 1);
    }
    await assert.rejects(
      calling("2025-06-18", (client) => client.getPrompt({ name: "several" })),
      { code: -32603 },
    );
  });
});
