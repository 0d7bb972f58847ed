// Pieces of Markdown.

/** A table; numbers to the right, from the second column on where `words` does not name it. */
export function table(head, rows, words = [0]) {
  const rule = head.map((_, column) => (words.includes(column) ? "---" : "--:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const image = (alt, file) => `![${alt}](pictures/${file})`;

/** A number with three digits that count, and commas between thousands. */
export function number(value) {
  if (value === null || value === undefined) return "";
  return Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 20 });
}

/** Lines of at most so many characters, as the other documents have them. */
export function wrapped(text, width = 128) {
  const lines = [""];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** An item of a list. */
export const bullet = (text) => wrapped(`- ${text}`, 126).replaceAll("\n", "\n  ");

/** The name of a picture's file. */
export const file = (title) => `bench-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.svg`;
