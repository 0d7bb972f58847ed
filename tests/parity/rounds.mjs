// Cases about capabilities and whole rounds: enter, read, ask, leave; and the calls that come back with what was sent.

import { reply, schema } from "./forms.mjs";
import { NOW } from "./tokens.mjs";

const METHODS = [
  ["tools/call", "name", "delete_report"],
  ["prompts/get", "name", "brief"],
  ["resources/read", "uri", "file:///a b"],
];

/** Revisions whose clients are asked in other words. */
const OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** What a client declares. */
function capabilities(random) {
  return random.pick([
    () => ({ elicitation: { form: {}, url: {} }, sampling: { tools: {}, context: {} }, roots: {} }),
    () => ({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }),
    () => ({ elicitation: {} }),
    () => ({ elicitation: random.json(1), roots: random.json(1), sampling: random.json(1) }),
    () => random.json(1),
    () => ({}),
  ])();
}

/** A question, right or nearly so. */
function question(random) {
  const requestedSchema = schema(random, 0.05);
  const one = random.pick([
    () => ({ method: "elicitation/create", params: { mode: "form", message: random.text() || "?", requestedSchema } }),
    () => ({ method: "elicitation/create", params: { mode: "form", message: "Sure?", requestedSchema } }),
    () => ({
      method: "elicitation/create",
      params: {
        mode: "url",
        message: "Pay",
        url: random.pick(["https://example.com/p", "http://example.com/", "https://a:b@c/"]),
        elicitationId: "e",
      },
    }),
    () => ({
      method: "sampling/createMessage",
      params: {
        messages: [{ role: "user", content: { type: "text", text: random.text() } }],
        maxTokens: random.pick([1, 100, 0]),
      },
    }),
    () => ({ method: "roots/list", params: {} }),
  ])();
  if (random.chance(0.06)) one.params = random.json(2);
  if (random.chance(0.03)) one.method = "tools/list";
  return one;
}

function result(random, seal) {
  const asked = Object.fromEntries(random.some(3, () => [random.name(), question(random)]));
  return {
    resultType: "input_required",
    ...(random.chance(0.95) && { inputRequests: asked }),
    ...(seal ? { requestState: "$SEALED" } : random.chance(0.4) && { requestState: random.text() }),
    ...(random.chance(0.1) && { _meta: { a: 1 } }),
    ...(random.chance(0.04) && { content: [] }),
  };
}

/** A first round. */
export function first(random) {
  const [method, name, target] = random.chance(0.97) ? random.pick(METHODS) : ["tools/list", "name", "x"];
  const declared = capabilities(random);
  // Python has no null beside the parameters: None is nothing given.
  const beside = declared !== null && random.chance(0.3);
  const call = {
    [name]: random.chance(0.97) ? target : random.json(1),
    ...(method !== "resources/read" && {
      arguments: Object.fromEntries(random.some(2, () => [random.name(), random.json(2)])),
    }),
    ...(!beside && { _meta: { "io.modelcontextprotocol/clientCapabilities": declared } }),
  };
  const text = JSON.stringify(call);
  const seal = random.chance(0.6);
  return {
    op: "enter",
    keysHex: ["44".repeat(32)],
    options: {
      format: random.pick(["signed", "encrypted"]),
      ...(random.chance(0.2) && { maxRounds: 1 + random.below(3) }),
      ...(random.chance(0.3) && { audience: "reports" }),
    },
    now: NOW,
    method,
    params: random.chance(0.03) ? random.damaged(text) : text,
    ...(random.chance(0.3) && { principal: random.pick(["alice", "alice", "alice", ""]) }),
    ...(beside && { capabilities: JSON.stringify(declared) }),
    entropyHex: random.bytes(120).toString("hex"),
    ...(random.chance(0.2) && { page: JSON.stringify(random.json(2)) }),
    leave: { ...(seal && { seal: JSON.stringify(random.json(2)) }), result: JSON.stringify(result(random, seal)) },
    ...(random.chance(0.5) && { of2025: random.pick(OLDER) }),
  };
}

/** The call again, with what the round before has sent and with answers to it. */
export function again(random, { given, sent }) {
  const forms = Object.entries(sent.inputRequests ?? {}).map(([key, asked]) => [key, asked.params?.requestedSchema]);
  const replies = forms.filter(() => random.chance(0.9)).map(([key, form]) => [key, reply(random, form ?? {})]);
  if (random.chance(0.1)) replies.push([random.name(), reply(random, {})]);
  const params = {
    ...JSON.parse(given.params),
    requestState: sent.requestState,
    inputResponses: Object.fromEntries(replies),
  };
  const odd = random.below(12);
  if (odd === 0) params.arguments = { moved: true };
  if (odd === 1) params.name = "another";
  if (odd === 2 && typeof params.requestState === "string")
    params.requestState = random.damaged(params.requestState, "Aa09-_.=");
  if (odd === 3) params.inputResponses = random.json(2);
  const answers = forms.map(([key, form]) => ({
    key,
    ...(form !== undefined && random.chance(0.7) && { form: JSON.stringify(form) }),
  }));
  const seal = random.chance(0.6);
  const next = {
    ...given,
    now: given.now + random.pick([1, 1, 1, 30, 601]),
    params: JSON.stringify(params),
    answers,
    entropyHex: random.bytes(120).toString("hex"),
    leave: { ...(seal && { seal: JSON.stringify(random.json(2)) }), result: JSON.stringify(result(random, seal)) },
  };
  if (odd === 4) next.principal = "mallory";
  return next;
}
