// The programs in Node answer a JSON line with a JSON line, like those in the other languages.

import { createInterface } from "node:readline";

/** Everything beyond ASCII as escapes: some readers of lines end one at U+2028. */
export function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Answers each line of standard input, in order, to its end. */
export async function answerLines(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const job = JSON.parse(line);
    let reply;
    try {
      reply = await answer(job);
    } catch (error) {
      reply = { error: `${error.code ?? error.name}: ${error.message}` };
    }
    process.stdout.write(`${ascii(reply)}\n`);
  }
}

/** Makes each thing once for each set of settings. */
export function remembered(make) {
  const made = new Map();
  return (...settings) => {
    const key = JSON.stringify(settings);
    if (!made.has(key)) made.set(key, make(...settings));
    return made.get(key);
  };
}
