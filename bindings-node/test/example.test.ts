/** The worked example over real HTTP, driven by the official client. */

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { ProtocolError } from "@modelcontextprotocol/client";
import { acceptedContent, createMcpFetchHandler, inputRequired, McpServer, type RefusalEvent } from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";
import { callTool, connect, type Served, serve, type Tamper, textOf } from "./wire.js";

const refusals: RefusalEvent[] = [];
const entered: string[] = [];
let rounds = 0;

/** DESIGN's program; the second tool shows a confirmation that was given for another. */
function build() {
  const confirmSchema = z.object({ ok: z.boolean() });
  const ask = (verb: string) =>
    async function handle(
      { target }: { target: string },
      ctx: Parameters<Parameters<McpServer["registerTool"]>[1]>[1],
    ) {
      entered.push(`${verb} ${target}`);
      const confirmed = acceptedContent(ctx.mcpReq.inputResponses, "confirm", confirmSchema);
      if (confirmed === undefined)
        return inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({ message: `${verb} ${target}?`, requestedSchema: confirmSchema }),
          },
          requestState: await ctx.state?.sealRequestState({ target }),
        });
      if (!confirmed.ok) return { content: `Cancelled. Nothing was ${verb}d.` };
      const sealed = ctx.state?.requestState<{ target: string }>();
      return { content: [{ type: "text" as const, text: `${verb}d ${sealed?.target}` }] };
    };
  return new McpServer(
    { name: "reports", version: "1.0.0" },
    { state: { key: KEY }, onRefusal: (event) => refusals.push(event) },
  )
    .registerTool(
      { name: "delete_report", description: "Deletes", inputSchema: z.object({ target: z.string() }) },
      ask("delete"),
    )
    .registerTool(
      { name: "archive_report", description: "Archives", inputSchema: z.object({ target: z.string() }) },
      ask("archive"),
    )
    .registerTool({ name: "insatiable", description: "Asks for ever" }, async (_args, ctx) => {
      rounds = ctx.state?.round ?? 0;
      return inputRequired({
        inputRequests: { q: inputRequired.elicit({ message: "?", requestedSchema: confirmSchema }) },
      });
    });
}

const FROZEN = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

describe("the worked example", () => {
  let served: Served;
  before(async () => {
    served = await serve(createMcpFetchHandler(build()));
  });
  after(() => served.close());
  beforeEach(() => {
    refusals.length = 0;
    entered.length = 0;
  });

  async function run(answer: object, tamper?: Tamper, name = "delete_report") {
    const client = await connect(served.url, () => ({ ...answer }), tamper);
    try {
      return await client.callTool({ name, arguments: { target: "q3.pdf" } });
    } finally {
      await client.close();
    }
  }
  const accept = { action: "accept", content: { ok: true } };

  test("accepted: the handler runs twice, and the payload comes back", async () => {
    assert.equal(textOf(await run(accept)), "deleted q3.pdf");
    assert.deepEqual(entered, ["delete q3.pdf", "delete q3.pdf"]);
    assert.deepEqual(refusals, []);
  });

  test("not confirmed", async () => {
    assert.equal(textOf(await run({ action: "accept", content: { ok: false } })), "Cancelled. Nothing was deleted.");
  });

  async function refused(reason: string, tamper: Tamper) {
    await assert.rejects(run(accept, tamper), (error: unknown) => {
      assert.ok(error instanceof ProtocolError);
      assert.deepEqual({ code: error.code, message: error.message, data: error.data }, FROZEN);
      return true;
    });
    assert.deepEqual(entered, ["delete q3.pdf"], "the second round's handler is not entered");
    assert.deepEqual(
      refusals.map((event) => event.reason),
      [reason],
    );
  }

  test("a changed character in the state", () =>
    refused("mac", (params) => {
      const state = params.requestState as string;
      params.requestState = `${state.slice(0, 20)}${state[20] === "A" ? "B" : "A"}${state.slice(21)}`;
    }));

  test("moved to another tool", () =>
    refused("operation", (params) => {
      params.name = "archive_report";
    }));

  test("moved to another target", () =>
    refused("arguments", (params) => {
      params.arguments = { target: "q4.pdf" };
    }));

  test("the ninth round asks in vain", async () => {
    const result = await run(accept, undefined, "insatiable");
    assert.equal((result as { isError?: boolean }).isError, true);
    assert.match(textOf(result), /after 8 rounds/);
    assert.equal(rounds, 9);
    assert.deepEqual(
      refusals.map((event) => event.reason),
      ["rounds"],
    );
  });

  test("a refusal is the same, byte for byte, whatever the cause", async () => {
    const first = await callTool(served.url, "delete_report", { arguments: { target: "a" } });
    const state = first.body.result?.requestState as string;
    const texts = new Set<string>();
    const bad = [
      "",
      "x",
      "v1.",
      "v1.a.b",
      state.slice(0, -1),
      `${state}A`,
      `${state} `,
      "\ud800",
      "é".repeat(9),
      5,
      {},
      [],
      true,
    ];
    for (const requestState of bad) {
      const reply = await callTool(served.url, "delete_report", { arguments: { target: "a" }, requestState });
      assert.equal(reply.status, 200);
      texts.add(reply.text);
    }
    assert.equal(texts.size, 1);
    assert.deepEqual(JSON.parse([...texts][0] as string).error, FROZEN);
  });
});
