// Requests written by hand, byte by byte: what no official client would send.

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
