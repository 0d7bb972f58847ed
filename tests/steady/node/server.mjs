// What a server does, over and over: the turns of the memory test and of the workers.

import assert from "node:assert/strict";
import {
  argumentsDigest,
  Boundary,
  createRequestStateCodec,
  Form,
  inputRequired,
  isMrtrError,
  Refusal,
  readAnswer,
} from "../../../bindings-node/dist/index.js";

const KEY = "a key of the tests, never one of a server";
const CAPABILITIES = { elicitation: { form: {} } };
const CALL = { name: "delete", arguments: { id: 7 } };
export const FORM = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };

export class Server {
  boundary = new Boundary({ key: KEY, audience: "reports" });
  codec = createRequestStateCodec({ key: KEY, format: "encrypted", bind: (caller) => caller });
  form = Form.parse(FORM);
  state = "";
  #kept;

  /** Where `kept` is a list, every round is put there: a leak. */
  constructor(kept) {
    this.#kept = kept;
  }

  async turn(turn) {
    switch (turn % 8) {
      case 0:
        return this.ask(turn);
      case 1:
        return this.answered({ action: "accept", content: { ok: true } }, "accepted");
      case 2:
        return this.answered({ action: "decline" }, "declined");
      case 3:
        return this.answered({ action: "accept", content: { ok: "yes" } }, "invalid");
      case 4:
        return this.refused();
      case 5:
        return await this.tokens(turn);
      case 6:
        return wrongOptions();
      default:
        return forms(turn);
    }
  }

  enter(params) {
    const call = { method: "tools/call", params, principal: "alice", capabilities: CAPABILITIES };
    const round = this.boundary.enter(call);
    this.#kept?.push(round);
    return round;
  }

  /** A first call, which asks. */
  ask(turn) {
    const round = this.enter(CALL);
    const confirm = inputRequired.elicit({ message: "Delete it?", requestedSchema: FORM });
    const requestState = round.sealRequestState({ turn });
    this.state = round.leave(inputRequired({ inputRequests: { confirm }, requestState })).requestState;
    return round.number;
  }

  retry(requestState, confirm) {
    return this.enter({ ...CALL, requestState, inputResponses: { confirm } });
  }

  /** The call again, with an answer; the result ends it. Gives what was told. */
  answered(answer, outcome) {
    const round = this.retry(this.state, answer);
    const read = readAnswer(round.responses, "confirm", this.form);
    assert.equal(read.outcome, outcome);
    const result = { content: [] };
    assert.equal(round.leave(result), result);
    return [round.number, round.requestState(), read];
  }

  /** The call again, with a state that was changed. */
  refused() {
    const refusal = this.retry(`${this.state}A`, { action: "accept" });
    assert.ok(refusal instanceof Refusal);
    assert.equal(refusal.reason, "mac");
    return [refusal.error, refusal.message, refusal.target];
  }

  /** Tokens by themselves, good and bad. */
  async tokens(turn) {
    const token = await this.codec.mint({ turn }, "alice");
    const payload = await this.codec.verify(token, "alice");
    assert.deepEqual(payload, { turn });
    const reasons = [];
    for (const [text, caller] of [
      [token, "mallory"],
      [changed(token), "alice"],
    ])
      reasons.push(
        await this.codec.verify(text, caller).then(
          () => assert.fail("it opened"),
          (error) => error.message,
        ),
      );
    assert.deepEqual(this.boundary.open(this.boundary.seal({ turn })), { turn });
    return [reasons, thrown(() => this.boundary.open(token))];
  }
}

/** The token with another third character from the end. */
function changed(token) {
  return `${token.slice(0, -3)}${token.at(-3) === "A" ? "B" : "A"}${token.slice(-2)}`;
}

/** What a server is set up with, wrong in each part. */
function wrongOptions() {
  const faulty = { type: "object", properties: { password: { type: "strin" } } };
  return [
    thrown(() => new Boundary({ key: KEY, maxRound: 8 })),
    thrown(() => new Boundary({ key: KEY, ttlSeconds: 0 })),
    thrown(() => new Boundary({ key: "short" })),
    thrown(() => createRequestStateCodec({ keys: [KEY, KEY] })),
    thrown(() => Form.parse(faulty)),
  ];
}

/** A form of its own, contents that fit and do not, and arguments. */
function forms(turn) {
  const schema = { type: "object", properties: { n: { type: "integer", maximum: turn } } };
  const form = Form.parse(schema);
  return [form.accept({ n: 0 }), form.accept({ n: 1e9 }), argumentsDigest(JSON.stringify(schema))];
}

/** The code of the error of ours that a body throws. */
function thrown(body) {
  try {
    body();
  } catch (error) {
    if (isMrtrError(error)) return [error.code, error.message];
    throw error;
  }
  return assert.fail("nothing was thrown");
}
