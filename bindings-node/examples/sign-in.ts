/**
 * Sends its user to a page to sign in, and goes on once that is done. No form may ask for a secret, so a page has to.
 *
 *     STATE_KEY=$(openssl rand -hex 32) PORT=3000 node build/examples/sign-in.js
 *
 * The link carries a token that is good for this page alone, and for the call that asked. The page must know its user by
 * means of its own, such as the session of a login: the token tells which call is waiting, not who has opened the page.
 */

import express from "express";
import { createMcpExpressRouter, inputRequired, McpServer, readAnswer } from "mrtr/server";

const PORT = Number(process.env.PORT ?? 3000);
const TOOL = "next_appointment";

/** The flows whose user has signed in. In earnest a store that all instances share, with entries that lapse. */
const signedIn = new Set<string>();

const server = new McpServer({ name: "calendar", version: "1.0.0" }, { state: { key: process.env.STATE_KEY } });

server.registerTool({ name: TOOL, description: "Reads your calendar, once you have signed in." }, async (_, ctx) => {
  const answer = readAnswer(ctx.mcpReq.inputResponses, "sign_in");
  if (answer.outcome === "declined" || answer.outcome === "cancelled") {
    return { content: "Not signed in. Nothing was read." };
  }
  const { state } = ctx;
  if (state === undefined) throw new Error("the server has no key");
  // An accept says that the user went there; only the page knows whether they are through. So ask until it says so.
  if (signedIn.has(state.flowId)) return { content: "Your next appointment is tea at four." };
  const url = `http://127.0.0.1:${PORT}/sign-in/${await state.sealUrlCompletion({})}`;
  const message = answer.outcome === "accepted" ? "You have not signed in yet." : "Please sign in to your calendar.";
  return inputRequired({ inputRequests: { sign_in: inputRequired.elicitUrl({ message, url }) } });
});

const app = express().use("/mcp", createMcpExpressRouter(server));

// Opening a link must change nothing: what previews links opens them too.
app.get("/sign-in/:token", (_, response) => {
  response.send('<form method="post"><button>Sign in</button></form>');
});

app.post("/sign-in/:token", (request, response) => {
  try {
    const { flowId } = server.boundary.openUrlCompletion(request.params.token, { target: TOOL });
    signedIn.add(flowId);
    response.send("Signed in. You can close this page.");
  } catch {
    response.status(410).send("This link has expired.");
  }
});

app.listen(PORT, "127.0.0.1");
