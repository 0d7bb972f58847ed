// Requests written by hand, byte by byte: what no official client would send; and what came of them, in a line.

import { check } from "../demo/transcript.mjs";

export const REVISION = "2026-07-28";
const ALL = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** What a modern request says of its client. */
export const envelope = (capabilities = ALL) => ({
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "0" },
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

/** The text of a `tools/call`; `raw` are members of the params given as text, which may be anything. */
export function toolCall(name, args, raw = {}, meta = envelope()) {
  const members = Object.entries({
    name: JSON.stringify(name),
    arguments: JSON.stringify(args),
    ...(meta && { _meta: JSON.stringify(meta) }),
    ...raw,
  });
  const params = members.map(([member, text]) => `"${member}":${text}`).join(",");
  return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{${params}}}`;
}

/** Posts a text as it stands; gives the status and what came back. */
export async function post(url, name, text, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers,
    },
    body: text,
  });
  const received = await response.text();
  // A stream's last event is the reply.
  const streamed = response.headers.get("content-type")?.startsWith("text/event-stream");
  const events = streamed ? received.split("\n").filter((line) => line.startsWith("data: {")) : [];
  const body = streamed ? (events.at(-1)?.slice("data: ".length) ?? "") : received;
  try {
    return { status: response.status, events: events.length, ...JSON.parse(body) };
  } catch {
    return { status: response.status, text: body };
  }
}

const FROZEN = '{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}';

/** A reply in a line: a status that is not 200 first. */
export function said({ status, result, error }) {
  const prefix = status === 200 ? "" : `${status} `;
  if (error !== undefined) {
    const { code, message, data } = error;
    if (JSON.stringify(error) === FROZEN) return `${prefix}refused`;
    return `${prefix}${code} ${message}${code === -32021 ? ` ${JSON.stringify(data)}` : ""}`;
  }
  if (result?.resultType !== "input_required") return `${prefix}${result?.content[0].text}`;
  return `${prefix}asks ${Object.keys(result.inputRequests ?? {}).join() || "nothing"}`;
}

/** Holds it against what must come of it, which may be said for each server. */
export function hold(what, got, wanted, { name }) {
  const expected = wanted.Node === undefined ? wanted : wanted[name];
  // A pattern stands for a text that names more than this test is about.
  check(`${name}: ${what}`, got, expected instanceof RegExp && expected.test(got) ? got : String(expected));
}
