/**
 * Runs the vectors through the public package: tokens of the official SDKs, and those of our own.
 *
 * Prints one line, `node: N cases, N as wanted`, and fails when a case comes out otherwise or is not there.
 */

import { fileURLToPath } from "node:url";
import * as boundary from "./vectors/boundary.js";
import * as sdks from "./vectors/sdks.js";
import { NOT_IN_NODE, Tally } from "./vectors/tally.js";
import * as tokens from "./vectors/tokens.js";
import * as typescript from "./vectors/typescript.js";

/** All cases of all files, without those that do not apply here. */
export const CASES = 94 + 18 + 21 + 4 + 314 + 518 + 114 - Object.keys(NOT_IN_NODE).length;

/** Runs everything. */
export async function run(): Promise<Tally> {
  const tally = new Tally();
  for (const part of [typescript, sdks, tokens, boundary]) await part.run(tally);
  return tally;
}

/** Did every case run, and come out as wanted? */
export function complete({ cases, asWanted, skipped }: Tally): boolean {
  return cases === CASES && asWanted === CASES && skipped.length === Object.keys(NOT_IN_NODE).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tally = await run();
  for (const line of tally.wrong) console.error(line);
  console.log(`node: ${tally.cases} cases, ${tally.asWanted} as wanted`);
  process.exitCode = complete(tally) ? 0 : 1;
}
