// `make clients`: the official clients, in TypeScript and in Python, against our servers in Node and in Python. Every
// dialogue must end the same whoever holds it; the table is written to target/clients.md.

import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { endAll, startProgram, startServer } from "../demo/processes.mjs";
import { chapter, check, close, say } from "../demo/transcript.mjs";
import { built } from "./built.mjs";
import { LEGACY, MODERN } from "./dialogues.mjs";
import { echo } from "./echo.mjs";
import { rounds } from "./rounds.mjs";
import { sent } from "./sent.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = `${ROOT}tests/clients/`;
const PYTHON = `${ROOT}.venv/bin/python`;
const ENV = { STATE_KEY: randomBytes(32).toString("hex"), PYTHONUNBUFFERED: "1" };
const CHECKS = 305;
const TABLE = `${ROOT}target/clients.md`;

async function start(name, command, args) {
  const server = await startServer(name, command, args, ENV);
  const origin = server.url.replace(/\/mcp$/, "");
  return {
    ...server,
    origin,
    /** What it has told its operator since this was last asked. */
    log: async () => (await fetch(`${origin}/log`)).json(),
    clock: async (ahead) => void (await fetch(`${origin}/clock/${ahead}`)),
  };
}

/** Lets one client hold every dialogue with one server; gives what came of each. */
async function hold(dialogues, era, client, servers) {
  const job = (op) => (server, given) => client.ask({ op, era, url: server.url, ...given });
  const scene = { call: job("call"), leg: job("leg"), ...servers };
  const outcomes = [];
  for (const [, , dialogue] of dialogues) outcomes.push(await dialogue(scene));
  return outcomes;
}

/** Every client with every server: a column each. */
async function compare(title, dialogues, era, pairs) {
  chapter(title);
  const columns = [];
  for (const { client, ...servers } of pairs) {
    const name = `${client.name} → ${servers.here.name}`;
    const outcomes = await hold(dialogues, era, client, servers);
    for (const [at, [dialogue, wanted]] of dialogues.entries()) check(`${name}: ${dialogue}`, outcomes[at], wanted);
    columns.push({ name, outcomes });
  }
  const cell = (text) => text.replaceAll("|", "\\|");
  const rows = dialogues.map(([dialogue, wanted], at) => [
    dialogue,
    cell(wanted),
    ...columns.map(({ outcomes }) => (outcomes[at] === wanted ? "the same" : `**${cell(outcomes[at])}**`)),
  ]);
  const head = ["dialogue", "what comes of it", ...columns.map(({ name }) => name)];
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `## ${title}\n\n${lines.join("\n")}\n`;
}

async function main() {
  const [node, node2, python, python2] = await Promise.all([
    start("Node", process.execPath, [`${HERE}server.mjs`]),
    start("Node, second", process.execPath, [`${HERE}server.mjs`]),
    start("Python", PYTHON, [`${HERE}server.py`]),
    start("Python, second", PYTHON, [`${HERE}server.py`]),
  ]);
  const clients = [
    startProgram("TypeScript", process.execPath, [`${HERE}client.mjs`]),
    startProgram("Python", PYTHON, [`${HERE}client.py`]),
  ];
  const servers = [
    { here: node, sibling: node2, other: python, cousin: python2 },
    { here: python, sibling: python2, other: node, cousin: node2 },
  ];
  const pairs = clients.flatMap((client) => servers.map((family) => ({ client, ...family })));

  const tables = [
    await compare("Revision 2026-07-28", MODERN, "modern", pairs),
    await compare("Revision 2025-11-25, in a session", LEGACY, "legacy", pairs),
  ];
  const intro = "# The official clients against our servers\n\nWritten by `make clients`: client → server.\n";
  await writeFile(TABLE, [intro, ...tables].join("\n"));
  say("the table is in target/clients.md");

  chapter("What comes back over the wire");
  for (const { client, here } of pairs) await echo(client, here);
  chapter("200 rounds from a client that never stops");
  await rounds({ node, node2, python, python2 });
  chapter("What no official client sends");
  for (const server of [node, python]) await sent(server);
  chapter("What no builder makes");
  for (const server of [node, python]) await built(server);
}

let code = 1;
try {
  await main();
  code = close(CHECKS);
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(code);
