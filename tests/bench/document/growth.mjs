// How cost grows: a picture for each chart, and a table of the straight lines through its points.

import { GROWTH, STRAIGHT, THREADS } from "../targets/growth.mjs";
import { straight } from "./fit.mjs";
import { chart } from "./lines.mjs";
import { file, image, number, table, wrapped } from "./markdown.mjs";

const percent = (share) => `${number(100 * share)} %`;

/** `[size, time]` for each point of a line. */
function pointsOf({ from, growth, at = 1 }, results, scale) {
  const rows = results.filter(({ line }) => line === `${from}: ${growth}`);
  if (rows.length === 0) throw new Error(`${from}: ${growth} was not measured`);
  return rows.map(({ size, ours, peer }) => [size, (at === 1 ? ours : peer) * scale]);
}

function grown(group, results) {
  const { title, unit, scale, each, what, about } = group;
  const lines = group.lines.map((line) => {
    const points = pointsOf(line, results, scale);
    const found = straight(points);
    return { label: line.label, points, found, fit: (x) => found.base + found.slope * x };
  });
  const cells = ({ label, found: { base, slope, r2, worst } }) => [
    label,
    number(Math.max(base, 0)),
    number(slope * each),
    r2.toFixed(4),
    percent(worst),
    worst <= STRAIGHT ? "straight" : "**bends**",
  ];
  const head = ["line", `without any, ${unit}`, `each ${what}, ${unit}`, "r²", "furthest point", ""];
  const name = file(`growth ${group.id}`);
  const parts = [
    `### ${title}`,
    wrapped(about),
    image(`${title}: the measured points and the straight lines through them`, name),
    table(head, lines.map(cells), [0, 5]),
  ];
  return { parts, pictures: [[name, chart(group, lines)]], lines };
}

/** Threads: what is got done together, beside what one thread gets done. */
function threaded(results, cores) {
  const { title, axis, about } = THREADS;
  const lines = THREADS.lines.map((line) => {
    const points = pointsOf(line, results, 1);
    const [[, alone]] = points;
    return { label: line.label, points: points.map(([threads, time]) => [threads, alone / time]) };
  });
  const counts = lines[0].points.map(([threads]) => threads);
  const rows = lines.map(({ label, points }) => [label, ...points.map(([, times]) => times.toFixed(2))]);
  const name = file(`growth ${THREADS.id}`);
  const unit = "times as much as one thread";
  return {
    parts: [
      `### ${title}`,
      wrapped(`${about} This machine has ${cores}.`),
      image(`${title}: how many times as much as one thread they get done`, name),
      table([unit, ...counts.map((count) => `${count}`)], rows),
    ],
    pictures: [[name, chart({ title, axis, unit }, lines)]],
  };
}

/** The chapter on growth. */
export function growth(results, cores) {
  const groups = GROWTH.map((group) => grown(group, results));
  const all = groups.flatMap(({ lines }, at) => lines.map((line) => ({ ...line, title: GROWTH[at].title })));
  const bent = all.filter(({ found }) => found.worst > STRAIGHT);
  const worst = Math.max(...all.map(({ found }) => found.worst));
  const told =
    bent.length === 0
      ? `All ${all.length} lines are straight: no point lies further than ${percent(worst)} off its line.`
      : `Of ${all.length} lines ${bent.length} ${bent.length === 1 ? "bends" : "bend"}, by more than ${percent(STRAIGHT)} of a point: ${bent
          .map(({ title, label }) => `${label} (${title})`)
          .join(", ")}.`;
  const about = `Cost should grow with size and no faster. Each chart has plain scales and a straight line through its points,
fitted so that a share off a small point counts like the same share off a large one; "without any" is where the line begins.
${told}`;
  const last = threaded(results, cores);
  return {
    parts: ["## Growth", wrapped(about), ...groups.flatMap(({ parts }) => parts), ...last.parts],
    pictures: [...groups.flatMap(({ pictures }) => pictures), ...last.pictures],
  };
}
