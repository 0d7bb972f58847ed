// The SDK's token made and read with synchronous node:crypto: what a server could write for itself.

import { Buffer } from "node:buffer";
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

const PREFIX = "v1.";

/** Mints and verifies as the SDK's codec does, with its checks in its order. */
export function createCryptoCodec({ key, ttlSeconds = 600, bind }) {
  const secret = createSecretKey(Buffer.from(key));
  const hmac = (text) => createHmac("sha256", secret).update(text).digest();
  const tag = (context) =>
    hmac(`mcp.requestState.bind:${bind(context)}`)
      .subarray(0, 16)
      .toString("base64url");
  return {
    async mint(payload, context) {
      const envelope = { p: payload, exp: Math.floor(Date.now() / 1000) + ttlSeconds };
      if (bind !== undefined) envelope.b = tag(context);
      const signed = PREFIX + Buffer.from(JSON.stringify(envelope)).toString("base64url");
      return `${signed}.${hmac(signed).toString("base64url")}`;
    },
    async verify(token, context) {
      const dot = token.lastIndexOf(".");
      const signed = token.slice(0, dot);
      if (dot < 0 || !signed.startsWith(PREFIX)) throw new Error("malformed");
      const mac = Buffer.from(token.slice(dot + 1), "base64url");
      const wanted = hmac(signed);
      if (mac.length !== wanted.length || !timingSafeEqual(mac, wanted)) throw new Error("mac");
      const envelope = JSON.parse(Buffer.from(signed.slice(PREFIX.length), "base64url").toString());
      if (!(envelope.exp >= Math.floor(Date.now() / 1000))) throw new Error("expired");
      if ((envelope.b !== undefined) !== (bind !== undefined)) throw new Error("bind");
      if (bind !== undefined && !timingSafeEqual(Buffer.from(envelope.b), Buffer.from(tag(context))))
        throw new Error("bind");
      return envelope.p;
    },
  };
}
