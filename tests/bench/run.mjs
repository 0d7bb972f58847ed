// `node run.mjs OUT PYTHON REPEATS COUNT`: every comparison, printed as a table and written to OUT/results.json, and the
// machine to OUT/machine.json. What is not met fails nothing: a busy machine is no defect.

import { writeFileSync } from "node:fs";
import os from "node:os";
import { chapter, say, table } from "../demo/transcript.mjs";
import { machine } from "./machine.mjs";
import { measured } from "./measured.mjs";

const [out, python, repeats, count] = process.argv.slice(2);

const write = (name, value) => writeFileSync(`${out}/${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
const day = new Date().toISOString().slice(0, 10);
const before = os.loadavg()[0];
const results = measured(out, python, repeats, count);
write("results", results);
write("machine", { ...machine(python), day, load: before.toFixed(1), repeats: Number(repeats), count: Number(count) });

chapter("mrtr beside its peers");
const shown = (value) => (value === null ? "" : String(value));
const rows = results.filter(({ line }) => line === undefined);
table(
  ["what", "unit", "ours", "peer", "times faster", "wanted", ""],
  rows.map(({ name, unit, ours, peer, ratio, wanted, met }) => [
    name,
    unit,
    shown(ours),
    shown(peer),
    shown(ratio),
    shown(wanted),
    met === null ? "" : met ? "met" : "MISSED",
  ]),
);
const wanted = rows.filter(({ met }) => met !== null);
say(
  `\n${wanted.filter(({ met }) => met).length} of ${wanted.length} met; all of it, and how cost grows, is written to target/bench/results.json`,
);
