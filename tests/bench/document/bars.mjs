// A bar for each ratio, from 1 to the right where we are faster and to the left where we are slower, on a scale of powers.

import { at, line, picture, text, WIDTH } from "./svg.mjs";

const [LEFT, RIGHT, TOP, ROW] = [410, 64, 66, 26];

/** The picture of rows `{label, ratio, bound}`: `bound` is the ratio that is wanted, where one is. */
export function bars(title, rows) {
  const logs = rows.flatMap(({ ratio, bound = ratio }) => [Math.log10(ratio), Math.log10(bound)]);
  const low = Math.min(-0.05, ...logs);
  const high = Math.max(0.3, ...logs);
  const x = (ratio) => LEFT + ((Math.log10(ratio) - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const bottom = TOP + rows.length * ROW;
  const ticks = ticksOf(low, high);
  const parts = [
    text(16, 28, title, "head"),
    text(16, 46, "times faster than the peer; the mark is what is wanted", "dim"),
    ...ticks.flatMap((tick) => [
      line(x(tick), TOP - 6, x(tick), bottom, tick === 1 ? "axis" : "grid"),
      text(x(tick), bottom + 16, tick.toLocaleString("en"), "dim mid"),
    ]),
    ...rows.flatMap((row, number) => bar(row, TOP + number * ROW, x)),
  ];
  const told = rows.map(({ label, ratio }) => `${label}: ${ratio}`).join("; ");
  return picture(bottom + 28, title, `Times faster than the peer. ${told}.`, parts);
}

/** Powers of ten; where there are few of these, with halves and doubles between them. */
function ticksOf(low, high) {
  const between = high - low > 1.2 ? [1] : [1, 1.2, 1.5, 2, 3, 5, 7.5];
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, n) => 10 ** (n + Math.floor(low)));
  const all = powers.flatMap((power) => between.map((times) => Number((times * power).toPrecision(2))));
  return all.filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
}

function bar({ label, ratio, bound }, y, x) {
  const [from, to] = [x(1), x(ratio)].sort((one, other) => one - other);
  const kind = ratio < 1 ? "bad" : "b0";
  const rect = `<rect class="${kind}" x="${at(from)}" y="${y + 3}" width="${at(Math.max(to - from, 1))}" height="14" rx="2"/>`;
  const mark = bound === undefined ? [] : [line(x(bound), y, x(bound), y + 20, "want")];
  const value = text(
    Math.max(to, bound === undefined ? 0 : x(bound)) + 6,
    y + 15,
    ratio.toLocaleString("en", { maximumFractionDigits: 4 }),
    "dim",
  );
  return [text(16, y + 15, label), rect, ...mark, value];
}
