// What the suite's client scenario asks of clients, between the official clients and our servers: a proxy listens.

import { createServer } from "node:http";
import { check } from "../demo/transcript.mjs";

/** Passes everything on to a server, and keeps each `tools/call` with its reply. */
async function listening(server) {
  const heard = [];
  const proxy = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const options = { method: request.method, headers, ...(body && { body }) };
    const reply = await fetch(`${server.origin}${request.url}`, options);
    const text = await reply.text();
    if (body.includes('"tools/call"')) heard.push({ call: JSON.parse(body), reply: JSON.parse(text) });
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "application/json" });
    response.end(text);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { heard, url: `http://127.0.0.1:${proxy.address().port}/mcp`, close: () => proxy.close() };
}

/** One call that is answered, and another while it waits for its answer. */
export async function echo(client, server) {
  const proxy = await listening(server);
  const done = JSON.stringify({ resultType: "complete", content: [{ type: "text", text: "meanwhile" }] });
  const meanwhile = { tool: "hand_built", args: { result: done } };
  const answers = [{ action: "accept", content: { ok: true }, meanwhile }];
  const job = { op: "call", url: proxy.url, tool: "delete_report", args: { target: "q3.pdf" }, answers };
  const outcome = await client.ask(job);
  proxy.close();
  const name = `${client.name} → ${server.name}`;
  check(
    `${name}: three requests`,
    [proxy.heard.map(({ call }) => call.params.name), outcome.text],
    [["delete_report", "hand_built", "delete_report"], "Deleted q3.pdf."],
  );
  const [first, other, retry] = proxy.heard.map(({ call, reply }) => ({ ...call, ...reply }));
  check(`${name}: the state comes back byte for byte`, retry.params.requestState === first.result.requestState, true);
  check(`${name}: answers come back under the keys asked`, Object.keys(retry.params.inputResponses), ["confirm"]);
  check(`${name}: each request has its own id`, new Set([first.id, other.id, retry.id]).size, 3);
  const carried = ["requestState", "inputResponses"].filter(
    (member) => member in first.params || member in other.params,
  );
  check(`${name}: no other request carries either`, carried, []);
}
