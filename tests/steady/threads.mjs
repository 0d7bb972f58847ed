// Eight threads on the handles of one server: pthreads in C, worker threads in Node, threads in Python. Each is told what one
// thread by itself is told.
//
//     node tests/steady/threads.mjs [--turns 40]
//
// The C program runs under helgrind and drd, too, which must say nothing of it, and see the race that is planted. They know
// the locks of pthreads alone, so that the round, which has one of Rust's, is left to ThreadSanitizer (`make steady`).

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const C = "target/c/steady/threads";
const VALGRIND_TURNS = "16";
const RACE_FOUND = 9;

const { values: chosen } = parseArgs({ options: { turns: { type: "string" } } });
const turns = chosen.turns ?? "40";

const run = (program, ...args) => promisify(execFile)(program, args, { cwd: root });

/** The exit code of the C program under a tool of valgrind's. */
async function watched(tool, what) {
  const options = [`--tool=${tool}`, "--quiet", `--error-exitcode=${RACE_FOUND}`];
  const {
    stdout = "",
    stderr,
    code = 0,
  } = await run("valgrind", ...options, C, VALGRIND_TURNS, what).catch((error) => error);
  if (!stdout.startsWith("c: 8 of 8")) throw new Error(`${tool}: the program did not run: ${stderr}`);
  return { code, stderr };
}

async function valgrind() {
  for (const tool of ["helgrind", "drd"]) {
    const race = await watched(tool, "race");
    if (race.code !== RACE_FOUND) throw new Error(`${tool} did not see the planted race`);
    const { code, stderr } = await watched(tool, "handles");
    if (code !== 0) throw new Error(`${tool}: ${stderr}`);
  }
  return "c: helgrind and drd saw the planted race, and none else";
}

const said = await Promise.all([
  run(C, turns).then(({ stdout }) => stdout),
  run(process.execPath, "tests/steady/node/workers.mjs", turns).then(({ stdout }) => stdout),
  run(".venv/bin/python", "tests/steady/python/threads.py", turns).then(({ stdout }) => stdout),
  valgrind(),
]);
for (const line of said) console.log(`threads: ${line.trim()}`);
