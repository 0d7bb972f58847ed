// Instructions of one piece of work, by callgrind: what a run of many takes over a run of few, divided. The same on a
// busy machine as on a quiet one. Under valgrind SHA-256 has no help of the processor, so it is told apart.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

const FEW = 100;

/** What a processor has instructions for. */
const CIPHERS = /sha2::|sha256|aes::|ghash|polyval|ctr::/;

/** Instructions of each function by itself, from a file of callgrind's. */
function readProfile(text) {
  const names = new Map();
  const costs = new Map();
  let current;
  let inCall = false;
  for (const line of text.split("\n")) {
    const named = /^(c?fn)=\((\d+)\)(?: (.*))?$/.exec(line);
    if (named) {
      const [, what, id, name] = named;
      if (name !== undefined) names.set(id, name);
      if (what === "fn") current = id;
    } else if (line.startsWith("calls=")) {
      inCall = true;
    } else if (/^[+\-*\d]/.test(line)) {
      // The line after a call is what the callee took, which is counted there.
      if (!inCall) costs.set(current, (costs.get(current) ?? 0) + Number(line.split(" ")[1] ?? 0));
      inCall = false;
    }
  }
  let total = 0;
  let ciphers = 0;
  for (const [id, cost] of costs) {
    total += cost;
    if (CIPHERS.test(names.get(id))) ciphers += cost;
  }
  return { total, ciphers };
}

function profile(command, file) {
  const options = ["--tool=callgrind", `--callgrind-out-file=${file}`];
  execFileSync("valgrind", [...options, ...command], { stdio: ["ignore", "ignore", "ignore"] });
  const read = readProfile(readFileSync(file, "utf8"));
  rmSync(file);
  return read;
}

/** Instructions of one work in all, and beside hashing and encryption. `command` makes the command line for a count. */
export function instructions(command, count, folder) {
  const [few, many] = [FEW, FEW + count].map((times) => profile(command(String(times)), `${folder}/callgrind.out`));
  const total = (many.total - few.total) / count;
  return { total, beside: total - (many.ciphers - few.ciphers) / count };
}
