// Starts the servers and programs that the demo talks to, and ends them again: only those, by their own process id.

import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const STARTUP_MS = 60_000;
const running = new Set();

function start(command, args, env) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

function lines(stream, onLine) {
  createInterface({ input: stream }).on("line", onLine);
}

/**
 * Starts a server and waits for its first line, which is its address. What it tells its operator comes as JSON lines on
 * its standard error: `{"entered":tool,…}` when a handler runs, `{"refused":reason,…}` when the boundary refuses.
 */
export function startServer(name, command, args, env) {
  const told = [];
  return new Promise((resolve, reject) => {
    const child = start(command, args, env);
    lines(child.stderr, (line) => {
      try {
        told.push(JSON.parse(line));
      } catch {
        console.error(`${name}: ${line}`);
      }
    });
    lines(child.stdout, (url) =>
      resolve({
        name,
        url,
        /** All that it has told so far. */
        told,
        /** How often a handler has run. */
        entered: () => told.filter((entry) => "entered" in entry).length,
        /** Why it last refused. */
        refused: () => told.findLast((entry) => "refused" in entry)?.refused,
      }),
    );
    child.on("exit", (code) => reject(new Error(`${name} ended with code ${code} before it listened`)));
    setTimeout(() => reject(new Error(`${name} did not listen within ${STARTUP_MS} ms`)), STARTUP_MS).unref();
  });
}

/**
 * Starts a server that listens where the variable PORT says, and waits until it does. What it says on its standard error
 * is shown when it ends by itself.
 */
export async function startOnPort(name, command, args, env) {
  const port = await freePort();
  const child = start(command, args, { ...env, PORT: String(port) });
  const said = [];
  lines(child.stderr, (line) => said.push(line));
  lines(child.stdout, (line) => said.push(line));
  for (const end = Date.now() + STARTUP_MS; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}\n${said.join("\n")}`);
    if (await listens(port)) return { name, url: `http://127.0.0.1:${port}/mcp`, said };
  }
  throw new Error(`${name} did not listen within ${STARTUP_MS} ms\n${said.join("\n")}`);
}

/** A port that was free a moment ago. */
function freePort() {
  return new Promise((resolve, reject) => {
    const listener = createServer().once("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const { port } = listener.address();
      listener.close(() => resolve(port));
    });
  });
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Starts a program that answers a JSON line with a JSON line. */
export function startProgram(name, command, args) {
  const waiting = [];
  const child = start(command, args, {});
  lines(child.stdout, (line) => waiting.shift()?.(JSON.parse(line)));
  lines(child.stderr, (line) => console.error(`${name}: ${line}`));
  child.on("exit", (code) => {
    for (const resolve of waiting.splice(0)) resolve({ verdict: "ended", code });
  });
  return {
    name,
    ask: (question) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
  };
}

/** Ends what was started here. */
export async function endAll() {
  const ended = [...running].map((child) => new Promise((resolve) => child.on("exit", resolve)));
  for (const child of running) child.kill("SIGTERM");
  await Promise.all(ended);
}
