/**
 * Runs `tests/vectors/answers.json`: what clients send as answers, and what each reader makes of it.
 *
 * Prints one line, `node: 183 answer cases, 183 as wanted`, and fails when it is another one.
 */

import {
  acceptedContent,
  Boundary,
  confirmed,
  type FormInput,
  type InputResponses,
  inputResponse,
  type JsonSchema,
  Refusal,
  Round,
  readAnswer,
} from "mrtr";
import { differs, isMain, load, report, Tally } from "./cases.js";
import { KEY } from "./support.js";

interface Question {
  readonly method: string;
  readonly params?: { readonly requestedSchema?: JsonSchema };
}
interface Case {
  readonly id: string;
  readonly asked?: Record<string, string>;
  readonly responses: string;
  readonly fill?: { readonly unit: string; readonly times: number };
  readonly key: string;
  readonly schema?: string;
  readonly refused?: number;
  readonly outcome?: string;
  readonly content?: string;
  readonly issues?: string[];
  readonly acceptedContent?: string | null;
  readonly view?: string;
  readonly field?: string;
  readonly confirmed?: boolean;
}

const CASES = 183;
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Runs the file. */
export function run(): Tally {
  const { questions, cases } = load<{ questions: Record<string, Question>; cases: Case[] }>("vectors/answers.json");
  const tally = new Tally();
  for (const one of cases) tally.judge("answers", one.id, faultOf(one, questions));
  return tally;
}

/** Did every case run, and come out as wanted? */
export function complete(tally: Tally): boolean {
  return tally.cases === CASES && tally.asWanted === CASES;
}

function faultOf(one: Case, questions: Record<string, Question>): string | undefined {
  const sent = filled(one, one.responses) as string;
  const schema = one.schema === undefined ? undefined : questions[one.schema]?.params?.requestedSchema;
  if (one.asked === undefined) return read(one, JSON.parse(sent) as InputResponses, schema);
  const boundary = new Boundary({ key: KEY });
  // As text, since a question's key may be __proto__.
  const asked = Object.entries(one.asked).map(
    ([key, name]) => `${JSON.stringify(key)}:${JSON.stringify(questions[name])}`,
  );
  const inputRequests = JSON.parse(`{${asked.join(",")}}`) as object;
  const left = enter(boundary, '{"name":"t"}').leave({ resultType: "input_required", inputRequests });
  if (left instanceof Refusal) throw new Error(left.message);
  const { requestState } = left as unknown as { requestState: string };
  const params = `{"name":"t","requestState":${JSON.stringify(requestState)},"inputResponses":${sent}}`;
  if (one.refused !== undefined) {
    const refusal = boundary.enter({ method: "tools/call", params, capabilities });
    return refusal instanceof Refusal ? differs("refused", refusal.error.code, one.refused) : "let in";
  }
  return read(one, enter(boundary, params).responses, schema);
}

function enter(boundary: Boundary, params: string): Round {
  const round = boundary.enter({ method: "tools/call", params, capabilities });
  if (!(round instanceof Round)) throw new Error(round.message);
  return round;
}

function read(one: Case, responses: InputResponses, schema: JsonSchema | undefined): string | undefined {
  const { key, field } = one;
  const answer = readAnswer(responses, key, schema as FormInput);
  const issues =
    answer.outcome === "invalid" ? answer.issues.map(({ pointer, code }) => `${pointer} ${code}`) : undefined;
  const content = answer.outcome === "accepted" ? answer.content : undefined;
  return (
    differs("outcome", answer.outcome, one.outcome) ??
    differs("issues", issues, one.issues) ??
    differs("content", content, parsed(one, one.content)) ??
    differs(
      "accepted content",
      acceptedContent(responses, key, schema as FormInput),
      parsed(one, one.acceptedContent),
    ) ??
    differs("view", inputResponse(responses, key), parsed(one, one.view)) ??
    (one.confirmed === undefined
      ? undefined
      : differs("confirmed", confirmed(responses, key, schema as FormInput, field), one.confirmed))
  );
}

/** What an expected text stands for; null is nothing. */
function parsed(one: Case, text: string | null | undefined): unknown {
  return typeof text === "string" ? JSON.parse(filled(one, text)) : undefined;
}

/** A text of the case, with what stands for many of the same. */
function filled({ fill }: Case, text: string): string {
  if (fill === undefined) return text;
  const units = Array.from({ length: fill.times }, (_, at) => fill.unit.replaceAll("#", String(at)));
  return text.replace("@", () => units.join(""));
}

if (isMain(import.meta.url)) {
  const tally = run();
  report(tally, "answer", complete(tally));
}
