// Runs the programs that measure, and reads what they print: comparisons and lines of growth, one JSON object a line.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { instructions } from "./instructions.mjs";
import { NODE } from "./targets/node.mjs";
import { PYTHON } from "./targets/python.mjs";
import { COUNTED, RUST } from "./targets/rust.mjs";
import { nameOf } from "./targets/words.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** What a program prints. */
function printed(command, args, env = {}) {
  const text = execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const three = (number) => Number(number.toPrecision(3));

function judged({ name, unit, ours, peer, wanted, met, ...more }) {
  const row = { name, unit, ours: three(ours), peer: peer === undefined ? null : three(peer) };
  row.ratio = peer === undefined ? null : three(peer / ours);
  return { ...row, wanted: wanted ?? null, met: met?.({ ours, peer, ratio: peer / ours }) ?? null, ...more };
}

/** The rows of some sections, from the medians of each subject. */
function rowsOf(sections, found) {
  const medians = new Map(found.filter(({ subject }) => subject).map(({ subject, medians }) => [subject, medians]));
  return sections.flatMap(({ language, unit, rows }) =>
    rows.map(({ subject, ours = 0, peer, ...row }) => {
      const times = medians.get(subject);
      if (times === undefined) throw new Error(`${subject} was not measured`);
      const { wanted, met } = row;
      return judged({ name: nameOf(language, row), unit, ours: times[ours], peer: times[peer], wanted, met });
    }),
  );
}

/** The points of growth, each a row that names its line and its size. */
function pointsOf(from, unit, found) {
  return found
    .filter(({ growth }) => growth)
    .flatMap(({ growth, points }) =>
      points.map(([size, ours, peer]) =>
        judged({ name: `${from}: ${growth}, ${size}`, unit, ours, peer, line: `${from}: ${growth}`, size }),
      ),
    );
}

function counted(program, out, count) {
  const rust = (work) => instructions((times) => [program, "run", work, times], count, out);
  const c = (work) => instructions((times) => [`${out}/c/work`, work, times, `${out}/c`], count, out);
  const both = COUNTED.both.flatMap((work) => {
    const [ours, peer] = [c(work), rust(work)];
    const pair = (what, part) => ({
      name: `C: ${work}${what}, beside Rust`,
      unit: "instructions",
      ours: ours[part],
      peer: peer[part],
    });
    const { wanted, met } = COUNTED;
    return [judged({ ...pair("", "total"), wanted, met }), judged(pair(", hashing left out", "beside"))];
  });
  const alone = COUNTED.rust.map((work) =>
    judged({ name: `Rust: ${work}, hashing left out`, unit: "instructions", ours: rust(work).beside }),
  );
  return [...both, ...alone];
}

/** Everything: rows, points of growth, instructions. */
export function measured(out, python, repeats, count) {
  const program = `${out}/cargo/release/mrtr-bench`;
  const node = printed(process.execPath, ["--no-warnings", `${HERE}node/bench.mjs`, `${out}/node`, repeats]);
  const py = printed(python, [`${HERE}python/bench.py`, repeats], { PYTHONPATH: `${out}/python` });
  const rust = printed(program, ["time", repeats]);
  const grown = printed(program, ["growth", repeats]);
  return [
    ...rowsOf(NODE, node),
    ...rowsOf(PYTHON, py),
    ...rowsOf(RUST, rust),
    ...counted(program, out, Number(count)),
    ...pointsOf("Node", "µs", node),
    ...pointsOf("Python", "µs", py),
    ...pointsOf("Rust", "ns", grown),
  ];
}
