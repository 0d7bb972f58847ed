// The compiled core in eight worker threads at once:
//
//     node workers.mjs [TURNS]
//
// Each worker has handles of its own under one key, and does what one thread by itself does: what it is told is the same.
// Tokens and states go round: each worker takes up the calls that its neighbour has begun, and ends them. Then all are ended
// in the middle of their calls, and others begin where they stopped. The main thread works on meanwhile.

import assert from "node:assert/strict";
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Server } from "./server.mjs";

const WORKERS = 8;
const GENERATIONS = 2;
const ACCEPT = { action: "accept", content: { ok: true } };

/** Everything that one thread is told, as a text. */
async function told(turns) {
  const server = new Server();
  const all = [];
  for (let turn = 0; turn < turns; turn++) all.push(await server.turn(turn));
  return JSON.stringify(all);
}

/** Calls that were begun: each asks, and its state is another's to end. */
function begun(server, count) {
  return Array.from({ length: count }, (_, turn) => {
    server.ask(turn);
    return server.state;
  });
}

async function work({ turns }) {
  const server = new Server();
  parentPort.postMessage({ told: await told(turns), states: begun(server, turns) });
  const [states] = await once(parentPort, "message");
  let ended = 0;
  for (const [turn, state] of states.entries()) {
    server.state = state;
    const [number, payload] = server.answered(ACCEPT, "accepted");
    assert.deepEqual([number, payload], [2, { turn }]);
    ended += 1;
  }
  parentPort.postMessage(ended);
  // Until it is ended.
  for (let turn = 0; ; turn++) await server.turn(turn);
}

async function generation(turns, alone, main) {
  const workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL(import.meta.url), { workerData: { turns } }),
  );
  const failed = Promise.race(workers.map((worker) => once(worker, "error").then(([error]) => Promise.reject(error))));
  const heard = () => Promise.race([failed, Promise.all(workers.map((worker) => once(worker, "message")))]);
  const first = (await heard()).map(([message]) => message);
  for (const { told: text } of first) assert.ok(text === alone, "a worker was told something else than one thread");
  const next = heard();
  for (const [at, worker] of workers.entries()) worker.postMessage(first[(at + 1) % WORKERS].states);
  const ended = (await next).reduce((sum, [count]) => sum + count, 0);
  for (let turn = 0; turn < turns; turn++) await main.turn(turn);
  const codes = await Promise.all(workers.map((worker) => worker.terminate()));
  assert.deepEqual(new Set(codes), new Set([1]));
  return ended;
}

if (isMainThread) {
  const turns = Number(process.argv[2] ?? 80);
  const alone = await told(turns);
  assert.ok(alone.length > turns * 20);
  const main = new Server();
  let ended = 0;
  for (let time = 0; time < GENERATIONS; time++) ended += await generation(turns, alone, main);
  assert.equal(ended, GENERATIONS * WORKERS * turns);
  assert.ok((await told(turns)) === alone);
  console.log(
    `node: ${GENERATIONS * WORKERS} were told the same as one thread in ${turns} turns, ended ${ended} calls of ` +
      "one another, and were ended in the middle of theirs",
  );
} else {
  await work(workerData);
}
