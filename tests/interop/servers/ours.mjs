// Servers of mrtr in Node, one for each configuration.

import { z } from "zod";
import {
  acceptedContent,
  createMcpFetchHandler,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from "../../../bindings-node/dist/server/index.js";
import { args, caller, log, next, QUESTIONS, serveAll } from "./account.mjs";

async function close(name, account, ctx) {
  log({ entered: name, account });
  const accepted = (key) => acceptedContent(ctx.mcpReq.inputResponses, key, QUESTIONS[key].schema);
  const step = next(account, ctx.state.requestState(), accepted);
  if (step.done) return step;
  const { message, schema } = QUESTIONS[step.ask];
  return inputRequired({
    inputRequests: { [step.ask]: inputRequired.elicit({ message, requestedSchema: schema }) },
    requestState: await ctx.state.sealRequestState(step.state),
  });
}

function build({ name, audience, maxRounds, foreign, ...state }) {
  const server = new McpServer(
    { name, version: "1.0.0" },
    {
      state,
      principal: caller,
      ...(audience && { audience }),
      ...(foreign && { foreign }),
      ...(maxRounds && { inputRequired: { maxRounds } }),
      onRefusal: ({ reason }) => log({ refused: reason }),
    },
  );
  for (const tool of ["close_account", "close_other"]) {
    server.registerTool({ name: tool, inputSchema: args }, async ({ account }, ctx) => {
      const step = await close(tool, account, ctx);
      return step.done ? { content: step.done } : step;
    });
  }
  server.registerTool({ name: "board" }, async (_, ctx) => ({ content: await ctx.state.seal({ board: 1 }) }));
  server.registerTool({ name: "page" }, async (_, ctx) => ({
    content: await ctx.state.sealUrlCompletion({ page: 1 }),
  }));
  const readers = {
    read_board: (token, ctx) => ctx.state.open(token),
    read_page: (token, ctx) =>
      server.boundary.openUrlCompletion(token, { target: "page", principal: caller(ctx) }).payload,
  };
  for (const [name, read] of Object.entries(readers)) {
    server.registerTool({ name, inputSchema: z.object({ token: z.string() }) }, async ({ token }, ctx) => {
      try {
        return { content: JSON.stringify(await read(token, ctx)) };
      } catch (error) {
        log({ refused: error.cause.message });
        throw error;
      }
    });
  }
  server.registerPrompt("close_account", { argsSchema: args }, async ({ account }, ctx) => {
    const step = await close("prompt", account, ctx);
    return step.done ? { messages: [{ role: "user", content: { type: "text", text: step.done } }] } : step;
  });
  server.registerResource(
    "account",
    new ResourceTemplate("account://{id}", { list: undefined }),
    {},
    async (uri, { id }, ctx) => {
      const step = await close("resource", id, ctx);
      return step.done ? { contents: [{ uri: uri.href, text: step.done }] } : step;
    },
  );
  return createMcpFetchHandler(server);
}

await serveAll(build);
