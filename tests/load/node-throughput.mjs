// How many rounds a second one connection gets, from each of the three servers.

import { connections, twoRounds } from "./node-client.mjs";
import { start } from "./node-servers.mjs";

/** Rounds in one turn of one server. */
const BLOCK = 50;

/**
 * Rounds a second on one connection, by the kind of server (`node-server.mjs` has them). The servers take turns, so that
 * a busy moment falls on all alike.
 */
export async function throughput(folder, total, kinds = ["mrtr", "sdk", "plain"]) {
  const servers = await Promise.all(kinds.map((kind) => start(folder, kind)));
  const ways = servers.map(({ url }) => connections(url, 1));
  const rates = kinds.map(() => []);
  for (let repeat = -2; repeat < Math.max(5, total / 2 / BLOCK); repeat++) {
    for (const [at, way] of ways.entries()) {
      const began = process.hrtime.bigint();
      for (let call = 0; call < BLOCK; call++) await twoRounds(way, `report-${call}.pdf`);
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      // The first turns warm up.
      if (repeat >= 0) rates[at].push((2 * BLOCK) / seconds);
    }
  }
  for (const way of ways) way.end();
  for (const server of servers) await server.end();
  return Object.fromEntries(kinds.map((kind, at) => [kind, median(rates[at])]));
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
