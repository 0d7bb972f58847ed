// Tokens: our codec beside the SDK's and beside what a server could write with node:crypto.

import * as sdk from "@modelcontextprotocol/server";
import { createCryptoCodec } from "./crypto-codec.mjs";

const MIB = 2 ** 20;
const RING = 16;
/** Bytes of the state, as in the Rust program. */
const STATES = [100, 1000, 4000, 8000, 16_000, 32_000];

const small = { report: "q3.pdf", folder: "2026/09", step: 2, requested_by: "ada@example.com" };
const context = { principal: "ada@example.com" };
const bind = ({ principal }) => principal;

/** A payload of so many bytes. */
function note(bytes) {
  return { note: "0123456789abcdef".repeat(Math.ceil(bytes / 16)).slice(0, bytes - 11) };
}

const makersOf = (mrtr) => [mrtr.createRequestStateCodec, sdk.createRequestStateCodec, createCryptoCodec];

/** The codecs of all makers, and a token of the first that each of them opens. */
async function codecsOf(makers, options, payload) {
  const codecs = makers.map((make) => make(options));
  const token = await codecs[0].mint(payload, context);
  for (const codec of codecs) {
    if (JSON.stringify(await codec.verify(token, context)) !== JSON.stringify(payload))
      throw new Error("not one token");
  }
  return { codecs, token };
}

const minting = (codecs, payload) => codecs.map((codec) => () => codec.mint(payload, context));
const verifying = (codecs, token) => codecs.map((codec) => () => codec.verify(token, context));

/** Mint and verify: small, with a binding, large. */
export async function sealing(mrtr, key) {
  const comparisons = [];
  for (const [name, payload, options] of [
    ["small", small, {}],
    ["with a binding", small, { bind }],
    ["4 KiB", note(4096), {}],
  ]) {
    const { codecs, token } = await codecsOf(makersOf(mrtr), { key, ...options }, payload);
    comparisons.push({ subject: `mint, ${name}`, works: minting(codecs, payload) });
    comparisons.push({ subject: `verify, ${name}`, works: verifying(codecs, token) });
  }
  return comparisons;
}

/** A verification that must fail, as a work. */
async function refusal(codec, token) {
  const refused = async () => {
    try {
      await codec.verify(token, context);
    } catch {
      return true;
    }
    return false;
  };
  if (!(await refused())) throw new Error("a token passes that must not");
  return refused;
}

/** Tokens that are refused: one character changed; a mebibyte that begins as a token; a mebibyte of anything. */
export async function refusing(mrtr, key) {
  const { codecs, token } = await codecsOf(makersOf(mrtr), { key }, small);
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === "A" ? "B" : "A";
  const [body, tag] = [token.slice(0, token.lastIndexOf(".")), token.slice(token.lastIndexOf("."))];
  const junk = [
    ["tampered", `${token.slice(0, middle)}${other}${token.slice(middle + 1)}`],
    ["1 MiB like a token", `${body}${"A".repeat(MIB)}${tag}`],
    ["1 MiB of anything", "!".repeat(MIB)],
  ];
  const refusals = ([name, text]) =>
    Promise.all(codecs.map((codec) => refusal(codec, text))).then((works) => ({ subject: `refuse, ${name}`, works }));
  return Promise.all(junk.map(refusals));
}

/** A token that the last of sixteen keys has minted. The SDK has no ring, so a server tries a codec for each key. */
export async function ringing(mrtr) {
  const keys = Array.from({ length: RING }, (_, at) => String(at).padStart(32, "0"));
  const ring = mrtr.createRequestStateCodec({ keys });
  const one = mrtr.createRequestStateCodec({ key: keys.at(-1) });
  const theirs = keys.map((key) => sdk.createRequestStateCodec({ key }));
  const token = await one.mint(small, context);
  const tried = async () => {
    for (const codec of theirs) {
      try {
        return await codec.verify(token, context);
      } catch {}
    }
    throw new Error("no key of the ring fits");
  };
  const works = [() => ring.verify(token, context), tried, () => one.verify(token, context)];
  for (const work of works) {
    if ((await work()).step !== small.step) throw new Error("not one token");
  }
  return { subject: "verify, the last of 16 keys", works };
}

/** Mint and verify by the size of the state, ours and the SDK's. */
export async function growing(mrtr, key) {
  const lines = [
    { growth: "mint", points: [] },
    { growth: "verify", points: [] },
  ];
  for (const size of STATES) {
    const { codecs, token } = await codecsOf(makersOf(mrtr).slice(0, 2), { key }, note(size));
    lines[0].points.push({ size, works: minting(codecs, note(size)) });
    lines[1].points.push({ size, works: verifying(codecs, token) });
  }
  return lines;
}
