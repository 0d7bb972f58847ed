// mrtr in Node. See README.md for the lines.

import { Boundary, createRequestStateCodec, inputRequired, Refusal } from "../../../bindings-node/dist/index.js";
import { answerLines, remembered } from "./lines.mjs";

const codec = remembered((format, key, keyId, bound) =>
  createRequestStateCodec({
    keys: [{ ...(keyId && { id: keyId }), key: Buffer.from(key, "hex") }],
    format,
    ...(bound && { bind: (context) => context.bind }),
  }),
);

const boundary = remembered(
  (key, audience) =>
    new Boundary({ key: Buffer.from(key, "hex"), format: "encrypted", foreign: ["python-sdk"], audience }),
);

function enter({ key, call, token }) {
  const echo =
    token === undefined ? call.params : call.params.replace("{", `{"requestState":${JSON.stringify(token)},`);
  const round = boundary(key, call.audience).enter({
    method: call.method,
    params: echo,
    principal: call.principal ?? undefined,
  });
  if (round instanceof Refusal) throw new Error(`refused: ${round.reason}`);
  return round;
}

function throughBoundary(job) {
  const round = enter(job);
  if (job.op === "open") return { payload: JSON.stringify(round.requestState()) };
  const sealed = round.sealRequestState(JSON.parse(job.payload));
  const left = round.leave(inputRequired({ requestState: sealed }));
  if (left instanceof Refusal) throw new Error(`refused: ${left.reason}`);
  return { token: left.requestState };
}

await answerLines(async (job) => {
  if (job.call) return throughBoundary(job);
  const { op, format, key, keyId, payload, token, bind } = job;
  const subject = codec(format, key, keyId, bind != null);
  if (op === "mint") return { token: await subject.mint(JSON.parse(payload), { bind }) };
  return { payload: JSON.stringify(await subject.verify(token, { bind })) };
});
