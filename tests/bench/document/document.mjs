// `node document.mjs OUT DOCS`: writes DOCS/benchmarks.md and its pictures from what a run has left in OUT.

import { readFileSync, writeFileSync } from "node:fs";
import { NODE } from "../targets/node.mjs";
import { PYTHON } from "../targets/python.mjs";
import { COUNTED, RUST } from "../targets/rust.mjs";
import { growth } from "./growth.mjs";
import { bullet, number, table, wrapped } from "./markdown.mjs";
import { missed, section, verdict } from "./sections.mjs";

const [out, docs] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(`${out}/${name}.json`, "utf8"));
const list = read("results");
const machine = read("machine");
const results = new Map(list.map((row) => [row.name, row]));
const SECTIONS = [...NODE, ...PYTHON, ...RUST];

function opening() {
  const wanted = list.filter(({ met }) => met !== null);
  const met = wanted.filter((row) => row.met).length;
  return [
    "# Benchmarks",
    wrapped(`mrtr beside the libraries that do the same, each pair in one run on one machine. Of ${wanted.length} targets ${met}
are met, and for each of the ${wanted.length - met} that are not it is said [what holds it](#what-is-missed-and-what-holds-it).
\`make bench\` measures everything and writes this document and its pictures; nothing here is written by hand.`),
  ];
}

function conditions() {
  const versions = (of) =>
    Object.entries(of)
      .map(([name, version]) => `\`${name}\` ${version}`)
      .join(", ");
  const { processor, memory, system, mrtr, tools, npm, pypi, crates, load, day, repeats, count } = machine;
  const rows = [
    ["processor", processor],
    ["memory", memory],
    ["system", system],
    ["mrtr", mrtr],
    ...Object.entries(tools),
    ["from npm", versions(npm)],
    ["from PyPI", versions(pypi)],
    ["crates", versions(crates)],
    ["measured", `${day}, load when it began: ${load}`],
  ];
  const notes = [
    "Everything of ours is built as it is published: release, link-time optimisation, nothing for tests in it.",
    `What stands in one row of a table ran in one process and took turns: one repeat of ours, one of each peer, and again,
${repeats} times. A repeat is as many calls as fill 0.2 ms in Rust and 0.5 ms in Node and Python, at least eight, after warming up. A figure is
the median of its repeats: a busy moment falls on all alike, and then falls out.`,
    `Before anything is timed, the programs see that all sides do the same: each opens the other's tokens, accepts the same
answer, refuses what it should.`,
    "Rounds over HTTP run on 127.0.0.1 between two processes, on one connection; the servers take turns.",
    `Times on another machine differ, ratios less. Instructions, counted over ${count} works, hardly differ at all.`,
  ];
  if (machine.virtual) {
    notes.push(`This is a virtual machine. Others' work on the same processor can double a time from one minute to the next,
for all rows alike; so a bound on a time may be missed in one run and met in the next, and a ratio seldom.`);
  }
  return [
    "## The machine, and how it is measured",
    table(["what", "which"], rows, [0, 1]),
    notes.map(bullet).join("\n"),
  ];
}

function instructions() {
  const rows = list.filter(({ unit }) => unit === "instructions");
  const cells = ({ name, ours, peer, ratio, wanted, met }) => [
    name,
    number(ours),
    number(peer),
    number(ratio),
    wanted ?? "",
    verdict({ met }),
  ];
  return [
    `## ${COUNTED.title}`,
    wrapped(`Instructions of one piece of work, counted by callgrind: what a run of ${machine.count + 100} takes over a run of 100, divided.
They are the same on a busy machine as on a quiet one, so a change of the core is visible here first. Valgrind lets SHA-256 run without the
processor's help, so hashing and encryption are told apart. C does its work through the C library, Rust without it.`),
    table(["what", "ours", "Rust", "Rust over ours", "wanted", ""], rows.map(cells), [0, 4, 5]),
  ];
}

const sections = SECTIONS.map((one) => section(one, results));
const grown = growth(list, machine.cores);
const holds = missed(SECTIONS, results);
const parts = [
  ...opening(),
  ...conditions(),
  ...sections.flatMap(({ parts }) => parts),
  ...grown.parts,
  ...instructions(),
  "## What is missed, and what holds it",
  holds.length === 0 ? "Nothing." : holds.join("\n"),
];
writeFileSync(`${docs}/benchmarks.md`, `${parts.join("\n\n")}\n`);
for (const [name, svg] of [...sections, grown].flatMap(({ pictures }) => pictures)) {
  writeFileSync(`${docs}/pictures/${name}`, svg);
}
console.log("  docs/benchmarks.md and its pictures are written");
