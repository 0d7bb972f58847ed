import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { acceptedContent, Boundary, type Call, confirmed, inputResponse, Refusal, type Round, readAnswer } from "mrtr";
import { z } from "zod";
import { KEY } from "./support.js";

const confirm = z.object({ ok: z.boolean() });
const declared = { elicitation: { form: {}, url: {} } };

function letIn(boundary: Boundary, call: Partial<Call> & { params: object }): Round {
  const entered = boundary.enter({ method: "tools/call", capabilities: declared, ...call });
  assert.ok(!(entered instanceof Refusal), (entered as Refusal).message);
  return entered;
}

describe("answers", () => {
  test("five outcomes", () => {
    const outcome = (entry: unknown) => readAnswer({ k: entry }, "k", confirm).outcome;
    assert.equal(readAnswer(undefined, "k", confirm).outcome, "missing");
    assert.equal(outcome({ action: "accept", content: { ok: true } }), "accepted");
    assert.equal(outcome({ action: "decline" }), "declined");
    assert.equal(outcome({ action: "cancel" }), "cancelled");
    assert.equal(outcome({ action: "accept", content: { ok: "yes" } }), "invalid");
    assert.equal(outcome({ action: "accept" }), "invalid");
    assert.equal(outcome(5), "invalid");
  });

  test("the model's refusal is told from the form's", () => {
    const fussy = z.object({ n: z.number().refine((n) => n !== 13, "not that one") });
    const read = (n: unknown) => readAnswer({ k: { action: "accept", content: { n } } }, "k", fussy);
    assert.equal(read(12).outcome, "accepted");
    assert.deepEqual(read(13), {
      outcome: "invalid",
      by: "model",
      issues: [{ pointer: "/n", code: "model", message: "the model refuses it (custom)" }],
    });
    assert.deepEqual(read("x"), {
      outcome: "invalid",
      by: "form",
      issues: [{ pointer: "/n", code: "type", message: "must be a number" }],
    });
    assert.equal(acceptedContent({ k: { action: "accept", content: { n: 13 } } }, "k", fussy), undefined);
  });

  test("a yes is an accept, of the boolean that is asked for, that the model lets pass", () => {
    const said = (content: object) => ({ k: { action: "accept", content } });
    const twice = z.object({ ok: z.boolean(), sure: z.boolean() }).refine(({ ok, sure }) => ok === sure);
    assert.equal(confirmed(said({ ok: true }), "k", confirm), true);
    assert.equal(confirmed(said({ ok: false }), "k", confirm), false);
    assert.equal(confirmed(said({ ok: true, sure: true }), "k", twice, "sure"), true);
    assert.equal(confirmed(said({ ok: false, sure: true }), "k", twice, "sure"), false);
    assert.equal(confirmed(said({ ok: true }), "k", undefined, "ok"), true);
    // What makes no sense is told before anything is answered.
    for (const responses of [undefined, {}, said({ ok: true })]) {
      assert.throws(() => confirmed(responses, "k", twice), { code: "invalid_argument" });
      assert.throws(() => confirmed(responses, "k", confirm, "sure"), { code: "invalid_argument" });
      assert.throws(() => confirmed(responses, "k", z.object({ why: z.string() })), { code: "invalid_argument" });
      assert.throws(() => confirmed(responses, "k", undefined as never), { code: "invalid_argument" });
    }
    assert.equal(confirmed(undefined, "k", confirm), false);
  });

  test("a model's transform gives the value; the content stays", () => {
    const date = z.object({ day: z.iso.date().transform((text) => new Date(text)) });
    const answer = readAnswer({ k: { action: "accept", content: { day: "2026-07-28" } } }, "k", date);
    assert.ok(answer.outcome === "accepted" && answer.value.day instanceof Date);
    assert.deepEqual(answer.content, { day: "2026-07-28" });
  });

  test("nothing is found on a prototype", () => {
    const sent = JSON.parse('{"__proto__":{"action":"accept","content":{"ok":true}}}');
    assert.deepEqual(inputResponse(sent, "action"), { kind: "missing" });
    assert.equal(inputResponse(sent, "__proto__").kind, "elicit");
    for (const key of ["toString", "constructor", "hasOwnProperty", "valueOf"]) {
      assert.deepEqual(inputResponse({}, key), { kind: "missing" });
      assert.equal(readAnswer({}, key).outcome, "missing");
      assert.equal(acceptedContent({}, key), undefined);
    }
    const own = JSON.parse('{"constructor":{"action":"decline"}}');
    assert.deepEqual(inputResponse(own, "constructor"), { kind: "elicit", action: "decline" });
  });

  test("answers from the boundary have no prototype", () => {
    const boundary = new Boundary({ key: KEY, answersWithoutState: "read" });
    const inputResponses = JSON.parse('{"__proto__":{"action":"accept","content":{}},"a":{"action":"decline"}}');
    const { responses } = letIn(boundary, { params: { name: "t", inputResponses } });
    assert.equal(Object.getPrototypeOf(responses), null);
    assert.deepEqual(Object.keys(responses), ["__proto__", "a"]);
    assert.equal(readAnswer(responses, "toString").outcome, "missing");
    assert.equal(readAnswer(responses, "a").outcome, "declined");
  });

  test("the SDK's views", () => {
    const responses = {
      m: { role: "assistant", content: { type: "text", text: "hi" }, model: "x" },
      r: { roots: [{ uri: "file:///a" }] },
      u: { action: "accept" },
      w: { method: "elicitation/create", result: { action: "accept", content: {} } },
    };
    assert.equal(inputResponse(responses, "m").kind, "sampling");
    assert.deepEqual(inputResponse(responses, "r"), { kind: "roots", roots: [{ uri: "file:///a" }] });
    assert.deepEqual(inputResponse(responses, "u"), { kind: "elicit", action: "accept" });
    assert.deepEqual(inputResponse(responses, "w"), { kind: "missing" });
    assert.deepEqual(inputResponse(undefined, "w"), { kind: "missing" });
  });
});
