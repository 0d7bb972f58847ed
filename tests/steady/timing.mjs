// A token is refused with as much work wherever its tag differs, so that nobody learns a tag byte by byte.
//
//     node tests/steady/timing.mjs [--samples N]
//
// By instructions, counted by callgrind for each place of the tag: all the same, to the last one. A comparison that stops at
// the first difference, planted, must show. Not among them: how long the processor takes for an instruction, which is the
// clock's word. That one is asked where `--samples` says how often (of each class, release build): Welch's t between a
// difference at the beginning and one at the end stays below the threshold, in one of a few tries, since another program may
// fall on one class; that of the planted one lies above it in the first.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const CASES = ["signed", "signed state", "signed widget", "encrypted", "encrypted state", "encrypted widget"];
const COUNTED = "mrtr_steady::refuse::refused_once";
/** dudect takes 10 for certain. */
const THRESHOLD = 10;
const TRIES = 4;

const { values: chosen } = parseArgs({ options: { samples: { type: "string" } } });

/** Instructions of the refusal for each place of the tag: the least of some calls. */
function instructions(name) {
  mkdirSync(join(root, "target/steady"), { recursive: true });
  const folder = mkdtempSync(join(root, "target/steady/callgrind-"));
  try {
    const options = [`--toggle-collect=${COUNTED}`, `--dump-after=${COUNTED}`, `--callgrind-out-file=${folder}/out`];
    const program = [join(root, "target/debug/mrtr-steady"), "refuse", name];
    const said = execFileSync("valgrind", ["--tool=callgrind", ...options, ...program], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { warmUp, places, times } = JSON.parse(said);
    const dumps = readdirSync(folder).filter((file) => /^out\.\d+$/.test(file)).length;
    if (dumps !== warmUp + places * times) throw new Error(`${name}: ${dumps} calls were counted`);
    const count = (call) => Number(/^totals: (\d+)$/m.exec(readFileSync(`${folder}/out.${call}`, "utf8"))[1]);
    return Array.from({ length: places }, (_, place) =>
      Math.min(...Array.from({ length: times }, (_, time) => count(1 + warmUp + place * times + time))),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function spread(counts) {
  return Math.max(...counts) - Math.min(...counts);
}

function byInstructions() {
  const planted = instructions("planted");
  if (spread(planted) < planted.length) throw new Error(`the planted comparison went unnoticed: ${planted}`);
  let places = 0;
  for (const name of CASES) {
    const counts = instructions(name);
    if (Math.min(...counts) < 1000) throw new Error(`${name}: next to nothing was counted`);
    if (spread(counts) > 0) throw new Error(`${name}: the work depends on where the tag differs: ${counts}`);
    places += counts.length;
  }
  console.log(
    `timing: ${CASES.length} kinds of token, ${places} places of a tag: as many instructions for each; ` +
      `${spread(planted)} apart in the planted comparison`,
  );
}

/** The t of each case. */
function measured(samples) {
  const said = execFileSync(join(root, "target/release/mrtr-steady"), ["timing", String(samples)], {
    encoding: "utf8",
  });
  return Object.fromEntries(
    said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map((one) => [one.case, one.t]),
  );
}

function byTheClock(samples) {
  const open = new Set(CASES);
  for (let tried = 1; tried <= TRIES && open.size > 0; tried++) {
    const { planted, ...told } = measured(samples);
    console.log(`timing: by the clock, try ${tried}: planted ${planted}, ${JSON.stringify(told)}`);
    if (!(Math.abs(planted) > THRESHOLD)) throw new Error("the clock did not notice the planted comparison");
    for (const name of CASES) if (Math.abs(told[name]) < THRESHOLD) open.delete(name);
  }
  if (open.size > 0) throw new Error(`the clock tells where the tag differs: ${[...open]}`);
  console.log(`timing: ${CASES.length} kinds of token: |t| below ${THRESHOLD} in ${samples} samples of each class`);
}

byInstructions();
if (chosen.samples !== undefined) byTheClock(Number(chosen.samples));
