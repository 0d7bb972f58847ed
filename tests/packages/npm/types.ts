// A strict program in types alone: compiled in every way that a consumer may resolve modules, never run.

import { McpServer as SdkServer } from "@modelcontextprotocol/server";
import { type Answer, acceptedContent, Boundary, createRequestStateCodec, Form, isMrtrError, readAnswer } from "mrtr";
import { createMcpFetchHandler, inputRequired, McpServer, protect } from "mrtr/server";
import { z } from "zod";

const confirm = z.object({ ok: z.boolean() });
const form: Form<{ ok: boolean }> = Form.parse(confirm);
const answer: Answer<{ ok: boolean }> = readAnswer({}, "confirm", form);
export const ok: boolean = answer.outcome === "accepted" && answer.value.ok;
export const content: { ok: boolean } | undefined = acceptedContent({}, "confirm", confirm);
export const minted: Promise<string> = createRequestStateCodec({ key: "k" }).mint({ step: 1 });
export const boundary = new Boundary({ key: "k" });
export const known = (error: unknown): string | undefined => (isMrtrError(error) ? error.code : undefined);

const server = new McpServer({ name: "s", version: "1" }, { state: { key: process.env.STATE_KEY } }).registerTool(
  { name: "ask", inputSchema: z.object({ target: z.string() }) },
  async ({ target }, ctx) => {
    const said = acceptedContent(ctx.mcpReq.inputResponses, "confirm", confirm);
    if (said === undefined)
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message: target, requestedSchema: confirm }) },
      });
    return { content: String(said.ok) };
  },
);
export const handler = createMcpFetchHandler(server);

const sdk = new SdkServer({ name: "s", version: "1" });
protect(sdk, { state: { key: "k" } });
// @ts-expect-error a form is made of a schema
Form.parse();
