/** A handler's context: the SDK's, with what the boundary has found out in place of what the client sent. */

import type { ServerContext } from "@modelcontextprotocol/server";
import type { QuestionKind, Round } from "../round.js";
import type { Sealing } from "./options.js";
import type { McpToolContext, SealedState } from "./types.js";

/** Builds the context of one round. @internal */
export function contextOf(
  context: ServerContext,
  round: Round,
  { boundary }: Sealing,
  principal: unknown,
  retried: boolean,
): McpToolContext {
  const sealed = boundary.hasKey;
  const state = sealed ? sealedState(round, boundary, principal) : undefined;
  const { inputResponses: _sent, droppedInputResponseKeys: _dropped, ...mcpReq } = context.mcpReq;
  return {
    ...context,
    mcpReq: {
      ...mcpReq,
      ...(retried && round.hasResponses && { inputResponses: round.responses }),
      // The type is the caller's assertion, as in the SDK.
      requestState: <T>() => (sealed ? round.requestState<T>() : (round.requestStateText as T | undefined)),
    },
    ...(state && { state }),
    mayAsk: (kind: QuestionKind) => round.mayAsk(kind),
  };
}

function sealedState(round: Round, boundary: Sealing["boundary"], principal: unknown): SealedState {
  const caller = principal as string | undefined;
  return {
    seal: async (payload) => boundary.seal(payload, caller),
    open: async <T>(token: string) => boundary.open<T>(token, caller),
    sealRequestState: async (payload) => round.sealRequestState(payload),
    sealUrlCompletion: async (payload) => round.sealUrlCompletion(payload),
    requestState: <T>() => round.requestState<T>(),
    get round() {
      return round.number;
    },
    get isRetry() {
      return round.isRetry;
    },
    get roundsLeft() {
      return round.roundsLeft;
    },
    get flowId() {
      return round.flowId;
    },
    get expiresAt() {
      return round.expiresAt;
    },
  };
}
