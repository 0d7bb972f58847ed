// Servers of every make, and the ways of calling them: the official client, and requests by hand.

import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startServer } from "../demo/processes.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const REVISION = "2026-07-28";

export const KEY = "the key of the interop tests alone!";
export const FROZEN = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

/** Starts one program with a server for each configuration; gives the servers by their labels. */
export async function startServers(language, program, configs) {
  const [command, file] =
    language === "Node"
      ? [process.execPath, `${ROOT}tests/interop/servers/${program}.mjs`]
      : [`${ROOT}.venv/bin/python`, `${ROOT}tests/interop/servers/${program}.py`];
  const labels = Object.keys(configs);
  const listed = Object.values(configs).map((config) => ({ name: "accounts", key: KEY, ...config }));
  const started = await startServer(`${program} in ${language}`, command, [file], { CONFIGS: JSON.stringify(listed) });
  const urls = JSON.parse(started.url);
  return Object.fromEntries(
    labels.map((label, at) => [label, { label, url: urls[at], told: started.told, refused: started.refused }]),
  );
}

const MARKER = "marker ";
let markers = 0;

/**
 * How often a handler has run, once the server's log has caught up: a call that is let in leaves a line of its own, and
 * lines come in order.
 */
export async function entered(server) {
  markers += 1;
  const account = `${MARKER}${markers}`;
  await post(server, "tools/call", { name: "close_account", arguments: { account } }, "ada");
  const arrived = () => server.told.some((entry) => entry.account === account);
  for (let waited = 0; !arrived() && waited < 5000; waited += 2) await new Promise((done) => setTimeout(done, 2));
  if (!arrived()) throw new Error(`${server.label} does not tell of its handlers`);
  return server.told.filter((entry) => "entered" in entry && !entry.account.startsWith(MARKER)).length;
}

/** An official client of a server, its user answering nothing by itself. */
export async function connect(server, user) {
  const client = new Client(
    { name: "interop", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: REVISION } } },
  );
  const requestInit = user === undefined ? {} : { headers: { "x-user": user } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return client;
}

/** One leg of a call, the answering left to us: what was asked and the state, or what was done, or the error. */
export async function leg(client, name, args, retry = {}) {
  try {
    const result = await client.callTool({ name, arguments: args, ...retry }, { allowInputRequired: true });
    if (result.resultType !== "input_required") return { text: result.content[0].text };
    return { asked: Object.keys(result.inputRequests ?? {}).join(), requestState: result.requestState };
  } catch (error) {
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

/** A request by hand, for what an official client would not send; the result or the error as the wire has it. */
export async function post(server, method, params, user) {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { name: "by-hand", version: "0" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    },
  };
  const response = await fetch(server.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      "mcp-name": params.name ?? params.uri,
      ...(user !== undefined && { "x-user": user }),
    },
    body: JSON.stringify(body),
  });
  const { result, error } = await response.json();
  return { result, error };
}
