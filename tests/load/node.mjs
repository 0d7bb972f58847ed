// `make load`, and with fewer calls a part of `make test`: many two-round calls against a server on mrtr in a process of
// its own, no error, memory that stays where it is; the same against a server that leaks on purpose, which must be
// noticed; and how many rounds a second one connection gets, beside the SDK's server with its own codec and without any.
//
// `node node.mjs PACKAGE OUT.json [CALLS] [ROUNDS]`: calls of the load, and rounds of each server for the comparison (0: none).

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { chapter, check, close, say, table } from "../demo/transcript.mjs";
import { connections, twoRounds } from "./node-client.mjs";
import { endAll, start } from "./node-servers.mjs";
import { throughput } from "./node-throughput.mjs";

const [given, out, calls = "20000", rounds = "4000"] = process.argv.slice(2);
const folder = resolve(given);

const CONNECTIONS = 16;
/** The load is measured after each of these shares of the calls; what comes before the first is warming up. */
const STATIONS = [0.25, 0.5, 0.75, 1];
/** Longest time for one load, whatever its size. */
const MOST_MS = 15 * 60_000;

/** What memory may grow by after the warm-up: what the engine does for itself, and next to nothing for a call. */
const allowed = (after) => ({ held: 1_000_000 + 50 * after, rss: 12_000_000 + 100 * after });
/** What a leaking server leaves behind with each request, to be noticed within so few calls. */
const LEAK = 16_384;
const LEAKING_CALLS = 1000;

/** Makes calls from so many connections at once; gives the errors. */
async function load(to, count, from, before) {
  const errors = [];
  let next = from;
  const work = async () => {
    while (next < from + count && Date.now() < before) {
      const target = `report-${next++}.pdf`;
      await twoRounds(to, target).catch((error) => errors.push(String(error.message)));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  if (next < from + count) errors.push(`only ${next} calls were made within ${MOST_MS} ms`);
  return errors;
}

/** The whole load against one server, with its memory at each station. */
async function endure(kind, count, leak) {
  const server = await start(folder, kind, leak);
  const to = connections(server.url, CONNECTIONS);
  const started = Date.now();
  const errors = [];
  const memory = [];
  let made = 0;
  for (const station of STATIONS) {
    const until = Math.round(count * station);
    errors.push(...(await load(to, until - made, made, started + MOST_MS)));
    made = until;
    memory.push({ calls: made, ...(await server.memory()) });
  }
  const seconds = (Date.now() - started) / 1000;
  to.end();
  await server.end();
  return { calls: made, seconds, errors, memory, growth: growth(memory) };
}

/** What has come on top since the warm-up, and what may have. */
function growth(memory) {
  const [warm, last] = [memory[0], memory.at(-1)];
  const grown = { held: last.heapUsed + last.external - warm.heapUsed - warm.external, rss: last.rss - warm.rss };
  const may = allowed(last.calls - warm.calls);
  return { ...grown, allowed: may, flat: grown.held <= may.held && grown.rss <= may.rss };
}

const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

function show({ memory, growth: grown }) {
  table(
    ["after", "resident", "heap and outside it"],
    memory.map(({ calls: after, rss, heapUsed, external }) => [`${after} calls`, mib(rss), mib(heapUsed + external)]),
  );
  const { held, rss, allowed: may } = grown;
  say(`grown by ${mib(held)} held (${mib(may.held)} allowed), ${mib(rss)} resident (${mib(may.rss)} allowed)`);
}

try {
  chapter(`${calls} two-round calls at ${CONNECTIONS} connections`);
  const endured = await endure("mrtr", Number(calls));
  show(endured);
  check("calls that failed", endured.errors.slice(0, 3), []);
  check("memory is flat after the warm-up", endured.growth.flat, true);

  chapter(`The same with ${LEAK / 1024} KiB left behind by each request`);
  const leaking = await endure("mrtr", LEAKING_CALLS, LEAK);
  show(leaking);
  check("the leak is noticed", leaking.growth.flat, false);

  const results = { calls: endured, leaking };
  if (rounds !== "0") {
    chapter("Rounds a second on one connection");
    const rates = await throughput(folder, Number(rounds));
    const row = (name, rate) => [name, rate.toFixed(0), (rates.mrtr / rate).toFixed(2)];
    table(
      ["server", "rounds a second", "ours over it"],
      [
        row("mrtr", rates.mrtr),
        row("the SDK with its own codec", rates.sdk),
        row("the SDK without a codec", rates.plain),
      ],
    );
    // As in `make bench`: what is not met fails nothing, since a busy machine is no defect.
    const beside = rates.mrtr / rates.sdk;
    say(`wanted: at least 1.2 times the SDK with its own codec: ${beside >= 1.2 ? "met" : "MISSED"}`);
    results.throughput = { ...rates, beside, besidePlain: rates.mrtr / rates.plain };
  }
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  endAll();
}
process.exitCode = close(3);
