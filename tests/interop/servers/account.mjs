// What the servers in Node do, whatever they are built on: close an account after two questions.

import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { z } from "zod";

export const args = z.object({ account: z.string() });

/** The questions, by the keys that they are asked under. */
export const QUESTIONS = {
  confirm: { message: "Close it?", schema: z.object({ ok: z.boolean() }) },
  reason: { message: "Why?", schema: z.object({ reason: z.string().max(200) }) },
};

/** What comes next, given the state that came back and the answers that may be read. */
export function next(account, state, accepted) {
  const confirmed = state?.step === 2 || (state?.step === 1 && accepted("confirm")?.ok === true);
  if (!confirmed) return { ask: "confirm", state: { account, step: 1 } };
  const given = state.step === 2 ? accepted("reason") : undefined;
  if (given === undefined) return { ask: "reason", state: { account: state.account, step: 2 } };
  return { done: `Closed ${state.account}: ${given.reason}` };
}

export function log(entry) {
  console.error(JSON.stringify(entry));
}

/** Who calls, by the header that stands for authentication here. */
export function caller(context) {
  return context.http?.req?.headers.get("x-user") ?? undefined;
}

/** Serves each of the configured servers on a port of its own; prints their addresses as one line of JSON. */
export async function serveAll(build) {
  const urls = [];
  for (const config of JSON.parse(process.env.CONFIGS)) {
    const server = createServer(toNodeHandler(build(config)));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    urls.push(`http://127.0.0.1:${server.address().port}/mcp`);
  }
  console.log(JSON.stringify(urls));
}
