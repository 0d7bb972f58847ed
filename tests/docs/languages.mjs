// How the blocks of each language are run. Each function gives the faults it found: `[block, what]`.

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { endAll, startOnPort } from "../demo/processes.mjs";

const run = promisify(execFile);
const LIMIT_MS = 240_000;
const BUILD_MS = 1_200_000;
const ENV = { ...process.env, STATE_KEY: "0123456789abcdef0123456789abcdef" };

/** Runs a command; gives what it printed, or throws what it complained about. */
async function command(program, args, options = {}) {
  try {
    const { stdout } = await run(program, args, { timeout: LIMIT_MS, env: ENV, maxBuffer: 1 << 24, ...options });
    return stdout;
  } catch (error) {
    throw new Error(`${error.stdout ?? ""}${error.stderr ?? ""}` || String(error));
  }
}

async function faultOf(block, body) {
  try {
    await body();
    return [];
  } catch (error) {
    return [[block, error.message]];
  }
}

function empty(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function nameOf({ place }) {
  return place.replace(/\W/g, "_");
}

/** Runs a client against the example that deletes a report, at whatever address that has. */
async function converse(root, program, file) {
  const example = [`${root}/bindings-node/build/examples/delete-report.js`];
  const { url } = await startOnPort("the example", process.execPath, example, { STATE_KEY: ENV.STATE_KEY });
  try {
    const text = readFileSync(file, "utf8");
    const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/;
    if (!address.test(text)) throw new Error("it calls no server");
    writeFileSync(file, text.replace(address, url));
    const told = await command(program, [file]);
    for (const words of ["Delete q3.pdf?", "Deleted q3.pdf."]) {
      if (!told.includes(words)) throw new Error(`it did not print ${words}: ${told}`);
    }
  } finally {
    await endAll();
  }
}

/** Type-checks all blocks at once, strictly, inside the package, so that `mrtr` is what its users import. */
export async function ts(root, blocks, serve) {
  const folder = empty(`${root}/bindings-node/build/docs`);
  const compilerOptions = {
    rootDir: ".",
    outDir: "out",
    declaration: false,
    noUnusedLocals: false,
    exactOptionalPropertyTypes: false,
  };
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: "../../tsconfig.base.json", compilerOptions, include: ["*.ts"] }),
  );
  // A block without imports is a module, too.
  for (const block of blocks) writeFileSync(`${folder}/${nameOf(block)}.ts`, `${block.text}export {};\n`);
  const whole = { place: "all ts blocks" };
  const faults = await faultOf(whole, () => command(`${root}/bindings-node/node_modules/.bin/tsc`, ["-p", folder]));
  if (faults.length > 0) return faults;
  for (const block of blocks) {
    const args = [`${folder}/out/${nameOf(block)}.js`];
    if (block.check === "serve") faults.push(...(await faultOf(block, () => serve(process.execPath, args))));
    if (block.check === "client")
      faults.push(...(await faultOf(block, () => converse(root, process.execPath, args[0]))));
    if (block.check === "run") faults.push(...(await faultOf(block, () => command(process.execPath, args))));
  }
  return faults;
}

export async function python(root, blocks, serve) {
  const folder = empty(`${root}/target/docs/python`);
  const files = blocks.map((block) => `${folder}/${nameOf(block)}.py`);
  blocks.forEach((block, at) => {
    writeFileSync(files[at], block.text);
  });
  const bin = `${root}/.venv/bin`;
  const whole = { place: "all python blocks" };
  const strict = ["--strict", "--no-incremental", "--python-version", "3.10", ...files];
  const faults = await faultOf(whole, () => command(`${bin}/mypy`, strict, { cwd: folder }));
  for (const [at, block] of blocks.entries()) {
    const args = ["-W", "error", files[at]];
    if (block.check === "serve") faults.push(...(await faultOf(block, () => serve(`${bin}/python`, args))));
    if (block.check === "client")
      faults.push(...(await faultOf(block, () => converse(root, `${bin}/python`, files[at]))));
    if (block.check === "run") faults.push(...(await faultOf(block, () => command(`${bin}/python`, args))));
  }
  return faults;
}

