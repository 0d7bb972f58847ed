// The official TypeScript client, answering a line of JSON with a line of JSON; client.py is the same in Python.
//
// `{op:"call", url, era, user, tool, args, answers}` lets the client do all of it: each question gets the next of
// `answers`, the last of them again and again. A question with a URL has the pages of `fetch` opened first, `$url` among
// them, and the call `meanwhile` made. `{op:"leg", …, retry}` makes one request, and leaves the answering to us.

import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const ERAS = {
  modern: { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  legacy: {},
};
const open = new Map();

/** One connection for each server, era and user; what it asks goes to the call that is being made. */
async function connected({ url, era = "modern", user }) {
  const name = JSON.stringify([url, era, user]);
  if (open.has(name)) return open.get(name);
  const client = new Client(
    { name: "official", version: "1.0.0" },
    { capabilities: { elicitation: { form: {}, url: {} } }, ...ERAS[era] },
  );
  const headers = user === undefined ? {} : { "x-user": user };
  const connection = { client, headers, answer: undefined };
  client.setRequestHandler("elicitation/create", (request) => connection.answer(request.params));
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  open.set(name, connection);
  return connection;
}

function outcomeOf(result) {
  if (result.resultType === "input_required") {
    const messages = Object.values(result.inputRequests ?? {}).map((request) => request.params?.message);
    return { asked: messages, requestState: result.requestState, inputRequests: result.inputRequests };
  }
  return { text: result.content[0].text, isError: result.isError === true };
}

async function attempt(body) {
  try {
    return await body();
  } catch (error) {
    return typeof error.code === "number"
      ? { error: { code: error.code, message: error.message, data: error.data } }
      : { failure: String(error) };
  }
}

async function call(connection, { tool, args, answers }) {
  const asked = [];
  const pages = [];
  connection.answer = async (params) => {
    const { fetch: visits = [], meanwhile, ...answer } = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(params.message);
    for (const visit of visits) {
      const { headers } = connection;
      pages.push((await fetch(visit === "$url" ? params.url : visit, { headers })).status);
    }
    if (meanwhile !== undefined) await connection.client.callTool({ name: meanwhile.tool, arguments: meanwhile.args });
    return answer;
  };
  const outcome = await attempt(async () =>
    outcomeOf(await connection.client.callTool({ name: tool, arguments: args ?? {} })),
  );
  return { asked, pages, ...outcome };
}

function leg({ client }, { tool, args, retry }) {
  return attempt(async () =>
    outcomeOf(await client.callTool({ name: tool, arguments: args ?? {}, ...retry }, { allowInputRequired: true })),
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  const connection = await connected(job);
  console.log(JSON.stringify(await (job.op === "call" ? call : leg)(connection, job)));
}
for (const { client } of open.values()) await client.close();
