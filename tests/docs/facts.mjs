// Lists in the documents that must name everything there is: codes, reasons, options.

import { readFileSync } from "node:fs";

/** What the documents leave out. */
export async function factsMissing(root) {
  const { ERROR_CODES } = await import(`${root}/bindings-node/dist/index.js`);
  const header = readFileSync(`${root}/include/mrtr.h`, "utf8");
  const reasons = [...header.matchAll(/^\s*MRTR_REASON_(\w+)/gm)].map(([, name]) => name.toLowerCase());
  // Two that C alone has: no reason, and one that its header does not know.
  const known = reasons.filter((name) => name !== "none" && name !== "other");
  if (known.length < 10) return [[{ place: "include/mrtr.h" }, "its reasons were not found"]];
  return [
    ...lacking(root, "docs/errors.md", ERROR_CODES),
    ...lacking(root, "docs/errors.md", known),
    ...lacking(root, "README.md", OPTIONS),
  ];
}

const OPTIONS = ["key", "keys", "principal", "audience", "format", "open", "ttlSeconds", "maxRounds", "foreign"].concat(
  ["answersWithoutState", "allowSensitive", "schemes", "limits", "onRefusal"],
);

function lacking(root, file, names) {
  const text = readFileSync(`${root}/${file}`, "utf8");
  return names
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => [{ place: file }, `does not name ${name}`]);
}
