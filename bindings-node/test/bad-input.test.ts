/** Every public function against every kind of wrong argument: a coded error or a proper value, never a crash, never the value. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import {
  acceptedContent,
  argumentsDigest,
  Boundary,
  confirmed,
  createRequestStateCodec,
  ERROR_CODES,
  Form,
  FormError,
  inputRequired,
  inputResponse,
  isMrtrError,
  MrtrError,
  type Round,
  readAnswer,
} from "mrtr";
import { createMcpExpressRouter, createMcpFetchHandler, McpServer, protect, serveStdio } from "mrtr/server";
import { z } from "zod";
import { KEY } from "./support.js";

const SECRET = "s3cret-value";

function fails(): never {
  throw new Error(SECRET);
}

const trap = new Proxy(
  {},
  { get: fails, has: fails, ownKeys: fails, getPrototypeOf: fails, getOwnPropertyDescriptor: fails },
);
const trapList = new Proxy([SECRET], { get: fails, ownKeys: fails });
const { proxy: revoked, revoke } = Proxy.revocable([SECRET], {});
revoke();
const cycle: Record<string, unknown> = { SECRET };
cycle.self = cycle;
let deep: unknown = SECRET;
for (let level = 0; level < 20_000; level += 1) deep = [deep];

/** Name and value of everything a caller may get wrong. */
const HOSTILE: [string, unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["true", true],
  ["a number", 5],
  ["NaN", Number.NaN],
  ["a BigInt", 10n],
  ["a symbol", Symbol(SECRET)],
  ["a function", () => SECRET],
  ["an empty string", ""],
  ["a string", SECRET],
  ["a lone surrogate", `${SECRET}\ud800`],
  ["a NUL", `${SECRET}\0`],
  ["a huge string", SECRET.repeat(100_000)],
  ["deep JSON text", `${"[".repeat(100_000)}`],
  ["an empty array", []],
  ["an array", [SECRET]],
  ["an empty object", {}],
  ["an object", { a: SECRET }],
  ["no prototype", Object.assign(Object.create(null), { a: SECRET })],
  ["own __proto__", JSON.parse(`{"__proto__":{"a":"${SECRET}"}}`)],
  ["a proxy that throws", trap],
  ["an array that throws", trapList],
  ["a revoked proxy", revoked],
  [
    "a getter that throws",
    {
      get key() {
        return fails();
      },
      get a() {
        return fails();
      },
    },
  ],
  ["toJSON that throws", { toJSON: fails }],
  ["a BigInt inside", { a: 1n }],
  ["a cycle", cycle],
  ["deep", deep],
  ["an empty buffer", Buffer.alloc(0)],
  ["a buffer", Buffer.from(SECRET)],
  ["another typed array", new Float64Array([1, 2])],
  ["a DataView", new DataView(new ArrayBuffer(64))],
  ["an ArrayBuffer", new ArrayBuffer(64)],
  ["a detached buffer", detached()],
  ["a date", new Date(Number.NaN)],
  ["a map", new Map([["a", SECRET]])],
  ["a promise", Promise.resolve(SECRET)],
  ["a class", class Secret {}],
];

