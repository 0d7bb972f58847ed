// Cases about tokens: minted and compared with forged ones; forged, damaged and opened; envelopes with claims of any kind.

import { bindTag, digest16, encrypted, envelope, principalClaim, rs, ruby, signed } from "./forge.mjs";

export const NOW = 1_790_001_000.25;
const SECONDS = Math.floor(NOW);
const KEYS = ["11", "22", "33"].map((byte) => Buffer.from(byte.repeat(32), "hex"));
const FLOW = Buffer.from("flow of 16 bytes");

const hex = (bytes) => Buffer.from(bytes).toString("hex");

function ring(random) {
  const first = random.below(KEYS.length);
  return [KEYS[first], ...(random.chance(0.4) ? [KEYS[(first + 1) % KEYS.length]] : [])];
}

/** One key in a while is another than the token's. */
function opener(random, key) {
  return random.chance(0.08) ? [KEYS[(KEYS.indexOf(key) + 1) % KEYS.length]] : [...new Set([key, ...ring(random)])];
}

function damagedToken(random, token, part = 0.3) {
  if (!random.chance(part)) return token;
  const damaged = random.damaged(token, "Aa09-_.=+ v1");
  return random.chance(0.1) ? token.replaceAll(".", "..") : damaged;
}

/** Minting. `wanted` is the token by the letter of the format. */
export function mint(random) {
  const keys = ring(random);
  const payload = JSON.stringify(random.json());
  const ttl = random.pick([600, 0.5, 86_400, 1e9]);
  const bound = random.chance(0.3) ? random.pick(["alice", "", "пользователь🪃"]) : undefined;
  const expires = SECONDS + ttl;
  const base = { keysHex: keys.map(hex), now: NOW };
  return random.pick([
    () => {
      const tag = bound === undefined ? undefined : bindTag(keys[0], bound);
      return {
        ...base,
        op: "mint",
        options: { ttlSeconds: ttl },
        payload,
        ...(bound !== undefined && { bind: bound }),
        wanted: { token: signed(keys[0], envelope(payload, expires, tag)) },
      };
    },
    () => ({
      ...base,
      op: "mint",
      options: { format: "encrypted", ttlSeconds: ttl },
      payload,
      bind: bound,
      entropyHex: hex(random.bytes(20)),
    }),
    () => {
      const [bytes, nonce] = [random.bytes(random.below(40)), random.bytes(12)];
      return {
        ...base,
        op: "sealBytes",
        options: { format: "encrypted" },
        payloadHex: hex(bytes),
        entropyHex: hex(nonce),
        wanted: { token: encrypted(keys[0], nonce, bytes) },
      };
    },
    () => {
      const [bytes, data, id] = [random.bytes(random.below(40)), random.bytes(random.below(9)), random.chance(0.5)];
      const ids = keys.map((_, at) => `k${at}`);
      return {
        ...base,
        op: "sealBytes",
        payloadHex: hex(bytes),
        associatedDataHex: hex(data),
        options: id ? { format: "rs2", keyIds: ids, ttlSeconds: ttl } : { format: "rs1", ttlSeconds: ttl },
        wanted: { token: rs(keys[0], id ? "k0" : undefined, data, Math.floor((NOW + ttl) * 1000), bytes) },
      };
    },
    () => ({
      ...base,
      op: random.pick(["mint", "sealBytes"]),
      options: random.pick([{ format: "encrypted-ruby" }, { format: "rs2" }, { format: "rs3" }]),
      payload,
      payloadHex: "00",
    }),
    () => ({
      ...base,
      op: "seal",
      options: { format: random.pick(["signed", "encrypted"]), audience: "reports" },
      payload,
      ...(random.chance(0.5) && { principal: "alice" }),
      entropyHex: hex(random.bytes(20)),
    }),
  ])();
}

