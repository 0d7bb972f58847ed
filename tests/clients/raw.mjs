// Bytes that no official client sends, and results that no builder makes: what the official SDKs let through among them.
// Each is refused, or read for what it is. Where Node and Python differ, it is said for each what must come of it.

import { check } from "../demo/transcript.mjs";
import { envelope, post, toolCall } from "./wire.mjs";

const YES = '{"action":"accept","content":{"ok":true}}';
const FROZEN = '{"code":-32602,"message":"Invalid or expired requestState","data":{"reason":"invalid_request_state"}}';

/** A reply in a line: a status that is not 200 first. */
function said({ status, result, error }) {
  const prefix = status === 200 ? "" : `${status} `;
  if (error !== undefined) {
    const { code, message, data } = error;
    if (JSON.stringify(error) === FROZEN) return `${prefix}refused`;
    return `${prefix}${code} ${message}${code === -32021 ? ` ${JSON.stringify(data)}` : ""}`;
  }
  if (result?.resultType !== "input_required") return `${prefix}${result?.content[0].text}`;
  return `${prefix}asks ${Object.keys(result.inputRequests ?? {}).join() || "nothing"}`;
}

// --- what a client sends -------------------------------------------------------------------------------------------

/** What the tool `peek` says that it saw in its second round. */
const saw = (confirm, keys = []) => JSON.stringify({ keys, confirm, direct: keys.includes("confirm"), state: "seen" });

/** A retry, its answers given as text. */
const answers = (text, more) => (state) =>
  toolCall("peek", {}, { requestState: `"${state}"`, inputResponses: text, ...more });
const entry = (text) => answers(`{"confirm":${text}}`);

/** A good answer with another state, given as text. */
const state = (text) => () => toolCall("peek", {}, { requestState: text, inputResponses: `{"confirm":${YES}}` });

/** The SDKs' own manners: Node answers an error of a handler with 200, Python with 400. */
const both = (text) => ({ Node: text, Python: `400 ${text}` });
const NO_OBJECT = both("-32602 params.inputResponses must be an object");
const REFUSED = both("refused");
// The Python SDK has parsed the text before it is ours, and keeps the last of two members.
const twice = (python) => ({ Node: /^400 -32700 Parse error: the request names a member twice/, Python: python });

const READING = [
  ["an answer as it should be", saw("accepted", ["confirm"]), entry(YES)],
  ["an answer behind __proto__", saw("missing"), answers(`{"__proto__":{"confirm":${YES}}}`)],
  ["answers under names that objects inherit", saw("missing"), answers(`{"constructor":${YES},"toString":${YES}}`)],
  ["answers as an array", NO_OBJECT, answers(`[${YES}]`)],
  ["answers as a number", NO_OBJECT, answers("5")],
  ["answers as text", NO_OBJECT, answers('"x"')],
  ["answers as a boolean", NO_OBJECT, answers("true")],
  ["answers as null", saw("missing"), answers("null")],
  [
    "answers under an escaped name",
    saw("accepted", ["confirm"]),
    (token) => entry(YES)(token).replace("inputR", "\\u0069nputR"),
  ],
  ["a number as an answer", saw("invalid"), entry("12345")],
  ["null as an answer", saw("invalid"), entry("null")],
  ["an answer in a wrapper", saw("missing"), entry(`{"method":"elicitation/create","result":${YES}}`)],
  ["an action of another spelling", saw("invalid"), entry('{"action":"ACCEPT","content":{"ok":true}}')],
  [
    "an answer with extra members",
    saw("accepted", ["confirm"]),
    entry('{"action":"accept","content":{"ok":true},"x":[1]}'),
  ],
  ["an accept without content", saw("invalid", ["confirm"]), entry('{"action":"accept"}')],
  ["a decline with content", saw("declined", ["confirm"]), entry('{"action":"decline","content":{"ok":true}}')],
  [
    "content with an extra value",
    saw("accepted", ["confirm"]),
    entry('{"action":"accept","content":{"ok":true,"x":1}}'),
  ],
  ["content with something nested", saw("invalid"), entry('{"action":"accept","content":{"ok":true,"x":{}}}')],
  ["content behind __proto__", saw("invalid"), entry('{"action":"accept","content":{"__proto__":{"ok":true}}}')],
  ["a number as state", REFUSED, state("5")],
  ["an array as state", REFUSED, state("[]")],
  ["an object as state", REFUSED, state("{}")],
  ["true as state", REFUSED, state("true")],
  ["empty state", REFUSED, state('""')],
  ["half a character as state", REFUSED, state('"\\ud800"')],
  ["a number as state, under an escaped name", REFUSED, () => state("5")().replace("requestS", "request\\u0053")],
  ["null as state, and an answer", "asks confirm", state("null")],
  [
    "two states",
    twice("400 refused"),
    (token) => entry(YES)(token).replace('"inputResponses"', '"requestState":"x","inputResponses"'),
  ],
  [
    "two answers to one question",
    twice(saw("accepted", ["confirm"])),
    answers(`{"confirm":{"action":"decline"},"confirm":${YES}}`),
  ],
];

