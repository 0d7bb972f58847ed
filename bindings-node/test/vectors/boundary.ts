/** `mrtr-boundary.json`: calls through the two doors. */

import { Boundary, Form, isMrtrError, Refusal, type Round, readAnswer } from "mrtr";
import { type Case, entropyLeft, load, parsed, payload, type Tally, token, withEntropy, withKeys } from "./tally.js";

const KINDS = ["form", "url", "sampling", "roots"] as const;

/** Runs the file. */
export async function run(tally: Tally): Promise<void> {
  for (const vector of load("mrtr-boundary")) {
    await tally.judge("mrtr-boundary", vector, async () =>
      vector.op === "enter"
        ? [await withEntropy(vector, () => enter(vector)), expected(vector)]
        : [await withEntropy(vector, () => widget(vector)), wantedOfWidget(vector)],
    );
  }
}

function boundaryOf(vector: Case): Boundary {
  // Where a vector asks for it: this host always refuses integers that it may have rounded.
  const { unsafeIntegers: _, ...options } = withKeys(vector);
  return new Boundary(options);
}

// biome-ignore lint/suspicious/noExplicitAny: of the wrong type, where the host could not tell
function principal(vector: Case): any {
  return vector.principalFailed ? 5 : vector.principal;
}

function wantedOfWidget({ expect }: Case): unknown {
  return "payload" in expect ? { ...expect, payload: parsed(expect.payload) } : expect;
}

/** Tokens for widgets and pages. */
function widget(vector: Case): unknown {
  const boundary = boundaryOf(vector);
  try {
    if (vector.op === "seal") return { token: boundary.seal(payload(vector), principal(vector)) };
    if (vector.op === "open") return { payload: boundary.open(token(vector), principal(vector)) };
    const { method, target } = vector;
    return boundary.openUrlCompletion(token(vector), { method, target, principal: principal(vector) });
  } catch (error) {
    if (!isMrtrError(error) || error.code !== "sealed_state_invalid") throw error;
    return { refused: (error.cause as Error).message };
  }
}

function long(text: string): string {
  return text.replaceAll("$LONG", "A".repeat(65_537));
}

/** JSON text as this host writes it: the same members in the same order. */
function rewritten(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

/** The vector's expectation in the form of what `enter` gives. */
function expected(vector: Case): unknown {
  const { expect, answers = [], mayAsk, urlCompletion, leave } = vector;
  if ("refusal" in expect) return { refusal: expect.refusal };
  return {
    round: JSON.parse(expect.round),
    stateText: expect.stateText,
    answers,
    ...(mayAsk && { mayAsk }),
    ...(urlCompletion && { page: urlCompletion.token }),
    ...(leave && { left: "sent" in leave.expect ? { sent: rewritten(leave.expect.sent) } : leave.expect }),
    entropyLeft: 0,
  };
}

function enter(vector: Case): unknown {
  const { method, capabilities, expect, answers = [], mayAsk, urlCompletion, leave } = vector;
  const round = boundaryOf(vector).enter({
    method,
    params: long(vector.params),
    principal: principal(vector),
    ...(capabilities && { capabilities: JSON.parse(capabilities) }),
  });
  if (round instanceof Refusal) return { refusal: refused(round, vector, expect.refusal ?? {}) };
  return {
    round: described(round),
    stateText: round.requestStateText,
    answers: answers.map((read: Case) => answer(round, read)),
    ...(mayAsk && { mayAsk: KINDS.filter((kind) => round.mayAsk(kind)) }),
    ...(urlCompletion && { page: round.sealUrlCompletion(JSON.parse(urlCompletion.payload)) }),
    ...(leave && { left: left(round, vector) }),
    entropyLeft: entropyLeft(),
  };
}

function described(round: Round): unknown {
  const { number, roundsLeft, isRetry, flowId, expiresAt, notes } = round;
  const state = round.requestState();
  return {
    round: number,
    roundsLeft,
    retry: isRetry,
    flowId,
    expiresAt: expiresAt ?? null,
    ...(state !== undefined && { requestState: state }),
    notes,
  };
}

function answer(round: Round, { key, form }: Case): unknown {
  const { responses } = round;
  const read = form === undefined ? readAnswer(responses, key) : readAnswer(responses, key, Form.parse(form));
  return {
    key,
    ...(form !== undefined && { form }),
    outcome: read.outcome,
    ...(read.outcome === "accepted" && read.content !== undefined && { content: JSON.stringify(read.content) }),
    ...(read.outcome === "invalid" && { issues: read.issues.map(({ pointer, code }) => ({ pointer, code })) }),
  };
}

function left(round: Round, vector: Case): unknown {
  const { seal, result: text, expect } = vector.leave;
  const sealed = seal === undefined ? "" : round.sealRequestState(JSON.parse(seal));
  const result = JSON.parse(long(text).replaceAll("$SEALED", sealed));
  const out = round.leave(result);
  if (out instanceof Refusal) return { refusal: refused(out, vector, expect.refusal ?? {}) };
  return out === result ? { unchanged: true } : { sent: JSON.stringify(out) };
}

/** The refusal in the vector's form; the names it must hold are those wanted that it holds. */
function refused(refusal: Refusal, { method }: Case, wanted: { names?: string[]; error?: string }): unknown {
  const { reason, error, toolResult } = refusal;
  return {
    reason,
    code: error.code,
    ...(wanted.error && { error: JSON.stringify(error) }),
    ...(wanted.names && { names: wanted.names.filter((name) => error.message.includes(name)) }),
    ...(("toolResult" in wanted || toolResult) && { toolResult: toolResult !== undefined }),
    ...(refusal.method !== method && { method: refusal.method }),
  };
}
