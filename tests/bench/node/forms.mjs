// Forms: checked and answered, ours beside the SDK, zod and ajv.

import { readFileSync } from "node:fs";
import * as sdk from "@modelcontextprotocol/server";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";

const read = (name) => JSON.parse(readFileSync(new URL(`../data/${name}.txt`, import.meta.url), "utf8"));
const ten = read("ten-fields");
const five = read("five-fields");
const answer = read("answer");

/** An ajv that reports every fault, as we do. */
const ajv = () => addFormats(new Ajv2020({ allErrors: true }));

/** An answer read with a zod schema: ours, and the SDK's reader. */
export function reading(mrtr) {
  const schema = z.object({ ok: z.boolean(), reason: z.string().max(200).optional() });
  const responses = { confirm: { action: "accept", content: { ok: true, reason: "asked for" } } };
  const works = [mrtr.acceptedContent, sdk.acceptedContent].map((read) => () => read(responses, "confirm", schema));
  if (!works.every((work) => work().ok)) throw new Error("not accepted");
  return { subject: "acceptedContent with zod", works };
}

/** A form checked before it is sent. The peers check less: the SDK its own types, ajv that it is a JSON Schema at all. */
export async function checking(Form) {
  const question = { message: "Who are you?", requestedSchema: ten };
  const types = sdk.specTypeSchemas.ElicitRequestFormParams["~standard"];
  const general = ajv();
  const { value, issues } = await types.validate(question);
  if (value === undefined || issues !== undefined || !general.validateSchema(ten)) throw new Error("not a form");
  const works = [() => Form.parse(ten), () => types.validate(question), () => general.validateSchema(ten)];
  return [{ subject: "form of ten fields", works }];
}

/** Five fields, held against a form that is met for the first time, and against one that is kept. */
export function accepting(Form) {
  const form = Form.parse(five);
  const validate = ajv().compile(five);
  const model = z.object({
    name: z.string().min(1).max(80),
    email: z.email(),
    age: z.int().min(18).max(120),
    plan: z.enum(["free", "pro", "team"]).optional(),
    newsletter: z.boolean().optional(),
  });
  const fits = form.accept(answer).outcome === "accepted" && validate(answer) && model.safeParse(answer).success;
  const wrong = { ...answer, age: 17 };
  const refuses = form.accept(wrong).outcome === "invalid" && !validate(wrong) && !model.safeParse(wrong).success;
  if (!fits || !refuses) throw new Error("the forms do not mean the same");
  const once = ajv();
  const compiled = () => {
    // Another object each time, or ajv finds what it has compiled before.
    const schema = { ...five };
    const fits = once.compile(schema)(answer);
    once.removeSchema(schema);
    return fits;
  };
  if (!compiled()) throw new Error("not accepted");
  return [
    { subject: "accept of five fields, the form new", works: [() => Form.parse(five).accept(answer), compiled] },
    {
      subject: "accept of five fields",
      works: [() => form.accept(answer), () => validate(answer), () => model.safeParse(answer)],
    },
  ];
}
