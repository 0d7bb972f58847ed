/**
 * Runs the token vectors of the official SDK through the public codec: every token that the SDK minted opens to its
 * payload, minting with the same key, clock and payload gives the same bytes, and every odd or hostile token gets the
 * verdict wanted.
 *
 * Prints one line, `node: 94 cases, 94 as wanted`, and fails when it is another one.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { createRequestStateCodec, isMrtrError, type RequestStateCodec, type StateFormat } from "mrtr";
import { at, vectorFile } from "./support.js";

interface Vector {
  readonly id: string;
  readonly format: StateFormat;
  readonly keyHex?: string;
  readonly keyText?: string;
  readonly now: number;
  readonly token: string;
  readonly bind?: string;
  readonly ttlSeconds?: number;
}
interface Accept extends Vector {
  readonly ttlSeconds: number;
  readonly payloadJson: string;
}
interface Verdict extends Vector {
  readonly right: { readonly ok?: string | null; readonly error?: string };
}

const ACCEPT_CASES = 25;
const VERDICT_CASES = 69;

/** What a run came to. */
export interface Tally {
  readonly cases: number;
  readonly asWanted: number;
  readonly minted: number;
  readonly wrong: readonly string[];
}

/** Runs both files. */
export async function run(): Promise<Tally> {
  const tally = { cases: 0, asWanted: 0, minted: 0, wrong: [] as string[] };
  const judge = async (vector: Vector, body: () => Promise<string | undefined>) => {
    const fault = await at(vector.now, body);
    tally.cases += 1;
    if (fault === undefined) tally.asWanted += 1;
    else tally.wrong.push(`node: ${vector.id}: ${fault}`);
  };
  for (const vector of read<Accept>("typescript-accept.json")) {
    await judge(vector, async () => {
      const payload = payloadOf(vector.payloadJson);
      if ((await codec(vector).mint(payload, {})) !== vector.token) return "another token when minting";
      tally.minted += 1;
      return differs(await verdict(vector), vector.ttlSeconds < 0 ? { error: "expired" } : { ok: payload });
    });
  }
  for (const vector of read<Verdict>("typescript-verdicts.json")) {
    await judge(vector, async () => {
      const got = await verdict(vector);
      const { error, ok } = vector.right;
      if (error === "refused") return "error" in got ? undefined : "opened";
      return differs(got, error === undefined ? { ok: payloadOf(ok) } : { error });
    });
  }
  return tally;
}

/** Did every case run, and come out as wanted? */
export function complete({ cases, asWanted, minted }: Tally): boolean {
  return cases === ACCEPT_CASES + VERDICT_CASES && asWanted === cases && minted === ACCEPT_CASES;
}

function read<T>(name: string): T[] {
  return JSON.parse(readFileSync(vectorFile(name), "utf8")) as T[];
}

function codec(vector: Vector): RequestStateCodec {
  return createRequestStateCodec({
    key: vector.keyText ?? Buffer.from(vector.keyHex as string, "hex"),
    format: vector.format,
    ...(vector.ttlSeconds !== undefined && { ttlSeconds: vector.ttlSeconds }),
    ...(vector.bind !== undefined && { bind: () => vector.bind as string }),
  });
}

/** No text stands for no payload. */
function payloadOf(text: string | null | undefined): unknown {
  return typeof text === "string" ? JSON.parse(text) : undefined;
}

type Outcome = { ok: unknown } | { error: string };

async function verdict(vector: Vector): Promise<Outcome> {
  try {
    return { ok: await codec(vector).verify(vector.token, {}) };
  } catch (error) {
    if (!isMrtrError(error) || error.code !== "invalid_request_state") throw error;
    return { error: error.message };
  }
}

function differs(got: Outcome, wanted: Outcome): string | undefined {
  return isDeepStrictEqual(got, wanted) ? undefined : `got ${JSON.stringify(got).slice(0, 200)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tally = await run();
  for (const line of tally.wrong) console.error(line);
  console.log(`node: ${tally.cases} cases, ${tally.asWanted} as wanted`);
  process.exitCode = complete(tally) ? 0 : 1;
}
