// A round over real HTTP, on one connection that stays open: the servers and the client of the load (tests/load).

import { endAll } from "../../load/node-servers.mjs";
import { throughput } from "../../load/node-throughput.mjs";

/** Turns of each server; a turn is a hundred rounds. */
const MOST_TURNS = 41;

/** Microseconds of one round: with mrtr, protected by mrtr, without any codec, with the SDK's codec. */
export async function overHttp(folder, repeats) {
  try {
    const kinds = ["mrtr", "protect", "plain", "sdk"];
    const rates = await throughput(folder, 100 * Math.min(repeats, MOST_TURNS), kinds);
    return kinds.map((kind) => 1e6 / rates[kind]);
  } finally {
    endAll();
  }
}
