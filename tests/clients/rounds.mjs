// A client that never stops: 200 requests of one call, refused from the ninth on, wherever they land.

import { check } from "../demo/transcript.mjs";
import { post, toolCall } from "./wire.mjs";

const TURNS = 200;
const WANTED = { asked: 8, refused: TURNS - 8, first: 9 };
const ANSWER = JSON.stringify({ more: { action: "accept", content: { ok: true } } });

/** Each request goes to the next server, with the newest state that was given out. */
async function insist(servers, name, args) {
  const seen = { asked: 0, refused: 0, first: undefined };
  let state;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const retry = state === undefined ? {} : { requestState: JSON.stringify(state), inputResponses: ANSWER };
    const { result } = await post(servers[turn % servers.length].url, name, toolCall(name, args, retry));
    if (result?.resultType === "input_required") seen.asked += 1;
    else if (result?.isError && result.content[0].text.includes("after 8 rounds")) {
      seen.refused += 1;
      seen.first ??= turn + 1;
    }
    state = result?.requestState ?? state;
  }
  return seen;
}

const WAIT = JSON.stringify({ resultType: "input_required", requestState: "wait" });

/** The tools that ask for ever: with the boundary's own state, with a state of their own each round, with a state alone. */
const TOOLS = [
  ["insatiable", {}],
  ["delete_report", { target: "q3.pdf" }],
  ["hand_built", { result: WAIT }],
];

/** Every path and every tool. */
export async function rounds({ node, node2, python, python2 }) {
  const paths = [
    ["Node, one instance", [node]],
    ["Node, two instances", [node, node2]],
    ["Python, one instance", [python]],
    ["Python, two instances", [python, python2]],
    ["Node and Python in turn", [node, python, node2, python2]],
  ];
  for (const [path, servers] of paths) check(`${path}: 200 requests`, await insist(servers, "insatiable", {}), WANTED);
  const [, all] = paths.at(-1);
  for (const [name, args] of TOOLS.slice(1))
    check(`${name}, in turn: 200 requests`, await insist(all, name, args), WANTED);
}