/** Rust's own tool runs the blocks of a document as tests. */
export async function rust(root, blocks) {
  const target = `${root}/target`;
  const build = ["build", "--quiet", "-p", "mrtr", "--features", "testing,jsonschema", "--message-format", "json"];
  const options = { cwd: root, env: { ...ENV, CARGO_TARGET_DIR: target }, timeout: BUILD_MS };
  const messages = await command("cargo", build, options);
  const built = messages
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const extern = ["mrtr", "serde_json"].flatMap((name) => {
    const artifact = built.findLast((message) => message.target?.name === name && message.target.kind.includes("lib"));
    return ["--extern", `${name}=${artifact.filenames.find((file) => file.endsWith(".rlib"))}`];
  });
  const faults = [];
  for (const file of new Set(blocks.map((block) => block.file))) {
    const own = blocks.filter((block) => block.file === file);
    const args = ["--edition", "2024", "--test", file, ...extern, "-L", `dependency=${target}/debug/deps`];
    faults.push(
      ...(await faultOf(own[0], async () => {
        const told = await command("rustdoc", args, { cwd: root });
        const [, passed] = /test result: ok\. (\d+) passed; 0 failed; 0 ignored/.exec(told) ?? [];
        if (Number(passed) !== own.length) throw new Error(`${own.length} blocks, but rustdoc says: ${told}`);
      })),
    );
  }
  return faults;
}

export async function c(root, blocks) {
  const folder = empty(`${root}/target/docs/c`);
  const warnings = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", `-I${root}/include`];
  const library = [`-L${root}/target/c/lib`, "-lmrtr", `-Wl,-rpath,${root}/target/c/lib`];
  const faults = [];
  for (const block of blocks) {
    const program = `${folder}/${nameOf(block)}`;
    writeFileSync(`${program}.c`, block.text);
    const only = block.check === "compile" ? ["-c"] : [];
    faults.push(
      ...(await faultOf(block, async () => {
        await command("cc", [...warnings, ...only, "-o", program, `${program}.c`, ...(only.length ? [] : library)]);
        if (block.check === "run") await command(program, []);
      })),
    );
  }
  return faults;
}

/** A folder as its reader has it before the commands: the form of the documents, and mrtr installed. */
function shellFolder(root) {
  const folder = empty(`${root}/target/docs/sh`);
  cpSync(`${root}/tests/check/signup.json`, `${folder}/form.json`);
  mkdirSync(`${folder}/node_modules/.bin`, { recursive: true });
  symlinkSync(`${root}/bindings-node`, `${folder}/node_modules/mrtr`);
  const start = `#!/bin/sh\nexec node "${root}/bindings-node/dist/cli.js" "$@"\n`;
  writeFileSync(`${folder}/node_modules/.bin/mrtr`, start, { mode: 0o755 });
  return folder;
}

function shell(root, text) {
  const env = { ...ENV, PATH: `${root}/.venv/bin:${process.env.PATH}`, npm_config_offline: "true" };
  return command("bash", ["-euo", "pipefail", "-c", text], { cwd: shellFolder(root), env });
}

export async function sh(root, blocks) {
  const faults = [];
  for (const block of blocks) faults.push(...(await faultOf(block, () => shell(root, block.text))));
  return faults;
}

/** JSON that is a form is put before the core. */
export async function json(root, blocks) {
  const { Form } = await import(`${root}/bindings-node/dist/index.js`);
  const faults = [];
  for (const block of blocks) {
    faults.push(
      ...(await faultOf(block, () => {
        JSON.parse(block.text);
        if (block.check === "form") Form.parse(block.text);
      })),
    );
  }
  return faults;
}

/** A block that is quoted: from a file, or from what a command prints. */
export async function quoted(root, blocks) {
  const faults = [];
  for (const block of blocks) {
    faults.push(
      ...(await faultOf(block, async () => {
        const [, file] = /^from (\S+)$/.exec(block.check) ?? [];
        const [, text] = /^output of (.+)$/.exec(block.check) ?? [];
        if (file !== undefined && !existsSync(`${root}/${file}`)) throw new Error(`there is no ${file}`);
        const source = file === undefined ? await shell(root, text) : readFileSync(`${root}/${file}`, "utf8");
        if (!flush(source).includes(flush(block.text)))
          throw new Error(`does not stand in ${file ?? `the output of ${text}`}`);
      })),
    );
  }
  return faults;
}

/** Lines without their indentation, which a quotation has lost. */
function flush(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}
