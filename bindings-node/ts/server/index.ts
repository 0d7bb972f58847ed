/** Whole servers on the official SDK, with the boundary around them. */

import type {
  ElicitRequestFormParams,
  InputRequest,
  InputRequests,
  InputRequiredResult,
} from "@modelcontextprotocol/server";
import { inputRequired as build, type ElicitParams, type ElicitUrlParams, type UrlOptions } from "../builders.js";
import type { FormOptions } from "../form.js";

export type { InputRequest, InputRequests, InputRequiredResult } from "@modelcontextprotocol/server";
export { isInputRequiredResult, ResourceTemplate } from "@modelcontextprotocol/server";
export * from "../index.js";
export {
  McpServer,
  type McpServerExtraOptions,
  type McpServerSettings,
  type PromptConfig,
  type PromptHandler,
  type ResourceConfig,
  type ResourceHandler,
  type ResourceTemplateHandler,
} from "./blueprint.js";
export { normalizeContent } from "./content.js";
export { protect } from "./doors.js";
export { type CreateMcpExpressRouterOptions, createMcpExpressRouter, type McpExpressRouter } from "./express.js";
export { type CreateMcpFetchHandlerOptions, createMcpFetchHandler } from "./http.js";
export type { NoteEvent, ProtectOptions, RefusalEvent, StateOptions } from "./options.js";
export type { SessionOptions } from "./sessions.js";
export { serveStdio } from "./stdio.js";
export type {
  HandlerContent,
  InferToolArgs,
  McpServerTypes,
  McpToolContext,
  SealedState,
  SecurityScheme,
  ToolConfig,
  ToolDef,
  ToolHandler,
  ToolHandlerResult,
  ToolInputSchema,
} from "./types.js";

/** {@link inputRequired} in the SDK's own types, so that its handlers may return what is built here. */
interface Builder {
  (spec: {
    readonly inputRequests?: InputRequests | undefined;
    readonly requestState?: string | undefined;
  }): InputRequiredResult;
  elicit(params: ElicitParams | ElicitRequestFormParams, options?: FormOptions): InputRequest;
  elicitUrl(params: ElicitUrlParams, options?: UrlOptions): InputRequest;
  createMessage(params: Record<string, unknown>): InputRequest;
  listRoots(): InputRequest;
}

/** The result that asks for input, and the builders of what it asks. */
export const inputRequired = build as unknown as Builder;
