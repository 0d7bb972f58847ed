// `node node-server.mjs PACKAGE KIND [LEAK]`: one tool on one of four servers, over real HTTP. KIND is `mrtr`, `protect` (the
// SDK's server behind our doors), `sdk` (with its own codec) or `plain` (without any). LEAK is a number of bytes that
// every request leaves behind: what the run must notice. Prints its address, and answers a message from its parent with
// what memory it holds.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { toNodeHandler } from "@modelcontextprotocol/node";
import * as sdk from "@modelcontextprotocol/server";
import { z } from "zod";

const [folder, kind, leak = "0"] = process.argv.slice(2);
const KEY = "0123456789abcdef0123456789abcdef";
const INFO = { name: "reports", version: "1.0.0" };
const tool = { description: "Deletes a report, after asking.", inputSchema: z.object({ target: z.string() }) };
const confirmation = z.object({ ok: z.boolean(), reason: z.string().max(200).optional() });

/** The tool, for whichever library it is written with. */
function asking({ inputRequired, acceptedContent }, read, write) {
  return async ({ target }, context) => {
    const answer = acceptedContent(context.mcpReq.inputResponses, "confirm", confirmation);
    if (answer === undefined) {
      const question = inputRequired.elicit({ message: `Delete ${target}?`, requestedSchema: confirmation });
      return inputRequired({ inputRequests: { confirm: question }, requestState: await write({ target }, context) });
    }
    return { content: [{ type: "text", text: `deleted ${read(context).target}` }] };
  };
}

function sdkHandler(handle, options, around = (server) => server) {
  return sdk.createMcpHandler(() => {
    const server = around(new sdk.McpServer(INFO, options));
    server.registerTool("delete_report", tool, handle);
    return server;
  });
}

async function mrtrHandler() {
  const mrtr = await import(pathToFileURL(`${folder}/dist/server/index.js`));
  const handle = asking(
    mrtr,
    ({ state }) => state.requestState(),
    (payload, { state }) => state.sealRequestState(payload),
  );
  const server = new mrtr.McpServer(INFO, { state: { key: KEY } });
  return mrtr.createMcpFetchHandler(server.registerTool({ name: "delete_report", ...tool }, handle));
}

async function protectedHandler() {
  const { protect } = await import(pathToFileURL(`${folder}/dist/server/index.js`));
  const handle = asking(
    sdk,
    ({ mcpReq }) => mcpReq.requestState(),
    (payload) => JSON.stringify(payload),
  );
  return sdkHandler(handle, {}, (server) => protect(server, { state: { key: KEY } }));
}

function sdkWithCodec() {
  const codec = sdk.createRequestStateCodec({ key: KEY });
  const handle = asking(
    sdk,
    ({ mcpReq }) => mcpReq.requestState(),
    (payload) => codec.mint(payload),
  );
  return sdkHandler(handle, { requestState: { verify: codec.verify } });
}

function withoutCodec() {
  const read = ({ mcpReq }) => JSON.parse(mcpReq.requestState());
  return sdkHandler(
    asking(sdk, read, (payload) => JSON.stringify(payload)),
    {},
  );
}

const handler = await { mrtr: mrtrHandler, protect: protectedHandler, sdk: sdkWithCodec, plain: withoutCodec }[kind]();
const serve = toNodeHandler(handler);

/** Bytes that nobody will ever free: outside the heap of JavaScript, as a leak of the addon would be. */
const left = [];

const server = createServer((request, response) => {
  if (leak !== "0") left.push(Buffer.allocUnsafeSlow(Number(leak)).fill(1));
  serve(request, response);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));

process.on("message", () => {
  // Twice, since what a finalizer frees is only garbage after the first.
  for (let time = 0; time < 2; time++) globalThis.gc?.();
  // Finalizers of native objects run in turns of their own.
  setTimeout(() => process.send({ rss: process.memoryUsage.rss(), ...held() }), 100);
});

function held() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { heapUsed, external };
}

process.on("disconnect", () => process.exit(0));
