/** A server over pipes, for the test of that entry. */

import { inputRequired, McpServer, readAnswer, serveStdio } from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";

const confirm = z.object({ ok: z.boolean() });

const server = new McpServer({ name: "pipes", version: "1" }, { state: { key: KEY } }).registerTool(
  { name: "ask", inputSchema: z.object({}) },
  async (_args, ctx) => {
    const answer = readAnswer(ctx.mcpReq.inputResponses, "q", confirm);
    if (answer.outcome === "accepted") return { content: `ok round ${ctx.state?.round}` };
    return inputRequired({ inputRequests: { q: inputRequired.elicit({ message: "?", requestedSchema: confirm }) } });
  },
);

serveStdio(server);
