// The official suite: which checks it must make, how it is run, and what counts as passing.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const SUITE = `${HERE}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
const NODE_WANTED = 22;
const WIRE = "wire-schema-valid";
// A machine that does much else takes its time; a server that hangs is found out all the same.
const TIMEOUT = ["--timeout", "180000"];

/** The scenarios of multi round-trip requests, and the checks that each makes: 23. */
export const MODERN = {
  "input-required-result-basic-elicitation": ["sep-2322-elicitation-incomplete", "sep-2322-elicitation-complete"],
  "input-required-result-basic-sampling": ["sep-2322-sampling-incomplete", "sep-2322-sampling-complete"],
  "input-required-result-basic-list-roots": ["sep-2322-list-roots-incomplete", "sep-2322-list-roots-complete"],
  "input-required-result-request-state": ["sep-2322-request-state-incomplete", "sep-2322-request-state-complete"],
  "input-required-result-multiple-input-requests": [
    "sep-2322-multiple-inputs-incomplete",
    "sep-2322-multiple-inputs-complete",
  ],
  "input-required-result-multi-round": [
    "sep-2322-multi-round-r1",
    "sep-2322-multi-round-r2",
    "sep-2322-multi-round-r3",
  ],
  "input-required-result-missing-input-response": ["sep-2322-missing-response-rerequests"],
  "input-required-result-non-tool-request": ["sep-2322-non-tool-incomplete", "sep-2322-non-tool-complete"],
  "input-required-result-result-type": ["sep-2322-result-type-included"],
  "input-required-result-unsupported-methods": ["sep-2322-not-on-unsupported-requests"],
  "input-required-result-tampered-state": ["sep-2322-reject-tampered-state"],
  "input-required-result-capability-check": ["sep-2322-respect-client-capabilities"],
  "input-required-result-ignore-extra-params": ["sep-2322-ignore-unexpected-params"],
  "input-required-result-validate-input": ["sep-2322-validate-input-responses", "sep-2322-error-on-protocol-error"],
};

/** What the suite has for servers that ask clients of 2025: 11 checks. */
export const SESSIONS = {
  "tools-call-elicitation": ["tools-call-elicitation"],
  "elicitation-sep1034-defaults": [
    "elicitation-sep1034-string-default",
    "elicitation-sep1034-integer-default",
    "elicitation-sep1034-number-default",
    "elicitation-sep1034-enum-default",
    "elicitation-sep1034-boolean-default",
  ],
  "elicitation-sep1330-enums": [
    "elicitation-sep1330-untitled-single",
    "elicitation-sep1330-titled-single",
    "elicitation-sep1330-legacy-enumnames",
    "elicitation-sep1330-untitled-multi",
    "elicitation-sep1330-titled-multi",
  ],
};

/** What it has for clients: 5 checks. */
export const CLIENT = {
  "sep-2322-client-request-state": [
    "sep-2322-client-request-state-echoed",
    "sep-2322-client-jsonrpc-id-different",
    "sep-2322-client-no-state-omitted",
    "sep-2322-client-parallel-isolation",
    "sep-2322-default-result-type-complete",
  ],
};

/** A Node that is new enough for the suite: this one, or the one that its lock file brings. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NODE_WANTED) return process.execPath;
  const packaged = ["linux-x64", "linux-arm64", "darwin-x64", "bin-darwin-arm64"].map(
    (name) => `${HERE}node_modules/node-${name}/bin/node`,
  );
  const found = packaged.find(existsSync);
  if (found === undefined) throw new Error(`the conformance suite needs Node ${NODE_WANTED} or newer`);
  return found;
}

const NODE = findNode();

/** Runs one scenario in a process of its own; gives the checks that it wrote down. */
async function run(args) {
  const out = await mkdtemp(join(tmpdir(), "mrtr-conformance-"));
  try {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "mrtr-conformance-cache") };
    const child = spawn(NODE, [SUITE, ...args, "-o", out], { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    // Its exit code knows nothing of warnings; only what it wrote down is believed.
    await once(child, "close");
    const [directory] = await readdir(out);
    if (directory === undefined) throw new Error(`the suite has written nothing down:\n${said}`);
    return JSON.parse(await readFile(join(out, directory, "checks.json"), "utf8"));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

export function runServerScenario(url, scenario, version) {
  return run(["server", "--url", url, "--scenario", scenario, "--spec-version", version, ...TIMEOUT]);
}

export function runClientScenario(command, scenario, version) {
  return run(["client", "--command", command, "--scenario", scenario, "--spec-version", version, ...TIMEOUT]);
}

/**
 * Holds the checks that were made against those that must be made: every one of them, no other, each a SUCCESS. The
 * suite's own SHOULDs are warnings, and fail here too. Messages on the wire must have been compared with the schema,
 * where the suite does so: not in its client scenario.
 */
export function judge(wanted, checks, wired = true) {
  const wire = checks.filter((check) => check.id === WIRE);
  const made = checks.filter((check) => check.id !== WIRE);
  const failures = checks
    .filter((check) => check.status !== "SUCCESS")
    .map(
      (check) =>
        `${check.id}: ${check.status} ${check.errorMessage ?? JSON.stringify(check.details?.violations ?? "")}`,
    );
  for (const id of wanted) if (!made.some((check) => check.id === id)) failures.push(`${id}: was not checked`);
  for (const { id } of made) if (!wanted.includes(id)) failures.push(`${id}: a check that is not known here`);
  if (made.length > wanted.length) failures.push(`${made.length} checks were made, not ${wanted.length}`);
  if (wired && (wire.length !== 1 || !(wire[0].details?.messagesValidated > 0)))
    failures.push(`${WIRE}: nothing was validated`);
  const passed = (list) => list.filter((check) => check.status === "SUCCESS").length;
  return { failures, passed: passed(made), wire: passed(wire) };
}
