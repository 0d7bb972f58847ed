/** A sample of changed tokens in each format: refused, and never anything else. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Boundary, createRequestStateCodec, inputRequired, isMrtrError, Refusal, Round, type StateFormat } from "mrtr";
import { KEY } from "./support.js";

const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0é\ud800";
const CHANGES = 2000;

/** The same numbers in every run (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** One substitution, deletion, insertion or transposition. */
function change(token: string, roll: (sides: number) => number): string {
  const at = roll(token.length);
  const symbol = SYMBOLS.charAt(roll(SYMBOLS.length));
  const [before, after] = [token.slice(0, at), token.slice(at + 1)];
  switch (roll(4)) {
    case 0:
      return before + symbol + after;
    case 1:
      return before + after;
    case 2:
      return before + symbol + token.slice(at);
    default:
      return before + after.slice(0, 1) + token.charAt(at) + after.slice(1);
  }
}

/** That many different texts, none of which is the token. */
function* changes(token: string, seed: number): Generator<string> {
  const roll = dice(seed);
  for (let made = 0; made < CHANGES; ) {
    const changed = change(token, roll);
    if (changed === token) continue;
    made += 1;
    yield changed;
  }
}

describe("changed tokens", () => {
  for (const format of ["signed", "encrypted", "rs1", "rs2"] as StateFormat[]) {
    test(`of a codec: ${format}`, async () => {
      const codec = createRequestStateCodec({ keys: [{ id: "a", key: KEY }], format, bind: () => "alice" });
      const payload = { target: "q3.pdf", n: [1, 2.5, "é"] };
      const token = await codec.mint(payload, {});
      assert.deepEqual(await codec.verify(token, {}), payload);
      let refused = 0;
      for (const changed of changes(token, 7)) {
        await codec.verify(changed, {}).then(
          () => assert.fail("a changed token opened"),
          (error: unknown) => {
            assert.ok(isMrtrError(error) && error.code === "invalid_request_state", String(error));
            refused += 1;
          },
        );
      }
      assert.equal(refused, CHANGES);
    });
  }

  for (const format of ["signed", "encrypted"] as StateFormat[]) {
    test(`of the boundary: ${format}`, () => {
      const boundary = new Boundary({ key: KEY, format });
      const call = (requestState?: string) =>
        boundary.enter({
          method: "tools/call",
          params: { name: "t", arguments: { a: 1 }, ...(requestState !== undefined && { requestState }) },
          principal: "alice",
        });
      const first = call();
      assert.ok(first instanceof Round);
      const { requestState } = first.leave(inputRequired({ requestState: "mine" })) as { requestState: string };
      assert.ok(call(requestState) instanceof Round);
      const wire = new Set<string>();
      for (const changed of changes(requestState, 11)) {
        const refusal = call(changed);
        assert.ok(refusal instanceof Refusal, "a changed token opened");
        wire.add(JSON.stringify(refusal.error));
      }
      assert.equal(wire.size, 1);
    });
  }
});
