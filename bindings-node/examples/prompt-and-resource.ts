/**
 * Prompts and resources ask as tools do.
 *
 *     STATE_KEY=$(openssl rand -hex 32) PORT=3000 node build/examples/prompt-and-resource.js
 *
 * A decline is an answer too: the prompt does without, and the resource shows nothing.
 */

import express from "express";
import { confirmed, createMcpExpressRouter, inputRequired, McpServer, ResourceTemplate, readAnswer } from "mrtr/server";
import { z } from "zod";

const readers = z.object({ readers: z.enum(["users", "developers"]) });
const consent = z.object({ ok: z.boolean().meta({ title: "Show them" }) });

const server = new McpServer({ name: "documents", version: "1.0.0" }, { state: { key: process.env.STATE_KEY } });

server.registerPrompt(
  "release_notes",
  { description: "Has release notes written.", argsSchema: z.object({ version: z.string() }) },
  ({ version }, ctx) => {
    const answer = readAnswer(ctx.mcpReq.inputResponses, "readers", readers);
    if (answer.outcome === "missing" || answer.outcome === "invalid") {
      const question = inputRequired.elicit({ message: "Who will read them?", requestedSchema: readers });
      return inputRequired({ inputRequests: { readers: question } });
    }
    const whom = answer.outcome === "accepted" ? answer.value.readers : "everyone";
    const text = `Write the release notes of ${version} for ${whom}.`;
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  },
);

server.registerResource(
  "minutes",
  new ResourceTemplate("minutes://{meeting}", { list: undefined }),
  { description: "Minutes of a meeting, shown after asking.", mimeType: "text/plain" },
  (uri, { meeting }, ctx) => {
    const answer = readAnswer(ctx.mcpReq.inputResponses, "consent", consent);
    if (answer.outcome === "missing" || answer.outcome === "invalid") {
      const message = `The minutes of ${meeting} are confidential. Show them here?`;
      return inputRequired({ inputRequests: { consent: inputRequired.elicit({ message, requestedSchema: consent }) } });
    }
    // True for an accept with the box ticked, and for nothing else.
    const show = confirmed(ctx.mcpReq.inputResponses, "consent", consent);
    const text = show ? `Minutes of ${meeting}: all agreed.` : "Not shown.";
    return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
  },
);

const app = express().use("/mcp", createMcpExpressRouter(server));
app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
