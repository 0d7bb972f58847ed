// Results that a handler has built by hand, what the official SDKs let through among them: only what may be asked goes out.

import { check } from "../demo/transcript.mjs";
import { envelope, hold, post, said, toolCall } from "./wire.mjs";

const FORM = { type: "object", properties: { ok: { type: "boolean" } } };
const question = (params = {}, more = {}) => ({
  method: "elicitation/create",
  params: { mode: "form", message: "?", requestedSchema: FORM, ...params },
  ...more,
});
const asking = (params, more) => ({ inputRequests: { q: question(params, more) } });
const property = (schema) => asking({ requestedSchema: { type: "object", properties: { a: schema } } });
const url = (address) => ({ method: "elicitation/create", params: { mode: "url", message: "?", url: address } });
const bug = (fault) => `-32603 Invalid input_required result: ${fault}`;
const NOTHING = bug("needs inputRequests with at least one question, or a requestState, or both");
const EVERYTHING = {
  inputRequests: {
    form: question(),
    url: url("https://a.example"),
    model: {
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 },
    },
    roots: { method: "roots/list" },
  },
};
const starts = (fault) => new RegExp(`^-32603 Invalid input_required result: ${fault}`);

/** `[name, what must come of it, the result, the client's capabilities]` */
const BUILT = [
  ["a question as it should be", "asks q", asking()],
  ["every kind of question", "asks form,url,model,roots", EVERYTHING],
  [
    "every kind of question, none of them declared",
    '400 -32021 Missing required client capabilities: elicitation, sampling, roots {"requiredCapabilities":{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}}',
    EVERYTHING,
    {},
  ],
  [
    "every kind of question, forms not declared",
    '400 -32021 Missing required client capabilities: elicitation {"requiredCapabilities":{"elicitation":{"form":{}}}}',
    EVERYTHING,
    { elicitation: { url: {} }, sampling: {}, roots: {} },
  ],
  [
    "questions as an array",
    bug("/inputRequests: must be an object from keys to questions"),
    { inputRequests: [question()] },
  ],
  ["questions as text", bug("/inputRequests: must be an object from keys to questions"), { inputRequests: "q" }],
  [
    "null as a question",
    bug("/inputRequests/q: must be an object with a method and its params"),
    { inputRequests: { q: null } },
  ],
  [
    "a form without params",
    bug("/inputRequests/q/params: is required"),
    { inputRequests: { q: { method: "elicitation/create" } } },
  ],
  [
    "an unknown kind of question",
    bug("/inputRequests/q/method: must be one of elicitation/create, sampling/createMessage, roots/list"),
    { inputRequests: { q: { method: "tools/call", params: {} } } },
  ],
  ["an unknown mode", bug("/inputRequests/q/params/mode: must be form or url"), asking({ mode: "voice" })],
  [
    "a nested schema",
    starts("/inputRequests/q/params/requestedSchema/properties/a/type: must not be object"),
    property(FORM),
  ],
  [
    "a schema with an unknown keyword",
    starts("/inputRequests/q/params/requestedSchema/properties/a/x: "),
    property({ type: "boolean", x: 1 }),
  ],
  [
    "a form that asks for a password",
    starts("/inputRequests/q/params/requestedSchema/properties/password: "),
    asking({ requestedSchema: { type: "object", properties: { password: { type: "string" } } } }),
  ],
  [
    "params with extra members",
    starts("/inputRequests/q/params/task: .*/inputRequests/q/params/x: "),
    asking({ task: {}, x: 1 }),
  ],
  ["a script as URL", starts("/inputRequests/q/params/url: "), { inputRequests: { q: url("javascript:alert(1)") } }],
  [
    "a URL that lets its bearer in",
    starts("/inputRequests/q/params/url: "),
    { inputRequests: { q: url("https://a.example/?access_token=x") } },
  ],
  [
    "65 questions",
    bug("/inputRequests: must have at most 64 questions"),
    { inputRequests: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [at, question()])) },
  ],
  [
    "a key that is too long",
    starts("/inputRequests/k+: has a key of more than 128 characters"),
    { inputRequests: { ["k".repeat(129)]: question() } },
  ],
  ["a number as state", bug("/requestState: must be a Unicode string"), { ...asking(), requestState: 5 }],
  ["an object as state", bug("/requestState: must be a Unicode string"), { requestState: {} }],
  ["neither questions nor state", NOTHING, {}],
  ["no questions and no state", NOTHING, { inputRequests: {} }],
  ["no questions beside a state", "asks nothing", { inputRequests: {}, requestState: "s" }],
];

/** A question that goes out with members that nobody may see there. */
async function extraMembers({ url, name }) {
  const result = JSON.stringify({ resultType: "input_required", ...asking({}, { id: 7, jsonrpc: "2.0" }) });
  const reply = await post(url, "hand_built", toolCall("hand_built", { result }));
  check(`${name}: a question with extra members goes out without them`, reply.result?.inputRequests, { q: question() });
}

/** A question under a name that means something else to JavaScript: asked and answered as any other. */
async function protoKey({ url, name }) {
  const result = `{"resultType":"input_required","inputRequests":{"__proto__":${JSON.stringify(question())}}}`;
  const reply = await post(url, "hand_built", toolCall("hand_built", { result }));
  check(`${name}: a question under __proto__`, Object.keys(reply.result?.inputRequests ?? {}), ["__proto__"]);
}

/** A handler that speaks before it asks has the headers sent: what it may not ask does not go out all the same. */
async function noisy({ url, name }) {
  for (const [capabilities, wanted] of [
    [undefined, "asks confirm"],
    [
      {},
      '-32021 Missing required client capabilities: elicitation {"requiredCapabilities":{"elicitation":{"form":{}}}}',
    ],
  ]) {
    const meta = { ...envelope(capabilities), progressToken: 1 };
    const reply = await post(url, "noisy", toolCall("noisy", {}, {}, meta));
    check(
      `${name}: a notification first, declared ${capabilities ? "nothing" : "all"}`,
      `${reply.events} events, ${said(reply)}`,
      `2 events, ${wanted}`,
    );
  }
}

/** Has one server return all of it. */
export async function built(server) {
  for (const [what, wanted, result, capabilities] of BUILT) {
    const text = JSON.stringify({ resultType: "input_required", ...result });
    const call = toolCall("hand_built", { result: text }, {}, envelope(capabilities));
    hold(what, said(await post(server.url, "hand_built", call)), wanted, server);
  }
  await extraMembers(server);
  await protoKey(server);
  await noisy(server);
}
