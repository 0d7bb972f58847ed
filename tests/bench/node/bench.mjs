// `node bench.mjs PACKAGE REPEATS`: the Node package that was built there beside the SDK and node:crypto, one comparison
// a line, in microseconds.

import { pathToFileURL } from "node:url";
import * as sdk from "@modelcontextprotocol/server";
import { z } from "zod";
import { createCryptoCodec } from "./crypto-codec.mjs";
import { medians } from "./measure.mjs";
import { rounds } from "./rounds.mjs";

const [folder, repeats] = process.argv.slice(2);
const mrtr = await import(pathToFileURL(`${folder}/dist/server/index.js`));
const { native } = await import(pathToFileURL(`${folder}/dist/native.js`));
if (native.__testingPanic !== undefined) throw new Error("the addon was built for tests");

const key = "0123456789abcdef0123456789abcdef";
const small = { report: "q3.pdf", folder: "2026/09", step: 2, requested_by: "ada@example.com" };
const large = { note: "0123456789abcdef".repeat(256).slice(0, 4096 - 11) };
const context = { principal: "ada@example.com" };
const bind = ({ principal }) => principal;

async function compare(subject, works, times = Number(repeats)) {
  console.log(JSON.stringify({ subject, medians: await medians(works, times) }));
}

const makers = [mrtr.createRequestStateCodec, sdk.createRequestStateCodec, createCryptoCodec];
for (const [name, payload, options] of [
  ["small", small, {}],
  ["with a binding", small, { bind }],
  ["4 KiB", large, {}],
]) {
  const codecs = makers.map((make) => make({ key, ...options }));
  const token = await codecs[0].mint(payload, context);
  for (const codec of codecs) {
    // Each opens what the first has minted: they make one token.
    if (JSON.stringify(await codec.verify(token, context)) !== JSON.stringify(payload))
      throw new Error("not one token");
  }
  await compare(
    `mint, ${name}`,
    codecs.map((codec) => () => codec.mint(payload, context)),
  );
  await compare(
    `verify, ${name}`,
    codecs.map((codec) => () => codec.verify(token, context)),
  );
}

const schema = z.object({ ok: z.boolean(), reason: z.string().max(200).optional() });
const responses = { confirm: { action: "accept", content: { ok: true, reason: "asked for" } } };
const readers = [mrtr.acceptedContent, sdk.acceptedContent].map((read) => () => read(responses, "confirm", schema));
if (!readers.every((read) => read().ok)) throw new Error("not accepted");
await compare("acceptedContent with zod", readers);

await compare("a middle round", await rounds(mrtr, key));
