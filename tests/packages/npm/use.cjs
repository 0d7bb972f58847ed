// A CommonJS module that uses both entries of the installed package, and prints what came of it.

const assert = require("node:assert/strict");
const { Boundary, createRequestStateCodec, Form, FormError, isMrtrError, MrtrError } = require("mrtr");
const server = require("mrtr/server");

const key = "an example key, not for production: 0123456789";
async function main() {
  const codec = createRequestStateCodec({ key });
  assert.deepEqual(await codec.verify(await codec.mint({ step: 2 }), {}), { step: 2 });
  await assert.rejects(codec.verify(`${await codec.mint({})}A`, {}));
  assert.throws(() => Form.parse({ type: "object", properties: { a: { type: "object" } } }), FormError);
  assert.ok(new Boundary({ key }).enter({ method: "tools/call", params: '{"name":"t"}' }));
  assert.equal(server.MrtrError, MrtrError);
  assert.throws(
    () => new server.McpServer({ name: "s", version: "1" }, { state: { key: "short" } }),
    (error) => isMrtrError(error) && error.code === "invalid_key",
  );
  console.log("used");
}

main();
