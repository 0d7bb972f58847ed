// Many calls in each language, and memory that stays where it is.
//
//     node tests/steady/memory.mjs [--turns 10000] [LANGUAGE...]
//
// Each turn is one call as a server has it, in this order: one that asks; the same again with an answer that is accepted, that
// is declined, that does not fit, and with a state that was changed; tokens by themselves, good and bad; options that are
// wrong, each an error; a form, its contents and a digest. The programs print what they hold in memory that is no file's (the
// line `Anonymous` of smaps_rollup) after a warm-up and after each tenth of the turns. What it has grown by, from the least of
// the first three to the least of the last three, stays below the limit, and a program that keeps its rounds on purpose
// exceeds the double of it in a few turns.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The engine's own comings and goings, which are larger than a leak: code that it optimises, and its nursery. */
const QUIET = ["--expose-gc", "--no-opt", "--max-semi-space-size=1"];
const PROGRAMS = {
  rust: { command: ["target/debug/mrtr-steady", "memory"], limit: 256 },
  node: { command: [process.execPath, ...QUIET, "tests/steady/node/memory.mjs"], limit: 2048 },
  python: { command: [".venv/bin/python", "tests/steady/python/memory.py"], limit: 512 },
  c: { command: ["target/c/steady/memory"], limit: 256 },
};
const LEAKING_TURNS = 8000;
const AT_A_TIME = 2;

const { values: chosen, positionals } = parseArgs({ options: { turns: { type: "string" } }, allowPositionals: true });
const turns = Number(chosen.turns ?? 10_000);
const languages = positionals.length > 0 ? positionals : Object.keys(PROGRAMS);

/** What a program has grown by, and what it told. */
async function run(language, count, ...more) {
  const [program, ...args] = PROGRAMS[language].command;
  const { stdout } = await promisify(execFile)(program, [...args, String(count), ...more], { cwd: root });
  const { turns: done, kB } = JSON.parse(stdout);
  if (done !== count || kB.length !== 11 || !kB.every((sample) => sample > 0))
    throw new Error(`${language}: ${stdout}`);
  return { grown: Math.min(...kB.slice(-3)) - Math.min(...kB.slice(0, 3)), kB };
}

async function judge(language) {
  const { limit } = PROGRAMS[language];
  const leak = await run(language, LEAKING_TURNS, "leak");
  if (leak.grown <= 2 * limit) throw new Error(`${language}: the planted leak went unnoticed: ${leak.kB}`);
  const { grown, kB } = await run(language, turns);
  console.log(
    `memory: ${language}: ${turns} turns, ${kB[0]} kB after the warm-up and ${kB.at(-1)} kB at the end, ` +
      `grown by ${grown} kB (limit ${limit}); ${leak.grown} kB in ${LEAKING_TURNS} turns with a leak`,
  );
  if (grown > limit) throw new Error(`${language}: memory grows: ${kB}`);
}

const waiting = [...languages];
const outcomes = await Promise.allSettled(
  Array.from({ length: AT_A_TIME }, async () => {
    while (waiting.length > 0) await judge(waiting.shift());
  }),
);
for (const { reason } of outcomes) if (reason !== undefined) console.error(`memory: ${reason.message}`);
process.exitCode = outcomes.every(({ status }) => status === "fulfilled") ? 0 : 1;
