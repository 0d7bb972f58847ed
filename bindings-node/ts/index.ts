/** mrtr: what an MCP server may believe in a multi round-trip request. */

export {
  createRequestStateCodec,
  type RequestStateCodec,
  type RequestStateCodecOptions,
  type StateFormat,
} from "./codec.js";
export { type Coded, ERROR_CODES, type ErrorCode, FormError, type Issue, isMrtrError, MrtrError } from "./errors.js";
export type { KeyInput, KeyMaterial } from "./keys.js";
