// The four runners as programs that answer line by line, and what is the same in two answers.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lines } from "./lines.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const COMMANDS = {
  rust: ["target/debug/mrtr-parity"],
  node: [process.execPath, "tests/parity/node.mjs"],
  python: [".venv/bin/python", "tests/parity/runner.py"],
  c: ["target/c/c11/parity"],
};
export const LANGUAGES = Object.keys(COMMANDS);

/** One of the programs; started again when a case has ended it. */
class Runner {
  #language;
  #child;
  #waiting = [];
  #said = "";

  constructor(language) {
    this.#language = language;
  }

  #start() {
    const [program, ...args] = COMMANDS[this.#language];
    const child = spawn(program, args, { cwd: ROOT, stdio: ["pipe", "pipe", "pipe"] });
    child.stderr.on("data", (data) => {
      this.#said = `${this.#said}${data}`.slice(-2000);
    });
    child.stdin.on("error", () => {});
    this.#child = child;
    this.#listen(child.stdout);
  }

  async #listen(stream) {
    for await (const line of lines(stream)) this.#waiting.shift()?.(line);
    this.#child = undefined;
    for (const tell of this.#waiting.splice(0)) tell(undefined);
  }

  /** What comes of each case; where the program has ended, that it has. */
  async ask(cases) {
    const told = [];
    while (told.length < cases.length) {
      if (this.#child === undefined) this.#start();
      this.#said = "";
      const rest = cases.slice(told.length);
      const answers = rest.map(() => new Promise((tell) => this.#waiting.push(tell)));
      this.#child.stdin.write(rest.map((one) => `${JSON.stringify(one)}\n`).join(""));
      for (const next of answers) {
        const answer = await next;
        if (answer !== undefined) told.push(answer);
        else {
          told.push(JSON.stringify({ ended: this.#said.trim().split("\n").at(-1) }));
          break;
        }
      }
    }
    return told;
  }

  stop() {
    this.#child?.stdin.end();
  }
}

/** The four, asked together. */
export class Runners {
  #runners = LANGUAGES.map((language) => new Runner(language));
  /** Makes one language lie, to show that it is found out. */
  lie = undefined;

  /** For each case what each language says of it. */
  async ask(cases) {
    const columns = await Promise.all(this.#runners.map((runner) => runner.ask(cases)));
    return cases.map((one, at) => {
      const told = columns.map((column, language) => canonical(one, column[at], LANGUAGES[language]));
      // The C API has no steps of narrowing.
      if (told[3].wire !== undefined) told[3].steps = told[0].steps;
      const texts = told.map((value) => JSON.stringify(sortedTop(value)));
      if (this.lie !== undefined) texts[1] = this.lie(one, texts[1]);
      return { first: told[0], texts };
    });
  }

  stop() {
    for (const runner of this.#runners) runner.stop();
  }
}

/** The members in one order; those of the values inside keep theirs, which counts. */
function sortedTop(value) {
  return Array.isArray(value) ? value : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An answer with numbers in one spelling. Node holds payloads as values, the others as texts. */
function canonical({ op }, line, language) {
  const value = JSON.parse(line);
  if (value.issues?.length === 0) delete value.issues;
  if (op === "verify" && language !== "node") {
    if (value.payload === null) delete value.payload;
    if (typeof value.payload === "string") value.payload = inside(value.payload);
  }
  return value;
}

function inside(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
