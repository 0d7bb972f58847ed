/** `npx mrtr check`: the reports of tests/check, byte for byte, as `python -m mrtr check` prints them. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Form } from "mrtr";

const CHECK = fileURLToPath(new URL("../../../tests/check", import.meta.url));
const { bin, version } = createRequire(import.meta.url)("mrtr/package.json") as {
  bin: { mrtr: string };
  version: string;
};
const CLI = fileURLToPath(new URL(`../../${bin.mrtr}`, import.meta.url));
const FORMS = readdirSync(CHECK).filter((name) => name.endsWith(".json"));
const NO_FORMS = ["broken.json", "faults.json"];

const file = (name: string) => readFileSync(join(CHECK, name), "utf8");

function run(
  args: string[],
  input: string | Uint8Array = "",
): readonly [out: string, err: string, exit: number | null] {
  const done = spawnSync(process.execPath, [CLI, ...args], { cwd: CHECK, input, encoding: "utf8" });
  return [done.stdout, done.stderr, done.status];
}

test("every form is here, and the command is what package.json says", () => {
  assert.deepEqual(FORMS.sort(), ["broken.json", "emitted.json", "faults.json", "hostile.json", "signup.json"]);
  assert.match(readFileSync(CLI, "utf8"), /^#!\/usr\/bin\/env node\n/);
});

for (const name of FORMS) {
  test(`the report of ${name}`, () => {
    const exit = NO_FORMS.includes(name) ? 1 : 0;
    assert.deepEqual(run(["check", name]), [file(`${name}.txt`), "", exit]);
    const [out, err, code] = run(["check", name, "--json"]);
    assert.deepEqual([err, code], ["", exit]);
    const report = JSON.parse(out);
    assert.equal(report.form, exit === 0);
    if (exit !== 0) return assert.ok(report.issues.length > 0);
    const form = Form.parse(file(name), { normalise: report.normalise });
    assert.deepEqual([report.wire, report.digest, report.preview], [form.schema, form.digest, form.preview()]);
  });
}

test("standard input", () => {
  const wanted = file("signup.json.txt").replace("signup.json:", "standard input:");
  assert.deepEqual(run(["check", "-"], file("signup.json")), [wanted, "", 0]);
});

test("wrong use", () => {
  const usage = file("usage.txt");
  assert.deepEqual(run(["--help"]), [usage, "", 0]);
  assert.deepEqual(run(["--version"]), [`mrtr ${version}\n`, "", 0]);
  assert.deepEqual(run(["check", "signup.json", "--yaml"]), ["", `mrtr: unknown option\n\n${usage}`, 2]);
  assert.deepEqual(run(["check", "none.json"]), ["", "mrtr: the file cannot be read\n", 2]);
  assert.deepEqual(run(["check", "."]), ["", "mrtr: the file cannot be read\n", 2]);
  assert.deepEqual(run(["check", "-"], new Uint8Array([0xff])), ["", "mrtr: the file is not UTF-8\n", 2]);
});
