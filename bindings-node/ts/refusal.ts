/** What a door answers when something may not pass. */

import { readJson } from "./json.js";
import type { NativeRefusal } from "./native.js";

/** A JSON-RPC error, ready to send. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A call or a result that is not let through: what to answer, and what to log. */
export class Refusal {
  readonly kind = "refusal";
  /** Why, for the log and never for the wire: a token's fault such as `expired`, or `params`, `capability`, `rounds` … */
  readonly reason: string;
  /** The JSON-RPC error to answer. */
  readonly error: ErrorObject;
  /** A tool's result to answer instead of the error, where the refusal is told as one. */
  readonly toolResult: Record<string, unknown> | undefined;
  readonly method: string;
  /** The tool, prompt or resource; empty where the request names none. */
  readonly target: string;
  /** A sentence for the log. */
  readonly message: string;

  /** @internal */
  constructor(native: NativeRefusal) {
    this.reason = native.reason;
    this.error = readJson(native.error) as unknown as ErrorObject;
    this.toolResult =
      native.toolResult === undefined ? undefined : (readJson(native.toolResult) as Record<string, unknown>);
    this.method = native.method;
    this.target = native.target;
    this.message = native.detail;
  }
}
