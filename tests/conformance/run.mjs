// `make conformance`: the official suite against a server on mrtr in Node and one in Python; the same run against two
// stubs, which it must fail; and the suite's client scenario with the clients that drive our servers in other tests.
// `node run.mjs URL` is that run against any server.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { endAll, startServer } from "../demo/processes.mjs";
import { chapter, check, close, say, table } from "../demo/transcript.mjs";
import { CLIENT, judge, MODERN, runClientScenario, runServerScenario, SESSIONS } from "./suite.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = `${ROOT}tests/conformance/`;
const PYTHON = `${ROOT}.venv/bin/python`;
const ENV = { STATE_KEY: randomBytes(32).toString("hex"), PYTHONUNBUFFERED: "1" };

const start = (name, command, args, env = {}) => startServer(name, command, args, { ...ENV, ...env });

/** Runs jobs, as many at once as there are processors. */
async function all(jobs) {
  const results = [];
  const queue = [...jobs.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/** A run of scenarios against one server: what failed, how many checks passed, and how many of the wire's. */
async function against(server, scenarios, version) {
  const verdicts = await all(
    Object.entries(scenarios).map(([scenario, wanted]) => async () => ({
      scenario,
      ...judge(wanted, await runServerScenario(server.url, scenario, version)),
    })),
  );
  return summed(verdicts);
}

function summed(verdicts) {
  const sum = (member) => verdicts.reduce((total, verdict) => total + verdict[member], 0);
  const failures = verdicts.flatMap(({ scenario, failures }) => failures.map((failure) => `${scenario}: ${failure}`));
  return { verdicts, failures, passed: sum("passed"), wire: sum("wire") };
}

/** The run at 2026-07-28 against one server. */
async function modern(server) {
  const run = await against(server, MODERN, "2026-07-28");
  check(`${server.name}: what failed, warnings included`, run.failures, []);
  check(`${server.name}: checks passed, and of the wire`, [run.passed, run.wire], [23, 14]);
  return run;
}

/** What `node run.mjs URL` says of a server: its exit code, and the line with the counts. */
async function judged(server) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), server.url], { stdio: ["ignore", "pipe", 2] });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const [code] = await once(child, "close");
  return { code, counts: /checks passed, and of the wire: (.*)/.exec(said)?.[1] };
}

async function main() {
  const [node, python, sessions, errs, asks] = await Promise.all([
    start("Node", process.execPath, [`${HERE}fixture.mjs`]),
    start("Python", PYTHON, [`${HERE}fixture.py`]),
    start("Node, sessions", process.execPath, [`${HERE}fixture.mjs`], { LEGACY: "sessions" }),
    start("always errs", process.execPath, [`${HERE}stub.mjs`, "errs"]),
    start("always asks again", process.execPath, [`${HERE}stub.mjs`, "asks"]),
  ]);

  chapter("The official suite at 2026-07-28");
  const runs = [];
  for (const server of [node, python]) {
    runs.push(await modern(server));
  }
  const rows = runs[0].verdicts.map(({ scenario }, at) => [
    scenario.replace("input-required-result-", ""),
    ...runs.map(({ verdicts }) => `${verdicts[at].passed} + ${verdicts[at].wire}`),
  ]);
  table(
    ["scenario: checks + wire", "Node", "Python"],
    [...rows, ["all", ...runs.map((r) => `${r.passed} + ${r.wire}`)]],
  );

  chapter("The same run against servers that get everything wrong");
  for (const [server, counts] of [
    [errs, "[3,14]"],
    [asks, "[9,14]"],
  ]) {
    // What passes says how little the suite asks for; the run fails all the same.
    check(`${server.name}: exit code, and checks passed`, await judged(server), { code: 1, counts });
  }

  chapter("The same handlers for a client of 2025-11-25, in sessions");
  for (const server of [sessions, python]) {
    const run = await against(server, SESSIONS, "2025-11-25");
    check(`${server.name}: what failed, warnings included`, run.failures, []);
    check(`${server.name}: checks passed, and of the wire`, [run.passed, run.wire], [11, 3]);
  }

  chapter("The official clients, which drive our servers in the other tests");
  for (const [name, command] of [
    ["TypeScript", `"${process.execPath}" "${HERE}client.mjs"`],
    ["Python", `"${PYTHON}" "${HERE}client.py"`],
  ]) {
    for (const [scenario, wanted] of Object.entries(CLIENT)) {
      const run = judge(wanted, await runClientScenario(command, scenario, "2026-07-28"), false);
      check(`${name} client: what failed`, run.failures, []);
      check(`${name} client: checks passed`, run.passed, 5);
    }
  }
  say("The suite says nothing of expiry, reuse, principals and the bound on rounds: tests/clients does.");
}

let code = 1;
try {
  const url = process.argv[2];
  if (url === undefined) await main();
  else await modern({ name: url, url });
  code = close(url === undefined ? 14 : 2);
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(code);
