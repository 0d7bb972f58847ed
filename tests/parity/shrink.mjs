// Makes a case smaller for as long as it stays what it is: members and items go, texts get shorter, JSON in texts too.

/** What a runner needs in a case. */
const KEPT = new Set([
  "op",
  "keysHex",
  "options",
  "now",
  "token",
  "method",
  "target",
  "params",
  "schema",
  "text",
  "responses",
  "key",
  "call",
  "result",
]);

/** Every case that is a step smaller, the big steps first. */
function* smaller(value, name) {
  if (typeof value === "string") yield* shorter(value, name);
  else if (Array.isArray(value)) {
    if (name !== "keysHex") for (let at = 0; at < value.length; at++) yield value.toSpliced(at, 1);
    for (let at = 0; at < value.length; at++) for (const less of smaller(value[at])) yield value.with(at, less);
  } else if (value !== null && typeof value === "object") {
    for (const member of Object.keys(value)) {
      if (KEPT.has(member)) continue;
      const { [member]: _, ...rest } = value;
      yield rest;
    }
    for (const [member, inner] of Object.entries(value)) {
      if (member === "op" || member === "keysHex" || member === "now") continue;
      for (const less of smaller(inner, member)) yield { ...value, [member]: less };
    }
  }
}

function* shorter(text, name) {
  const inner = name?.endsWith("Hex") ? undefined : parsed(text);
  if (inner !== null && typeof inner === "object") {
    for (const less of smaller(inner)) yield JSON.stringify(less);
    return;
  }
  const step = name?.endsWith("Hex") ? 2 : 1;
  for (let size = Math.ceil(text.length / 2 / step) * step; size >= step; size = Math.floor(size / 2 / step) * step) {
    for (let at = 0; at + size <= text.length; at += size) yield text.slice(0, at) + text.slice(at + size);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The smallest case found for which `holds` (given a list, it tells which) is true; asks at most `most` times. */
export async function shrink(start, holds, most = 1500) {
  let [best, asked] = [start, 0];
  const tried = new Set();
  for (let better = true; better && asked < most; ) {
    better = false;
    for (const batch of batches(smaller(best), 25)) {
      const fresh = batch.filter((one) => !tried.has(JSON.stringify(one)));
      for (const one of fresh) tried.add(JSON.stringify(one));
      if (fresh.length === 0) continue;
      asked += fresh.length;
      const at = (await holds(fresh)).indexOf(true);
      if (at >= 0) {
        [best, better] = [fresh[at], true];
        break;
      }
      if (asked >= most) break;
    }
  }
  return best;
}

function* batches(items, size) {
  let batch = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
