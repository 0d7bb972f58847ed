// Each example, started in Node and in Python and called by the official client. With a name, shows what is said in that
// one; without, holds all of them against what must come of it, and counts.

import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { endAll, startOnPort } from "../processes.mjs";
import { chapter, check, close, say } from "../transcript.mjs";
import { EXAMPLES } from "./dialogues.mjs";
import { converse, hop } from "./user.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ENV = { STATE_KEY: randomBytes(32).toString("hex") };
const CHECKS = 80;

/** The example in both languages, under one key. Its name says where the files are. */
function startBoth(name) {
  const file = name.replaceAll("-", "_");
  return Promise.all([
    startOnPort("Node", process.execPath, [`${ROOT}bindings-node/build/examples/${name}.js`], ENV),
    startOnPort("Python", `${ROOT}.venv/bin/python`, [`${ROOT}bindings-python/examples/${file}.py`], ENV),
  ]);
}

/** All the ways to have a dialogue: with either server, and changing servers at every round. */
function ways(servers, oneInstance) {
  const alone = servers.map((server) => [server.name, (dialogue) => converse(server, dialogue)]);
  if (oneInstance) return alone;
  const [node, python] = servers;
  return [
    ...alone,
    ["each round at the other, Node first", (dialogue) => hop([node, python], dialogue)],
    ["each round at the other, Python first", (dialogue) => hop([python, node], dialogue)],
  ];
}

function called({ params: { name, arguments: args, uri } }) {
  return uri ?? `${name} ${JSON.stringify(args)}`;
}

async function test(name) {
  const { call, dialogues, oneInstance } = EXAMPLES[name];
  const servers = await startBoth(name);
  chapter(name);
  for (const [number, dialogue] of dialogues.entries()) {
    for (const [way, have] of ways(servers, oneInstance)) {
      const { said, text } = await have({ call, ...dialogue });
      const what = `${number + 1}. ${called(dialogue.call ?? call)}, ${way}`;
      check(what, { asked: said.map(({ asked }) => asked), text }, { asked: dialogue.asked, text: dialogue.text });
    }
  }
}

async function show(name) {
  const { call, dialogues, oneInstance } = EXAMPLES[name];
  const servers = await startBoth(name);
  for (const dialogue of dialogues) {
    const without = dialogue.without ? `, without ${dialogue.without.join(" and ")}` : "";
    chapter(`client: ${called(dialogue.call ?? call)}${without}`);
    const heard = [];
    for (const [way, have] of ways(servers, oneInstance)) heard.push([way, await have({ call, ...dialogue })]);
    const [[, { said, text }]] = heard;
    for (const { asked, fields, given } of said) {
      say(`server asks    ${asked.replaceAll("\n", "; ")}${fields.length > 0 ? `   [${fields.join(", ")}]` : ""}`);
      say(`client answers ${answered(given)}`);
    }
    say(`server         ${text}`);
    const ended = new Set(heard.map(([, other]) => JSON.stringify(other)));
    check(
      `so in ${heard.map(([way]) => way).join("; ")}`,
      ended.size === 1 ? "the same words" : [...ended],
      "the same words",
    );
  }
}

function answered({ action, content, visit, roots, says }) {
  if (says !== undefined) return `(its model) ${says}`;
  if (roots !== undefined) return roots.map((root) => root.name ?? root.uri).join(", ");
  return [visit && "signs in on the page;", action, content && JSON.stringify(content)].filter(Boolean).join(" ");
}

async function main(name) {
  if (name === undefined) {
    for (const each of Object.keys(EXAMPLES)) {
      await test(each);
      await endAll();
    }
    return close(CHECKS);
  }
  if (!Object.hasOwn(EXAMPLES, name)) {
    console.error(`There is no example ${JSON.stringify(name)}. The examples: ${Object.keys(EXAMPLES).join(", ")}.`);
    return 2;
  }
  say(`bindings-node/examples/${name}.ts   bindings-python/examples/${name.replaceAll("-", "_")}.py`);
  await show(name);
  return close();
}

let code = 1;
try {
  code = await main(process.argv[2]);
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(code);
