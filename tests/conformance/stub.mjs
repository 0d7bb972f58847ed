// Servers that get everything wrong, so that a run that passes them is known to be worth nothing.
// `node stub.mjs errs` answers every request with an error, `node stub.mjs asks` asks again whatever is answered.

import { createServer } from "node:http";

const ERROR = { code: -32602, message: "No" };
const ASKED = {
  resultType: "input_required",
  inputRequests: {
    user_name: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "What is your name?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    },
  },
  requestState: "state",
};
const ANSWERS = {
  errs: () => ({ error: ERROR }),
  asks: ({ method }) => (/^(tools\/call|prompts\/get)$/.test(method) ? { result: ASKED } : { error: ERROR }),
};

const answer = ANSWERS[process.argv[2]];
const http = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const message = JSON.parse(Buffer.concat(chunks).toString() || "{}");
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, ...answer(message) }));
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
