// Tokens moved to where they do not belong: another tool, method, target, argument, principal, audience, purpose, round,
// service or format. Each is refused over HTTP before the handler runs, by mrtr in Node and in Python; each is shown to
// pass where it belongs first.

import { endAll } from "../demo/processes.mjs";
import { table } from "../demo/transcript.mjs";
import { entered, FROZEN, post, startServers } from "./fleet.mjs";

const OTHER_KEY = "the key of quite another service ...";
const TOOL = { name: "close_account", arguments: { account: "acme" } };
const PROMPT = TOOL;
const RESOURCE = { uri: "account://acme" };
const PASSES = "passes";

/** One service in the variants that a token may be moved between. */
function instances(format) {
  return {
    [`${format}`]: { format, audience: "accounts" },
    [`${format}, another audience`]: { format, audience: "admin" },
    [`${format}, no audience`]: { format, name: "unnamed" },
    [`${format}, one round`]: { format, audience: "accounts", maxRounds: 1 },
    [`${format}, another key`]: { format, audience: "accounts", key: OTHER_KEY },
  };
}

const faults = [];

/** What asks: the token of the result. */
async function begin(server, method, params, user, retry = {}) {
  const { result, error } = await post(server, method, { ...params, ...retry }, user);
  if (result?.resultType !== "input_required") throw new Error(`${server.label}: ${JSON.stringify(error ?? result)}`);
  return result.requestState;
}

/** What a tool says; undefined where there is no such tool. */
async function said(server, name, args, user) {
  const { result } = await post(server, "tools/call", { name, arguments: args }, user);
  return result === undefined || result.isError ? undefined : result.content[0].text;
}

/** Sends a token as requestState, and tells what came of it: whether it passed, or why it was refused. */
function echo(server, method, params, user = "ada") {
  return async (token) => {
    const before = await entered(server);
    const { result, error } = await post(server, method, { ...params, requestState: token }, user ?? undefined);
    const runs = (await entered(server)) - before;
    if (result?.resultType === "input_required" && runs === 1) return PASSES;
    if (JSON.stringify(error) === JSON.stringify(FROZEN) && runs === 0) return server.refused();
    return `entered ${runs}: ${JSON.stringify(error ?? result).slice(0, 120)}`;
  };
}

/** Hands a token to a tool that opens what widgets or pages carry. */
function open(server, tool, user = "ada") {
  return async (token) => {
    const payload = await said(server, tool, { token }, user);
    await entered(server);
    return payload === undefined ? server.refused() : PASSES;
  };
}

