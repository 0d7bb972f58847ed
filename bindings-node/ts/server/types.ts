/** What tool handlers take and give. */

import type {
  ContentBlock,
  Icon,
  InputRequiredResult,
  RequestMeta,
  ScopeChallengeHandler,
  ServerContext,
  StandardSchemaV1,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { QuestionKind } from "../round.js";

/** What a tool takes: a schema that validates and writes JSON Schema, such as `z.object({…})` of zod 4.2. */
export type ToolInputSchema = StandardSchemaWithJSON;

/** The arguments as a handler sees them; `{}` for a tool without input. */
export type InferToolArgs<Input extends ToolInputSchema | undefined> = Input extends StandardSchemaWithJSON
  ? StandardSchemaV1.InferOutput<Input>
  : Record<never, never>;

/** A handler's content: text, one block, or a list. */
export type HandlerContent = string | ContentBlock | ContentBlock[];

/** A tool's final result, or a round of questions. */
export type ToolHandlerResult =
  | {
      content?: HandlerContent;
      structuredContent?: unknown;
      isError?: boolean;
      _meta?: Record<string, unknown>;
      [name: string]: unknown;
    }
  | InputRequiredResult;

/** Sealed state, and where the call stands. There when the server has a `state` option. */
export interface SealedState {
  /** Seals a payload that a widget carries from call to call. */
  seal<T>(payload: T): Promise<string>;
  /** The payload of such a token. Rejects with `SEALED_STATE_INVALID_MESSAGE`; the reason is the message of `cause`. */
  open<T>(token: string): Promise<T>;
  /** Seals a payload as the `requestState` of this round's `inputRequired(…)`: good for this call alone. */
  sealRequestState<T>(payload: T): Promise<string>;
  /** Seals a payload that a page may carry back to this server: see `Boundary.openUrlCompletion`. */
  sealUrlCompletion<T>(payload: T): Promise<string>;
  /** The payload of the state that came back, verified before the handler ran; undefined where none came. */
  requestState<T>(): T | undefined;
  /** Which round this is; 1 for the first. */
  readonly round: number;
  /** Did the call carry `requestState` or `inputResponses`? Its result depends on them, and they are in no cache's key. */
  readonly isRetry: boolean;
  /** How often this call may still ask, this round included. */
  readonly roundsLeft: number;
  /** The same on every round of one call: an idempotency key. */
  readonly flowId: string;
  /** When the state that came back lapses, in Unix seconds; undefined on the first round. */
  readonly expiresAt: number | undefined;
}

/** What a handler is told beside its arguments: the SDK's context, with the answers that the boundary let through. */
export type McpToolContext = ServerContext & {
  mcpReq: { _meta?: RequestMeta };
  /** Sealed state; undefined for a server without `state` option. */
  state?: SealedState;
  /** Has the client declared that it can be asked this? */
  mayAsk(kind: QuestionKind): boolean;
};

/** A tool as it is registered. */
export interface ToolConfig<Input extends ToolInputSchema | undefined = undefined> {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: Input;
  outputSchema?: StandardSchemaWithJSON;
  annotations?: ToolAnnotations;
  icons?: Icon[];
  /** Decides whether a call needs a scope that its token lacks. */
  scopeChallenge?: ScopeChallengeHandler;
  /** Which ways of signing in the tool takes; mirrored into `_meta`, where hosts look for it. */
  securitySchemes?: SecurityScheme[];
  _meta?: Record<string, unknown>;
}

/** A way of signing in. */
export type SecurityScheme = { type: "noauth" } | { type: "oauth2"; scopes?: string[] };

/** A tool's handler. */
export type ToolHandler<
  Input extends ToolInputSchema | undefined = undefined,
  Result extends ToolHandlerResult = ToolHandlerResult,
> = (args: InferToolArgs<Input>, context: McpToolContext) => Result | Promise<Result>;

/** What a tool takes and gives, for types alone. */
export interface ToolDef<Input = unknown, Output = unknown> {
  input: Input;
  output: Output;
}

/** Carries the tools' types on `typeof server`. */
export interface McpServerTypes<Tools extends Record<string, ToolDef>> {
  readonly tools: Tools;
}

/** The structured content that a handler gives when it completes. */
export type OutputOf<Result> = Result extends { resultType: "input_required" }
  ? never
  : "structuredContent" extends keyof Result
    ? Exclude<Result["structuredContent"], undefined>
    : never;
