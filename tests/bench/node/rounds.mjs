// A middle round in process: a retry comes in with a state and an answer, and goes out with another question.

import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const REVISION = "2026-07-28";
const INFO = { name: "reports", version: "1.0.0" };
const tool = { description: "Deletes a report, after asking twice.", inputSchema: z.object({ target: z.string() }) };
const confirmation = z.object({ ok: z.boolean(), reason: z.string().max(200).optional() });

/** The tool, for whichever library it is written with: it asks, and with the answer it asks once more. */
function asking(library, read, write) {
  const question = library.inputRequired.elicit({ message: "Delete it?", requestedSchema: confirmation });
  return async ({ target }, context) => {
    const answer = library.acceptedContent(context.mcpReq.inputResponses, "confirm", confirmation);
    const step = answer === undefined ? 1 : read(context).step + 1;
    return library.inputRequired({
      inputRequests: { confirm: question },
      requestState: await write({ target, step }, context),
    });
  };
}

const sdk = { acceptedContent, inputRequired };

/** A server of the SDK's, built for each request. */
function sdkHandler(handle, options, around = (server) => server) {
  return createMcpHandler(() => {
    const server = around(new McpServer(INFO, options));
    server.registerTool("delete_report", tool, handle);
    return server;
  });
}

/** The state goes out and comes back as it is. */
function withoutCodec() {
  const handle = asking(
    sdk,
    (context) => JSON.parse(context.mcpReq.requestState()),
    (payload) => JSON.stringify(payload),
  );
  return sdkHandler(handle, {});
}

function withSdkCodec(key) {
  const codec = createRequestStateCodec({ key });
  const handle = asking(
    sdk,
    (context) => context.mcpReq.requestState(),
    (payload) => codec.mint(payload),
  );
  return sdkHandler(handle, { requestState: { verify: codec.verify } });
}

function withMrtr(mrtr, key) {
  const handle = asking(
    mrtr,
    (context) => context.state.requestState(),
    (payload, { state }) => state.sealRequestState(payload),
  );
  const server = new mrtr.McpServer(INFO, { state: { key } });
  return mrtr.createMcpFetchHandler(server.registerTool({ name: "delete_report", ...tool }, handle));
}

/** Our doors before a server that is otherwise the SDK's. */
function protectedByMrtr(mrtr, key) {
  const handle = asking(
    mrtr,
    (context) => context.mcpReq.requestState(),
    (payload) => JSON.stringify(payload),
  );
  const options = { state: { key } };
  return sdkHandler(handle, {}, (server) => mrtr.protect(server, options));
}

async function call(handler, params) {
  const message = {
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: {
      name: "delete_report",
      arguments: { target: "q3.pdf" },
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "0" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    },
  };
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": "delete_report",
    },
    body: JSON.stringify(message),
  });
  return (await handler.fetch(request)).text();
}

function resultOf(text) {
  const { result } = JSON.parse(text.startsWith("{") ? text : text.slice(text.indexOf("{")));
  if (result?.resultType !== "input_required" || result.requestState === undefined)
    throw new Error(`asked nothing: ${text}`);
  return result;
}

/** A middle round as a work. */
async function middle(handler) {
  const { requestState } = resultOf(await call(handler, {}));
  const retry = { requestState, inputResponses: { confirm: { action: "accept", content: { ok: true } } } };
  const again = resultOf(await call(handler, retry)).requestState;
  if (again === requestState) throw new Error("the state has not moved on");
  return () => call(handler, retry);
}

/** The rounds that are compared: with mrtr, protected by mrtr, without any codec, with the SDK's codec. */
export async function rounds(mrtr, key) {
  const handlers = [withMrtr(mrtr, key), protectedByMrtr(mrtr, key), withoutCodec(), withSdkCodec(key)];
  return Promise.all(handlers.map(middle));
}