/** Opening what was forged, damaged or not. */
export function open(random) {
  const key = random.pick(KEYS);
  const now = random.chance(0.1) ? NOW + random.pick([-700, 600, 601, 700]) : NOW;
  const base = { keysHex: opener(random, key).map(hex), now };
  const exp = SECONDS + random.pick([600, 600, 0, 0.5, -1]);
  return random.pick([
    () => {
      const tag = random.chance(0.3) ? bindTag(key, "alice") : undefined;
      const body = envelope(JSON.stringify(random.json()), exp, tag);
      const bind = random.chance(0.9) === (tag !== undefined) ? { bind: "alice" } : {};
      const options = random.pick([{}, {}, { open: ["signed", "encrypted"] }, { format: "encrypted" }]);
      const odd = random.chance(0.15) ? random.damaged(body) : body;
      return { ...base, op: "verify", options, token: damagedToken(random, signed(key, odd)), ...bind };
    },
    () => {
      const bytes = random.bytes(random.below(30));
      return {
        ...base,
        op: "openBytes",
        options: { format: "encrypted" },
        token: damagedToken(random, encrypted(key, random.bytes(12), bytes)),
      };
    },
    () => {
      const [data, bytes, id] = [random.bytes(random.below(5)), random.bytes(random.below(30)), random.chance(0.5)];
      const token = rs(key, id ? "k0" : undefined, data, random.pick([0, Math.floor(NOW * 1000) + 1000, 1, -1]), bytes);
      const associatedDataHex = hex(random.chance(0.9) ? data : random.bytes(2));
      const options = id ? { format: "rs2", keyIds: base.keysHex.map((_, at) => `k${at}`) } : { format: "rs1" };
      return { ...base, op: "openBytes", options, token: damagedToken(random, token), associatedDataHex };
    },
    () => foreign(random, key, base),
  ])();
}

/** Tokens of the Python and Ruby SDKs, for the call that they were minted for or another. */
function foreign(random, key, base) {
  const [target, audience] = ["delete_report", random.chance(0.5) ? "reports" : undefined];
  const argumentsJson = random.pick(["{}", '{"target": "q3.pdf", "n": 1.0}', "null"]);
  const python = { "{}": "{}", null: "{}" }[argumentsJson] ?? '{"n":1.0,"target":"q3.pdf"}';
  const principal = random.chance(0.3) ? "alice" : undefined;
  const claims = {
    v: 1,
    iat: SECONDS,
    exp: SECONDS + 600,
    m: "tools/call",
    t: target,
    a: digest16(python),
    s: random.text(),
    ...(audience && { aud: audience }),
    ...(principal && { p: principalClaim(random.bytes(8), principal) }),
  };
  let text = JSON.stringify(random.chance(0.2) ? changed(random, claims) : claims);
  if (random.chance(0.1)) text = random.damaged(text);
  const call = {
    method: random.chance(0.95) ? "tools/call" : "prompts/get",
    target,
    ...(audience && { audience }),
    ...(principal && { principal }),
  };
  if (random.chance(0.7)) {
    const token = damagedToken(random, encrypted(key, random.bytes(12), text), 0.15);
    return { ...base, op: "openState", options: { format: "encrypted" }, token, call: { ...call, argumentsJson } };
  }
  const token = damagedToken(random, ruby(key, random.bytes(12), text), 0.15);
  return {
    ...base,
    op: "openState",
    options: { open: ["encrypted-ruby"] },
    token,
    call: { ...call, argumentsDigest: claims.a },
  };
}

/** One claim is gone, or is something else. */
function changed(random, claims) {
  const name = random.pick(Object.keys(claims));
  const { [name]: _, ...rest } = claims;
  return random.chance(0.3) ? rest : { ...claims, [name]: random.json(1) };
}

/** Envelopes of our own with claims that fit a call, or nearly so; opened as state, for a widget or for a page. */
export function envelopes(random) {
  const key = random.pick(KEYS);
  const p = random.pick(["r", "r", "v", "u"]);
  const target = "delete_report";
  const claims = {
    p,
    d: random.json(2),
    ...(p !== "v" && { o: target, f: FLOW.toString("base64url") }),
    ...(p === "r" && {
      c: digest16("{}"),
      n: 1 + random.below(9),
      ...(random.chance(0.5) && { q: { ok: "eabcdefgh", u: "u" } }),
    }),
  };
  const inside = JSON.stringify(random.chance(0.25) ? changed(random, claims) : claims);
  const principal = random.chance(0.3) ? "alice" : undefined;
  const body = envelope(inside, SECONDS + 600, principal && bindTag(key, principal));
  const token = damagedToken(random, signed(key, random.chance(0.08) ? random.damaged(body) : body), 0.1);
  const who = random.chance(0.95) === (principal !== undefined) ? { principal: "alice" } : {};
  const base = { keysHex: opener(random, key).map(hex), options: { format: "signed" }, now: NOW, token, ...who };
  const door = random.chance(0.85) ? p : random.pick(["r", "v", "u"]);
  if (door === "v") return { ...base, op: "open" };
  if (door === "u") return { ...base, op: "openUrlCompletion", method: "tools/call", target };
  const { token: requestState, ...rest } = base;
  const params = {
    name: target,
    requestState,
    inputResponses: { ok: { action: "accept", content: { a: true } }, u: { action: "accept" } },
  };
  return {
    ...rest,
    op: "enter",
    method: "tools/call",
    params: JSON.stringify(params),
    entropyHex: hex(FLOW),
    answers: [{ key: "ok" }, { key: "u" }],
  };
}
