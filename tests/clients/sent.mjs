// Bytes that no official client sends, what the official SDKs let through among them: refused, or read for what they are.
// `[name, what must come of it, the request]`; where Node and Python differ, it is said for each.

import { check } from "../demo/transcript.mjs";
import { envelope, hold, post, said, toolCall } from "./wire.mjs";

const YES = '{"action":"accept","content":{"ok":true}}';

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

/** Sends all of it to one server. */
export async function sent(server) {
  for (const [what, wanted, request, headers] of [...READING, ...DECLARING]) {
    const { result } = await post(server.url, "peek", toolCall("peek", {}));
    const reply = await post(server.url, "peek", request(result.requestState), headers);
    hold(what, said(reply), wanted, server);
  }
  await smuggled(server);
}
