/**
 * Faults met in the field at the border between Rust and Node: the smallest input of each, and the right behaviour. The
 * numbers are those of the list they were collected in; core/tests/field_cases.rs checks that none is missing.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  acceptedContent,
  Boundary,
  confirmed,
  createRequestStateCodec,
  Form,
  type InputResponses,
  inputRequired,
  inputResponse,
  Refusal,
  type Round,
  readAnswer,
} from "mrtr";
import { KEY } from "./support.js";

const capabilities = { elicitation: {} };
const ask = (schema: object) =>
  inputRequired({ inputRequests: { q: inputRequired.elicit({ message: "?", requestedSchema: { ...schema } }) } });

test("case 135: integers come out as numbers, never as BigInt", async () => {
  const form = Form.parse({ type: "object", properties: { age: { type: "integer" } } });
  for (const age of [30, 0, -1, 2 ** 53 - 1, 1 - 2 ** 53]) {
    assert.deepEqual(form.accept({ age }), { outcome: "accepted", content: { age } });
    assert.deepEqual(form.acceptJson(`{"age":${age}}`), { outcome: "accepted", content: { age } });
  }
  const codec = createRequestStateCodec({ key: KEY });
  assert.equal(await codec.verify(await codec.mint(17), {}), 17);
  const round = new Boundary({ key: KEY }).enter({ method: "tools/call", params: { name: "t" } }) as Round;
  for (const number of [round.number, round.roundsLeft]) assert.equal(typeof number, "number");
});

test("case 136: an integer that JavaScript would round is told, never rounded in silence", () => {
  const form = Form.parse({ type: "object", properties: { id: { type: "integer" } } });
  for (const id of ["9007199254740993", "12815844532926915242"]) {
    const found = form.acceptJson(`{"id":${id}}`);
    assert.deepEqual(found.outcome === "invalid" && found.issues.map(({ code }) => code), ["unsafe_integer"]);
    const boundary = new Boundary({ key: KEY });
    const params = `{"name":"t","arguments":{"id":${id}}}`;
    const round = boundary.enter({ method: "tools/call", params, capabilities }) as Round;
    const out = round.leave(ask({ type: "object", properties: {} }));
    assert.ok(out instanceof Refusal && out.reason === "unsafe_integer");
  }
  assert.equal(form.acceptJson('{"id":9007199254740991}').outcome, "accepted");
});

test("case 138: what comes out as bytes is copied, and is one thing alone", () => {
  // Electron has no room for buffers whose memory is the library's own. What returns bytes is in this list once it copies.
  const COPIED = ["openBytes"];
  const types = readFileSync(new URL("../../native/index.d.cts", import.meta.url), "utf8");
  const code = types.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  assert.match(code, /export declare class Codec/);
  assert.doesNotMatch(code, /Buffer/);
  const lines = code.split("\n").filter((line) => line.includes("Uint8Array"));
  assert.deepEqual(
    lines.map((line) => line.trim().split("(")[0]),
    COPIED,
  );
});

test("case 139: an empty buffer is an empty text, or a key that is too short", async () => {
  assert.throws(() => createRequestStateCodec({ key: new Uint8Array(0) }), { code: "invalid_key" });
  assert.throws(() => createRequestStateCodec({ key: Buffer.alloc(0) }), { code: "invalid_key" });
  assert.throws(() => new Boundary({ key: new Uint8Array(0) }), { code: "invalid_key" });
  const codec = createRequestStateCodec({ key: new TextEncoder().encode(KEY) });
  for (const empty of ["", [], {}, null]) assert.deepEqual(await codec.verify(await codec.mint(empty), {}), empty);
  assert.deepEqual(await codec.verify(await codec.mint(Buffer.alloc(0)), {}), { type: "Buffer", data: [] });
});

test("case 141: names are found where they are, and on no prototype", () => {
  const sent = (text: string) => JSON.parse(text) as InputResponses;
  const accept = '{"action":"accept","content":{"ok":true}}';
  const confirm = { type: "object", properties: { ok: { type: "boolean" } } };
  assert.equal(confirmed(sent(`{"__proto__":${accept}}`), "__proto__", confirm), true);
  assert.equal(confirmed(sent(`{"constructor":${accept}}`), "constructor", confirm), true);
  for (const key of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    for (const responses of [{}, sent(`{"__proto__":{"${key}":${accept}}}`)].slice(0, key === "__proto__" ? 1 : 2)) {
      assert.deepEqual(inputResponse(responses, key), { kind: "missing" });
      assert.equal(readAnswer(responses, key).outcome, "missing");
      assert.equal(acceptedContent(responses, key), undefined);
      assert.equal(confirmed(responses, key, confirm), false);
    }
  }
});
