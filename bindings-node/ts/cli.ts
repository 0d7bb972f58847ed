#!/usr/bin/env node
/** `npx mrtr check form.json`: the core says what to read and what to print. */

import { readFileSync } from "node:fs";
import { readJson } from "./json.js";
import { native } from "./native.js";

type Step = { readonly read: string } | { readonly out: string; readonly err: string; readonly exit: number };

async function read(file: string): Promise<Uint8Array | null> {
  try {
    if (file !== "-") return readFileSync(file);
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}

const run = (input?: Uint8Array | null) => readJson<Step>(native.command(process.argv.slice(2), input));

let step = run();
if ("read" in step) step = run(await read(step.read));
if ("exit" in step) {
  process.stdout.write(step.out);
  process.stderr.write(step.err);
  process.exitCode = step.exit;
}
