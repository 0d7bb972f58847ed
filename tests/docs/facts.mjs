// Lists in the documents that must name everything there is: codes, reasons, options.

import { readFileSync } from "node:fs";

/** What the documents leave out; `documents` are those in which an option may stand. */
export async function factsMissing(root, documents) {
  const { Boundary, ERROR_CODES, Form } = await import(`${root}/bindings-node/dist/index.js`);
  const errors = readFileSync(`${root}/docs/errors.md`, "utf8");
  const all = documents.map((file) => readFileSync(`${root}/${file}`, "utf8")).join("\n");
  return [
    ...lacking(errors, "docs/errors.md", ERROR_CODES),
    ...lacking(errors, "docs/errors.md", reasons(root)),
    ...lacking(errors, "docs/errors.md", issueCodes(root, Form)),
    ...lacking(all, "the documents", options(Boundary)),
  ];
}

/** The reasons for which a token is refused, as the C header numbers them. */
function reasons(root) {
  const header = readFileSync(`${root}/include/mrtr.h`, "utf8");
  const names = [...header.matchAll(/^\s*MRTR_REASON_(\w+) = /gm)].map(([, name]) => name.toLowerCase());
  // Two that C alone has: no reason, and one that its header does not know.
  return atLeast(
    14,
    names.filter((name) => name !== "none" && name !== "other"),
  );
}

/** The codes of the faults that the shared contents have. */
function issueCodes(root, Form) {
  const cases = JSON.parse(readFileSync(`${root}/tests/schemas/contents.json`, "utf8"));
  const codes = cases.flatMap(({ schema, content_text }) => {
    const acceptance = Form.parse(schema).accept(jsonOf(content_text));
    return acceptance.outcome === "invalid" ? acceptance.issues.map(({ code }) => code) : [];
  });
  return atLeast(12, [...new Set(codes)]);
}

/** A content; nothing for a text that is not JSON. */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The options of a boundary, as the core lists them to whoever misspells one. */
function options(Boundary) {
  try {
    new Boundary({ misspelt: true });
  } catch (error) {
    const [, list] = /the options are (.+)$/.exec(error.message) ?? [];
    return atLeast(13, list?.split(", ") ?? []);
  }
  return atLeast(1, []);
}

function atLeast(count, names) {
  if (names.length < count) throw new Error(`only ${names.length} names were found, not ${count}`);
  return names;
}

function lacking(text, place, names) {
  return names.filter((name) => !text.includes(`\`${name}\``)).map((name) => [{ place }, `does not name ${name}`]);
}
