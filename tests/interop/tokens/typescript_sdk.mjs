// The TypeScript SDK: its own codec. See README.md for the lines.

import { createRequestStateCodec } from "@modelcontextprotocol/server";
import { answerLines, remembered } from "./lines.mjs";

const codec = remembered((key, bound) =>
  createRequestStateCodec({ key: Buffer.from(key, "hex"), ...(bound && { bind: (context) => context.bind }) }),
);

await answerLines(async ({ op, key, payload, token, bind }) => {
  const subject = codec(key, bind != null);
  if (op === "mint") return { token: await subject.mint(JSON.parse(payload), { bind }) };
  return { payload: JSON.stringify(await subject.verify(token, { bind })) };
});
