// Starts the servers and programs that the demo talks to, and ends them again: only those, by their own process id.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

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
