/** mrtr: what an MCP server may believe in a multi round-trip request. */

export { Boundary, type BoundaryLimits, type BoundaryOptions, type Call, type UrlCompletionCall } from "./boundary.js";
export {
  type ElicitParams,
  type ElicitUrlParams,
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  type InputRequiredSpec,
  inputRequired,
  type UrlOptions,
} from "./builders.js";
export {
  argumentsDigest,
  createRequestStateCodec,
  type RequestStateCodec,
  type RequestStateCodecOptions,
  type StateCall,
  type StateFormat,
} from "./codec.js";
export { SEALED_STATE_INVALID_MESSAGE, STATE_META_KEY } from "./constants.js";
export { type Coded, ERROR_CODES, type ErrorCode, FormError, type Issue, isMrtrError, MrtrError } from "./errors.js";
export {
  type Acceptance,
  type Content,
  type ContentOf,
  type ContentValue,
  Form,
  type FormInput,
  type FormLimits,
  type FormOptions,
} from "./form.js";
export type { KeyInput, KeyMaterial } from "./keys.js";
export { type ErrorObject, Refusal } from "./refusal.js";
export {
  type Answer,
  acceptedContent,
  confirmed,
  type InputResponses,
  type InputResponseView,
  inputResponse,
  readAnswer,
} from "./responses.js";
export { type CacheHints, type Note, type QuestionKind, Round } from "./round.js";
export type {
  JsonSchema,
  JsonSchemaOptions,
  SchemaInput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from "./schema.js";
