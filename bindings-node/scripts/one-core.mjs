// Makes the core of the package exist once per process, whichever way it is asked for.
//
// tsc has written everything twice: as CommonJS under dist/cjs, and as ES modules. Were both copies of the core used in
// one process, a Form or an error of one would be a stranger to the other. So each ES module of the core becomes a door to
// its CommonJS twin. What stands on the official SDK (dist/server) stays in two copies, since the SDK has two as well, and
// each must meet its own.
//
// The doors call `require`, since Node 20 takes an error of a CommonJS module for one that nobody has caught when an ES
// module has imported it: a program that tries whether there is a compiled core for its machine would end.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const dist = new URL("../dist/", import.meta.url);

/** Its exports are listed by name, so what it exports is the same in both forms; and the program of the command line. */
const AS_COMPILED = ["index.js", "cli.js"];

/** What a module exports, as tsc writes it for CommonJS. */
function exported(text) {
  const names = text.matchAll(/^exports\.(\w+) = |Object\.defineProperty\(exports, "(\w+)", \{ enumerable/gm);
  return [...new Set([...names].flatMap(([, assigned, forwarded]) => assigned ?? forwarded))].sort();
}

writeFileSync(new URL("cjs/package.json", dist), '{ "type": "commonjs" }\n');
for (const file of readdirSync(dist)) {
  if (!file.endsWith(".js") || AS_COMPILED.includes(file)) continue;
  const names = exported(readFileSync(new URL(`cjs/${file}`, dist), "utf8"));
  const door = [
    'import { createRequire } from "node:module";',
    `export const { ${names.join(", ")} } = createRequire(import.meta.url)("./cjs/${file}");`,
  ];
  writeFileSync(new URL(file, dist), names.length === 0 ? "export {};\n" : `${door.join("\n")}\n`);
  writeFileSync(new URL(file.replace(/\.js$/, ".d.ts"), dist), `export * from "./cjs/${file}";\n`);
}
