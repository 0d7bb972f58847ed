/** A server with one tool that asks to confirm, and what its tests look at. */

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import {
  createMcpFetchHandler,
  inputRequired,
  McpServer,
  type McpServerSettings,
  type McpToolContext,
  type NoteEvent,
  type RefusalEvent,
  readAnswer,
} from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";
import { type Reply, serve } from "./wire.js";

export const confirm = z.object({ ok: z.boolean() });
export const question = inputRequired.elicit({ message: "Sure?", requestedSchema: confirm });
export const yes = { confirm: { action: "accept", content: { ok: true } } };
export const FROZEN =
  '{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}';

export interface Running {
  readonly url: string;
  readonly refusals: RefusalEvent[];
  readonly notes: NoteEvent[];
  readonly seen: McpToolContext[];
}

/** A server with one tool that asks to confirm, and says what it was told. */
export async function asking(t: TestContext, settings: McpServerSettings = { state: { key: KEY } }): Promise<Running> {
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

export function stateOf(reply: Reply): string {
  assert.equal(reply.body.result?.resultType, "input_required", reply.text);
  return reply.body.result?.requestState as string;
}

export function assertFrozen(reply: Reply): void {
  assert.equal(JSON.stringify(reply.body.error), FROZEN);
}
