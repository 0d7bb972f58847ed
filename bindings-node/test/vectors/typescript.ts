/**
 * Tokens of the TypeScript SDK: every one that it minted opens to its payload, minting with the same key, clock and
 * payload gives the same bytes, and every odd or hostile one gets the verdict wanted.
 */

import { createRequestStateCodec, type RequestStateCodec } from "mrtr";
import { type Case, load, parsed, type Tally, verdict } from "./tally.js";

/** Runs both files. */
export async function run(tally: Tally): Promise<void> {
  for (const vector of load("typescript-accept")) {
    await tally.judge("typescript-accept", vector, async () => {
      const subject = codec(vector);
      const payload = parsed(vector.payloadJson);
      const got = [await subject.mint(payload, {}), await verify(subject, vector)];
      return [got, [vector.token, vector.ttlSeconds < 0 ? { refused: "expired" } : { ok: payload }]];
    });
  }
  for (const vector of load("typescript-verdicts")) {
    await tally.judge("typescript-verdicts", vector, async () => {
      const got = await verify(codec(vector), vector);
      const { error, ok } = vector.right;
      if (error === "refused") return ["refused" in got, true];
      return [got, error === undefined ? { ok: parsed(ok) } : { refused: error }];
    });
  }
}

function codec(vector: Case): RequestStateCodec {
  return createRequestStateCodec({
    key: vector.keyText ?? Buffer.from(vector.keyHex, "hex"),
    format: vector.format,
    ...(vector.ttlSeconds !== undefined && { ttlSeconds: vector.ttlSeconds }),
    ...(vector.bind !== undefined && { bind: () => vector.bind }),
  });
}

function verify(subject: RequestStateCodec, vector: Case): Promise<{ ok: unknown } | { refused: string }> {
  return verdict(async () => ({ ok: await subject.verify(vector.token, {}) }));
}
