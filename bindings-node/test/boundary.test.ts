import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  acceptedContent,
  Boundary,
  type Call,
  createRequestStateCodec,
  inputRequired,
  Refusal,
  type Round,
  readAnswer,
  SEALED_STATE_INVALID_MESSAGE,
} from "mrtr";
import { z } from "zod";
import { at, KEY } from "./support.js";

const confirm = z.object({ ok: z.boolean() });
const declared = { elicitation: { form: {}, url: {} } };

function letIn(boundary: Boundary, call: Partial<Call> & { params: object }): Round {
  const entered = boundary.enter({ method: "tools/call", capabilities: declared, ...call });
  assert.ok(!(entered instanceof Refusal), (entered as Refusal).message);
  return entered;
}

function asked(round: Round, state?: string): { requestState: string } {
  const result = round.leave(
    inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: "?", requestedSchema: confirm }) },
      requestState: state,
    }),
  );
  assert.ok(!(result instanceof Refusal), (result as Refusal).message);
  return result as unknown as { requestState: string };
}

const params = { name: "delete_report", arguments: { target: "q3.pdf" } };
const yes = { confirm: { action: "accept", content: { ok: true } } };

describe("the two doors", () => {
  test("a result that was not awaited does not leave", () => {
    const round = letIn(new Boundary({ key: KEY }), { params });
    const asks = async () => inputRequired({ requestState: "plain" });
    assert.throws(() => round.leave(asks()), { code: "invalid_input_required", message: /await it/ });
  });

  const boundary = new Boundary({ key: KEY });

  test("a round and its echo", () => {
    const first = letIn(boundary, { params });
    assert.deepEqual([first.number, first.roundsLeft, first.expiresAt], [1, 8, undefined]);
    assert.equal(first.requestState(), undefined);
    const { requestState } = asked(first, first.sealRequestState({ target: "q3.pdf" }));

    const second = letIn(boundary, { params: { ...params, requestState, inputResponses: yes } });
    assert.deepEqual([second.number, second.roundsLeft], [2, 7]);
    assert.equal(second.flowId, first.flowId);
    assert.ok((second.expiresAt ?? 0) > Date.now() / 1000);
    const sealed = second.requestState<{ target: string }>();
    assert.deepEqual(sealed, { target: "q3.pdf" });
    // Each call gives a payload of its own: what a handler does to one is not seen in the next.
    Object.assign(sealed ?? {}, { target: "other" });
    assert.deepEqual(second.requestState(), { target: "q3.pdf" });
    assert.deepEqual(second.requestState(), { target: "q3.pdf" });
    assert.deepEqual(readAnswer(second.responses, "confirm", confirm), {
      outcome: "accepted",
      content: { ok: true },
      value: { ok: true },
    });
  });

  test("params as text keep what parsing loses", () => {
    const text = '{"name":"t","arguments":{"n":1.0}}';
    const { requestState } = asked(letIn(boundary, { params: text as never }));
    const again = `{"name":"t","arguments":{"n":1},"requestState":"${requestState}"}`;
    assert.equal(letIn(boundary, { params: again as never }).number, 2);
    const twice = '{"name":"t","name":"u"}';
    assert.ok(boundary.enter({ method: "tools/call", params: twice }) instanceof Refusal);
  });

  test("a changed question reads as missing", () => {
    const { requestState } = asked(letIn(boundary, { params }));
    const round = letIn(boundary, { params: { ...params, requestState, inputResponses: yes } });
    const other = z.object({ ok: z.boolean(), why: z.string().optional() });
    assert.equal(readAnswer(round.responses, "confirm", other).outcome, "missing");
    assert.equal(acceptedContent(round.responses, "confirm", other), undefined);
    // The same constraints, in another library's words, are the same question.
    const same = { type: "object", properties: { ok: { type: "boolean", title: "Sure?" } }, required: ["ok"] };
    assert.equal(readAnswer(round.responses, "confirm", same).outcome, "accepted");
  });

  test("what was not asked is not there", () => {
    const { requestState } = asked(letIn(boundary, { params }));
    const inputResponses = { ...yes, other: { action: "accept", content: {} } };
    const round = letIn(boundary, { params: { ...params, requestState, inputResponses } });
    assert.deepEqual(Object.keys(round.responses), ["confirm"]);
    assert.deepEqual(round.notes, [{ code: "unasked", key: "other" }]);
  });

  test("an integer that JavaScript rounds is an error when sealing", () => {
    const round = letIn(boundary, { params: { name: "t", arguments: { id: 2 ** 53 } } });
    const out = round.leave(inputRequired({ requestState: "x" }));
    assert.ok(out instanceof Refusal);
    assert.equal(out.reason, "unsafe_integer");
    assert.equal(out.error.code, -32603);
    assert.ok(!JSON.stringify(out).includes("900719925474099"));
  });

  test("a result that asks nothing is returned as it is", () => {
    const result = { content: [], big: 1n };
    assert.equal(letIn(boundary, { params }).leave(result), result);
  });

  test("a result that was not awaited, or is not what it says, is an error", () => {
    const asking = inputRequired({ requestState: "x" });
    const leave = (result: object) => letIn(boundary, { params }).leave(result);
    assert.match((leave(asking) as typeof asking).requestState ?? "", /^v1\./);
    assert.throws(() => leave(Promise.resolve(asking)), { message: /a result is a promise: await it/ });
    assert.throws(() => leave({ content: [], toJSON: () => asking }), { message: /toJSON/ });
    assert.throws(() => leave({ toJSON: () => asking }), { message: /toJSON/ });
  });

  test("members beside the core's are kept", () => {
    const out = letIn(boundary, { params }).leave({ ...inputRequired({ requestState: "x" }), _meta: { a: 1 } });
    assert.deepEqual((out as { _meta?: unknown })._meta, { a: 1 });
  });

  test("expiry by the host's clock", () =>
    at(1_800_000_000, async () => {
      const { requestState } = asked(letIn(boundary, { params }));
      await at(1_800_000_600, () => assert.equal(letIn(boundary, { params: { ...params, requestState } }).number, 2));
      await at(1_800_000_601, () => {
        const refusal = boundary.enter({ method: "tools/call", params: { ...params, requestState } });
        assert.ok(refusal instanceof Refusal && refusal.reason === "expired");
      });
    }));

  test("a codec's ring serves a boundary, and its ring alone", () => {
    const codec = createRequestStateCodec({ keys: ["x".repeat(40), KEY] });
    const old = asked(letIn(boundary, { params }));
    const rotated = new Boundary({ codec });
    assert.equal(letIn(rotated, { params: { ...params, requestState: old.requestState } }).number, 2);
    const fresh = asked(letIn(rotated, { params }));
    assert.ok(boundary.enter({ method: "tools/call", params: { ...params, ...fresh } }) instanceof Refusal);
    const lookalike = { mint: async () => "", verify: async () => undefined };
    assert.throws(() => new Boundary({ codec: lookalike as never }), { code: "invalid_option" });
  });

  test("a codec alone mints no token of the boundary", async () => {
    const codec = createRequestStateCodec({ key: KEY });
    await assert.rejects(codec.mint({ p: "r", o: "t", c: "x", n: 1, f: "y" }), { code: "reserved_payload" });
    const { requestState } = asked(letIn(boundary, { params }));
    await assert.rejects(codec.verify(requestState, {}), { message: "purpose" });
  });

  test("widget tokens", () => {
    const token = boundary.seal({ board: [1] }, "ada");
    assert.deepEqual(boundary.open(token, "ada"), { board: [1] });
    for (const [bad, who] of [
      [token, "eve"],
      [token, undefined],
      ["x", "ada"],
    ] as const) {
      assert.throws(
        () => boundary.open(bad, who),
        (error: Error) => {
          assert.equal(error.message, SEALED_STATE_INVALID_MESSAGE);
          assert.match((error.cause as Error).message, /^(principal|malformed)$/);
          return true;
        },
      );
    }
    const refusal = boundary.enter({ method: "tools/call", params: { ...params, requestState: token } });
    assert.ok(refusal instanceof Refusal && refusal.reason === "principal");
  });

  test("a token that a page carries back", () => {
    const round = letIn(boundary, { params, principal: "ada" });
    const token = round.sealUrlCompletion({ account: 7 });
    const from = { target: "delete_report", principal: "ada" };
    const done = boundary.openUrlCompletion<{ account: number }>(token, from);
    assert.deepEqual(done, { payload: { account: 7 }, flowId: round.flowId });
    for (const wrong of [{ target: "archive_report" }, { method: "prompts/get" }, { principal: "eve" }]) {
      assert.throws(() => boundary.openUrlCompletion(token, { ...from, ...wrong }), {
        message: SEALED_STATE_INVALID_MESSAGE,
      });
    }
    assert.throws(() => boundary.open(token, "ada"), { code: "sealed_state_invalid" });
    const echoed = boundary.enter({
      method: "tools/call",
      params: { ...params, requestState: token },
      principal: "ada",
    });
    assert.ok(echoed instanceof Refusal && echoed.reason === "purpose");
  });

  test("limits", () => {
    const narrow = new Boundary({ key: KEY, limits: { tokenBytes: 400, questions: 1 } });
    const round = () => letIn(narrow, { params });
    const q = inputRequired.elicit({ message: "?", requestedSchema: confirm });
    assert.ok(!(round().leave(inputRequired({ inputRequests: { q } })) instanceof Refusal));
    assert.ok(round().leave(inputRequired({ inputRequests: { q, r: q } })) instanceof Refusal);
    assert.ok(round().leave(inputRequired({ requestState: "x".repeat(400) })) instanceof Refusal);
    assert.throws(() => new Boundary({ key: KEY, limits: { tokens: 1 } as never }), { code: "invalid_option" });
    assert.throws(() => new Boundary({ key: KEY, limits: { tokenBytes: 0 } }), { code: "invalid_option" });
  });

  test("maxRounds: positive integers only", () => {
    for (const maxRounds of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "8", 2 ** 40]) {
      assert.throws(() => new Boundary({ key: KEY, maxRounds: maxRounds as number }), { code: "invalid_option" });
    }
    const strict = new Boundary({ key: KEY, maxRounds: 1 });
    const { requestState } = asked(letIn(strict, { params }));
    const out = letIn(strict, { params: { ...params, requestState } }).leave(inputRequired({ requestState: "x" }));
    assert.ok(out instanceof Refusal);
    assert.equal(out.reason, "rounds");
    assert.equal((out.toolResult as { isError?: boolean }).isError, true);
  });

  test("without a key nothing is sealed", () => {
    const open = new Boundary();
    assert.equal(open.hasKey, false);
    const round = letIn(open, { params });
    assert.throws(() => round.sealRequestState({}), { code: "no_key" });
    assert.equal(
      (round.leave(inputRequired({ requestState: "plain" })) as { requestState?: string }).requestState,
      "plain",
    );
  });
});
