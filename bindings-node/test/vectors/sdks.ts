/** Tokens that the Python, Rust and Ruby SDKs minted: each opens to what was sealed. */

import { createRequestStateCodec } from "mrtr";
import { type Case, load, type Tally } from "./tally.js";

/** Runs the three files. */
export async function run(tally: Tally): Promise<void> {
  for (const [file, one] of [
    ["python-accept", python],
    ["rust-accept", rust],
    ["ruby-accept", ruby],
  ] as const) {
    for (const vector of load(file)) await tally.judge(file, vector, () => one(vector));
  }
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

async function python(vector: Case): Promise<[unknown, unknown]> {
  const codec = createRequestStateCodec({ keys: vector.keysHex.map(bytes), format: "encrypted" });
  const params = JSON.parse(vector.paramsJson);
  const state = await codec.openState(vector.token, {
    method: vector.method,
    target: params.name ?? params.uri,
    ...("arguments" in params && { arguments: argumentsText(vector.paramsJson) }),
    ...(vector.audience !== null && { audience: vector.audience }),
    ...(vector.principal !== null && { principal: vector.principal }),
  });
  return [state, vector.state];
}

/** The text of the arguments, which are the last member. One has a lone surrogate, which travels as its escape. */
function argumentsText(params: string): string {
  const name = '"arguments": ';
  const text = params.slice(params.indexOf(name) + name.length, -1);
  return text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

async function rust(vector: Case): Promise<[unknown, unknown]> {
  const keys = vector.keys.map(({ id, keyHex }: { id: string | null; keyHex: string }) =>
    id === null ? bytes(keyHex) : { id, key: bytes(keyHex) },
  );
  const codec = createRequestStateCodec({ keys, format: vector.format });
  const opened = await codec.openBytes(vector.token, bytes(vector.associatedDataHex));
  return [Buffer.from(opened).toString("hex"), vector.payloadHex];
}

async function ruby(vector: Case): Promise<[unknown, unknown]> {
  const codec = createRequestStateCodec({ key: bytes(vector.keyHex), open: ["encrypted-ruby"] });
  const { method, target, argumentsDigest, audience } = vector;
  const call = { method, target, argumentsDigest, ...(audience !== null && { audience }) };
  return [await codec.openState(vector.token, call), vector.state];
}