// --- what a client says of itself ----------------------------------------------------------------------------------

const declaring = (elicitation) => () => toolCall("peek", {}, {}, envelope({ elicitation }));
const FORM_MISSING =
  '400 -32021 Missing required client capabilities: elicitation {"requiredCapabilities":{"elicitation":{"form":{}}}}';
const MALFORMED = /^400 -32602 /;
const withoutCapabilities = () => {
  const { "io.modelcontextprotocol/clientCapabilities": _, ...rest } = envelope();
  return toolCall("peek", {}, {}, rest);
};

const DECLARING = [
  ["elicitation declared", "asks confirm", declaring({})],
  ["URL mode alone declared", FORM_MISSING, declaring({ url: {} })],
  ["true declared", MALFORMED, declaring(true)],
  ["text declared", MALFORMED, declaring("form")],
  ["null declared", { Node: MALFORMED, Python: FORM_MISSING }, declaring(null)],
  ["a list declared", MALFORMED, declaring([])],
  ["no capabilities", MALFORMED, withoutCapabilities],
  ["the modern header, but nothing in the body", MALFORMED, () => toolCall("peek", {}, {}, null)],
  // Never a way into the older era, where nothing is sealed.
  [
    "the modern body, but an older header",
    /^400 -32(020|600) /,
    () => toolCall("peek", {}),
    { "mcp-protocol-version": "2025-11-25" },
  ],
  [
    "the modern body, but no version in the header",
    /^400 -32020 /,
    () => toolCall("peek", {}),
    { "mcp-protocol-version": "" },
  ],
  ["another tool in the header", /^400 -32020 /, () => toolCall("peek", {}), { "mcp-name": "delete_report" }],
  ["two requests in one", /^400 -32600 /, () => `[${toolCall("peek", {})},${toolCall("peek", {})}]`],
];

// --- what a handler returns, built by hand -------------------------------------------------------------------------

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

/** A client of 2025 that hands in answers with its first request, as if it had been asked: it is asked. */
async function smuggled({ url, name }) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = (body, more = {}) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: "2.0", ...body }) });
  const clientInfo = { name: "old", version: "1" };
  const opened = await send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo },
  });
  await opened.text();
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id"), "mcp-protocol-version": "2025-11-25" };
  await send({ method: "notifications/initialized" }, session);
  const params = { name: "peek", arguments: {}, inputResponses: { confirm: JSON.parse(YES) } };
  const stream = await send({ id: 2, method: "tools/call", params }, session);
  let heard = "";
  for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
    heard += chunk;
    if (/"method":|"result":|"error":/.test(heard)) break;
  }
  check(
    `${name}: answers smuggled in by a client of 2025`,
    /"method": ?"([^"]*)"/.exec(heard)?.[1],
    "elicitation/create",
  );
  await fetch(url, { method: "DELETE", headers: session });
}

// -------------------------------------------------------------------------------------------------------------------

function hold(what, got, wanted, { name }) {
  const expected = wanted.Node === undefined ? wanted : wanted[name];
  // A pattern stands for a text that names more than this test is about.
  check(`${name}: ${what}`, got, expected instanceof RegExp && expected.test(got) ? got : String(expected));
}

/** Sends all of it to one server. */
export async function raw(server) {
  for (const [what, wanted, request, headers] of [...READING, ...DECLARING]) {
    const { result } = await post(server.url, "peek", toolCall("peek", {}));
    const reply = await post(server.url, "peek", request(result.requestState), headers);
    hold(what, said(reply), wanted, server);
  }
  for (const [what, wanted, result, capabilities] of BUILT) {
    const text = JSON.stringify({ resultType: "input_required", ...result });
    const reply = await post(
      server.url,
      "hand_built",
      toolCall("hand_built", { result: text }, {}, envelope(capabilities)),
    );
    hold(what, said(reply), wanted, server);
  }
  await extraMembers(server);
  await protoKey(server);
  await noisy(server);
  await smuggled(server);
}
