// The official client with a user behind it, who answers one dialogue: by itself (the client drives all the rounds), or
// round by round, each on the next of several servers.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Has the whole dialogue on one server: what was asked and answered, and the text it ended with. */
export async function converse(server, dialogue) {
  const user = new User(dialogue);
  const client = await user.connect(server);
  try {
    return user.ended(await client[user.call.method](user.call.params));
  } finally {
    await client.close();
  }
}

/** Has it one round at a time, going from server to server. */
export async function hop(servers, dialogue) {
  const user = new User(dialogue);
  const clients = await Promise.all(servers.map((server) => user.connect(server)));
  try {
    const { method, params } = user.call;
    let retry = {};
    for (let round = 0; round <= dialogue.answers.length; round += 1) {
      const client = clients[round % clients.length];
      const result = await client[method]({ ...params, ...retry }, { allowInputRequired: true });
      if (result.resultType !== "input_required") return user.ended(result);
      const inputResponses = {};
      for (const [key, question] of Object.entries(result.inputRequests))
        inputResponses[key] = await user.answer(question);
      retry = { requestState: result.requestState, inputResponses };
    }
    throw new Error("the server asked once more than the dialogue has answers");
  } finally {
    for (const client of clients) await client.close();
  }
}

class User {
  #dialogue;
  #said = [];

  constructor(dialogue) {
    this.#dialogue = dialogue;
  }

  get call() {
    return this.#dialogue.call;
  }

  async connect(server) {
    const { without = [] } = this.#dialogue;
    const declared = Object.entries(CAPABILITIES).filter(([name]) => !without.includes(name));
    const client = new Client(
      { name: "demo", version: "1.0.0" },
      { capabilities: Object.fromEntries(declared), versionNegotiation: { mode: "auto" } },
    );
    for (const [method, capability] of [
      ["elicitation/create", "elicitation"],
      ["sampling/createMessage", "sampling"],
      ["roots/list", "roots"],
    ]) {
      if (without.includes(capability)) continue;
      client.setRequestHandler(method, (request) => this.answer({ method, params: request.params }));
    }
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    return client;
  }

  /** The next answer, to whatever is asked. */
  async answer({ method, params }) {
    const given = this.#dialogue.answers[this.#said.length];
    if (given === undefined) throw new Error("the server asked once more than the dialogue has answers");
    const { visit, says, ...answer } = given;
    this.#said.push({
      asked: askedOf(method, params),
      fields: Object.keys(params?.requestedSchema?.properties ?? {}),
      given,
    });
    if (visit) await press(params.url);
    if (says === undefined) return answer;
    return { role: "assistant", content: { type: "text", text: says }, model: "demo", stopReason: "endTurn" };
  }

  ended(result) {
    const [part] = result.content ?? result.contents ?? result.messages;
    return { said: this.#said, text: part.text ?? part.content.text };
  }
}

function askedOf(method, params) {
  if (method === "sampling/createMessage") return [params.messages].flat()[0].content.text;
  return method === "roots/list" ? method : params.message;
}

/** Opens the page, which must change nothing, and presses its button; a link with one character changed is none. */
async function press(url) {
  const statuses = [];
  const last = url.at(-1) === "A" ? "B" : "A";
  for (const [address, method] of [
    [url, "GET"],
    [`${url.slice(0, -1)}${last}`, "POST"],
    [url, "POST"],
  ]) {
    const response = await fetch(address, { method });
    await response.text();
    statuses.push(response.status);
  }
  if (statuses.join() !== "200,410,200") throw new Error(`the page answered ${statuses.join()}, not 200,410,200`);
}
