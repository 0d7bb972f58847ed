// The main job, shown: a tool that asks before it deletes, served by Node and by Python, called by the official
// TypeScript client over HTTP; then everything that must not pass; then one dialogue across both servers, with the C and
// the Rust program judging the same tokens.

import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { endAll, startProgram, startServer } from "./processes.mjs";
import { chapter, check, close, say, table } from "./transcript.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEY = randomBytes(32).toString("hex");
const ENV = { STATE_KEY: KEY, PORT: "0", PYTHONUNBUFFERED: "1" };
const CHECKS = 42;
const FROZEN = { code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } };
const ACCEPT = { confirm: { action: "accept", content: { ok: true } } };
const TARGET = { target: "q3.pdf" };

/** An official client, whose user answers every form with `answer`. */
async function connect(server, answer) {
  const client = new Client(
    { name: "demo", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  client.setRequestHandler("elicitation/create", async () => answer);
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return client;
}

/** One leg of a call, the answering left to us: the result, or the error as the wire has it. */
async function leg(client, name, args, retry = {}) {
  try {
    const result = await client.callTool({ name, arguments: args, ...retry }, { allowInputRequired: true });
    return result.resultType === "input_required"
      ? result
      : { text: result.content[0].text, isError: result.isError === true };
  } catch (error) {
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

/** Sends a retry that must be refused: the frozen error, no handler entered, the reason in the server's log alone. */
async function refusal(server, client, what, reason, name, args, retry) {
  const before = server.entered();
  const answer = await leg(client, name, args, retry);
  check(`${what}`, answer.error ?? answer, FROZEN);
  check(`${what}: how often the handler was entered`, server.entered() - before, 0);
  check(`${what}: reason in ${server.name}'s own log`, server.refused(), reason);
}

async function main() {
  const [node, python] = await Promise.all([
    startServer("Node", process.execPath, [`${ROOT}bindings-node/build/examples/delete-report.js`], ENV),
    startServer("Python", `${ROOT}.venv/bin/python`, [`${ROOT}bindings-python/examples/delete_report.py`], ENV),
  ]);
  const programs = [
    startProgram("Rust", `${ROOT}target/debug/examples/verdict`, []),
    startProgram("C", `${ROOT}target/c/c11/verdict`, []),
  ];
  say(`Node server: ${node.url}   Python server: ${python.url}   one key, real HTTP, the official TypeScript client`);

  chapter("1. The user agrees, or does not");
  for (const server of [node, python]) {
    for (const [answer, wanted] of [
      [{ action: "accept", content: { ok: true } }, "Deleted q3.pdf."],
      [{ action: "accept", content: { ok: false } }, "Not confirmed. Nothing was deleted."],
      [{ action: "decline" }, "Cancelled. Nothing was deleted."],
      [{ action: "cancel" }, "Cancelled. Nothing was deleted."],
    ]) {
      const client = await connect(server, answer);
      const result = await client.callTool({ name: "delete_report", arguments: TARGET });
      const content = answer.content ? ` ${JSON.stringify(answer.content)}` : "";
      check(`${server.name}: ${answer.action}${content}`, result.content[0].text, wanted);
      await client.close();
    }
  }

  chapter("2. What must not pass");
  say(
    "the client hears the same words every time; the server's log alone hears why: mac (the seal does not fit what is",
  );
  say("inside), operation (sealed for another tool) or arguments (sealed for the same tool, with other arguments)");
  const clients = new Map();
  for (const server of [node, python]) clients.set(server, await connect(server, { action: "cancel" }));
  for (const server of [node, python]) {
    const client = clients.get(server);
    const asked = await leg(client, "delete_report", TARGET);
    const token = asked.requestState;
    const retry = { requestState: token, inputResponses: ACCEPT };
    const at = Math.floor(token.length / 2);
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    await refusal(server, client, `${server.name}: one character changed`, "mac", "delete_report", TARGET, {
      ...retry,
      requestState: changed,
    });
    await refusal(
      server,
      client,
      `${server.name}: moved to another tool`,
      "operation",
      "archive_report",
      TARGET,
      retry,
    );
    await refusal(
      server,
      client,
      `${server.name}: moved to another target`,
      "arguments",
      "delete_report",
      { target: "q4.pdf" },
      retry,
    );
    const answer = await leg(client, "delete_report", TARGET, retry);
    check(`${server.name}: the same confirmation where it belongs`, answer.text, "Deleted q3.pdf.");
  }

  chapter("3. The bound on rounds");
  let token;
  const seen = [];
  let last;
  for (let round = 1; round <= 9; round += 1) {
    // The client never answers, and goes from one server to the other.
    const server = round % 2 === 1 ? node : python;
    last = await leg(clients.get(server), "delete_report", TARGET, token === undefined ? {} : { requestState: token });
    seen.push(last.resultType === "input_required" ? "asked" : last.isError ? "refused" : "other");
    token = last.requestState;
  }
  check("nine rounds, Node and Python in turn", seen.join(" "), `${"asked ".repeat(8)}refused`);
  say(`the ninth says: ${last.text}`);

  chapter("4. One dialogue across a mixed fleet");
  const verdicts = [];
  for (const [first, second] of [
    [node, python],
    [python, node],
  ]) {
    const asked = await leg(clients.get(first), "delete_report", TARGET);
    const done = await leg(clients.get(second), "delete_report", TARGET, {
      requestState: asked.requestState,
      inputResponses: ACCEPT,
    });
    check(`asked by ${first.name}, confirmed at ${second.name}`, done.text, "Deleted q3.pdf.");
    verdicts.push({ minter: first, token: asked.requestState });
  }
  // Round one in Node, round two (nothing answered yet) in Python, round three back in Node.
  const one = await leg(clients.get(node), "delete_report", TARGET);
  const two = await leg(clients.get(python), "delete_report", TARGET, { requestState: one.requestState });
  const three = await leg(clients.get(node), "delete_report", TARGET, {
    requestState: two.requestState,
    inputResponses: ACCEPT,
  });
  check("Node, Python, and back to Node", three.text, "Deleted q3.pdf.");

  chapter("5. Four languages, the same tokens, the same verdicts");
  const rows = [];
  for (const { minter, token } of verdicts) {
    const broken = `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`;
    for (const [what, presented, target, wanted] of [
      ["as minted", token, "q3.pdf", "open"],
      ["another target", token, "q4.pdf", "arguments"],
      ["last character changed", broken, "q3.pdf", "mac"],
    ]) {
      const cells = [];
      const wires = new Set();
      for (const server of [node, python]) {
        const answer = await leg(clients.get(server), "delete_report", { target }, { requestState: presented });
        cells.push(answer.error === undefined ? "open" : server.refused());
        if (answer.error !== undefined) wires.add(JSON.stringify(answer.error));
      }
      for (const program of programs) {
        const params = JSON.stringify({ name: "delete_report", arguments: { target } });
        const verdict = await program.ask({
          op: "open",
          keyHex: Buffer.from(KEY).toString("hex"),
          params,
          token: presented,
        });
        cells.push(verdict.verdict === "ok" ? "open" : (verdict.reason ?? JSON.stringify(verdict)));
        // What a client would see of the refusal is the same, to the byte, whichever library gives it.
        if (verdict.verdict !== "ok") wires.add(JSON.stringify(verdict.error));
      }
      rows.push([`minted by ${minter.name}, ${what}`, ...cells]);
      check(`minted by ${minter.name}, ${what}`, cells.join(" "), Array(4).fill(wanted).join(" "));
      if (wanted !== "open")
        check(`minted by ${minter.name}, ${what}: on the wire`, [...wires], [JSON.stringify(FROZEN)]);
    }
  }
  console.log();
  table(["token", "Node", "Python", "Rust", "C"], rows);
  for (const client of clients.values()) await client.close();
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
