/** The conversion cases of zod, written out as the code that emits them; for any zod 4. */

import type { z as newest } from "zod";

type Zod = typeof newest;

const Color = { RED: "red", BLUE: "blue" } as const;
const Num = { A: 0, B: 1, 0: "A", 1: "B" } as const;

/** Each row makes its schema when asked: an older zod lacks some functions. */
export function zodRows(z: Zod): Record<string, () => newest.ZodType> {
  const f = (schema: newest.ZodType) => z.object({ f: schema });
  const letters = () => z.enum(["a", "b"]);
  const literals = () => z.union([z.literal("a"), z.literal("b")]);
  const titled = () => z.union([z.literal("a").meta({ title: "A" }), z.literal("b").meta({ title: "B" })]);
  const decode = (text: string) => new Date(text);
  const encode = (date: Date) => date.toISOString();
  return {
    "zod.string": () => f(z.string()),
    "zod.string.length": () => f(z.string().length(5)),
    "zod.string.nonempty": () => f(z.string().nonempty()),
    "zod.string.meta-examples": () => f(z.string().meta({ examples: ["a"], deprecated: true })),
    "zod.string.describe": () => f(z.string().describe("d")),
    "zod.string.optional": () => f(z.string().optional()),
    "zod.string.nullable": () => f(z.string().nullable()),
    "zod.string.prefault": () => f(z.string().prefault("x")),
    "zod.string.catch": () => f(z.string().catch("x")),
    "zod.string.trim": () => f(z.string().trim().min(1)),
    "zod.string.regex": () => f(z.string().regex(/^[a-z]+$/)),
    "zod.string.startsWith": () => f(z.string().startsWith("a")),
    "zod.string.refine": () => f(z.string().refine(() => true)),
    "zod.email": () => f(z.email()),
    "zod.email.html5": () => f(z.email({ pattern: z.regexes.html5Email })),
    "zod.email.legacy-chain": () => f(z.string().email()),
    "zod.url": () => f(z.url()),
    "zod.httpUrl": () => f(z.httpUrl()),
    "zod.iso.date": () => f(z.iso.date()),
    "zod.iso.datetime": () => f(z.iso.datetime()),
    "zod.iso.datetime.offset": () => f(z.iso.datetime({ offset: true })),
    "zod.iso.datetime.local": () => f(z.iso.datetime({ local: true })),
    "zod.iso.time": () => f(z.iso.time()),
    "zod.uuid": () => f(z.uuid()),
    "zod.number": () => f(z.number()),
    "zod.number.multipleOf": () => f(z.number().multipleOf(0.5)),
    "zod.int.min-max": () => f(z.int().min(18).max(120)),
    "zod.int.positive": () => f(z.int().positive()),
    "zod.int32": () => f(z.int32()),
    "zod.coerce.number": () => f(z.coerce.number()),
    "zod.boolean.default": () => f(z.boolean().default(false)),
    "zod.stringbool": () => f(z.stringbool()),
    "zod.literal.string": () => f(z.literal("a")),
    "zod.literal.true": () => f(z.literal(true)),
    "zod.literal.number": () => f(z.literal(1)),
    "zod.enum": () => f(letters()),
    "zod.enum.native": () => f(z.enum(Color)),
    "zod.enum.native-number": () => f(z.enum(Num)),
    "zod.union.literals": () => f(literals()),
    "zod.union.titled": () => f(titled()),
    "zod.union.mixed": () => f(z.union([z.string(), z.number()])),
    "zod.array.enum": () => f(z.array(letters())),
    "zod.array.titled": () => f(z.array(titled())),
    "zod.array.string": () => f(z.array(z.string())),
    "zod.object": () => f(z.object({ a: z.string() })),
    "zod.record": () => f(z.record(z.string(), z.string())),
    "zod.null": () => f(z.null()),
    "zod.readonly": () => f(z.string().readonly()),
    "zod.brand": () => f(z.string().brand("B")),
    "zod.pipe": () => f(z.string().pipe(z.email())),
    "zod.codec": () => f(z.codec(z.iso.datetime(), z.date(), { decode, encode })),
    "zod.root.object": () => z.object({ f: z.string() }),
    "zod.root.strict": () => z.strictObject({ f: z.string() }),
    "zod.root.catchall": () => z.object({ f: z.string() }).catchall(z.string()),
    "zod.root.meta": () => z.object({ f: z.string() }).meta({ title: "T", description: "D", id: "X" }),
    "zod.root.shared-enum-id": () => {
      const shared = letters().meta({ id: "E" });
      return z.object({ f: shared, g: shared });
    },
    "zod.root.partial": () => z.object({ f: z.string() }).partial(),
    "zod.root.fromJSONSchema": () =>
      z.fromJSONSchema({ type: "object", properties: { f: { type: "string" } }, required: ["f"] }),
  };
}

/** The questions that are asked from pydantic and schemars, too. */
export function zodQuestions(z: Zod): Record<string, newest.ZodType> {
  const f = (schema: newest.ZodType) => z.object({ f: schema });
  const titled = [z.literal("s").meta({ title: "Small" }), z.literal("m").meta({ title: "Medium" })] as const;
  return {
    confirm: f(z.boolean()),
    text: f(z.string().min(1).max(80)),
    "text.optional": f(z.string().optional()),
    "text.default": f(z.string().default("x")),
    email: f(z.email()),
    uri: f(z.url()),
    date: f(z.iso.date()),
    "date-time": f(z.iso.datetime({ offset: true })),
    "integer.range": f(z.int().min(18).max(120)),
    "integer.positive": f(z.int().positive()),
    "number.range": f(z.number().min(0).max(1)),
    "choice.literal": f(z.enum(["s", "m"])),
    "choice.enum": f(z.enum(Color)),
    "choice.enum.optional": f(z.enum(Color).optional()),
    "choice.titled": f(z.union(titled)),
    multiple: f(z.array(z.enum(Color)).min(1).max(2)),
    "multiple.set": f(z.array(z.enum(["s", "m"])).default([])),
    several: z.object({
      age: z.int().gt(17).optional(),
      news: z.boolean().default(false),
      name: z.string().nonempty(),
      color: z.enum(Color).meta({ title: "Which colour?" }),
    }),
  };
}
