// Runs every code block of the documents, and follows every link. blocks.mjs says how a block is marked that is not run.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { endAll, startOnPort } from "../demo/processes.mjs";
import { blocksOf } from "./blocks.mjs";
import { factsMissing } from "./facts.mjs";
import { c, json, python, quoted, rust, sh, ts } from "./languages.mjs";
import { brokenLinks } from "./links.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const DOCUMENTS = [
  ...[
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "bindings-node/README.md",
    "bindings-python/README.md",
  ],
  ...readdirSync(`${ROOT}/docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const BROKEN = "tests/docs/broken.md";
const RUNNERS = { c, json, python, rust, sh, ts };

/** How many blocks there are; a document that loses one says so here. */
const WANTED = {
  ...{ ts: 15, python: 10, rust: 4, c: 2, sh: 2, json: 1, text: 1 },
  ...{ "sh not run": 6, "text not run": 3, "toml not run": 1 },
};

/** A block that is a server: the official client has it delete a report, and agrees when it is asked. */
async function serve(program, args) {
  const server = await startOnPort("the block", program, args, { STATE_KEY: "0123456789abcdef0123456789abcdef" });
  const client = new Client(
    { name: "docs", version: "1.0.0" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" } },
  );
  const asked = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { ok: true } };
  });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const { content } = await client.callTool({ name: "delete_report", arguments: { target: "q3.pdf" } });
    const heard = [...asked, content[0].text].join(" ");
    if (heard !== "Delete q3.pdf? Deleted q3.pdf.") throw new Error(`the server said: ${heard}`);
  } finally {
    await client.close();
    await endAll();
  }
}

/** Does with each block what it says; gives the faults. */
async function faultsOf(blocks) {
  const isQuoted = ({ check }) => check.startsWith("from ") || check.startsWith("output of ");
  const toRun = blocks.filter((block) => !isQuoted(block) && !block.check.startsWith("not run"));
  const faults = await quoted(ROOT, blocks.filter(isQuoted));
  for (const language of new Set(toRun.map((block) => block.language))) {
    const own = toRun.filter((block) => block.language === language);
    if (Object.hasOwn(RUNNERS, language)) faults.push(...(await RUNNERS[language](ROOT, own, serve)));
    else faults.push(...own.map((block) => [block, `nothing runs ${language || "a block without language"}: mark it`]));
  }
  return faults;
}

function countsOf(blocks) {
  const counts = {};
  for (const { language, check } of blocks) {
    const what = `${language}${check.startsWith("not run") ? " not run" : ""}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

/** The checker must be able to fail: every block and both links of broken.md are found. */
async function blunt() {
  const broken = blocksOf(ROOT, BROKEN);
  const found = [...(await faultsOf(broken)), ...brokenLinks(ROOT, [BROKEN])];
  const wanted = broken.length + 2;
  return found.length === wanted ? [] : [[{ place: BROKEN }, `${found.length} faults were found, not ${wanted}`]];
}

const blocks = DOCUMENTS.flatMap((file) => blocksOf(ROOT, file));
const faults = [
  ...(await blunt()),
  ...(await faultsOf(blocks)),
  ...brokenLinks(ROOT, DOCUMENTS),
  ...(await factsMissing(ROOT, DOCUMENTS)),
];
const counts = countsOf(blocks);
if (!isDeepStrictEqual(counts, WANTED)) {
  faults.push([{ place: "tests/docs/run.mjs" }, `there are ${JSON.stringify(counts)}, not ${JSON.stringify(WANTED)}`]);
}
for (const [{ place }, what] of faults) console.error(`${place}: ${what}`);
const each = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
console.log(
  `docs: ${blocks.length} blocks in ${DOCUMENTS.length} documents (${each.join(", ")}), ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
