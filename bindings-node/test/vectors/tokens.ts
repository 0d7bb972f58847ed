/** `mrtr-tokens.json` and `mrtr-arguments.json`: the codec by itself, and texts of arguments. */

import { argumentsDigest } from "mrtr";
import { type Case, codecOf, load, parsed, payload, type Tally, token, verdict, withEntropy } from "./tally.js";

/** Runs both files. */
export async function run(tally: Tally): Promise<void> {
  for (const vector of load("mrtr-tokens")) {
    await tally.judge("mrtr-tokens", vector, async () => [
      await withEntropy(vector, () => verdict(() => outcome(vector))),
      wanted(vector),
    ]);
  }
  for (const vector of load("mrtr-arguments")) {
    const { canonical: _, ...expected } = vector.expect;
    await tally.judge("mrtr-arguments", vector, async () => [
      await withEntropy(vector, () => ({ digest: argumentsDigest(vector.text) })),
      expected,
    ]);
  }
}

/** What is expected; a payload as this host holds it. */
function wanted({ expect }: Case): unknown {
  return "payload" in expect ? { payload: parsed(expect.payload) } : expect;
}

/** What the operation of a case comes to. */
export async function outcome(vector: Case): Promise<object> {
  const codec = codecOf(vector);
  const data = vector.associatedDataHex === undefined ? undefined : Buffer.from(vector.associatedDataHex, "hex");
  switch (vector.op) {
    case "construct":
      return { ok: true };
    case "verify":
      return { payload: await codec.verify(token(vector), {}) };
    case "mint":
      return { token: await codec.mint(payload(vector), {}) };
    case "openBytes":
      return { payloadHex: Buffer.from(await codec.openBytes(token(vector), data)).toString("hex") };
    case "sealBytes":
      return { token: await codec.sealBytes(Buffer.from(vector.payloadHex, "hex"), data) };
    case "openState": {
      const { argumentsJson, ...call } = vector.call;
      const state = await codec.openState(token(vector), {
        ...call,
        ...(argumentsJson !== undefined && { arguments: argumentsJson }),
      });
      return { state };
    }
    default:
      throw new Error(`unknown op ${vector.op}`);
  }
}
