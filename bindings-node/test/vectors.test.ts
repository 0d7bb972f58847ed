import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { createRequestStateCodec, type RequestStateCodec, type StateFormat } from "mrtr";
import { at, vectorFile } from "./support.js";

/** Tokens and verdicts that every language must agree on; each runner counts what it ran. */
interface Vector {
  readonly id: string;
  readonly format: StateFormat;
  readonly keyHex?: string;
  readonly keyText?: string;
  readonly now: number;
  readonly token: string;
}
interface Accept extends Vector {
  readonly ttlSeconds: number;
  readonly payloadJson?: string;
  readonly bind?: string;
}
interface Verdict extends Vector {
  readonly bind?: string;
  readonly right: { readonly ok?: string | null; readonly error?: string };
}

const wanted = 94;
let ran = 0;
let good = 0;

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(vectorFile(name), "utf8")) as T[];
}

function codec(vector: Vector & { bind?: string; ttlSeconds?: number }): RequestStateCodec {
  return createRequestStateCodec({
    key: vector.keyText ?? Buffer.from(vector.keyHex as string, "hex"),
    format: vector.format,
    ...(vector.ttlSeconds !== undefined && { ttlSeconds: vector.ttlSeconds }),
    ...(vector.bind !== undefined && { bind: () => vector.bind as string }),
  });
}

/** No text stands for no payload. */
const payload = (text: string | null | undefined): unknown => (typeof text === "string" ? JSON.parse(text) : undefined);

async function verdict(vector: Vector & { bind?: string }): Promise<{ ok: unknown } | { error: string }> {
  try {
    return { ok: await codec(vector).verify(vector.token, {}) };
  } catch (error) {
    assert.equal((error as { code?: string }).code, "invalid_request_state");
    return { error: (error as Error).message };
  }
}

function expect(id: string, body: () => Promise<void>): void {
  test(id, async () => {
    ran += 1;
    await body();
    good += 1;
  });
}

for (const vector of read<Accept>("typescript-accept.json")) {
  expect(`accept ${vector.id}`, () =>
    at(vector.now, async () => {
      assert.equal(await codec(vector).mint(payload(vector.payloadJson), {}), vector.token, "the same bytes");
      const lapsed = vector.ttlSeconds < 0;
      assert.deepEqual(await verdict(vector), lapsed ? { error: "expired" } : { ok: payload(vector.payloadJson) });
    }),
  );
}

for (const vector of read<Verdict>("typescript-verdicts.json")) {
  expect(`verdict ${vector.id}`, () =>
    at(vector.now, async () => {
      const got = await verdict(vector);
      if (vector.right.error === "refused") assert.ok("error" in got);
      else if (vector.right.error !== undefined) assert.deepEqual(got, { error: vector.right.error });
      else assert.deepEqual(got, { ok: payload(vector.right.ok) });
    }),
  );
}

after(() => {
  console.log(`node: ${ran} cases, ${good} as wanted`);
  assert.equal(ran, wanted);
  assert.equal(good, wanted);
});
