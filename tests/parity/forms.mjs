// Cases about forms: requested schemas with contents, schemas as libraries emit them, answers, and texts of arguments.

const FORMATS = ["email", "uri", "date", "date-time"];

/** A requested schema that is right, or nearly so, as a value. */
export function schema(random, faults = 0.25) {
  const names = [...new Set(random.some(4, () => random.name()))];
  const properties = Object.fromEntries(names.map((name) => [name, property(random)]));
  const whole = { type: "object", properties };
  if (random.chance(0.6)) whole.required = names.filter(() => random.chance(0.5));
  if (random.chance(0.1)) whole.$schema = "https://json-schema.org/draft/2020-12/schema";
  return random.chance(faults) ? faulty(random, whole) : whole;
}

function property(random) {
  const one = random.pick([string, number, boolean, choice, choices])(random);
  if (random.chance(0.2)) one.title = random.text(2);
  if (random.chance(0.1)) one.description = random.text(3);
  if (random.chance(0.05))
    one[random.pick(["examples", "deprecated", "x-y", "$comment"])] = random.pick([[], true, "a"]);
  return one;
}

function string(random) {
  const one = { type: "string" };
  if (random.chance(0.3)) one.format = random.pick(FORMATS);
  if (random.chance(0.3)) one.minLength = random.below(4);
  if (random.chance(0.3)) one.maxLength = 2 + random.below(40);
  if (random.chance(0.2)) one.default = random.text(3);
  return one;
}

function number(random) {
  const one = { type: random.pick(["integer", "number"]) };
  if (random.chance(0.4)) one.minimum = random.pick([-40, 0, 1, 0.5, -1e300]);
  if (random.chance(0.4)) one.maximum = random.pick([2, 7, 99.5, 2 ** 53, 1e300]);
  if (random.chance(0.2)) one.default = random.number();
  return one;
}

function boolean(random) {
  return random.chance(0.3) ? { type: "boolean", default: random.chance(0.5) } : { type: "boolean" };
}

function consts(random) {
  return options(random).map((name) => ({ const: name, title: random.text(2) }));
}

function options(random) {
  return [...new Set(["a", ...random.some(3, () => random.text(2))])];
}

function choice(random) {
  const one = random.chance(0.5)
    ? { type: "string", enum: options(random) }
    : { type: "string", oneOf: consts(random) };
  if (random.chance(0.2)) one.default = "a";
  return one;
}

function choices(random) {
  const one = {
    type: "array",
    items: random.chance(0.5) ? { type: "string", enum: options(random) } : { anyOf: consts(random) },
  };
  if (random.chance(0.3)) one.minItems = random.below(2);
  if (random.chance(0.3)) one.maxItems = 1 + random.below(3);
  if (random.chance(0.2)) one.default = ["a"];
  return one;
}

/** The same with a fault somewhere. */
function faulty(random, whole) {
  const names = Object.keys(whole.properties);
  const one = names.length > 0 ? whole.properties[random.pick(names)] : whole;
  const [name, value] = random.pick([
    ["type", "strin"],
    ["minLength", -1],
    ["maxLength", 0.5],
    ["pattern", "^a$"],
    ["required", ["nothing"]],
    ["format", "uuid"],
    ["enum", []],
    ["default", null],
    ["minimum", "1"],
    ["title", 5],
    ["additionalProperties", false],
    ["const", "a"],
  ]);
  one[name] = value;
  if (random.chance(0.2)) whole.properties[random.pick(["password", "api_key", "__proto__", ""])] = { type: "string" };
  return whole;
}

/** A content that fits, or nearly so, as text. */
function content(random, form) {
  const given = {};
  for (const [name, one] of Object.entries(form.properties ?? {}))
    if (random.chance(0.85)) given[name] = value(random, one);
  if (random.chance(0.15)) given[random.name()] = random.json(1);
  const text = spelled(random, given);
  return random.chance(0.05) ? random.damaged(text) : text;
}

function value(random, one) {
  if (random.chance(0.06)) return random.json(1);
  const known = one.enum ?? one.oneOf?.map((option) => option.const);
  if (known?.length > 0) return random.pick(known);
  if (one.type === "boolean") return random.chance(0.5);
  if (one.type === "integer" || one.type === "number")
    return random.chance(0.7) ? random.pick([1, 2, 7, 0.5]) : random.number();
  if (one.type === "array") {
    const list = one.items?.enum ?? one.items?.anyOf?.map((option) => option.const) ?? ["a"];
    return random.some(3, () => random.pick(list));
  }
  if (one.format === "date") return random.pick(["2024-02-29", "2023-02-29", "0000-01-01"]);
  if (one.format === "date-time")
    return random.pick(["2024-02-29T23:59:60Z", "2024-02-29t01:00:00.5+01:00", "2024-02-29"]);
  if (one.format === "email") return random.pick(["a@b.example", '"a b"@localhost', "Ada <a@b.example>"]);
  if (one.format === "uri") return random.pick(["https://example.com/a?b#c", "urn:a:b", "http:// /", "a/b"]);
  return random.text();
}

