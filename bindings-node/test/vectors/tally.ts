/** What the parts share: the count, and how a case is read. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { createRequestStateCodec, isMrtrError, type RequestStateCodec, type StateFormat } from "mrtr";
import { at, vectorFile } from "../support.js";

/** A case of any file; the members depend on it. */
export interface Case {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: read from a file whose form a schema describes
  readonly [member: string]: any;
}

/** Cases that do not apply here, and why. */
export const NOT_IN_NODE: Readonly<Record<string, string>> = {
  "ring-lifetime-zero": "createRequestStateCodec takes any finite lifetime, as its model does",
  "ring-lifetime-negative": "createRequestStateCodec takes any finite lifetime, as its model does",
  "signed-echo-of-a-large-integer": "JavaScript rounds such integers, so that the boundary refuses them",
  "encrypted-echo-of-a-large-integer": "JavaScript rounds such integers, so that the boundary refuses them",
  "signed-first-round-arguments-in-canonical-text": "1e21 is an integer to JavaScript, and too large to be told apart",
  "encrypted-first-round-arguments-in-canonical-text":
    "1e21 is an integer to JavaScript, and too large to be told apart",
};

/** What a run came to. */
export class Tally {
  cases = 0;
  asWanted = 0;
  readonly skipped: string[] = [];
  readonly wrong: string[] = [];

  /** Runs a case at its clock, and counts it; the body gives what it got and what is wanted. */
  async judge(file: string, vector: Case, body: () => Promise<[unknown, unknown]>): Promise<void> {
    if (vector.id in NOT_IN_NODE) {
      this.skipped.push(vector.id);
      return;
    }
    const [got, wanted] = await at(vector.now ?? vector.mintedAtUnixSeconds ?? 0, body);
    this.cases += 1;
    if (isDeepStrictEqual(got, wanted)) this.asWanted += 1;
    else this.wrong.push(`node: ${file}: ${vector.id}: got ${shown(got)}, not ${shown(wanted)}`);
  }
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 400);
}

/** The cases of a file of either kind. */
export function load(file: string): Case[] {
  const whole = JSON.parse(readFileSync(vectorFile(`${file}.json`), "utf8"));
  return Array.isArray(whole) ? whole : whole.cases;
}

const native = createRequire(import.meta.url)("../../../native/index.cjs") as {
  __testingEntropy(bytes?: Uint8Array): number;
};

/** Runs a body with the case's bytes in the place of randomness, all of which it must use; a failure gives its code. */
export async function withEntropy<T>(vector: Case, body: () => T | Promise<T>): Promise<T | { error: string }> {
  native.__testingEntropy(Buffer.from(vector.entropyHex ?? "", "hex"));
  try {
    return await body();
  } catch (error) {
    if (!isMrtrError(error)) throw error;
    return { error: error.code };
  } finally {
    native.__testingEntropy();
  }
}

/** How many bytes in the place of randomness are left; takes them away. */
export function entropyLeft(): number {
  return native.__testingEntropy();
}

/** The options of a case, the keys among them. */
export function withKeys(vector: Case): Record<string, unknown> {
  const { keyIds, ...options } = vector.options ?? {};
  const keys = vector.keysHex.map((hex: string, at: number) => {
    const key = Buffer.from(hex, "hex");
    return keyIds === undefined ? key : { id: keyIds[at], key };
  });
  return { ...options, ...(keys.length > 0 && { keys }) };
}

/** The codec of a case. */
export function codecOf(vector: Case): RequestStateCodec {
  const { bind } = vector;
  return createRequestStateCodec({ ...withKeys(vector), ...(bind !== undefined && { bind: () => bind as string }) });
}

/** The token, lengthened where the case says so. */
export function token(vector: Case): string {
  return vector.token.padEnd(vector.padTokenTo ?? 0, "A");
}

/** The payload as this host holds it; a long one where the case says so, undefined for none. */
export function payload(vector: Case): unknown {
  return vector.padPayloadTo === undefined ? parsed(vector.payload) : "x".repeat(vector.padPayloadTo - 2);
}

/** No text stands for no payload; text that is no JSON, as a foreign server may mint, is itself. */
export function parsed(text: string | null | undefined): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What a rejection of the codec says: `refused` with the reason, or `error` with the code. */
export async function verdict<T extends object>(body: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await body();
  } catch (error) {
    if (!isMrtrError(error) || error.code !== "invalid_request_state") throw error;
    return { refused: error.message };
  }
}

export type { StateFormat };
