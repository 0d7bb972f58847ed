/** What the operator of a server is told. Nothing in here changes an answer. */

import type { Server } from "@modelcontextprotocol/server";
import type { RefusalEvent } from "./options.js";

/** Where nobody has asked to hear of refusals, an operator still finds out why a client is turned away. @internal */
export function tellOperator(server: Server, { reason, method, target, message }: RefusalEvent): void {
  const told = `${method} of ${JSON.stringify(target)}: ${message}`;
  if (server.onerror !== undefined) server.onerror(new Error(told));
  else console.warn(`mrtr (${reason}): ${told}`);
}

/**
 * A log that fails changes no answer, at once or later; what it should have heard is told in another place. Nobody waits
 * for a callback that is async, and its failure must not end the process. @internal
 */
export function heard(tell: () => unknown, instead: () => void = () => {}): void {
  const failed = (error: unknown) => {
    try {
      console.error("mrtr: a callback for the log failed:", error);
      instead();
    } catch {}
  };
  try {
    Promise.resolve(tell()).catch(failed);
  } catch (error) {
    failed(error);
  }
}

let warned = false;

/** A server may do without sealed state, as the SDK's do, but not in silence. @internal */
export function warnUnsealed(): void {
  if (warned) return;
  warned = true;
  process.emitWarning(
    "mrtr: a handler asks, but no option state is configured: a client can forge the requestState, rounds have no bound, and answers are bound to no question.",
    { code: "MRTR_UNSEALED" },
  );
}
