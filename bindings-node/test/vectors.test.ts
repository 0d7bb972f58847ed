import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, run } from "./vector-runner.js";

test("the token vectors of the official SDK", async () => {
  const tally = await run();
  console.log(`node: ${tally.cases} cases, ${tally.asWanted} as wanted`);
  assert.deepEqual(tally.wrong, []);
  assert.ok(complete(tally), `${tally.cases} cases ran, ${tally.minted} were minted`);
});
