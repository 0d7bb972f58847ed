import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, complete, run } from "./vector-runner.js";

test("every vector has the verdict wanted", async () => {
  const tally = await run();
  console.log(`node: ${tally.cases} cases, ${tally.asWanted} as wanted`);
  assert.deepEqual(tally.wrong, []);
  assert.ok(complete(tally), `${tally.cases} cases ran, not ${CASES}`);
  assert.ok(CASES > 1000);
});
