// Whole dialogues over HTTP that hop from server to server, with an official client that carries state and answers by
// hand: between mrtr and servers of the official SDKs that know nothing of mrtr, where they share a key; and mrtr's
// codecs in the place of the SDKs' own.

import { endAll } from "../demo/processes.mjs";
import { chapter, check, close, say, table } from "../demo/transcript.mjs";
import { connect, entered, FROZEN, leg, startServers } from "./fleet.mjs";

const ARGS = { account: "acme" };
const DONE = "Closed acme: no longer used";
const ANSWERS = {
  confirm: { action: "accept", content: { ok: true } },
  reason: { action: "accept", content: { reason: "no longer used" } },
};
const CHECKS = 64;

const clients = new Map();
let walked = 0;

/** The client of a server, for one user. */
async function client(server, user) {
  const key = `${server.url} ${user}`;
  if (!clients.has(key)) clients.set(key, await connect(server, user));
  return clients.get(key);
}

/** One dialogue: each round lands on the next server of the path. Tells what was asked on the way, and the end. */
async function dialogue(path, user, tool = "close_account") {
  let retry = {};
  const seen = [];
  for (const server of path) {
    const answer = await leg(await client(server, user), tool, ARGS, retry);
    seen.push(answer.asked ?? answer.text ?? `error ${answer.error.code}`);
    if (answer.requestState === undefined) break;
    retry = { requestState: answer.requestState, inputResponses: { [answer.asked]: ANSWERS[answer.asked] } };
  }
  return seen.join(" > ");
}

const ALL_THREE = `confirm > reason > ${DONE}`;

/** Every path of three rounds over the given servers. */
function paths(servers) {
  const list = Object.values(servers);
  return list.flatMap((one) => list.flatMap((two) => list.map((three) => [one, two, three])));
}

/** Runs all paths; shows how many of those with each number of hops ended as they should. */
async function fleet(what, servers, user, wanted = () => ALL_THREE) {
  const rows = [];
  let ended = 0;
  for (const path of paths(servers)) {
    const seen = await dialogue(path, user);
    const right = seen === wanted(path);
    if (right) ended += 1;
    else say(`${path.map((server) => server.label).join(" > ")}: ${seen}, not ${wanted(path)}`);
    walked += 1;
    rows.push([path.map((server) => server.label).join(" > "), seen]);
  }
  check(`${what}: paths of ${rows.length} that end as they should`, ended, rows.length);
  return rows;
}

/** A changed token, a token moved to another tool: refused, no handler entered. */
async function refused(server, token, what, tool = "close_account", user = "ada") {
  const before = await entered(server);
  const answer = await leg(await client(server, user), tool, ARGS, { requestState: token });
  check(what, answer.error ?? answer, FROZEN);
  check(`${what}: handlers entered`, (await entered(server)) - before, 0);
}

function changed(token) {
  const at = token.length >> 1;
  return token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
}

async function begin(server, user = "ada", tool = "close_account") {
  return (await leg(await client(server, user), tool, ARGS)).requestState;
}

/** What each path comes to where a handler on the TypeScript SDK reads its state without knowing the envelope of mrtr. */
function withoutReader(path) {
  let step = 0;
  return path
    .map((server, at) => {
      // mrtr's payload stands under `d` there: the handler finds nothing of its own and begins again.
      if (at > 0 && server.label.includes("as it comes") && !path[at - 1].label.includes("as it comes")) step = 0;
      step += 1;
      return ["confirm", "reason", DONE][step - 1];
    })
    .join(" > ");
}