/** The moves: a token, where it belongs, where it is sent, and the reason that the log must give. */
async function moves(fleet, format, otherFormat) {
  const at = (variant) => fleet[variant === undefined ? format : `${format}, ${variant}`];
  const home = at();
  const tool = (changes, server = home, user = "ada") => echo(server, "tools/call", { ...TOOL, ...changes }, user);
  const prompt = (changes) => echo(home, "prompts/get", { ...PROMPT, ...changes });
  const resource = (changes) => echo(home, "resources/read", { ...RESOURCE, ...changes });
  const from = (variant) => begin(at(variant), "tools/call", TOOL, "ada");

  const token = await from();
  const nobodys = await begin(home, "tools/call", TOOL);
  const prompts = await begin(home, "prompts/get", PROMPT, "ada");
  const resources = await begin(home, "resources/read", RESOURCE, "ada");
  const second = await begin(home, "tools/call", TOOL, "ada", { requestState: token });
  const widgets = await said(home, "board", {}, "ada");
  const pages = await said(home, "page", {}, "ada");
  const admins = await from("another audience");
  const unnameds = await from("no audience");
  const strangers = await from("another key");
  const key = format === "signed" ? "mac" : "unknown_key";
  const other = { arguments: { account: "other" } };

  return [
    ["a tool's token, to another tool", token, tool(), tool({ name: "close_other" }), "operation"],
    ["a tool's, to the prompt of its name", token, tool(), prompt(), "operation"],
    ["a tool's, to a resource", token, tool(), resource(), "operation"],
    ["a prompt's, to the tool of its name", prompts, prompt(), tool(), "operation"],
    ["a resource's, to another resource", resources, resource(), resource({ uri: "account://other" }), "operation"],
    ["a resource's, to a tool", resources, resource(), tool(), "operation"],
    ["a tool's, to another argument", token, tool(), tool(other), "arguments"],
    [
      "a tool's, to one argument more",
      token,
      tool(),
      tool({ arguments: { account: "acme", force: true } }),
      "arguments",
    ],
    ["a tool's, to no arguments", token, tool(), tool({ arguments: undefined }), "arguments"],
    ["a prompt's, to another argument", prompts, prompt(), prompt(other), "arguments"],
    ["to another caller", token, tool(), tool({}, home, "eve"), "principal"],
    ["to nobody", token, tool(), tool({}, home, null), "principal"],
    ["nobody's, to a caller", nobodys, tool({}, home, null), tool(), "principal"],
    ["to another audience", token, tool(), tool({}, at("another audience")), "audience"],
    ["from another audience", admins, tool({}, at("another audience")), tool(), "audience"],
    ["to a service without that audience", token, tool(), tool({}, at("no audience")), "audience"],
    ["from a service without that audience", unnameds, tool({}, at("no audience")), tool(), "audience"],
    ["to a service with another key", token, tool(), tool({}, at("another key")), key],
    ["from a service with another key", strangers, tool({}, at("another key")), tool(), key],
    ["to a service with another format", token, tool(), tool({}, fleet[otherFormat]), "malformed"],
    ["a second round's, to where one is all", second, tool(), tool({}, at("one round")), "rounds"],
    ["a requestState, to a widget", token, tool(), open(home, "read_board"), "purpose"],
    ["a widget's, as requestState", widgets, open(home, "read_board"), tool(), "purpose"],
    ["a widget's, to another caller", widgets, open(home, "read_board"), open(home, "read_board", "eve"), "principal"],
    ["a requestState, to a page", token, tool(), open(home, "read_page"), "purpose"],
    ["a page's, as requestState", pages, open(home, "read_page"), tool(), "purpose"],
    ["a page's, to a widget", pages, open(home, "read_page"), open(home, "read_board"), "purpose"],
  ];
}

/** The verdicts on all moves of one server's tokens. */
async function judge(language, fleet, format, otherFormat) {
  const column = [];
  for (const [what, token, belongs, moved, wanted] of await moves(fleet, format, otherFormat)) {
    const positive = await belongs(token);
    const verdict = await moved(token);
    if (positive !== PASSES) faults.push(`${language} ${format}, ${what}, where it belongs: ${positive}`);
    if (verdict !== wanted) faults.push(`${language} ${format}, ${what}: ${verdict}, not ${wanted}`);
    column.push([what, verdict]);
  }
  return column;
}

async function main() {
  const configs = { ...instances("signed"), ...instances("encrypted") };
  const languages = ["Node", "Python"];
  const fleets = await Promise.all(languages.map((language) => startServers(language, "ours", configs)));
  const columns = [];
  const heads = [];
  for (const [at, language] of languages.entries()) {
    for (const [format, otherFormat] of [
      ["signed", "encrypted"],
      ["encrypted", "signed"],
    ]) {
      heads.push(`${language} ${format}`);
      columns.push(await judge(language, fleets[at], format, otherFormat));
    }
  }
  const rows = columns[0].map(([what], row) => [what, ...columns.map((column) => column[row][1])]);
  table(["token moved", ...heads], rows);
  for (const line of faults) console.log(`differs: ${line}`);
  const refused = rows.length * columns.length;
  console.log(
    `\nmoves: ${refused} moved tokens refused, as requestState before the handler, each let through where it belongs first`,
  );
  return faults.length === 0 && refused === MOVES;
}

/** 27 moves, two formats, two languages. */
const MOVES = 108;

let passed = false;
try {
  passed = await main();
} catch (error) {
  console.error(error);
} finally {
  await endAll();
}
process.exit(passed ? 0 : 1);
