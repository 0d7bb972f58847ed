// Points and the straight lines through them, on plain scales, where a cost that grows faster than its size bends upwards.

import { at, line, picture, text, WIDTH } from "./svg.mjs";

const [LEFT, RIGHT, TOP, HEIGHT] = [64, 190, 60, 250];

/** A round number of which a few make up the largest value. */
function step(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  return [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => most / size <= 5);
}

const ticks = (most) => Array.from({ length: Math.floor(most / step(most)) + 1 }, (_, n) => n * step(most));

/** The picture of `lines`, each `{label, points, fit}`; `fit` gives y for x, and is left out where none is drawn. */
export function chart({ title, axis, unit }, lines) {
  const xs = Math.max(...lines.flatMap(({ points }) => points.map(([x]) => x)));
  const ys = Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y)));
  const x = (value) => LEFT + (value / xs) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + HEIGHT - (value / ys) * HEIGHT;
  const parts = [
    text(16, 28, title, "head"),
    text(16, 46, unit, "dim"),
    ...ticks(ys).flatMap((tick) => [
      line(LEFT, y(tick), WIDTH - RIGHT, y(tick), tick === 0 ? "axis" : "grid"),
      text(LEFT - 8, y(tick) + 4, tick.toLocaleString("en"), "dim end"),
    ]),
    ...ticks(xs).map((tick) => text(x(tick), TOP + HEIGHT + 18, tick.toLocaleString("en"), "dim mid")),
    text(LEFT + (WIDTH - LEFT - RIGHT) / 2, TOP + HEIGHT + 38, axis, "dim mid"),
    ...lines.flatMap((one, number) => drawn(one, number, x, y)),
    ...labels(lines, y),
  ];
  const told = lines.map(({ label, points }) => `${label}: ${points.map(([a, b]) => `${a}: ${at(b)}`).join(", ")}`);
  return picture(TOP + HEIGHT + 52, title, `${unit} by ${axis}. ${told.join("; ")}.`, parts);
}

function drawn({ points, fit }, number, x, y) {
  const dots = points.map(([a, b]) => `<circle class="p${number}" cx="${at(x(a))}" cy="${at(y(b))}" r="3.6"/>`);
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const path = fit
    ? line(x(first), y(fit(first)), x(last), y(fit(last)), `fit l${number}`)
    : `<path class="fit l${number}" d="M${points.map(([a, b]) => `${at(x(a))} ${at(y(b))}`).join("L")}"/>`;
  return [path, ...dots];
}

/** The names of the lines where they end, one above the other where ends are close. */
function labels(lines, y) {
  const ends = lines.map(({ label, points }, number) => ({ label, number, y: y(points.at(-1)[1]) + 4 }));
  ends.sort((one, other) => one.y - other.y);
  for (const [place, end] of ends.entries()) {
    if (place > 0) end.y = Math.max(end.y, ends[place - 1].y + 17);
  }
  const over = ends.at(-1).y - (TOP + HEIGHT + 4);
  for (const end of over > 0 ? ends : []) end.y -= over;
  return ends.map((end) => text(WIDTH - RIGHT + 12, end.y, end.label, `p${end.number}`));
}
