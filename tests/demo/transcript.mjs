// The transcript: what happened, next to what should happen, and a verdict that decides the exit code.

const colour = process.stdout.isTTY ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_, text) => text;

let passed = 0;
const failures = [];

export function chapter(title) {
  console.log(`\n${colour("1", title)}`);
}

export function say(text) {
  console.log(`  ${text}`);
}

/** Shows a fact and holds it against what is wanted; both are compared as JSON text. */
export function check(what, got, wanted) {
  const same = JSON.stringify(got) === JSON.stringify(wanted);
  const shown = typeof got === "string" ? got : JSON.stringify(got);
  console.log(`  ${same ? colour("32", "ok  ") : colour("31", "FAIL")} ${what}: ${shown}`);
  if (same) {
    passed += 1;
  } else {
    failures.push(what);
    console.log(`       wanted: ${typeof wanted === "string" ? wanted : JSON.stringify(wanted)}`);
  }
}

export function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd();
  console.log(line(head));
  console.log(line(widths.map((width) => "-".repeat(width))));
  for (const row of rows) console.log(line(row));
}

/** Prints the closing line; gives the exit code. */
export function close(wantedChecks = passed + failures.length) {
  if (passed + failures.length !== wantedChecks)
    failures.push(`${passed + failures.length} checks were made, not ${wantedChecks}`);
  for (const failure of failures) console.log(`differs: ${failure}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
