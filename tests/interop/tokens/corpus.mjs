// What goes into the tokens: random payloads and calls, the same in every run.

const UNICODE = [
  "",
  "a",
  "Zürich",
  "日本語",
  "🪃",
  "👩‍👩‍👧",
  "e\u0301",
  "\u0000",
  "\u001f",
  "\u007f",
  "\u2028\u2029",
  "\ufeff",
  "\uffff",
  "\\",
  '"',
  "/",
  "</script>",
  "\r\n\t",
  "مرحبا",
  " ",
];
const LONE = ["\ud800", "\udfff", "\ude00\ud83d", "x\ud83d", "\udbff\u{10000}"];
const NAMES = [
  "id",
  "target",
  "__proto__",
  "constructor",
  "toString",
  "",
  "p",
  "d",
  "0",
  "10",
  "9",
  "a b",
  "ключ",
  "🗝",
];
const NUMBERS = [
  0,
  1,
  -1,
  0.1,
  -0.5,
  2 ** 31,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 60,
  1e20,
  1e21,
  1e22,
  1e-7,
  5e-324,
  Number.MAX_VALUE,
  123456789.123,
  1 / 3,
];

/** A generator of 32-bit numbers (mulberry32). */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit) => next() % limit;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(list.length)],
    double: () => (next() / 2 ** 32 - 0.5) * 10 ** (below(40) - 20),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

/** Any text; `lone` lets surrogates without a partner in, which JSON can say and a Unicode string cannot hold. */
function text(roll, lone = false) {
  let out = lone && roll.chance(20) ? roll.pick(LONE) : "";
  for (let parts = roll.below(5); parts > 0; parts -= 1) {
    out += roll.chance(60)
      ? roll.pick(UNICODE)
      : String.fromCodePoint(roll.pick([32 + roll.below(95), 0xa0 + roll.below(0x2000), 0x1f300 + roll.below(0x300)]));
  }
  return roll.chance(2) ? out.repeat(300) : out;
}

/** Any number; `safe` keeps to integers up to 2^53 - 1, since Node refuses to seal for arguments with larger ones. */
function number(roll, safe) {
  if (safe) {
    const made = roll.chance(50) ? roll.below(2 ** 31) - 2 ** 30 : roll.double();
    return Number.isInteger(made) && !Number.isSafeInteger(made) ? 0.5 : made || 0;
  }
  return roll.chance(40) ? roll.pick(NUMBERS) : roll.chance(50) ? roll.below(100_000) - 50_000 : roll.double() || 0;
}

/** Any value; `kinds` are the options of its texts and numbers. */
function value(roll, depth, kinds = {}) {
  const kind = roll.below(depth <= 0 ? 5 : 9);
  if (kind === 0) return roll.pick([null, true, false, "", [], {}]);
  if (kind <= 2) return text(roll, kinds.lone);
  if (kind <= 4) return number(roll, kinds.safe);
  const size = roll.below(5);
  if (kind <= 6) return Array.from({ length: size }, () => value(roll, depth - 1, kinds));
  return object(roll, depth, size, kinds);
}

function object(roll, depth, size, kinds) {
  const name = () => (roll.chance(70) ? roll.pick(NAMES) : text(roll, kinds.lone));
  return Object.fromEntries(Array.from({ length: size }, () => [name(), value(roll, depth - 1, kinds)]));
}

/** A tower of lists and objects, `depth` high. */
function tower(roll, depth) {
  let out = text(roll);
  for (let at = 0; at < depth; at += 1) out = at % 2 === 0 ? [out] : { [roll.pick(NAMES)]: out };
  return out;
}

/** A string literal with other escapes than JSON.stringify chooses. */
function literal(roll, string) {
  const units = Array.from({ length: string.length }, (_, at) => string.charCodeAt(at));
  const escaped = (unit) =>
    `\\u${(roll.chance(50) ? unit.toString(16) : unit.toString(16).toUpperCase()).padStart(4, "0")}`;
  let out = "";
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at];
    const pair = unit >= 0xd800 && unit < 0xdc00 && units[at + 1] >= 0xdc00 && units[at + 1] < 0xe000;
    const plain = pair ? string.slice(at, at + 2) : string[at];
    if (roll.chance(30)) out += pair ? escaped(unit) + escaped(units[at + 1]) : escaped(unit);
    else if (plain === "/" && roll.chance(50)) out += "\\/";
    else out += JSON.stringify(plain).slice(1, -1);
    if (pair) at += 1;
  }
  return `"${out}"`;
}

/** The same value in another spelling: white space, escapes, and numbers with a point or an exponent that they do not need. */
function respelt(roll, given) {
  const space = () => (roll.chance(20) ? roll.pick([" ", "\n", "\t", " \r\n "]) : "");
  if (typeof given === "string") return literal(roll, given);
  if (typeof given === "number") {
    const shown = JSON.stringify(given);
    if (!Number.isInteger(given) || shown.includes("e")) return shown.replace("e", "E");
    return roll.pick([shown, `${shown}.0`, `${shown}e0`, `${shown}.00E+0`]);
  }
  if (Array.isArray(given))
    return `[${space()}${given.map((item) => respelt(roll, item) + space()).join(`,${space()}`)}]`;
  if (given !== null && typeof given === "object") {
    const members = Object.entries(given).map(
      ([name, member]) => `${literal(roll, name)}${space()}:${space()}${respelt(roll, member)}`,
    );
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  }
  return JSON.stringify(given);
}

/** JSON texts of payloads: empties and towers first, then whatever falls; every other one in a spelling of its own. */
export function payloads(count, seed, kinds) {
  const roll = dice(seed);
  const fixed = [null, "", [], {}, 0, false, [[]], [{}], { "": {} }, { __proto__: null, constructor: 1 }];
  return Array.from({ length: count }, (_, at) => {
    const made =
      at < fixed.length ? fixed[at] : at % 100 === 50 ? tower(roll, 10 + roll.below(100)) : value(roll, 4, kinds);
    return at % 2 === 0 ? JSON.stringify(made) : respelt(roll, made);
  });
}

/** Texts that something is bound to: a principal, or associated data. */
export function bindings(count, seed) {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, at) => text(roll) + at);
}

/** Calls of the three methods, as their method and the JSON text of their params, with who calls and whom the token is for. */
export function calls(count, seed) {
  const roll = dice(seed);
  return Array.from({ length: count }, () => {
    const method = roll.pick(["tools/call", "tools/call", "prompts/get", "resources/read"]);
    const named =
      method === "resources/read"
        ? `"uri":${literal(roll, `report://${roll.below(1000)}/ü`)}`
        : `"name":${literal(roll, `tool ${text(roll)}`)}`;
    const given =
      roll.chance(20) || method === "resources/read"
        ? ""
        : `,"arguments":${respelt(roll, object(roll, 3, roll.below(5), { lone: true, safe: true }))}`;
    const principal = roll.chance(50) ? `user:${text(roll)}${roll.below(1000)}` : null;
    return { method, params: `{${named}${given}}`, principal, audience: roll.pick(["reports", "日本語", "a"]) };
  });
}

/** Payloads of bytes that are no text. */
export function byteStrings(count, seed) {
  const roll = dice(seed);
  return Array.from({ length: count }, (_, at) => roll.bytes(at % 50 === 0 ? 5000 : roll.below(200)).toString("hex"));
}
