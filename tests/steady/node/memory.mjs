// The turns of a server in Node, and the memory of the process meanwhile:
//
//     node --expose-gc memory.mjs TURNS [leak]
//
// Prints it at the end of the warm-up and of each tenth of the turns, in kB. With `leak`, every round is kept.

import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { Server } from "./server.mjs";

const SAMPLES = 10;
const turns = Number(process.argv[2]);
const server = new Server(process.argv[3] === "leak" ? [] : undefined);

/** What the process holds of memory that is not a file's, when what can be collected is. */
async function resident() {
  for (let times = 0; times < 3; times++) {
    globalThis.gc();
    // What a collected handle held is given back in a task of its own.
    await setImmediate();
  }
  return Number(/^Anonymous: +(\d+) kB$/m.exec(readFileSync("/proc/self/smaps_rollup", "utf8"))[1]);
}

const warmUp = Math.max(turns / 10, 1000);
for (let turn = 0; turn < warmUp; turn++) await server.turn(turn);
const kB = [await resident()];
for (let part = 0; part < SAMPLES; part++) {
  for (let turn = Math.floor((part * turns) / SAMPLES); turn < ((part + 1) * turns) / SAMPLES; turn++) {
    await server.turn(turn);
    // A server has its event loop between two calls.
    if (turn % 100 === 0) await setImmediate();
  }
  kB.push(await resident());
}
console.log(JSON.stringify({ turns, kB }));
