// Tokens by the letter of the formats, without a line of mrtr: a judge of what it mints, and a source of what it opens.

import { createCipheriv, createHash, createHmac, hkdfSync } from "node:crypto";

const b64u = (bytes) => Buffer.from(bytes).toString("base64url");
const sha256 = (...parts) =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const mac = (key, ...parts) =>
  createHmac("sha256", key)
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

export const digest16 = (text) => b64u(sha256(text).subarray(0, 16));

export function bindTag(key, bind) {
  return b64u(mac(key, "mcp.requestState.bind:", bind).subarray(0, 16));
}

/** The format of the TypeScript SDK around the text of an envelope. */
export function signed(key, envelope) {
  const text = `v1.${b64u(envelope)}`;
  return `${text}.${b64u(mac(key, text))}`;
}

/** The envelope of a payload's text. */
export function envelope(payload, expires, tag) {
  return `{"p":${payload},"exp":${expires}${tag === undefined ? "" : `,"b":"${tag}"`}}`;
}

function aead(key, nonce, aad, text) {
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** The format of the Python SDK around bytes. */
export function encrypted(key, nonce, text) {
  const derived = Buffer.from(hkdfSync("sha256", key, "", "mcp/request-state/v1/aes-256-gcm", 32));
  const fingerprint = sha256("mcp/request-state/v1/kid:", derived).subarray(0, 4);
  return `v1.${b64u(Buffer.concat([fingerprint, aead(derived, nonce, Buffer.concat([Buffer.from("v1."), fingerprint]), text)]))}`;
}

/** The claim `p` of that format. */
export function principalClaim(salt, principal) {
  return b64u(Buffer.concat([salt, sha256("mcp/request-state/principal:", salt, principal).subarray(0, 16)]));
}

/** The format of the Ruby SDK. */
export function ruby(key, iv, claims) {
  return `v1.${b64u(aead(key, iv, "v1.", claims))}`;
}

function length(bytes) {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(bytes.length));
  return out;
}

/** The formats of the Rust SDK; with an id, the second. */
export function rs(key, id, data, expiresMs, payload) {
  const body = Buffer.concat([Buffer.alloc(8), payload]);
  body.writeBigInt64BE(BigInt(expiresMs));
  if (id === undefined) {
    return `rs1.${b64u(body)}.${b64u(mac(key, "rmcp/mrtr/request-state/v1", length(data), data, body))}`;
  }
  const name = Buffer.from(id);
  const tag = mac(key, "rmcp/mrtr/request-state/v2", length(name), name, length(data), data, body);
  return `rs2.${b64u(name)}.${b64u(body)}.${b64u(tag)}`;
}
