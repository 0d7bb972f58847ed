// The machine and the versions, without its name or any path.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);

const NPM = ["@modelcontextprotocol/server", "@modelcontextprotocol/node", "zod", "ajv"];
const PYPI = ["mcp", "pydantic", "jsonschema"];
const CRATES = ["rmcp", "hmac", "sha2"];

/** The first version in what a command prints. */
function version(command, args = ["--version"]) {
  return /\d+(\.\d+)+/.exec(execFileSync(command, args, { encoding: "utf8" }))?.[0];
}

/** The version of an npm package, from its own folder: some do not export their `package.json`. */
function npm(name) {
  const folder = require.resolve.paths(name).find((path) => {
    try {
      return readFileSync(`${path}/${name}/package.json`);
    } catch {
      return false;
    }
  });
  return JSON.parse(readFileSync(`${folder}/${name}/package.json`, "utf8")).version;
}

function crate(name) {
  const lock = readFileSync(`${ROOT}Cargo.lock`, "utf8");
  // A crate may be there twice; the newest is ours.
  return [...lock.matchAll(new RegExp(`^name = "${name}"\nversion = "(.+)"$`, "gm"))].at(-1)?.[1];
}

function pypi(python) {
  const ask = `import json, importlib.metadata as m; print(json.dumps({n: m.version(n) for n in ${JSON.stringify(PYPI)}}))`;
  return JSON.parse(execFileSync(python, ["-c", ask], { encoding: "utf8" }));
}

function system() {
  try {
    const [, name] = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync("/etc/os-release", "utf8"));
    return name;
  } catch {
    return os.type();
  }
}

/** Does the processor say that somebody shares it out? */
function isVirtual() {
  try {
    return /^flags.*\bhypervisor\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
  } catch {
    return false;
  }
}

/** What the figures were taken on. */
export function machine(python) {
  const [cpu] = os.cpus();
  return {
    processor: `${cpu.model.trim()}, ${os.availableParallelism()} cores, ${os.arch()}`,
    cores: os.availableParallelism(),
    virtual: isVirtual(),
    mrtr: crate("mrtr"),
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    system: `${system()}, ${os.type()} ${os.release().split(".").slice(0, 2).join(".")}`,
    tools: {
      Node: process.versions.node,
      Python: version(python),
      rustc: version("rustc"),
      cc: version("cc"),
      valgrind: version("valgrind"),
    },
    npm: Object.fromEntries(NPM.map((name) => [name, npm(name)])),
    pypi: pypi(python),
    crates: Object.fromEntries(CRATES.map((name) => [name, crate(name)])),
  };
}
