// The server that the clients are set upon, in Node; server.py has the same tools. Prints its address. Beside /mcp it has
// /log (what it has told its operator since that was last read), /clock/<seconds ahead>, and the page of its sign-in.

import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import { z } from "zod";
import { createMcpFetchHandler, inputRequired, McpServer, readAnswer } from "../../bindings-node/dist/server/index.js";

const CONFIRMATION = {
  type: "object",
  properties: { ok: { type: "boolean" }, note: { type: "string", maxLength: 20 } },
  required: ["ok"],
};
const TARGET = z.object({ target: z.string() });

// A clock that can be put forward, so that nobody sleeps until a token lapses.
const realNow = Date.now;
let ahead = 0;
Date.now = () => realNow() + ahead * 1000;

const told = [];
const log = (entry) => told.push(entry);

const server = new McpServer(
  { name: "reports", version: "1.0.0" },
  {
    state: { key: process.env.STATE_KEY },
    principal: (ctx) => ctx.http?.req?.headers.get("x-user") ?? undefined,
    onRefusal: ({ reason }) => log({ refused: reason }),
  },
);

/** A tool that asks to confirm, and says in its question which round it is and how the last answer was read. */
function confirms(name, verb) {
  server.registerTool({ name, description: "Asks first", inputSchema: TARGET }, async ({ target }, ctx) => {
    log({ entered: name, round: ctx.state.round });
    const answer = readAnswer(ctx.mcpReq.inputResponses, "confirm", CONFIRMATION);
    if (answer.outcome === "missing" || answer.outcome === "invalid") {
      const message = `${verb} ${target}? (round ${ctx.state.round}, ${answer.outcome})`;
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: CONFIRMATION }) },
        requestState: await ctx.state.sealRequestState({ target }),
      });
    }
    if (answer.outcome !== "accepted") return { content: `Not ${verb.toLowerCase()}d: ${answer.outcome}.` };
    if (!answer.value.ok) return { content: `Not ${verb.toLowerCase()}d: not confirmed.` };
    return { content: `${verb}d ${ctx.state.requestState()?.target}.` };
  });
}
confirms("delete_report", "Delete");
confirms("archive_report", "Archive");

server.registerTool({ name: "insatiable", description: "Asks again whatever is answered" }, (_, ctx) => {
  log({ entered: "insatiable", round: ctx.state.round });
  return inputRequired({
    inputRequests: {
      more: inputRequired.elicit({ message: `More? (round ${ctx.state.round})`, requestedSchema: CONFIRMATION }),
    },
  });
});

server.registerTool({ name: "noisy", description: "Tells of progress before it asks" }, async (_, ctx) => {
  const params = { progressToken: ctx.mcpReq._meta.progressToken, progress: 1 };
  await ctx.mcpReq.notify({ method: "notifications/progress", params });
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message: "?", requestedSchema: CONFIRMATION }) },
  });
});

server.registerTool({ name: "old_style", description: "Sends to a page as revision 2025-11-25 has it" }, () => {
  throw new UrlElicitationRequiredError([
    { mode: "url", message: "Please sign in.", url: "https://a.example/", elicitationId: "1" },
  ]);
});

/** The flows whose user has been to the page. */
const completed = new Set();

server.registerTool({ name: "sign_in", description: "Sends the user to a page" }, async (_, ctx) => {
  log({ entered: "sign_in", round: ctx.state.round });
  const answer = readAnswer(ctx.mcpReq.inputResponses, "page");
  if (answer.outcome === "declined" || answer.outcome === "cancelled")
    return { content: `Not signed in: ${answer.outcome}.` };
  // An accept says that the user went there; only the page knows whether they are through.
  if (completed.has(ctx.state.flowId)) return { content: "Signed in." };
  const url = `${address}/page/${await ctx.state.sealUrlCompletion({})}`;
  const message = `Please sign in. (round ${ctx.state.round}, ${answer.outcome})`;
  return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message, url }) } });
});

server.registerTool(
  { name: "hand_built", description: "Returns what it is told to", inputSchema: z.object({ result: z.string() }) },
  ({ result }, ctx) => {
    log({ entered: "hand_built", round: ctx.state.round });
    return JSON.parse(result);
  },
);

server.registerTool({ name: "peek", description: "Tells what a handler sees" }, (_, ctx) => {
  log({ entered: "peek", round: ctx.state.round });
  if (ctx.state.round === 1) {
    const question = inputRequired.elicit({ message: "?", requestedSchema: CONFIRMATION });
    return inputRequired({ inputRequests: { confirm: question }, requestState: "seen" });
  }
  const responses = ctx.mcpReq.inputResponses;
  const seen = {
    keys: Object.keys(responses ?? {}),
    confirm: readAnswer(responses, "confirm", CONFIRMATION).outcome,
    direct: responses?.confirm !== undefined,
    state: ctx.state.requestState(),
  };
  return { content: JSON.stringify(seen) };
});

/** What is there beside /mcp. */
const aside = {
  log: () => [200, JSON.stringify(told.splice(0))],
  clock: (seconds) => {
    ahead = Number(seconds);
    return [200];
  },
  page: (token, request) => {
    try {
      const from = { target: "sign_in", principal: request.headers["x-user"] };
      completed.add(server.boundary.openUrlCompletion(token, from).flowId);
      return [200];
    } catch {
      return [410];
    }
  },
};

const mcp = toNodeHandler(createMcpFetchHandler(server, { legacy: "sessions" }));
const http = createServer((request, response) => {
  const [, what, argument] = request.url.split("/");
  if (!Object.hasOwn(aside, what)) return mcp(request, response);
  const [status, text] = aside[what](argument, request);
  return response.writeHead(status).end(text);
});
let address;
http.listen(0, "127.0.0.1", () => {
  address = `http://127.0.0.1:${http.address().port}`;
  console.log(`${address}/mcp`);
});
