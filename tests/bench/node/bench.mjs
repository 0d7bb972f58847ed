// `node bench.mjs PACKAGE REPEATS`: the Node package that was built there beside its peers, one comparison a line, in
// microseconds.

import { pathToFileURL } from "node:url";
import { accepting, checking, reading } from "./forms.mjs";
import { overHttp } from "./http.mjs";
import { medians } from "./measure.mjs";
import { rounds } from "./rounds.mjs";
import { growing, refusing, ringing, sealing } from "./tokens.mjs";

const [folder, repeats] = process.argv.slice(2);
const mrtr = await import(pathToFileURL(`${folder}/dist/server/index.js`));
const { Form } = await import(pathToFileURL(`${folder}/dist/index.js`));
const { native } = await import(pathToFileURL(`${folder}/dist/native.js`));
if (native.__testingPanic !== undefined) throw new Error("the addon was built for tests");

const key = "0123456789abcdef0123456789abcdef";

const comparisons = [
  ...(await sealing(mrtr, key)),
  ...(await refusing(mrtr, key)),
  await ringing(mrtr),
  reading(mrtr),
  ...(await checking(Form)),
  ...accepting(Form),
  { subject: "a middle round", works: await rounds(mrtr, key) },
];
for (const { subject, works } of comparisons) {
  console.log(JSON.stringify({ subject, medians: await medians(works, Number(repeats)) }));
}

for (const { growth, points } of await growing(mrtr, key)) {
  // All sizes of all makers take turns.
  const times = await medians(
    points.flatMap(({ works }) => works),
    Number(repeats),
  );
  const width = times.length / points.length;
  const rows = points.map(({ size }, at) => [size, ...times.slice(at * width, (at + 1) * width)]);
  console.log(JSON.stringify({ growth, points: rows }));
}

console.log(JSON.stringify({ subject: "a round over HTTP", medians: await overHttp(folder, Number(repeats)) }));
