/** What must hold in types; compiled, never run. */

import type { InputRequiredResult as SdkResult } from "@modelcontextprotocol/server";
import { acceptedContent, type Content, Form, readAnswer } from "mrtr";
import { inputRequired, McpServer } from "mrtr/server";
import { z } from "zod";
import type { Native } from "../dist/native.js";
import type * as Generated from "../native/index.cjs";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_proof: Same<A, B>): void {}

/** What the TypeScript layer calls is what the glue exports. */
export const glue = (generated: typeof Generated): Omit<Native, "__testingPanic" | "__testingFail"> => generated;

const schema = z.object({ ok: z.boolean(), note: z.string().optional() });
type Output = { ok: boolean; note?: string | undefined };

export function readers(responses: Record<string, unknown> | undefined): void {
  same<ReturnType<typeof acceptedContent<typeof schema>>, Output | undefined>(true);
  const plain = acceptedContent(responses, "k");
  same<typeof plain, Content | undefined>(true);
  const answer = readAnswer(responses, "k", Form.parse(schema));
  if (answer.outcome === "accepted") same<typeof answer.value, Output>(true);
  const json = readAnswer(responses, "k", { type: "object", properties: {} });
  if (json.outcome === "accepted") same<typeof json.value, Content>(true);
}

/** The builders' result may be returned from the SDK's own handlers. */
export const result: SdkResult = inputRequired({ inputRequests: { q: inputRequired.listRoots() } });

const server = new McpServer({ name: "s", version: "1" })
  .registerTool({ name: "sum", inputSchema: z.object({ a: z.number() }) }, async ({ a }) => ({
    content: "",
    structuredContent: { total: a },
  }))
  .registerTool({ name: "bare" }, async (args) => ({ content: Object.keys(args).join() }));
type Tools = (typeof server)["$types"]["tools"];
export const tools = (): void => {
  same<Tools["sum"]["input"], { a: number }>(true);
  same<Tools["sum"]["output"], { total: number }>(true);
};

// @ts-expect-error a tool's handler is told what its schema says
server.registerTool({ name: "x", inputSchema: z.object({ a: z.number() }) }, async ({ b }) => ({ content: String(b) }));
// @ts-expect-error legacy has two words
export const wrong: import("mrtr/server").CreateMcpFetchHandlerOptions = { legacy: "stateless" };
