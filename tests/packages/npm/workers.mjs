// The compiled core in worker threads, several at once, each ended before the next are started.

import assert from "node:assert/strict";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { createRequestStateCodec, Form } from "mrtr";

const codec = createRequestStateCodec({ key: "an example key, not for production: 0123456789" });

if (isMainThread) {
  for (let turn = 0; turn < 3; turn += 1) {
    const workers = Array.from({ length: 4 }, () => new Worker(new URL(import.meta.url)));
    const tokens = await Promise.all(
      workers.map((worker) => new Promise((done, failed) => worker.once("message", done).once("error", failed))),
    );
    for (const token of tokens) assert.deepEqual(await codec.verify(token, {}), { from: "a worker" });
    // Each is stopped in the middle of its work.
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  console.log("12 workers");
} else {
  parentPort.postMessage(await codec.mint({ from: "a worker" }));
  for (;;) Form.parse({ type: "object", properties: { ok: { type: "boolean", title: String(Math.random()) } } });
}
