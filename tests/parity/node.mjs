// The Node runner of the parity test: a case a line in, what the public package makes of it a line out. Where the variable SAY
// is set, everything that is told of errors and refusals goes to standard error; where it is `leak`, the case with it, on purpose.

import { inspect } from "node:util";
import { at } from "../../bindings-node/build/test/support.js";
import {
  entropyLeft,
  payload,
  token,
  verdict,
  withEntropy,
  withKeys,
} from "../../bindings-node/build/test/vectors/tally.js";
import { outcome } from "../../bindings-node/build/test/vectors/tokens.js";
import {
  acceptedContent,
  argumentsDigest,
  Boundary,
  confirmed,
  Form,
  inputResponse,
  isMrtrError,
  Refusal,
  Round,
  readAnswer,
} from "../../bindings-node/dist/index.js";
import { lines } from "./lines.mjs";

const OPS = { digest, form, answers, enter, seal, open, openUrlCompletion };

function run(given) {
  const op = OPS[given.op] ?? ((one) => verdict(() => outcome(one).catch(thrown)));
  return withEntropy(given, async () => {
    try {
      return await op(given);
    } catch (error) {
      say(error);
      if (isMrtrError(error) && error.issues.length > 0) return { error: error.code, issues: error.issues };
      throw error;
    }
  });
}

/** Shows every text of something that went wrong, if anybody listens. */
function say(value) {
  if (process.env.SAY === undefined) return;
  const told = [value.message, value.stack, JSON.stringify(value), inspect(value, { showHidden: true, depth: 9 })];
  process.stderr.write(`${told.join("\n")}\n`);
}

function thrown(error) {
  say(error);
  throw error;
}

function digest({ text }) {
  return { digest: argumentsDigest(text) };
}

function form({ schema, options, contents = [] }) {
  const one = Form.parse(schema, options);
  const { wire, digest: told, lints, steps } = one;
  const read = contents.map((text) => {
    const found = one.acceptJson(text);
    return { read: found, filled: found.outcome === "accepted" ? one.fillDefaults(JSON.parse(text)) : null };
  });
  return { wire, digest: told, lints, steps, contents: read };
}

function answers({ responses: text, reads = [] }) {
  const responses = JSON.parse(text);
  return reads.map(({ key, schema, field }) =>
    value(() => ({
      answer: answer(readAnswer(responses, key, schema)),
      content: acceptedContent(responses, key, schema) ?? null,
      view: inputResponse(responses, key),
      confirmed: value(() => confirmed(responses, key, schema, field)),
    })),
  );
}

/** What a body gives, or the code of its error. */
function value(body) {
  try {
    return body();
  } catch (error) {
    say(error);
    if (!isMrtrError(error)) throw error;
    return error.code;
  }
}

/** The answer as the core tells it. */
function answer({ outcome, content, issues }) {
  return { outcome, content, issues };
}

function boundaryOf(given) {
  const { unsafeIntegers: _, ...options } = withKeys(given);
  return new Boundary(options);
}

function principal({ principalFailed, principal: named }) {
  // Of the wrong type, where the host could not tell.
  return principalFailed ? 5 : named;
}

function seal(given) {
  return { token: boundaryOf(given).seal(payload(given), principal(given)) };
}

function open(given) {
  return sealedState(() => ({ payload: boundaryOf(given).open(token(given), principal(given)) }));
}

function openUrlCompletion(given) {
  const { method, target } = given;
  const call = { method, target, principal: principal(given) };
  return sealedState(() => ({ page: boundaryOf(given).openUrlCompletion(token(given), call) }));
}

function sealedState(body) {
  try {
    return body();
  } catch (error) {
    say(error);
    if (!isMrtrError(error) || error.code !== "sealed_state_invalid") throw error;
    return { refused: error.cause.message };
  }
}

function enter(given) {
  const { method, params, capabilities, answers: reads = [], page, leave, of2025 } = given;
  const round = boundaryOf(given).enter({
    method,
    params,
    principal: principal(given),
    ...(capabilities && { capabilities: JSON.parse(capabilities) }),
    of2025: of2025 !== undefined,
  });
  if (round instanceof Refusal) return refused(round);
  say(round);
  const { number, roundsLeft, isRetry: retry, flowId, expiresAt, notes, responses } = round;
  const state = round.requestState();
  return {
    round: {
      round: number,
      roundsLeft,
      retry,
      flowId,
      expiresAt: expiresAt ?? null,
      ...(state !== undefined && { requestState: state }),
      notes,
    },
    stateText: round.requestStateText ?? null,
    responses,
    answers: reads.map(({ key, form: schema }) => value(() => answer(readAnswer(responses, key, schema)))),
    mayAsk: ["form", "url", "sampling", "roots"].map((kind) => round.mayAsk(kind)),
    cacheHints: round.cacheHints ?? null,
    ...(page && { page: value(() => round.sealUrlCompletion(JSON.parse(page))) }),
    ...(leave && { left: left(round, leave, of2025) }),
    entropyLeft: entropyLeft(),
  };
}

function left(round, { seal: sealed, result: text }, revision) {
  const minted = sealed === undefined ? "" : value(() => ({ token: round.sealRequestState(JSON.parse(sealed)) }));
  if (typeof minted === "string" && minted !== "") return minted;
  const result = JSON.parse(text.replaceAll("$SEALED", minted.token ?? ""));
  const out = round.leave(result);
  if (out instanceof Refusal) return refused(out);
  if (out === result) return { sent: null, older: null };
  return { sent: out, older: revision === undefined ? null : older(round, revision, out) };
}

function older(round, revision, sent) {
  const out = Round.older(round, revision, sent);
  return out instanceof Refusal ? refused(out) : (out.inputRequests ?? null);
}

function refused(refusal) {
  say(refusal);
  const { reason, method, error, toolResult } = refusal;
  return { reason, method, error, toolResult: toolResult ?? null };
}

for await (const line of lines(process.stdin)) {
  const given = JSON.parse(line);
  const told = await at(given.now ?? 0, () => run(given));
  if (process.env.SAY === "leak") process.stderr.write(`${line}\n`);
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
