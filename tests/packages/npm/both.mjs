// The package asked for both ways in one process: there is one core, and the servers of both ways stand on it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as mrtr from "mrtr";
import * as server from "mrtr/server";

const require = createRequire(import.meta.url);
const [common, commonServer] = [require("mrtr"), require("mrtr/server")];

assert.deepEqual(Object.keys(common).sort(), Object.keys(mrtr).sort());
assert.deepEqual(Object.keys(commonServer).sort(), Object.keys(server).sort());
for (const name of Object.keys(mrtr)) assert.equal(common[name], mrtr[name], name);
for (const name of ["Form", "Boundary", "MrtrError", "FormError", "Round", "Refusal"])
  assert.ok(server[name] === mrtr[name] && commonServer[name] === mrtr[name], name);

// A form and an error that were made one way are known the other.
const form = common.Form.parse({ type: "object", properties: { ok: { type: "boolean" } } });
const responses = { q: { action: "accept", content: { ok: true } } };
assert.deepEqual(mrtr.acceptedContent(responses, "q", form), { ok: true });
assert.throws(() => common.Form.parse("{"), mrtr.MrtrError);

// Each server stands on the SDK of its own module system.
const [sdk, commonSdk] = [await import("@modelcontextprotocol/server"), require("@modelcontextprotocol/server")];
assert.equal(server.ResourceTemplate, sdk.ResourceTemplate);
assert.equal(commonServer.ResourceTemplate, commonSdk.ResourceTemplate);
console.log("one core");
