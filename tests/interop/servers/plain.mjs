// Servers on the TypeScript SDK alone, with its own codec or with mrtr's in the place of that one.
//
// `payload` says what stands in a token: "bare", the handler's state as it is; "envelope", what ng-mcp-ui puts around it;
// "reader", bare, but the handler knows the envelope when it meets one.

import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  createRequestStateCodec as sdkCodec,
} from "@modelcontextprotocol/server";
import { createRequestStateCodec as mrtrCodec } from "../../../bindings-node/dist/index.js";
import { args, caller, log, next, QUESTIONS, serveAll } from "./account.mjs";

function build({ name, key, codec: maker, bound, payload, format }) {
  const make = maker === "mrtr" ? mrtrCodec : sdkCodec;
  const codec = make({ key, ...(format && { format }), ...(bound && { bind: (ctx) => caller(ctx) ?? "" }) });
  return createMcpHandler(() => {
    const server = new McpServer({ name, version: "1.0.0" }, { requestState: { verify: codec.verify } });
    for (const tool of ["close_account", "close_other"]) {
      server.registerTool(tool, { inputSchema: args }, async ({ account }, ctx) => {
        log({ entered: tool, account });
        const seen = ctx.mcpReq.requestState();
        const state = payload === "bare" ? seen : (seen?.d ?? seen);
        const accepted = (key) => acceptedContent(ctx.mcpReq.inputResponses, key, QUESTIONS[key].schema);
        const step = next(account, state, accepted);
        if (step.done) return { content: [{ type: "text", text: step.done }] };
        const { message, schema } = QUESTIONS[step.ask];
        return inputRequired({
          inputRequests: { [step.ask]: inputRequired.elicit({ message, requestedSchema: schema }) },
          requestState: await codec.mint(payload === "envelope" ? { p: "r", d: step.state, o: tool } : step.state, ctx),
        });
      });
    }
    return server;
  });
}

await serveAll(build);
