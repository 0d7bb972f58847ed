/**
 * Asks the client instead of the user: first for its roots, then for a sentence of its model. A client that cannot be
 * asked for one of them is served without.
 *
 *     STATE_KEY=$(openssl rand -hex 32) PORT=3000 node build/examples/sampling-and-roots.js
 */

import type { CreateMessageResult } from "@modelcontextprotocol/server";
import express from "express";
import { createMcpExpressRouter, inputRequired, inputResponse, McpServer } from "mrtr/server";

const server = new McpServer({ name: "projects", version: "1.0.0" }, { state: { key: process.env.STATE_KEY } });

server.registerTool({ name: "describe_project", description: "Describes what you work on." }, async (_, ctx) => {
  let folders = ctx.state?.requestState<{ folders: string[] }>()?.folders;
  if (folders === undefined) {
    if (!ctx.mayAsk("roots")) return { content: "This client shows no folders." };
    const answer = inputResponse(ctx.mcpReq.inputResponses, "roots");
    if (answer.kind !== "roots") return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    folders = answer.roots.map((root) => String(root.name ?? root.uri));
  }
  const listed = folders.join(", ");
  if (!ctx.mayAsk("sampling")) return { content: `Folders: ${listed}.` };

  const answer = inputResponse(ctx.mcpReq.inputResponses, "sentence");
  if (answer.kind !== "sampling") {
    const text = `Describe in one sentence a project with these folders: ${listed}`;
    const question = { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 };
    return inputRequired({
      inputRequests: { sentence: inputRequired.createMessage(question) },
      requestState: await ctx.state?.sealRequestState({ folders }),
    });
  }
  // What a model says is nobody's word: show it, and decide nothing by it.
  const { content } = answer.result as CreateMessageResult;
  return { content: `Folders: ${listed}. ${content.type === "text" ? content.text : ""}` };
});

const app = express().use("/mcp", createMcpExpressRouter(server));
app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
