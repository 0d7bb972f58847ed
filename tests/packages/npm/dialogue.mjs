// The example server as a program of its own, and the official client that talks to it: node dialogue.mjs SERVER

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const server = spawn(process.execPath, [process.argv[2]], {
  env: { ...process.env, STATE_KEY: "an example key, not for production: 0123456789", PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const url = await new Promise((done, failed) => {
    server.stdout.once("data", (line) => done(String(line).trim()));
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const client = new Client(
    { name: "consumer", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  let asked = 0;
  client.setRequestHandler("elicitation/create", () => {
    asked += 1;
    return { action: "accept", content: { ok: true } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { content } = await client.callTool({ name: "delete_report", arguments: { target: "q3.pdf" } });
  await client.close();
  assert.equal(asked, 1);
  assert.equal(content[0].text, "Deleted q3.pdf.");
  console.log("a dialogue of two rounds");
} finally {
  server.kill();
}