/** JSON text with white space, escapes and numbers as people write them. */
export function spelled(random, given) {
  if (random.chance(0.6)) return JSON.stringify(given);
  const text = JSON.stringify(given, null, random.pick([0, 1, "\t"]));
  return text.replace(/(?<=[:[,]\s?)\d+(?=[,}\]])/g, (digits) =>
    random.pick([digits, `${digits}.0`, `${digits}e0`, `${digits}0E-1`]),
  );
}

/** A requested schema and contents. */
export function requested(random) {
  const form = schema(random);
  const text = spelled(random, form);
  return {
    op: "form",
    schema: random.chance(0.04) ? random.damaged(text) : text,
    ...(random.chance(0.2) && { options: { nullAsAbsent: random.chance(0.5), allowSensitive: ["password"] } }),
    contents: Array.from({ length: 2 }, () => content(random, form)),
  };
}

/** What a library may emit for a class or a schema of its own. */
export function native(random) {
  const form = schema(random, 0.1);
  for (const [name, one] of Object.entries(form.properties)) {
    if (random.chance(0.5)) form.properties[name] = emitted(random, one, form, name);
  }
  if (random.chance(0.4)) form.title = "Model";
  if (random.chance(0.4)) form.additionalProperties = random.pick([false, true, {}, { type: "string" }]);
  return { op: "form", options: { normalise: true }, schema: JSON.stringify(form), contents: [content(random, form)] };
}

function emitted(random, one, form, name) {
  return random.pick([
    () => ({ anyOf: [one, { type: "null" }], default: null }),
    () => ({ ...one, type: [one.type, "null"] }),
    () => {
      form.$defs = { ...form.$defs, [name]: one };
      return { $ref: `#/$defs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
    },
    () => ({ allOf: [one], title: "T" }),
    () => ({ const: "a" }),
    () => ({ anyOf: [{ const: "a" }, { const: "b", title: "B" }] }),
    () => ({ enum: ["a", "b", null] }),
    () => ({ type: "integer", exclusiveMinimum: 0, format: "int32", maximum: 9007199254740991 }),
    () => ({ type: "array", items: { oneOf: [{ const: "a", title: "A" }] }, uniqueItems: true }),
    () => ({ $ref: random.pick(["#/$defs/none", "#", "https://example.com/x"]) }),
    () => ({ ...one, pattern: "^a$" }),
    () => ({ type: "object", properties: {} }),
  ])();
}

/** Answers by themselves, and readers of them. */
export function responses(random) {
  const forms = Array.from({ length: 2 }, () => schema(random, 0));
  const keys = ["q", "constructor"];
  const entries = Object.fromEntries(keys.map((key, at) => [key, reply(random, forms[at])]));
  const reads = keys.flatMap((key, at) => [
    { key, schema: JSON.stringify(forms[at]) },
    { key, field: "ok" },
  ]);
  return { op: "answers", responses: JSON.stringify(entries), reads: [...reads, { key: "none" }] };
}

/** An answer to a form, or something else. */
export function reply(random, form) {
  const fitting = () => JSON.parse(JSON.stringify(parsed(content(random, form))));
  return random.pick([
    () => ({ action: "accept", content: fitting() }),
    () => ({ action: "accept", content: fitting() }),
    () => ({ action: "accept", content: fitting() }),
    () => ({ action: random.pick(["decline", "cancel"]) }),
    () => ({ action: "accept" }),
    () => ({ role: "assistant", model: "m", content: { type: "text", text: random.text() } }),
    () => ({ roots: [{ uri: "file:///a", name: random.text() }] }),
    () => ({ method: "elicitation/create", result: { action: "accept" } }),
    () => random.json(2),
  ])();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Texts of arguments: any JSON, with spellings that differ and mean the same, and faults. */
export function args(random) {
  const text = spelled(random, Object.fromEntries(random.some(5, () => [random.name(), random.json(3)])));
  const numbers = [
    "1e21",
    "123456789012345678901234567890",
    "-0",
    "-0.0",
    "1E400",
    "5e-324",
    "0.1",
    "1e-7",
    "01",
    "9007199254740993",
  ];
  const odd = random.pick([
    ...numbers,
    '"\\ud800"',
    '"\\u0041"',
    '{"a":1,"a":2}',
    '{"\\u0061":1}',
    "[".repeat(130),
    "nul",
  ]);
  const whole = random.chance(0.5) ? `{"n":${odd},"m":${text}}` : text;
  return { op: "digest", text: random.chance(0.15) ? random.damaged(whole) : whole };
}
