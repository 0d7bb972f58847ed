// The official TypeScript client, for the suite's client scenario: `node client.mjs URL`.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client(
  { name: "conformance", version: "1.0.0" },
  {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: process.env.MCP_CONFORMANCE_PROTOCOL_VERSION } },
  },
);
const call = (name) => client.callTool({ name, arguments: {} });
let between = true;
client.setRequestHandler("elicitation/create", async () => {
  // Between two rounds of one call, another: it must carry nothing of the first.
  if (between) await call("test_mrtr_unrelated");
  between = false;
  return { action: "accept", content: { confirmed: true } };
});
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
await call("test_mrtr_echo_state");
await call("test_mrtr_no_state");
// At this revision the TypeScript client takes a result without resultType for an error of the server; what the suite
// checks is that it does not take it for a question.
await call("test_mrtr_no_result_type").catch((error) => {
  if (error.code !== "INVALID_RESULT") throw error;
});
await client.close();
