/** Key rings: a rotation in stages refuses no token, and what cannot be a ring is an error when it is made. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Boundary, createRequestStateCodec, inputRequired, type KeyInput, Round, type StateFormat } from "mrtr";
import { KEY, vectorFile } from "./support.js";

const OTHER_KEY = Buffer.from("another key, of bytes, just as long as it must be");

interface Named {
  readonly id: string;
  readonly key: string | Uint8Array;
}
const OLD: Named = { id: "2026-08", key: KEY };
const NEW: Named = { id: "2026-09", key: OTHER_KEY };

/** Each instance is at one stage or at the next; the stage before that has lapsed with its tokens. */
const STAGES: readonly (readonly Named[])[] = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]];
const FORMATS: StateFormat[] = ["signed", "encrypted", "rs1", "rs2"];

function keys(format: StateFormat, ring: readonly Named[]): readonly KeyInput[] {
  return format === "rs2" ? ring : ring.map(({ key }) => key);
}

describe("a rotation in stages", () => {
  for (const format of FORMATS) {
    test(`refuses no token of a codec: ${format}`, async () => {
      const codecs = STAGES.map((ring) => createRequestStateCodec({ keys: keys(format, ring), format }));
      let [near, far] = [0, 0];
      for (const [at, minting] of codecs.entries()) {
        const token = await minting.mint({ at });
        for (const [to, opening] of codecs.entries()) {
          const good = await opening.verify(token, {}).then(
            (payload) => (payload as { at: number }).at === at,
            () => false,
          );
          if (Math.abs(at - to) <= 1) near += Number(good);
          else far += Number(good);
        }
      }
      // Between stages further apart, what is refused is a key that the other has not, or has no more.
      assert.deepEqual([near, far], [10, 2]);
    });
  }

  for (const format of ["signed", "encrypted"] as const) {
    test(`refuses no call: ${format}`, () => {
      let calls = 0;
      for (const [at, ring] of STAGES.slice(1).entries()) {
        const instances = [STAGES[at], ring, STAGES[at]].map(
          (stage) => new Boundary({ keys: keys(format, stage as Named[]), format }),
        );
        // The next stage begins when the tokens of the one before have lapsed, or been answered.
        let state: string | undefined;
        for (const instance of instances) {
          const params = { name: "t", arguments: {}, ...(state !== undefined && { requestState: state }) };
          const round = instance.enter({ method: "tools/call", params });
          assert.ok(round instanceof Round);
          state = (round.leave(inputRequired({ requestState: "on" })) as { requestState: string }).requestState;
          calls += 1;
        }
      }
      assert.equal(calls, 9);
    });
  }
});

describe("rings that are none", () => {
  const make = (format: StateFormat, ring: readonly KeyInput[]) => () =>
    createRequestStateCodec({ keys: ring, format });

  test("two equal keys, and two of one name", () => {
    for (const format of FORMATS) {
      assert.ok(make(format, [OLD, NEW])());
      assert.throws(make(format, [OLD, { id: "x", key: Buffer.from(KEY) }]), { code: "duplicate_key" });
    }
    assert.throws(make("rs2", [OLD, { id: OLD.id, key: OTHER_KEY }]), { code: "duplicate_key" });
    assert.throws(() => new Boundary({ keys: [KEY, KEY] }), { code: "duplicate_key" });
  });

  test("two keys that tokens could not tell apart", () => {
    const { cases } = JSON.parse(readFileSync(vectorFile("mrtr-tokens.json"), "utf8"));
    const { keysHex } = cases.find(({ id }: { id: string }) => id === "ring-two-keys-with-one-fingerprint");
    const twins = keysHex.map((hex: string) => Buffer.from(hex, "hex"));
    assert.ok(make("signed", twins)());
    assert.throws(make("encrypted", twins), { code: "duplicate_key" });
    assert.throws(() => new Boundary({ keys: twins, format: "encrypted" }), { code: "duplicate_key" });
  });

  test("keys are copied: what becomes of the caller's bytes changes nothing", async () => {
    for (const format of FORMATS) {
      const secrets = [Buffer.from(KEY), Buffer.from(OTHER_KEY)];
      const ring = secrets.map((key, at) => ({ id: `${at}`, key }));
      const codec = createRequestStateCodec({ keys: ring, format });
      const boundary = new Boundary({ keys: [Buffer.from(secrets[0] as Buffer)] });
      const token = await codec.mint("x");
      const widget = boundary.seal("y");
      for (const secret of secrets) secret.fill(0);
      ring.length = 0;
      assert.equal(await codec.verify(token, {}), "x");
      assert.equal(boundary.open(widget), "y");
      const again = createRequestStateCodec({ keys: [{ id: "0", key: KEY }], format });
      assert.equal(await again.verify(await codec.mint("z"), {}), "z");
    }
  });
});
