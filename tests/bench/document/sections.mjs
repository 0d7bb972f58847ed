// The comparisons: for each section what is compared, a picture of the ratios, and a table.

import { COUNTED } from "../targets/rust.mjs";
import { nameOf } from "../targets/words.mjs";
import { bars } from "./bars.mjs";
import { bullet, file, image, number, table, wrapped } from "./markdown.mjs";

export const verdict = ({ met }) => (met === null ? "" : met ? "met" : "**missed**");

/** What a document has of one section, and its picture where there are peers. */
export function section({ language, title, unit, about, rows }, results) {
  const found = rows.map((row) => ({ ...row, result: results.get(nameOf(language, row)) }));
  const compared = found.filter(({ peer, own }) => peer !== undefined && !own);
  const parts = [`## ${title}`, wrapped(about)];
  const pictures = [];
  if (compared.length > 0) {
    const label = ({ what, beside }) => `${what}, beside ${beside}`;
    const shown = compared.map((row) => ({ label: label(row), ratio: row.result.ratio, bound: row.bound }));
    pictures.push([file(title), bars(title, shown)]);
    parts.push(image(`${title}: times faster than each peer, as in the table`, file(title)));
  }
  const line = ({ what, beside, result }) => [
    what,
    beside ?? "",
    number(result.ours),
    number(result.peer),
    number(result.ratio),
    result.wanted ?? "",
    verdict(result),
  ];
  const head = ["what", "beside", `ours, ${unit}`, `peer, ${unit}`, "times faster", "wanted", ""];
  parts.push(table(head, found.map(line), [0, 1, 5, 6]));
  return { parts, pictures };
}

/** Every row that misses, with what holds it: those with one reason together. */
export function missed(sections, results) {
  const rows = sections.flatMap(({ language, rows }) => rows.map((row) => ({ ...row, name: nameOf(language, row) })));
  const counted = COUNTED.both.map((work) => ({ name: `C: ${work}, beside Rust`, held: COUNTED.held, slower: true }));
  const reasons = new Map();
  for (const { name, held, slower } of [...rows, ...counted]) {
    const { met, ratio, ours, unit, wanted } = results.get(name);
    if (met !== false) continue;
    const reason = held ?? "No reason is known; another run may tell whether the machine was busy.";
    const beside = slower ? `${number(1 / ratio)} times its time` : `${number(ratio)} times as fast`;
    const got = ratio === null ? `${number(ours)} ${unit}` : beside;
    reasons.set(reason, [...(reasons.get(reason) ?? []), `${name}: ${got} (${wanted})`]);
  }
  return [...reasons].map(([reason, names]) => bullet(`**${names.join("; ")}.** ${reason}`));
}