function detached(): Uint8Array {
  const bytes = new Uint8Array(64);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

const codec = createRequestStateCodec({ key: KEY });
const python = createRequestStateCodec({ key: KEY, format: "encrypted" });
const rust = createRequestStateCodec({ key: KEY, format: "rs1" });
const bound = createRequestStateCodec<unknown>({ key: KEY, bind: (value) => value as string });
const boundary = new Boundary({ key: KEY });
const form = Form.parse({ type: "object", properties: { a: { type: "string" } } });
const call = { method: "tools/call", params: { name: "t", arguments: {} } };
const round = () => {
  const entered = boundary.enter(call);
  assert.equal(entered.kind, "round");
  return entered as Round;
};
const server = () => new McpServer({ name: "s", version: "1" }, { state: { key: KEY } });
// biome-ignore lint/suspicious/noExplicitAny: wrong types on purpose
type Any = any;

/** Every public function, at every argument. */
const FUNCTIONS: [string, (value: Any) => unknown][] = [
  ["createRequestStateCodec(options)", (v) => createRequestStateCodec(v)],
  ["createRequestStateCodec key", (v) => createRequestStateCodec({ key: v })],
  ["createRequestStateCodec keys", (v) => createRequestStateCodec({ keys: v })],
  ["createRequestStateCodec keys[0]", (v) => createRequestStateCodec({ keys: [v] })],
  ["createRequestStateCodec keys[0].id", (v) => createRequestStateCodec({ keys: [{ id: v, key: KEY }] })],
  ["createRequestStateCodec ttlSeconds", (v) => createRequestStateCodec({ key: KEY, ttlSeconds: v })],
  ["createRequestStateCodec format", (v) => createRequestStateCodec({ key: KEY, format: v })],
  ["createRequestStateCodec open", (v) => createRequestStateCodec({ key: KEY, open: v })],
  ["createRequestStateCodec bind", (v) => createRequestStateCodec({ key: KEY, bind: v })],
  ["codec.mint(payload)", (v) => codec.mint(v)],
  ["codec.mint(, context)", (v) => bound.mint({}, v)],
  ["codec.verify(token)", (v) => codec.verify(v, {})],
  ["codec.verify(, context)", (v) => bound.verify("v1.a.b", v)],
  ["codec.openState(token)", (v) => python.openState(v, { method: "tools/call", target: "t" })],
  ["codec.openState(, call)", (v) => python.openState("v1.a", v)],
  ["codec.openState(, target)", (v) => python.openState("v1.a", { method: "tools/call", target: v })],
  [
    "codec.openState(, arguments)",
    (v) => python.openState("v1.a", { method: "tools/call", target: "t", arguments: v }),
  ],
  ["codec.sealBytes(payload)", (v) => rust.sealBytes(v)],
  ["codec.sealBytes(, associatedData)", (v) => rust.sealBytes("x", v)],
  ["codec.openBytes(token)", (v) => rust.openBytes(v)],
  ["codec.openBytes(, associatedData)", (v) => rust.openBytes("rs1.a.b", v)],
  ["argumentsDigest", (v) => argumentsDigest(v)],
  ["Form.parse(schema)", (v) => Form.parse(v)],
  ["Form.parse(, options)", (v) => Form.parse({ type: "object", properties: {} }, v)],
  ["Form.parse allowSensitive", (v) => Form.parse({ type: "object", properties: {} }, { allowSensitive: v })],
  ["new Form", (v) => new (Form as Any)(v, v, v, v)],
  ["form.accept", (v) => form.accept(v)],
  ["form.acceptJson", (v) => form.acceptJson(v)],
  ["form.fillDefaults", (v) => form.fillDefaults(v)],
  ["acceptedContent(responses)", (v) => acceptedContent(v, "k")],
  ["acceptedContent(, key)", (v) => acceptedContent({}, v)],
  ["acceptedContent(, , schema)", (v) => acceptedContent({ k: { action: "accept", content: {} } }, "k", v)],
  ["inputResponse(responses)", (v) => inputResponse(v, "k")],
  ["inputResponse(, key)", (v) => inputResponse({}, v)],
  ["readAnswer(responses)", (v) => readAnswer(v, "k")],
  ["readAnswer(, key)", (v) => readAnswer({}, v)],
  ["readAnswer(, , schema)", (v) => readAnswer({ k: { action: "accept", content: {} } }, "k", v)],
  ["confirmed(responses)", (v) => confirmed(v, "k", undefined, "a")],
  ["confirmed(, key)", (v) => confirmed({}, v, undefined, "a")],
  ["confirmed(, , schema)", (v) => confirmed({ k: { action: "accept", content: {} } }, "k", v)],
  [
    "confirmed(, , , field)",
    (v) => confirmed({ k: { action: "accept", content: { a: true } } }, "k", undefined as never, v),
  ],
  ["inputRequired(spec)", (v) => inputRequired(v)],
  ["inputRequired inputRequests", (v) => inputRequired({ inputRequests: v })],
  ["inputRequired inputRequests.q", (v) => inputRequired({ inputRequests: { q: v } })],
  ["inputRequired requestState", (v) => inputRequired({ requestState: v })],
  ["inputRequired.elicit(params)", (v) => inputRequired.elicit(v)],
  ["inputRequired.elicit message", (v) => inputRequired.elicit({ message: v, requestedSchema: form })],
  ["inputRequired.elicit requestedSchema", (v) => inputRequired.elicit({ message: "?", requestedSchema: v })],
  ["inputRequired.elicit(, options)", (v) => inputRequired.elicit({ message: "?", requestedSchema: form }, v)],
  ["inputRequired.elicitUrl(params)", (v) => inputRequired.elicitUrl(v)],
  ["inputRequired.elicitUrl url", (v) => inputRequired.elicitUrl({ message: "?", url: v })],
  ["inputRequired.elicitUrl(, options)", (v) => inputRequired.elicitUrl({ message: "?", url: "https://a.example" }, v)],
  ["inputRequired.createMessage(params)", (v) => inputRequired.createMessage(v)],
  ["new Boundary(options)", (v) => new Boundary(v)],
  ["new Boundary codec", (v) => new Boundary({ codec: v })],
  ["new Boundary maxRounds", (v) => new Boundary({ key: KEY, maxRounds: v })],
  ["new Boundary audience", (v) => new Boundary({ key: KEY, audience: v })],
  ["boundary.asks", (v) => boundary.asks(v)],
  ["boundary.enter(call)", (v) => boundary.enter(v)],
  ["boundary.enter method", (v) => boundary.enter({ ...call, method: v })],
  ["boundary.enter params", (v) => boundary.enter({ ...call, params: v })],
  ["boundary.enter params.requestState", (v) => boundary.enter({ ...call, params: { name: "t", requestState: v } })],
  ["boundary.enter params.arguments", (v) => boundary.enter({ ...call, params: { name: "t", arguments: v } })],
  ["boundary.enter principal", (v) => boundary.enter({ ...call, principal: v })],
  ["boundary.enter capabilities", (v) => boundary.enter({ ...call, capabilities: v })],
  ["boundary.leave(round)", (v) => boundary.leave(v, {})],
  ["boundary.seal(payload)", (v) => boundary.seal(v)],
  ["boundary.seal(, principal)", (v) => boundary.seal({}, v)],
  ["boundary.open(token)", (v) => boundary.open(v)],
  ["boundary.open(, principal)", (v) => boundary.open("v1.a.b", v)],
  ["boundary.openUrlCompletion(token)", (v) => boundary.openUrlCompletion(v, { target: "t" })],
  ["boundary.openUrlCompletion(, call)", (v) => boundary.openUrlCompletion("x", v)],
  ["round.sealUrlCompletion", (v) => round().sealUrlCompletion(v)],
  ["new Boundary limits", (v) => new Boundary({ key: KEY, limits: v })],
  ["round.leave(result)", (v) => round().leave(v)],
  ["round.leave inputRequests", (v) => round().leave({ resultType: "input_required", inputRequests: v })],
  ["round.leave requestState", (v) => round().leave({ resultType: "input_required", requestState: v })],
  ["round.mayAsk", (v) => round().mayAsk(v)],
  ["round.sealRequestState", (v) => round().sealRequestState(v)],
  ["new McpServer(info)", (v) => new McpServer(v)],
  ["new McpServer(, options)", (v) => new McpServer({ name: "s", version: "1" }, v)],
  ["new McpServer state", (v) => new McpServer({ name: "s", version: "1" }, { state: v })],
  ["new McpServer state.key", (v) => new McpServer({ name: "s", version: "1" }, { state: { keys: [], key: v } })],
  ["new McpServer principal", (v) => new McpServer({ name: "s", version: "1" }, { principal: v })],
  ["new McpServer maxRounds", (v) => new McpServer({ name: "s", version: "1" }, { inputRequired: { maxRounds: v } })],
  ["registerTool(config)", (v) => server().registerTool(v, () => ({ content: "" }))],
  ["registerTool(, handler)", (v) => server().registerTool({ name: "t" }, v)],
  ["registerPrompt(name)", (v) => server().registerPrompt(v, {}, () => ({ messages: [] }))],
  ["registerPrompt(, , handler)", (v) => server().registerPrompt("p", {}, v)],
  ["registerResource(, uri)", (v) => server().registerResource("r", v, {}, () => ({ contents: [] }))],
  ["registerResource(, , , handler)", (v) => server().registerResource("r", "a:b", {}, v)],
  ["createMcpFetchHandler(server)", (v) => createMcpFetchHandler(v)],
  ["createMcpExpressRouter(server)", (v) => createMcpExpressRouter(v)],
  ["serveStdio(server)", (v) => serveStdio(v)],
  ["protect(server)", (v) => protect(v, {})],
];

/** Functions that no wrong argument may pass; each other one has arguments among the hostile that are right. */
const NEVER = new Set([
  "createMcpFetchHandler(server)",
  "createMcpExpressRouter(server)",
  "protect(server)",
  "new Form",
  "serveStdio(server)",
]);

describe("wrong arguments", () => {
  let ran = 0;
  for (const [name, run] of FUNCTIONS) {
    test(name, async () => {
      let refused = 0;
      for (const [kind, value] of HOSTILE) {
        ran += 1;
        try {
          const result = (await run(value)) as { kind?: string; outcome?: string } | undefined;
          assert.ok(!NEVER.has(name), `${kind} passed`);
          if (result?.kind === "refusal" || result?.outcome === "invalid") {
            const { method: _asked, ...told } = result as Record<string, unknown>;
            assert.ok(!JSON.stringify(told).includes(SECRET), `${kind}: the value is told`);
            refused += 1;
          }
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          assert.ok(isMrtrError(error), `${kind}: ${(error as Error)?.stack}`);
          const told = `${error.message} ${JSON.stringify(error.issues)} ${String((error as Error).cause ?? "")} ${error.stack}`;
          assert.ok(!told.includes(SECRET), `${kind}: the value is told: ${told.slice(0, 300)}`);
          refused += 1;
        }
      }
      assert.ok(refused > 0 || ["round.mayAsk"].includes(name), "something is refused");
    });
  }
  test("all were run", () => assert.equal(ran, FUNCTIONS.length * HOSTILE.length));
});

describe("errors", () => {
  const native = createRequire(import.meta.url)("../../native/index.cjs") as {
    __testingPanic?: () => void;
    __testingFail?: () => void;
    constants: () => { errorCodes: string[] };
  };

  test("codes are the core's", () => assert.deepEqual([...ERROR_CODES], native.constants().errorCodes));

  test("a panic in the core is an error, and the process goes on", { skip: !native.__testingPanic }, () => {
    for (let turn = 0; turn < 3; turn += 1) {
      assert.throws(
        () => native.__testingPanic?.(),
        (error: unknown) => {
          assert.equal((error as MrtrError).code, "internal");
          assert.doesNotMatch((error as Error).message, /on purpose/);
          return true;
        },
      );
    }
    assert.equal(boundary.asks("tools/call"), true);
  });

  test("a question without its schema says what was meant", () => {
    const link = { name: "TypeError", message: /\/schema: is no parameter .* did you mean requestedSchema\?/ };
    assert.throws(() => inputRequired.elicit({ message: "?", schema: form } as never), link);
    assert.throws(() => inputRequired.elicit({ message: "?" } as never), { message: /requestedSchema/ });
  });

  test("a failure in the core is an error", { skip: !native.__testingFail }, () => {
    assert.throws(() => native.__testingFail?.(), { code: "internal", message: "a failure on purpose" });
  });

  test("classes: FormError for forms, TypeError for builders, RangeError for keys and lifetimes", () => {
    const schema = { type: "object", properties: { a: { type: "string", maxlength: 5 } } };
    assert.throws(
      () => Form.parse(schema),
      (error: unknown) => {
        assert.ok(error instanceof FormError && error instanceof MrtrError);
        assert.equal(error.code, "invalid_form");
        assert.deepEqual(
          error.issues.map((issue) => issue.pointer),
          ["/properties/a/maxlength"],
        );
        return true;
      },
    );
    assert.throws(
      () => inputRequired.elicit({ message: "?", requestedSchema: schema }),
      (error: unknown) => {
        assert.ok(error instanceof TypeError && isMrtrError(error));
        assert.deepEqual(
          error.issues.map((issue) => issue.pointer),
          ["/requestedSchema/properties/a/maxlength"],
        );
        return true;
      },
    );
    for (const options of [
      { key: "short" },
      { key: new Uint8Array(0) },
      { key: KEY, ttlSeconds: Number.POSITIVE_INFINITY },
      { key: KEY, ttlSeconds: Number.NaN },
    ]) {
      assert.throws(() => createRequestStateCodec(options), RangeError);
    }
    assert.throws(() => inputRequired({}), TypeError);
    assert.throws(() => readAnswer({ k: { action: "accept", content: {} } }, "k", z.promise(z.object({})) as never));
  });

  test("a URL with a member named like a secret is built where it is allowed by name", () => {
    const link = { message: "?", url: "https://a.example/?code=1" };
    assert.throws(() => inputRequired.elicitUrl(link), { code: "invalid_request" });
    assert.throws(() => inputRequired.elicitUrl(link, { allowSensitive: ["token"] }), { code: "invalid_request" });
    assert.equal(inputRequired.elicitUrl(link, { allowSensitive: ["code"] }).params?.url, link.url);
  });

  test("an option that is misspelt is an error, not a default", () => {
    assert.throws(() => createRequestStateCodec({ key: KEY, ttl: 5 } as never), { code: "invalid_option" });
    assert.throws(() => new Boundary({ key: KEY, maxRound: 5 } as never), { code: "invalid_option" });
    assert.throws(() => Form.parse({ type: "object", properties: {} }, { allowSensitiv: [] } as never), {
      code: "invalid_option",
    });
  });
});
