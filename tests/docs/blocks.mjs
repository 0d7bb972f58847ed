// The code blocks of the documents, each with what is to be done with it.
//
// A block is run, unless a comment in the line before it says otherwise:
//
//     <!-- check: compile -->            only type-checked: it stands alone, but has nothing to show or nothing to call
//     <!-- check: serve -->              run as a server, and asked to delete a report
//     <!-- check: from FILE -->          stands word for word in a file that other tests run
//     <!-- check: client -->             run as a client of the example that deletes a report
//     <!-- check: form -->               is a form
//     <!-- check: output of COMMAND -->  is what a command prints
//     <!-- check: not run: WHY -->       is neither, for a reason

import { readFileSync } from "node:fs";

const FENCE = /^```(\w*)[^\n]*$/;
const MARKER = /^<!-- check: (.+?) -->$/;
const CHECK = /^(run|compile|serve|client|form|from \S+|output of .+|not run: .+)$/;

/** All blocks of one document: `{file, place, language, check, text}`. */
export function blocksOf(root, file) {
  const lines = readFileSync(`${root}/${file}`, "utf8").split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length; at += 1) {
    const open = FENCE.exec(lines[at]);
    if (open === null) continue;
    const end = lines.indexOf("```", at + 1);
    const place = `${file}:${at + 1}`;
    if (end < 0) throw new Error(`${place}: the block has no end`);
    const check = MARKER.exec(lines[at - 1] ?? "")?.[1] ?? "run";
    if (!CHECK.test(check)) throw new Error(`${place}: nothing is known of the check ${JSON.stringify(check)}`);
    blocks.push({ file, place, language: open[1], check, text: `${lines.slice(at + 1, end).join("\n")}\n` });
    at = end;
  }
  return blocks;
}
