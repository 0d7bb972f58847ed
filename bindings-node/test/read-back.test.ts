/**
 * Every form that the core lets out is asked by a real server, and read by the official client: what its elicitation
 * handler is given is what left. In the modern era the client reads the question out of an
 * `input_required` result, in that of 2025 out of a request of its own.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Form, type JsonSchema } from "mrtr";
import { createMcpFetchHandler, inputRequired, McpServer, readAnswer } from "mrtr/server";
import { z } from "zod";
import { load } from "./cases.js";
import { BUILT } from "./schema-runner.js";
import { KEY } from "./support.js";
import { REVISION, type Served, serve, textOf } from "./wire.js";

interface Requested {
  readonly id: string;
  readonly schema_text?: string;
  readonly right: "accept" | "reject";
}
interface Conversion {
  readonly id: string;
  readonly json_schema: JsonSchema;
  readonly normalised: "accept" | "reject";
}

/** How many different ones there are. */
const FORMS = 168;

/** Forms by the id of the first case that has them. */
function forms(): Map<string, Form> {
  const found = new Map<string, Form>();
  const wires = new Set<string>();
  const add = (id: string, form: Form) => {
    if (!wires.has(form.wire)) found.set(id, form);
    wires.add(form.wire);
  };
  for (const { id, schema_text, right } of load<Requested[]>("schemas/requested-schemas.json"))
    if (right === "accept") add(id, Form.parse(schema_text ?? (BUILT[id] as () => string)()) as Form);
  for (const { id, schema } of load<{ id: string; schema: JsonSchema }[]>("schemas/contents.json"))
    add(id, Form.parse(schema) as Form);
  for (const { id, json_schema, normalised } of load<Conversion[]>("schemas/conversions.json"))
    if (normalised === "accept") add(id, Form.parse(json_schema, { normalise: true }) as Form);
  return found;
}

const asked = forms();
const server = new McpServer({ name: "s", version: "1" }, { state: { key: KEY } }).registerTool(
  { name: "ask", inputSchema: z.object({ id: z.string() }) },
  ({ id }, ctx) => {
    const form = asked.get(id) as Form;
    const answer = readAnswer(ctx.mcpReq.inputResponses, "q", form);
    if (answer.outcome !== "missing") return { content: answer.outcome };
    return inputRequired({ inputRequests: { q: inputRequired.elicit({ message: id, requestedSchema: form }) } });
  },
);

/** What the client's handler was given, by the message, which is the case's id. */
const seen = new Map<string, JsonSchema>();

/** The client's zod puts keywords in an order of its own; that of the fields, which the user meets, stays. */
function changed(id: string, form: Form): string[] {
  const fields = (schema?: JsonSchema) => Object.keys(schema?.properties ?? {});
  const found = seen.get(id);
  const same = isDeepStrictEqual(found, form.schema) && isDeepStrictEqual(fields(found), fields(form.schema));
  return same ? [] : [`${id}: ${JSON.stringify(found)}, not ${form.wire}`.slice(0, 400)];
}

let served: Served;
const handler = createMcpFetchHandler(server, { legacy: "sessions" });
before(async () => {
  served = await serve(handler);
});
after(async () => {
  await handler.close();
  await served.close();
});

for (const [era, revision] of [
  ["of the modern era", REVISION],
  ["of 2025", "2025-11-25"],
] as const) {
  test(`forms are read back unchanged by the official client ${era}`, async () => {
    seen.clear();
    const options = revision === REVISION ? { versionNegotiation: { mode: { pin: REVISION } } } : {};
    const client = new Client({ name: "official", version: "1" }, { capabilities: { elicitation: {} }, ...options });
    client.setRequestHandler("elicitation/create", ({ params }) => {
      if ("requestedSchema" in params) seen.set(params.message, params.requestedSchema);
      return { action: "decline" };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    const wrong: string[] = [];
    for (const [id, form] of asked) {
      const result = await client.callTool({ name: "ask", arguments: { id } });
      assert.equal(textOf(result), "declined", id);
      wrong.push(...changed(id, form));
    }
    await client.close();
    assert.deepEqual(wrong, []);
    assert.deepEqual([seen.size, asked.size], [FORMS, FORMS]);
  });
}