async function main() {
  const encrypted = { format: "encrypted", open: ["encrypted"], foreign: ["python-sdk"] };
  const started = await Promise.all([
    startServers("Node", "ours", {
      "mrtr Node": encrypted,
      "mrtr Node signed": { foreign: ["typescript-sdk"] },
      "mrtr Node widgets": { foreign: ["ng-mcp-ui"] },
      "mrtr Node strict": {},
      "mrtr Node strict encrypted": { format: "encrypted" },
    }),
    startServers("Python", "ours", {
      "mrtr Python": encrypted,
      "mrtr Python signed": { foreign: ["typescript-sdk"] },
      "mrtr Python widgets": { foreign: ["ng-mcp-ui"] },
    }),
    startServers("Python", "plain", { "Python SDK": {}, "Python SDK with mrtr's codec": { codec: "mrtr" } }),
    startServers("Node", "plain", {
      "TypeScript SDK": { payload: "reader", bound: true },
      "TypeScript SDK unbound": { payload: "reader" },
      "TypeScript SDK as it comes": { payload: "bare", bound: true },
      "TypeScript SDK with envelope": { payload: "envelope", bound: true },
      "TypeScript SDK with mrtr's codec": { codec: "mrtr", payload: "bare", bound: true },
      "TypeScript SDK with mrtr's codec, encrypted": {
        codec: "mrtr",
        format: "encrypted",
        payload: "bare",
        bound: true,
      },
    }),
  ]);
  const servers = Object.assign({}, ...started);
  const pick = (...labels) => Object.fromEntries(labels.map((label) => [label, servers[label]]));

  chapter("1. Encrypted: mrtr in Node, mrtr in Python, and the Python SDK with RequestStateSecurity(keys=…)");
  const hops = await fleet("a named caller", pick("mrtr Node", "mrtr Python", "Python SDK"), "ada");
  table(
    ["path", "what the client saw"],
    hops.filter(([path]) => new Set(path.split(" > ")).size === 3),
  );
  await fleet("an anonymous caller", pick("mrtr Node", "mrtr Python", "Python SDK"), undefined);
  const python = servers["Python SDK"];
  for (const ours of [servers["mrtr Node"], servers["mrtr Python"]]) {
    await refused(ours, changed(await begin(python)), `the Python SDK's token, changed, at ${ours.label}`);
    await refused(ours, await begin(python), `the Python SDK's token at another tool of ${ours.label}`, "close_other");
    await refused(
      ours,
      await begin(python),
      `the Python SDK's token of another caller at ${ours.label}`,
      "close_account",
      "eve",
    );
    await refused(python, changed(await begin(ours)), `a token of ${ours.label}, changed, at the Python SDK`);
    await refused(
      python,
      await begin(ours),
      `a token of ${ours.label} at another tool of the Python SDK`,
      "close_other",
    );
    await refused(
      python,
      await begin(ours),
      `a token of ${ours.label} of another caller at the Python SDK`,
      "close_account",
      "eve",
    );
  }
  await refused(
    servers["mrtr Node strict encrypted"],
    await begin(python),
    "the Python SDK's token where foreign is not set",
  );
  check("the reason in the log", servers["mrtr Node strict encrypted"].refused(), "foreign");

  chapter("2. Signed: mrtr in Node, mrtr in Python, and the TypeScript SDK with createRequestStateCodec");
  const signed = ["mrtr Node signed", "mrtr Python signed"];
  await fleet("a handler that looks for its state under d, too", pick(...signed, "TypeScript SDK"), "ada");
  await fleet("the same for an anonymous caller", pick(...signed, "TypeScript SDK unbound"), undefined);
  const bare = await fleet(
    "a handler as it comes",
    pick("mrtr Node signed", "TypeScript SDK as it comes"),
    "ada",
    withoutReader,
  );
  table(["path", "what the client saw"], bare);
  say(
    "A plain handler gets what mrtr has signed, verified, but inside its envelope ({p, d, o, …}): it must look under d,",
  );
  say(
    "or it begins again. What a plain server signs is a payload alone: foreign: typescript-sdk lets it in for the same",
  );
  say(
    'caller, and any tool and argument; an envelope {p: "r", d, o: tool} of its own binds the tool (foreign: ng-mcp-ui).',
  );
  const typescript = servers["TypeScript SDK as it comes"];
  const ours = servers["mrtr Node signed"];
  const moved = await leg(await client(ours, "ada"), "close_other", ARGS, { requestState: await begin(typescript) });
  check("the TypeScript SDK's token names no tool, and passes at another", moved.asked, "confirm");
  await refused(
    ours,
    await begin(typescript),
    "the TypeScript SDK's token of another caller at mrtr Node",
    "close_account",
    "eve",
  );
  await refused(ours, changed(await begin(typescript)), "the TypeScript SDK's token, changed, at mrtr Node");
  await refused(typescript, changed(await begin(ours)), "mrtr Node's token, changed, at the TypeScript SDK");
  await refused(
    typescript,
    await begin(ours),
    "mrtr Node's token of another caller at the TypeScript SDK",
    "close_account",
    "eve",
  );
  await refused(
    servers["mrtr Node strict"],
    await begin(typescript),
    "the TypeScript SDK's token where foreign is not set",
  );
  check("the reason in the log", servers["mrtr Node strict"].refused(), "foreign");
  const widgets = ["mrtr Node widgets", "mrtr Python widgets"];
  await fleet("with the envelope on the plain server", pick(...widgets, "TypeScript SDK with envelope"), "ada");
  for (const label of widgets) {
    const token = await begin(servers["TypeScript SDK with envelope"]);
    await refused(servers[label], token, `that token at another tool of ${label}`, "close_other");
  }

  chapter("3. mrtr's codecs in the place of the SDKs' own");
  await fleet(
    "ServerOptions.requestState.verify",
    pick("TypeScript SDK as it comes", "TypeScript SDK with mrtr's codec"),
    "ada",
  );
  await fleet("the same, encrypted", pick("TypeScript SDK with mrtr's codec, encrypted"), "ada");
  await fleet("RequestStateSecurity(codec=…)", pick("Python SDK", "Python SDK with mrtr's codec"), "ada");
  for (const label of [
    "TypeScript SDK with mrtr's codec",
    "TypeScript SDK with mrtr's codec, encrypted",
    "Python SDK with mrtr's codec",
  ]) {
    await refused(servers[label], changed(await begin(servers[label])), `${label}: a changed token`);
    await refused(
      servers[label],
      await begin(servers[label]),
      `${label}: another caller's token`,
      "close_account",
      "eve",
    );
  }
  for (const client of clients.values()) await (await client).close();
}

let code = 1;
try {
  await main();
  code = close(CHECKS);
  console.log(`dialogues: ${walked} paths of three rounds walked, ${CHECKS} checks`);
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(code);
