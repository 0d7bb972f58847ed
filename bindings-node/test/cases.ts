/** Files of cases that every language runs, and how a run of them is counted. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file under `tests/` at the root of the repository, parsed. */
export function load<T>(file: string): T {
  const path = fileURLToPath(new URL(`../../../tests/${file}`, import.meta.url));
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

/** What a run came to. */
export class Tally {
  cases = 0;
  asWanted = 0;
  readonly wrong: string[] = [];

  /** Counts one case; `fault` says what is not as wanted. */
  judge(file: string, id: string, fault: string | undefined): void {
    this.cases += 1;
    if (fault === undefined) this.asWanted += 1;
    else this.wrong.push(`node: ${file}: ${id}: ${fault.slice(0, 400)}`);
  }
}

/** What is not as wanted: undefined where two values have the same JSON text, members in the same order. */
export function differs(what: string, found: unknown, wanted: unknown): string | undefined {
  const [text, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  return text === right ? undefined : `${what}: ${text}, not ${right}`;
}

/** Prints a program's one line, and what came out otherwise; the exit code says whether all is well. */
export function report(tally: Tally, kind: string, complete: boolean): void {
  for (const line of tally.wrong) console.error(line);
  console.log(`node: ${tally.cases} ${kind} cases, ${tally.asWanted} as wanted`);
  process.exitCode = complete ? 0 : 1;
}

/** Is this module the program that runs? */
export function isMain(url: string): boolean {
  return process.argv[1] === fileURLToPath(url);
}
