// Makes the npm packages: `mrtr`, and one for each platform with its compiled core, by napi-rs's convention.
//
//     node scripts/pack.mjs OUT ADDONS [--all]
//
// ADDONS holds what `napi build --platform` has written: index.cjs, index.d.cts and one mrtr.<platform>.node or more. A
// package is made for each of them; with --all, which is what a release takes, each platform in package.json must be
// there. OUT receives the tarballs. `mrtr` names every platform's package as an optional dependency, of its own version.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const [out, addons, all] = process.argv.slice(2);
if (addons === undefined) throw new Error("usage: pack.mjs OUT ADDONS [--all]");

const stage = mkdtempSync(join(tmpdir(), "mrtr-pack-"));
const LICENSES = ["LICENSE-MIT", "LICENSE-APACHE"];
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"] }).toString();

/** The folders of the platforms, as napi-rs writes them from `targets`: a package.json with os, cpu and libc each. */
function platforms() {
  cpSync(join(here, "package.json"), join(stage, "package.json"));
  run(join(here, "node_modules/.bin/napi"), ["create-npm-dirs"], stage);
  return readdirSync(join(stage, "npm")).map((name) => ({ name, folder: join(stage, "npm", name) }));
}

function pack(folder) {
  const [{ filename, size }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", resolve(out)], folder));
  console.log(`${filename}: ${size} bytes`);
}

mkdirSync(out, { recursive: true });
try {
  const manifest = readJson(join(here, "package.json"));
  const every = platforms();

  for (const { name, folder } of every) {
    const addon = `mrtr.${name}.node`;
    if (!existsSync(join(addons, addon))) {
      if (all === "--all") throw new Error(`${addon} is missing`);
      continue;
    }
    for (const file of LICENSES) cpSync(join(here, file), join(folder, file));
    const platform = readJson(join(folder, "package.json"));
    writeJson(join(folder, "package.json"), { ...platform, files: [...platform.files, ...LICENSES] });
    cpSync(join(addons, addon), join(folder, addon));
    pack(folder);
  }

  const main = join(stage, "mrtr");
  mkdirSync(join(main, "native"), { recursive: true });
  for (const file of ["dist", "README.md", ...LICENSES])
    cpSync(join(here, file), join(main, file), { recursive: true });
  for (const file of ["index.cjs", "index.d.cts"]) cpSync(join(addons, file), join(main, "native", file));
  const { devDependencies: _d, scripts: _s, ...published } = manifest;
  const optional = every.map(({ folder }) => [readJson(join(folder, "package.json")).name, manifest.version]);
  writeJson(join(main, "package.json"), { ...published, optionalDependencies: Object.fromEntries(optional) });
  pack(main);
} finally {
  rmSync(stage, { recursive: true });
}
