import assert from "node:assert/strict";
import { test } from "node:test";
import * as answers from "./answer-runner.js";
import * as schemas from "./schema-runner.js";

test("the shared schemas, contents and native schemas", () => {
  const run = schemas.run();
  assert.deepEqual(run.tally.wrong, []);
  assert.ok(schemas.complete(run), JSON.stringify([run.tally.cases, run.verdicts, run.built]));
});

test("the shared answers", () => {
  const tally = answers.run();
  assert.deepEqual(tally.wrong, []);
  assert.ok(answers.complete(tally), `${tally.cases} cases ran`);
});
