// `node run.mjs OUT PYTHON REPEATS COUNT`: every comparison, printed as a table and written to OUT/results.json. What is
// not met fails nothing: a busy machine is no defect.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chapter, say, table } from "../demo/transcript.mjs";
import { instructions } from "./instructions.mjs";
import { COUNTED, NODE, PYTHON, RUST } from "./targets.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const [out, python, repeats, count] = process.argv.slice(2);
const program = `${out}/cargo/release/mrtr-bench`;

/** Runs a program that prints one comparison a line; gives the medians by subject. */
function measured(command, args, env = {}) {
  const text = execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  return new Map(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ subject, medians }) => [subject, medians]),
  );
}

const three = (number) => Number(number.toPrecision(3));

function judged({ name, unit, ours, peer, wanted, met }) {
  const row = { name, unit, ours: three(ours), peer: peer === undefined ? null : three(peer) };
  row.ratio = peer === undefined ? null : three(peer / ours);
  return { ...row, wanted: wanted ?? null, met: met?.({ ours, peer, ratio: peer / ours }) ?? null };
}

function rowsOf({ unit, rows }, medians) {
  return rows.map(({ subject, ours = 0, peer, ...row }) => {
    const found = medians.get(subject);
    if (found === undefined) throw new Error(`${subject} was not measured`);
    return judged({ ...row, unit, ours: found[ours], peer: found[peer] });
  });
}

function counted() {
  const rust = (work) => instructions((times) => [program, "run", work, times], Number(count), out);
  const c = (work) => instructions((times) => [`${out}/c/work`, work, times, `${out}/c`], Number(count), out);
  const both = COUNTED.both.flatMap((work) => {
    const [ours, peer] = [c(work), rust(work)];
    const pair = (what, part) => ({
      name: `C: ${work}, beside Rust${what}`,
      unit: "instructions",
      ours: ours[part],
      peer: peer[part],
    });
    return [
      judged({ ...pair("", "total"), wanted: COUNTED.wanted, met: COUNTED.met }),
      judged(pair(", hashing left out", "beside")),
    ];
  });
  const alone = COUNTED.rust.map((work) =>
    judged({ name: `Rust: ${work}, hashing left out`, unit: "instructions", ours: rust(work).beside }),
  );
  return [...both, ...alone];
}

const results = [
  ...rowsOf(NODE, measured(process.execPath, ["--no-warnings", `${HERE}node/bench.mjs`, `${out}/node`, repeats])),
  ...rowsOf(PYTHON, measured(python, [`${HERE}python/bench.py`, repeats], { PYTHONPATH: `${out}/python` })),
  ...rowsOf(RUST, measured(program, ["time", repeats])),
  ...counted(),
];
writeFileSync(`${out}/results.json`, `${JSON.stringify(results, null, 2)}\n`);

chapter("mrtr beside its peers");
const shown = (value) => (value === null ? "" : String(value));
table(
  ["what", "unit", "ours", "peer", "times faster", "wanted", ""],
  results.map(({ name, unit, ours, peer, ratio, wanted, met }) => [
    name,
    unit,
    shown(ours),
    shown(peer),
    shown(ratio),
    shown(wanted),
    met === null ? "" : met ? "met" : "MISSED",
  ]),
);
const wanted = results.filter(({ met }) => met !== null);
say(`\n${wanted.filter(({ met }) => met).length} of ${wanted.length} met; written to ${out}/results.json`);
