// The tools that the official suite calls, as a server on mrtr in Node. Prints its address.

import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { z } from "zod";
import { createMcpFetchHandler, inputRequired, McpServer, readAnswer } from "../../bindings-node/dist/server/index.js";

const text = (name) => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const NAME = text("name");
const COLOR = text("color");
const CONTEXT = text("context");
const CONFIRMATION = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
const USER = {
  type: "object",
  properties: {
    username: { type: "string", description: "User's response" },
    email: { type: "string", description: "User's email address" },
  },
  required: ["username", "email"],
};
const DEFAULTS = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
  required: [],
};
const titled = (key, values) => ({ [key]: values.map(([value, title]) => ({ const: value, title })) });
const OPTIONS = ["option1", "option2", "option3"];
const ENUMS = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: OPTIONS },
    titledSingle: {
      type: "string",
      ...titled("oneOf", [
        ["value1", "First Option"],
        ["value2", "Second Option"],
      ]),
    },
    legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option One", "Option Two"] },
    untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
    titledMulti: {
      type: "array",
      items: titled("anyOf", [
        ["value1", "First Choice"],
        ["value2", "Second Choice"],
      ]),
    },
  },
  required: [],
};

const form = (message, requestedSchema) => inputRequired.elicit({ message, requestedSchema });
const sample = (prompt) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens: 100,
  });

/** What was answered under each key, once all of it is there. */
function answers(ctx, schemas) {
  const found = Object.entries(schemas).map(([key, schema]) => [
    key,
    readAnswer(ctx.mcpReq.inputResponses, key, ...(schema ? [schema] : [])),
  ]);
  return found.every(([, answer]) => answer.outcome === "accepted") ? Object.fromEntries(found) : undefined;
}

const server = new McpServer(
  { name: "conformance", version: "1.0.0" },
  // The suite answers in its first round, without a state.
  { state: { key: process.env.STATE_KEY }, answersWithoutState: "read" },
);

/** A tool that asks until everything is answered. */
function asks(name, schemas, questions, complete, config = {}) {
  server.registerTool({ name, description: "For the conformance suite", ...config }, async (args, ctx) => {
    const given = answers(ctx, schemas);
    if (given !== undefined) return { content: complete(given, ctx) };
    return inputRequired({
      inputRequests: questions(args),
      requestState: await ctx.state.sealRequestState({ asked: Object.keys(schemas) }),
    });
  });
}

const PREFIX = "test_input_required_result";
asks(
  `${PREFIX}_elicitation`,
  { user_name: NAME },
  () => ({ user_name: form("What is your name?", NAME) }),
  ({ user_name }) => `Hello, ${user_name.value.name}!`,
);
asks(
  `${PREFIX}_sampling`,
  { capital_question: undefined },
  () => ({ capital_question: sample("What is the capital of France?") }),
  () => "Answered.",
);
asks(
  `${PREFIX}_list_roots`,
  { client_roots: undefined },
  () => ({ client_roots: inputRequired.listRoots() }),
  () => "Listed.",
);
asks(
  `${PREFIX}_request_state`,
  { confirm: CONFIRMATION },
  () => ({ confirm: form("Please confirm", CONFIRMATION) }),
  (_, ctx) => (ctx.state.requestState()?.asked[0] === "confirm" ? "state-ok" : "state-missing"),
);
asks(
  `${PREFIX}_multiple_inputs`,
  { user_name: NAME, greeting: undefined, client_roots: undefined },
  () => ({
    user_name: form("What is your name?", NAME),
    greeting: sample("Generate a greeting"),
    client_roots: inputRequired.listRoots(),
  }),
  ({ user_name }) => `All three, ${user_name.value.name}.`,
);
asks(
  `${PREFIX}_tampered_state`,
  { confirm: CONFIRMATION },
  () => ({ confirm: form("Please confirm", CONFIRMATION) }),
  () => "Confirmed.",
);

server.registerTool({ name: `${PREFIX}_multi_round`, description: "Two rounds of questions" }, async (_, ctx) => {
  const { name } = ctx.state.requestState() ?? {};
  if (name !== undefined) {
    const color = readAnswer(ctx.mcpReq.inputResponses, "step2", COLOR);
    if (color.outcome === "accepted") return { content: `${name} likes ${color.value.color}.` };
  }
  const first = readAnswer(ctx.mcpReq.inputResponses, "step1", NAME);
  const known = name ?? (first.outcome === "accepted" ? first.value.name : undefined);
  return inputRequired({
    inputRequests:
      known === undefined
        ? { step1: form("Step 1: What is your name?", NAME) }
        : { step2: form("Step 2: What is your favorite color?", COLOR) },
    requestState: await ctx.state.sealRequestState(known === undefined ? {} : { name: known }),
  });
});

server.registerTool({ name: `${PREFIX}_capabilities`, description: "Asks what may be asked" }, async (_, ctx) =>
  inputRequired({
    inputRequests: {
      ...(ctx.mayAsk("form") && { user_name: form("What is your name?", NAME) }),
      ...(ctx.mayAsk("sampling") && { greeting: sample("Generate a greeting") }),
    },
    requestState: await ctx.state.sealRequestState({}),
  }),
);

server.registerPrompt(`${PREFIX}_prompt`, { description: "A prompt that asks" }, (ctx) => {
  const context = readAnswer(ctx.mcpReq.inputResponses, "user_context", CONTEXT);
  if (context.outcome !== "accepted") {
    return inputRequired({ inputRequests: { user_context: form("What context should the prompt use?", CONTEXT) } });
  }
  return { messages: [{ role: "user", content: { type: "text", text: `Use this: ${context.value.context}` } }] };
});

// What the suite has for clients of 2025: the same kind of handler, asked through the SDK's shim.
function elicits(name, schema, message, config) {
  const said = (answer) => `Elicitation completed: action=accept, content=${JSON.stringify(answer.content)}`;
  asks(
    name,
    { asked: schema },
    (args) => ({ asked: form(message(args), schema) }),
    ({ asked }) => said(asked),
    config,
  );
}
elicits("test_elicitation", USER, ({ message }) => message, { inputSchema: z.object({ message: z.string() }) });
elicits("test_elicitation_sep1034_defaults", DEFAULTS, () => "Please review the defaults");
elicits("test_elicitation_sep1330_enums", ENUMS, () => "Please choose");

const http = createServer(toNodeHandler(createMcpFetchHandler(server, { legacy: process.env.LEGACY ?? "reject" })));
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
