// The load: two-round calls over connections that stay open, with nothing between us and the bytes.

import { Agent, request as send } from "node:http";

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "delete_report",
};
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "load", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
const ANSWERS = { confirm: { action: "accept", content: { ok: true, reason: "asked for" } } };

/** Connections to one server; each is used for one request at a time. */
export function connections(url, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  return { url: new URL(url), agent, end: () => agent.destroy() };
}

function post({ url, agent }, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...params, _meta: META } });
  const headers = { ...HEADERS, "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = send(url, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve(text)).on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A reply's result, whether it came as JSON or as the last event of a stream. */
function resultOf(text) {
  const json = text.startsWith("{") ? text : text.slice(text.lastIndexOf("data: {") + "data: ".length);
  const { result, error } = JSON.parse(json);
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
  return result;
}

/** Asked, answered and done: two requests. Throws unless each round gives what it must. */
export async function twoRounds(to, target) {
  const call = { name: "delete_report", arguments: { target } };
  const asked = resultOf(await post(to, call));
  if (asked.resultType !== "input_required" || asked.inputRequests?.confirm === undefined) {
    throw new Error("the first round asked nothing");
  }
  const retry = { ...call, requestState: asked.requestState, inputResponses: ANSWERS };
  const done = resultOf(await post(to, retry));
  if (done.content?.[0]?.text !== `deleted ${target}`) throw new Error("the second round did something else");
}
